import { associations, type Db, liveRecords } from "@rapport/db";
import {
  associationLabel,
  OBJECT_TYPES,
  type ObjectTypeDefinition,
  objectTypeNamed,
} from "@rapport/model";
import type { Issue } from "../../errors.ts";
import { quoted } from "../../errors.ts";
import type { InputPaths } from "../../input-paths.ts";
import { nearestName } from "../../schema/property-names.ts";
import { findPrimaries } from "../current.ts";
import { mergedIssue, noRecord } from "../errors.ts";
import type { Properties } from "../ruled-change.ts";

/** One association in a request (specification §2.3). */
export interface AssociationItem {
  readonly to: { readonly object: string; readonly id: string };
}

/** One association in the response to a read (specification §2.4). */
export interface AssociationEntry {
  readonly id: string;
  readonly type: string;
  /** Of an expanded type. */
  readonly properties?: Properties;
}

export interface Target {
  readonly type: string;
  readonly id: number;
}

/** A target with the version of its record. */
export interface LiveTarget extends Target {
  readonly version: number;
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
  type: string,
  items: readonly unknown[],
  paths: InputPaths,
): Promise<{ targets: readonly LiveTarget[]; issues: readonly Issue[] }> {
  const { wanted, issues } = parseTargets(type, items, paths);
  const ids = [...new Set(wanted.map((target) => target.id))];
  const live = await liveRecords.holdLive(db, scope, ids);
  const lost = wanted.filter(({ id }) => !live.has(id));
  const merged = await findPrimaries(db, scope, lost);
  const found = liveTargets(wanted, { live, merged }, paths);
  return { targets: found.targets, issues: [...issues, ...found.issues] };
}

/** A record to associate with, and the index of its item. */
export interface WantedTarget extends Target {
  readonly index: number;
}

/** Does the part of `checkAssociations` that reads no records. */
export function parseTargets(
  type: string,
  items: readonly unknown[],
  paths: InputPaths,
): { readonly wanted: readonly WantedTarget[]; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const wanted: WantedTarget[] = [];
  for (const [index, item] of items.entries()) {
    const { target, faults } = parseTarget(type, item, (member) =>
      paths.association(index, member),
    );
    issues.push(...faults);
    if (target !== undefined) wanted.push({ ...target, index });
  }
  return { wanted, issues };
}

/** What the wanted targets are. */
export interface FoundTargets {
  readonly live: ReadonlyMap<number, { readonly type: string; readonly version: number }>;
  /** The records that others of them were merged into, by the merged record's id. */
  readonly merged: ReadonlyMap<number, number>;
}

/**
 * Picks the distinct targets that are live. Returns one issue per item without a live target.
 *
 * @param found.live the wanted records that are live, by id
 */
export function liveTargets(
  wanted: readonly WantedTarget[],
  { live, merged }: FoundTargets,
  paths: InputPaths,
): { readonly targets: readonly LiveTarget[]; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const targets = new Map<number, LiveTarget>();
  for (const { type: wantedType, id, index } of wanted) {
    const found = live.get(id);
    if (found?.type === wantedType) {
      targets.set(id, { type: wantedType, id, version: found.version });
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
  type: string,
  item: unknown,
  pathOf: (member: "object" | "id") => string,
): { readonly target?: Target; readonly faults: readonly Issue[] } {
  const { to } = (item ?? {}) as { readonly to?: Partial<Record<"object" | "id", unknown>> | null };
  const faults: Issue[] = [];
  const object = typeof to?.object === "string" ? to.object : undefined;
  const id = typeof to?.id === "string" ? to.id : undefined;
  const target = object === undefined ? undefined : objectTypeNamed(object);
  if (object !== undefined && target === undefined) {
    faults.push(unknownTypeIssue(object, pathOf("object")));
  }
  if (target !== undefined && associationLabel(type, target) === null) {
    faults.push(sameTypeIssue(type, pathOf("object")));
  }
  if (id !== undefined && !/^[1-9][0-9]{0,19}$/.test(id)) {
    const message =
      'An association\'s id must be a positive whole number as text, for example "42".';
    faults.push({ path: pathOf("id"), code: "association_id_not_numeric", message });
  }
  if (target === undefined || id === undefined || faults.length > 0) return { faults };
  return { target: { type: target, id: clampId(id) }, faults };
}

/** Returns the issue for an association of two records of one type. */
export function sameTypeIssue(type: string, path: string): Issue {
  const message = `No ${type} can be associated with another ${type}.`;
  return { path, code: "association_same_type", message };
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
  types: readonly Pick<ObjectTypeDefinition, "name" | "plural">[] = Object.values(OBJECT_TYPES),
): Issue {
  const allowed = types.map((type) => type.name);
  const suggestion = nearestName(
    name,
    types.flatMap((type) => [type.name, type.plural]),
  );
  const hint = suggestion === null ? "" : ` Did you mean "${suggestion}"?`;
  return {
    path,
    code: "object_type_unknown",
    message: `${quoted(name)} is not an object type.${hint} Object types: ${allowed.join(", ")}.`,
    allowed,
    ...(suggestion !== null && { suggestion }),
  };
}

/** Writes the associations of a record, in the transaction of the change. */
export async function associate(
  tx: Db,
  scope: { projectId: number },
  record: Target,
  targets: readonly Target[],
  at: string,
): Promise<void> {
  const rows = targets.map((target) => {
    const label = associationLabel(record.type, target.type);
    if (label === null) throw new Error("two records of one type cannot be associated");
    const [from, to] = label.from === record.type ? [record, target] : [target, record];
    return [scope.projectId, from.id, from.type, to.id, to.type, at];
  });
  await associations.insertAssociations(tx, rows);
}

/** Converts names to distinct object types. Returns one issue per unknown name. */
export function parseTypes(names: readonly string[]): {
  readonly types: readonly string[];
  readonly issues: readonly Issue[];
} {
  const issues: Issue[] = [];
  const types = new Set<string>();
  for (const name of names) {
    const type = objectTypeNamed(name);
    if (type === undefined) issues.push(unknownTypeIssue(name, "associations"));
    else types.add(type);
  }
  return { types: [...types], issues };
}
