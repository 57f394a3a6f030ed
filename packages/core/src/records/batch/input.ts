import type { recordIndex } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { CrmError, type Issue } from "../../errors.ts";
import { givenProperties, type InputPaths } from "../../input-paths.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { wholeKey } from "../../record-index/index-key.ts";
import type { StoredValue } from "../../values/parse-value.ts";
import {
  type AssociationItem,
  parseTargets,
  plainLabelIssue,
  type WantedTarget,
} from "../associations/associations.ts";
import { erased, invalid, mergedIssue, notFound } from "../errors.ts";
import {
  checkProperties,
  type PropertiesInput,
  type PropertyItem,
  type Scalar,
} from "../property-input.ts";
import { stageKey } from "../record-key.ts";
import type { WholeRecord } from "../whole-record.ts";

/** Members of an input. Which of them it has depends on the operation (specification §23). */
export interface InputItem {
  readonly id?: number | undefined;
  /** What to find a record by. */
  readonly value?: Scalar | undefined;
  readonly properties?: PropertiesInput | undefined;
  readonly associations?: readonly AssociationItem[] | undefined;
  /** The record to associate with, or no longer, and the key of a label. */
  readonly to?: AssociationItem["to"] | undefined;
  readonly type?: string | undefined;
  /** The only version that the input may change. */
  readonly ifVersion?: number | undefined;
}

/** An input of a batch: as the request schema parsed it, or malformed. */
export type BatchInput =
  | {
      readonly item: InputItem;
      /** Paths of the input in its own request, if the batch is made of several. */
      readonly paths?: InputPaths | undefined;
    }
  | { readonly raw: unknown; readonly issues: readonly Issue[] };

/** The batch that a write of one record is part of; see `gather`. */
export interface Gathered {
  /** Writes an input with those of the others. Rejects if it fails; then nothing of it is written. */
  write(input: BatchInput): Promise<{
    readonly status: "created" | "updated" | "unchanged" | "found" | "deleted";
    readonly record: WholeRecord;
  }>;
}

/** Inputs that may be parsed each time they are read. A list of inputs is one too. */
export interface BatchInputs {
  readonly length: number;
  slice(start: number, end: number): readonly BatchInput[];
}

/** An input after the checks that read no records. */
export interface CheckedInput {
  readonly index: number;
  /** If it is no object, only that is reported, because it has no members. */
  readonly isObject: boolean;
  readonly id: number | undefined;
  readonly ifVersion: number | undefined;
  /** What an upsert finds its record by: a property and the whole key of its value. Undefined if there is none. */
  readonly key: recordIndex.UniqueKey | undefined;
  readonly items: readonly unknown[];
  /** Values to write, in stored form. */
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly wanted: readonly WantedTarget[];
  readonly issues: readonly Issue[];
  readonly paths: InputPaths;
}

export interface CheckOptions {
  /** The property by which an upsert finds its record. */
  readonly keyProperty?: PropertyDefinition | undefined;
  /** Paths of an input in the request, if it is not one of several. */
  readonly paths?: InputPaths | undefined;
  /** Whether each input names one association, to make or to end. */
  readonly pairs?: "associate" | "dissociate" | undefined;
}

/** Checks an input against the schema. Reports the faults of a malformed input together with those of its shape. */
export function checkInput(
  object: ObjectSchema,
  input: BatchInput,
  index: number,
  options: CheckOptions = {},
): CheckedInput {
  const isObject = "item" in input || hasMembers(input.raw);
  const item: InputItem = "item" in input ? input.item : rawItem(input.raw);
  const given = givenProperties(item.properties, `inputs.${index}.`);
  const { items } = given;
  const { pairs } = options;
  const own = "item" in input ? input.paths : undefined;
  const paths =
    own ?? options.paths ?? (pairs === undefined ? given.paths : pairPaths(given.paths, index));
  const { values, issues } = checkProperties(object.properties, items, paths);
  const associations = pairs === undefined ? listOrEmpty(item.associations) : [item];
  const { wanted, issues: more } = parseTargets(object, associations, paths);
  const ended = pairs === "dissociate" ? endedIssues(item, wanted, paths) : [];
  const found = upsertKey(object, options.keyProperty, values, { items, paths });
  return {
    index,
    isObject,
    items,
    values,
    wanted,
    paths,
    id: item.id,
    ifVersion: item.ifVersion,
    key: found.key,
    issues: allIssues(input, index, [
      ...issues,
      ...missingKey(found.issue, issues),
      ...more,
      ...ended,
    ]),
  };
}

