import type { ObjectType } from "@rapport/model";
import { CrmError, type Issue } from "../../errors.ts";
import type { InputPaths } from "../../input-paths.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import {
  type AssociationItem,
  parseTargets,
  type WantedTarget,
} from "../associations/associations.ts";
import { erased, notFound } from "../errors.ts";
import { checkProperties, type PropertyItem } from "../property-input.ts";
import type { StoredValue } from "../values.ts";

/** Members of an input. Which of them it has depends on the operation (specification §23). */
export interface InputItem {
  readonly id?: number | undefined;
  readonly properties?: readonly PropertyItem[] | undefined;
  readonly associations?: readonly AssociationItem[] | undefined;
  /** The only version that the input may change. */
  readonly ifVersion?: number | undefined;
}

/** An input of a batch: as the request schema parsed it, or malformed. */
export type BatchInput =
  | { readonly item: InputItem }
  | { readonly raw: unknown; readonly issues: readonly Issue[] };

/** An input after the checks that read no records. */
export interface CheckedInput {
  readonly index: number;
  readonly id: number | undefined;
  readonly ifVersion: number | undefined;
  readonly items: readonly unknown[];
  /** Values to write, in stored form. */
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly wanted: readonly WantedTarget[];
  readonly issues: readonly Issue[];
  readonly paths: InputPaths;
}

/** Checks an input against the schema. Reports the faults of a malformed input together with those of its shape. */
export function checkInput(
  schema: ObjectSchema,
  type: ObjectType,
  input: BatchInput,
  index: number,
): CheckedInput {
  const item: InputItem = "item" in input ? input.item : rawItem(input.raw);
  const items = listOf(item.properties);
  const paths = inputPaths(index, items);
  const { values, issues } = checkProperties(schema.properties, items, paths);
  const { wanted, issues: more } = parseTargets(type, listOf(item.associations), paths);
  return {
    ...{ index, items, values, wanted, paths },
    id: item.id,
    ifVersion: item.ifVersion,
    issues: allIssues(input, index, [...issues, ...more]),
  };
}

/** Adds the issues of a malformed input's shape. Skips an issue whose path they report. */
function allIssues(input: BatchInput, index: number, found: readonly Issue[]): readonly Issue[] {
  if ("item" in input) return found;
  const shape = shapeIssues(input, index);
  const known = new Set(shape.map(({ path }) => path));
  return [...shape, ...found.filter(({ path }) => !known.has(path))];
}

/** Returns the issues of a malformed input's shape with their paths in the request. */
export function shapeIssues(
  { issues }: { readonly issues: readonly Issue[] },
  index: number,
): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, path: pathIn(index, issue.path) }));
}

function rawItem(raw: unknown): InputItem {
  if (typeof raw !== "object" || raw === null) return {};
  const { id, properties, associations } = raw as InputItem;
  return { id: Number.isSafeInteger(id) ? id : undefined, properties, associations };
}

function listOf(value: readonly unknown[] | undefined): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the path of a member of the n-th input. */
export function pathIn(index: number, member: string): string {
  return member === "" ? `inputs.${index}` : `inputs.${index}.${member}`;
}

function inputPaths(index: number, items: readonly unknown[]): InputPaths {
  const properties = pathIn(index, "properties");
  return {
    properties,
    property: (item, member) => `${properties}.${item}.${member}`,
    association: (item, member) => pathIn(index, `associations.${item}.to.${member}`),
    conflict: (property) => {
      const item = items.findIndex(
        (one) => (one as Partial<PropertyItem> | null)?.internal_name === property,
      );
      return item < 0 ? properties : `${properties}.${item}.value`;
    },
  };
}

/** Returns the refusal of an input whose record is not a live record of the type. */
export function missing(
  type: ObjectType,
  id: number,
  index: number,
  erasedIds: ReadonlySet<number>,
): CrmError {
  const isErased = erasedIds.has(id);
  const { code, message } = isErased ? erased(type, id) : notFound(type, id);
  const issue = {
    path: pathIn(index, "id"),
    code: isErased ? "record_erased" : "record_not_found",
    message,
  };
  return new CrmError(code, message, { issues: [issue] });
}
