import { associations, type Db, records, type Write } from "@rapport/db";
import { type Issue, quoted } from "../../errors.ts";
import type { InputPaths } from "../../input-paths.ts";
import type { ObjectSchema, ProjectSchema } from "../../object-schema.ts";
import { nearestName } from "../../schema/property-names.ts";
import { findPrimaries } from "../current.ts";
import { mergedIssue, noRecord } from "../errors.ts";
import type { Properties } from "../record.ts";
import {
  type AssociationKind,
  associationPairs,
  kindNamed,
  listKinds,
  plainKind,
  type Target,
} from "./kinds.ts";

/** One association in a request (specification §2.3). */
export interface AssociationItem {
  readonly to: { readonly object: string; readonly id: string };
  /** Key of a label; the plain association if omitted. */
  readonly type?: string | undefined;
}

/** One association in the response to a read (specification §2.4). */
export interface AssociationEntry {
  readonly id: string;
  readonly type: string;
  /** Properties of the record, if its type is expanded. */
  readonly properties?: Properties;
}

/** A record with its version. */
export interface LiveTarget extends Target {
  readonly version: number;
}

/** A record that another one is associated with. */
export interface AssociatedTarget extends LiveTarget {
  /** The kinds of the association, the plain one first, seen from the other record. */
  readonly kinds: readonly AssociationKind[];
  /** Path of its label in the request. */
  readonly path: string;
}

/**
 * Finds the records that a new record will be associated with (specification §2.3). Skips malformed items;
 * the request schema reports them.
 *
 * @param db if a transaction, the targets cannot be deleted until it ends
 * @param paths paths of the items in the request
 * @returns the distinct targets, and one issue per item without a live target
 */
export async function checkAssociations(
  db: Db,
  scope: { projectId: number },
  object: ObjectSchema,
  { items, paths }: { readonly items: readonly unknown[]; readonly paths: InputPaths },
): Promise<{ targets: readonly AssociatedTarget[]; issues: readonly Issue[] }> {
  const { wanted, issues } = parseTargets(object, items, paths);
  const ids = [...new Set(wanted.map((target) => target.id))];
  const live = await records.holdLive(db, scope, ids);
  const lost = wanted.filter(({ id }) => !live.has(id));
  const merged = await findPrimaries(db, scope, lost);
  const found = liveTargets(wanted, { live, merged }, paths);
  return { targets: found.targets, issues: [...issues, ...found.issues] };
}

/** A record to associate with, and the index of its item. */
export interface WantedTarget extends Target {
  readonly index: number;
  readonly kind: AssociationKind;
  /** The plain kind, which it gets too. */
  readonly plain: AssociationKind;
}

/** Does the part of `checkAssociations` that reads no records. */
export function parseTargets(
  object: ObjectSchema,
  items: readonly unknown[],
  paths: InputPaths,
): { readonly wanted: readonly WantedTarget[]; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const wanted: WantedTarget[] = [];
  for (const [index, item] of items.entries()) {
    const { target, faults } = parseTarget(object, item, (member) =>
      paths.association(index, member),
    );
    issues.push(...faults);
    if (target !== undefined) wanted.push({ ...target, index });
  }
  return { wanted, issues };
}

/** The targets that were found. */
export interface FoundTargets {
  readonly live: ReadonlyMap<number, { readonly type: string; readonly version: number }>;
  /** The records that others of them were merged into, by the merged record's id. */
  readonly merged: ReadonlyMap<number, number>;
}

/**
 * Picks the distinct targets that are live. Returns one issue per item without a live target.
 *
 * @param found.live the wanted records that are live, by id
 * @param own id of the record itself, which cannot be its own target; undefined for a new one
 */
export function liveTargets(
  wanted: readonly WantedTarget[],
  { live, merged }: FoundTargets,
  paths: InputPaths,
  own?: number,
): { readonly targets: readonly AssociatedTarget[]; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const targets = new Map<number, AssociatedTarget>();
  for (const { type: wantedType, id, index, kind, plain } of wanted) {
    const found = live.get(id);
    if (id === own) {
      issues.push(withItselfIssue(paths.association(index, "id")));
    } else if (found?.type === wantedType) {
      const { kinds } = targets.get(id) ?? { kinds: [plain] };
      const all = kinds.some(({ type }) => type === kind.type) ? kinds : [...kinds, kind];
      const path = paths.association(index, "type");
      targets.set(id, { type: wantedType, id, version: found.version, kinds: all, path });
    } else {
      const target = { type: wantedType, id };
      issues.push(missingTarget(target, merged, paths.association(index, "id")));
    }
  }
  return { targets: [...targets.values()], issues };
}