/** Returns the paths of an input with `id`, `to` and `type`. */
function pairPaths(paths: InputPaths, index: number): InputPaths {
  const association: InputPaths["association"] = (_, member) =>
    pathIn(index, member === "type" ? member : `to.${member}`);
  return { ...paths, association };
}

function endedIssues(
  { type }: InputItem,
  wanted: readonly WantedTarget[],
  paths: InputPaths,
): readonly Issue[] {
  const isPlain = type !== undefined && wanted.some(({ kind }) => kind.label === undefined);
  return isPlain ? [plainLabelIssue(paths.association(0, "type"))] : [];
}

function upsertKey(
  object: ObjectSchema,
  property: PropertyDefinition | undefined,
  values: ReadonlyMap<string, StoredValue>,
  { items, paths }: { readonly items: readonly unknown[]; readonly paths: InputPaths },
): { readonly key?: recordIndex.UniqueKey; readonly issue?: Issue } {
  if (property === undefined) return {};
  const { name } = property;
  const value = values.get(name) ?? null;
  if (value !== null && !Array.isArray(value)) {
    const stored = typeof value === "string" ? stageKey(object, name, value) : value;
    return { key: { property: name, value: wholeKey(property, stored) } };
  }
  const item = items.findIndex(
    (one) => (one as Partial<PropertyItem> | null)?.internal_name === name,
  );
  const message = `Give ${name} a value. The record is found by it.`;
  const path = item < 0 ? paths.properties : paths.property(item, "value");
  return { issue: { path, code: "key_missing", message } };
}

/** Leaves the issue out if the value is refused anyway. */
function missingKey(issue: Issue | undefined, known: readonly Issue[]): readonly Issue[] {
  return issue === undefined || known.some(({ path }) => path === issue.path) ? [] : [issue];
}

/** Adds the issues of a malformed input's shape. Skips an issue whose path they report. */
function allIssues(input: BatchInput, index: number, found: readonly Issue[]): readonly Issue[] {
  if ("item" in input) return found;
  const shape = shapeIssues(input, index);
  if (!hasMembers(input.raw)) return shape;
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
  if (!hasMembers(raw)) return {};
  const { id, properties, associations, to, type }: InputItem = raw;
  const members = { properties, associations, to, type };
  return { id: Number.isSafeInteger(id) ? id : undefined, ...members };
}

function hasMembers(raw: unknown): raw is object {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw);
}

function listOrEmpty(value: readonly unknown[] | undefined): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the path of a member of the n-th input. */
export function pathIn(index: number, member: string): string {
  return member === "" ? `inputs.${index}` : `inputs.${index}.${member}`;
}

/** Why records are not in the picture of a batch. */
export interface LostRecords {
  readonly erased: ReadonlySet<number>;
  /** The records that they were merged into, by their ids. */
  readonly merged: ReadonlyMap<number, number>;
  /** Inputs that did not fit into the batch. */
  readonly unread: ReadonlySet<number>;
}

/** Returns the refusal of an input whose record does not fit into the batch or its answer. */
export function batchFull(index: number): CrmError {
  const message =
    "The other records of the batch fill the answer. Put this input into another batch.";
  return CrmError.ofIssue("PAYLOAD_TOO_LARGE", {
    path: `inputs.${index}`,
    code: "answer_too_large",
    message,
  });
}

/** Returns the refusal of an input whose record is not a live record of the type. */
export function missingRecordError(
  type: string,
  id: number,
  index: number,
  { erased: erasedIds, merged, unread }: LostRecords,
): CrmError {
  if (unread.has(id)) return batchFull(index);
  const primary = merged.get(id);
  if (primary !== undefined) return invalid([mergedIssue(type, id, primary, pathIn(index, "id"))]);
  const isErased = erasedIds.has(id);
  const { code, message } = isErased ? erased(type, id) : notFound(type, id);
  return CrmError.ofIssue(code, {
    path: pathIn(index, "id"),
    code: isErased ? "record_erased" : "record_not_found",
    message,
  });
}