function missingTarget(
  { type, id }: Target,
  merged: ReadonlyMap<number, number>,
  path: string,
): Issue {
  const primary = merged.get(id);
  if (primary !== undefined) return mergedIssue(type, id, primary, path);
  return { path, code: "association_not_found", message: noRecord(type, id) };
}

/** Accepts an item of any shape. Skips members of the wrong type, because the schema of the request reports them. */
function parseTarget(
  object: ObjectSchema,
  item: unknown,
  makePath: (member: "object" | "id" | "type") => string,
): { readonly target?: Omit<WantedTarget, "index">; readonly faults: readonly Issue[] } {
  const { to, type } = (item ?? {}) as {
    readonly to?: Partial<Record<"object" | "id", unknown>> | null;
    readonly type?: unknown;
  };
  const faults: Issue[] = [];
  const name = typeof to?.object === "string" ? to.object : undefined;
  const id = typeof to?.id === "string" ? to.id : undefined;
  const other = name === undefined ? undefined : object.schema.objects.get(name);
  if (name !== undefined && other === undefined) {
    faults.push(unknownTypeIssue(name, makePath("object"), object.schema.types));
  }
  if (id !== undefined && !/^[1-9][0-9]*$/.test(id)) {
    const message = 'An association\'s id must be a positive whole number as text. Example: "42"';
    faults.push({ path: makePath("id"), code: "association_id_not_numeric", message });
  }
  if (other === undefined) return { faults };
  const plain = plainKind(object, other);
  const kind = typeof type === "string" ? kindNamed(object, other, type) : plain;
  if (kind === undefined)
    faults.push(unknownLabelIssue(object, other, type as string, makePath("type")));
  if (kind === undefined || id === undefined || faults.length > 0) return { faults };
  return { target: { type: other.name, id: clampId(id), kind, plain }, faults };
}

/** Returns the issue of a `type` that is no label of two types. */
export function unknownLabelIssue(
  object: ObjectSchema,
  other: ObjectSchema,
  type: string,
  path: string,
): Issue {
  const allowed = listKinds(object, other).map((kind) => kind.type);
  const suggestion = nearestName(type, allowed);
  const hint = suggestion === null ? "" : ` Did you mean "${suggestion}"?`;
  return {
    path,
    code: "association_label_unknown",
    message: `Associations of ${object.plural} with ${other.plural} have no label ${quoted(type)}.${hint} Labels: ${allowed.join(", ")}.`,
    allowed,
    ...(suggestion !== null && { suggestion }),
  };
}

/** Returns the issue of the plain label where one of the project's is to end. */
export function plainLabelIssue(path: string): Issue {
  const message = "The plain association ends with all its labels. Leave `type` out to end it.";
  return { path, code: "association_label_plain", message };
}

/** Returns the issue of a record that is to be associated with itself. */
export function withItselfIssue(path: string): Issue {
  const message = "A record cannot be associated with itself. Give the id of another record.";
  return { path, code: "association_with_itself", message };
}

/** Converts digits to an id. No record has an id above `Number.MAX_SAFE_INTEGER`. */
export function clampId(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

/**
 * Returns the issue of a name that is no object type in either form. Its `suggestion` is the nearest one.
 *
 * @param types those that the name may be of
 */
export function unknownTypeIssue(
  name: string,
  path: string,
  types: readonly { readonly name: string; readonly plural: string }[],
): Issue {
  const suggestion = nearestName(
    name,
    types.flatMap((one) => [one.name, one.plural]),
  );
  const hint = suggestion === null ? "" : ` Did you mean "${suggestion}"?`;
  const allowed = types.map((one) => one.name);
  return {
    path,
    code: "object_type_unknown",
    message: `${quoted(name)} is not an object type.${hint} Object types: ${allowed.join(", ")}.`,
    allowed,
    ...(suggestion !== null && { suggestion }),
  };
}

/** Returns the writes of the associations of a record, for the transaction of the change. They skip those that exist. */
export function associate(
  scope: { projectId: number },
  record: { readonly id: number },
  {
    targets,
    at,
  }: { readonly targets: readonly Pick<AssociatedTarget, "id" | "kinds">[]; readonly at: string },
): readonly Write[] {
  const rows = targets.flatMap((target) =>
    target.kinds.flatMap((kind) =>
      associationPairs(record, target, kind).map(({ from, to }) => {
        return [scope.projectId, from.id, from.type, to.id, to.type, at];
      }),
    ),
  );
  return associations.insertAssociations.writes(rows);
}

/** Converts names to distinct object types. Returns one issue per unknown name. */
export function parseTypes(
  schema: ProjectSchema,
  names: readonly string[],
): { readonly types: readonly string[]; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const types = new Set<string>();
  for (const name of names) {
    const type = schema.objects.get(name)?.name;
    if (type === undefined) issues.push(unknownTypeIssue(name, "associations", schema.types));
    else types.add(type);
  }
  return { types: [...types], issues };
}
