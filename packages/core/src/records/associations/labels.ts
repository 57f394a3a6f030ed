import { type Db, associationLabels as rows } from "@rapport/db";
import { associationLabel } from "@rapport/model";
import { CrmError, type Issue, quoted } from "../../errors.ts";
import type { AssociationLabelDefinition, ObjectSchema } from "../../object-schema.ts";
import { labelIssues } from "../../schema/change-pipelines.ts";
import {
  changeSchema,
  type PartChange,
  type SchemaChange,
  type SchemaDeps,
} from "../../schema/change-schema.ts";
import { loadLabels } from "../../schema/project-schema.ts";
import { type AssociationKind, areOursSecond, flipKind, kindsOfLabel } from "./kinds.ts";

/** Labels of two object types. */
const MAX_LABELS = 50;
/** Largest limit of a label. */
export const MAX_LABEL_LIMIT = 10_000;
/** Counting of uses stops here. */
const MAX_COUNTED = 10_000;

/** A label as seen from the first of its two types. */
export type LabelView = Omit<AssociationLabelDefinition, "type" | "toType">;

/** Settings of a new label, or the changes to an existing one. */
export interface LabelSettings {
  readonly key?: string | undefined;
  readonly label?: string | undefined;
  /** Equal to `key` if undefined. */
  readonly inverseKey?: string | undefined;
  /** Equal to `label` if undefined. */
  readonly inverseLabel?: string | undefined;
  readonly maxPerSource?: number | null | undefined;
  readonly maxPerTarget?: number | null | undefined;
}

/** Two object types, the one from which a label is seen first. */
type Sides = readonly [ObjectSchema, ObjectSchema];

/** Lists the labels of associations between two types, seen from the first one. */
export function listLabels([object, other]: Sides): readonly LabelView[] {
  return showLabels(object.schema.labels, [object, other]);
}

/** @throws CrmError NOT_FOUND */
export function readLabel(sides: Sides, key: string): LabelView {
  return showLabel(labelWith(sides[0].schema.labels, sides, key), sides, key);
}

function showLabels(
  labels: readonly AssociationLabelDefinition[],
  sides: Sides,
): readonly LabelView[] {
  return ofPair(labels, sides).map((label) => showLabel(label, sides, label.key));
}

function ofPair(
  labels: readonly AssociationLabelDefinition[],
  [{ name }, { name: other }]: Sides,
): readonly AssociationLabelDefinition[] {
  return labels.filter(
    ({ type, toType }) =>
      (type === name && toType === other) || (type === other && toType === name),
  );
}

/** Whether a label is seen from the type that it leads to. */
function isInverse(label: AssociationLabelDefinition, [{ name }]: Sides, key: string): boolean {
  return label.type === label.toType ? label.key !== key : label.type !== name;
}

function showLabel(label: AssociationLabelDefinition, sides: Sides, key: string): LabelView {
  const { type: _type, toType: _toType, ...view } = label;
  return isInverse(label, sides, key) ? turned(view) : view;
}

/** Returns a label, or settings of one, seen from the other type. */
function turned<Settings extends LabelSettings>(settings: Settings) {
  const { key, label, inverseKey, inverseLabel, maxPerSource, maxPerTarget } = settings;
  return {
    ...{ key: inverseKey, label: inverseLabel, inverseKey: key, inverseLabel: label },
    ...{ maxPerSource: maxPerTarget, maxPerTarget: maxPerSource },
  } as Pick<Settings, keyof LabelSettings>;
}

/** Finds a label by what an entry says that is read from the first type. @throws CrmError NOT_FOUND */
function labelWith(
  labels: readonly AssociationLabelDefinition[],
  sides: Sides,
  key: string,
): AssociationLabelDefinition {
  const [{ name, plural }, { plural: toPlural }] = sides;
  const found = ofPair(labels, sides).find(({ type, toType, ...label }) =>
    type === toType
      ? label.key === key || label.inverseKey === key
      : (type === name ? label.key : label.inverseKey) === key,
  );
  if (found !== undefined) return found;
  const message = `Associations of ${plural} with ${toPlural} have no label ${quoted(key)}.`;
  throw new CrmError("NOT_FOUND", message);
}

const KEY = /^[a-z][a-z0-9_]{0,59}$/;
const KEY_RULE =
  "A key must start with a letter from a to z, and have a to z, digits and underscores, at most 60.";

/**
 * Lists the faults in the settings of a label that its own values show.
 *
 * @param isNew whether key and label are required
 */
export function labelSettingIssues(settings: LabelSettings, isNew: boolean): readonly Issue[] {
  const issues: Issue[] = [];
  for (const path of ["key", "inverseKey"] as const) {
    const key = settings[path];
    if (key !== undefined && !KEY.test(key)) {
      issues.push({ path, code: "key_invalid", message: KEY_RULE });
    }
  }
  for (const path of ["label", "inverseLabel"] as const) {
    const label = settings[path];
    if (label !== undefined) issues.push(...labelIssues(label.trim(), [], path));
  }
  if (isNew && settings.key === undefined) {
    issues.push({ path: "key", code: "required", message: "Give the label a key." });
  }
  return issues;
}

/**
 * Adds a label to the associations of two types.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT if a label of the two types has one of its keys
 */
export function addLabel(
  deps: SchemaDeps,
  projectId: number,
  sides: Sides,
  settings: LabelSettings & { readonly key: string; readonly label: string },
): Promise<SchemaChange<LabelView>> {
  refuse(labelSettingIssues(settings, true));
  const [object, other] = sides;
  return changeLabels(deps, projectId, sides, async (tx, labels) => {
    const { key, maxPerSource = null, maxPerTarget = null } = settings;
    const { inverseKey = key } = settings;
    const label = settings.label.trim();
    const inverseLabel = settings.inverseLabel?.trim() ?? label;
    const values = { key, label, inverseKey, inverseLabel, maxPerSource, maxPerTarget };
    const added = { type: object.name, toType: other.name, ...values };
    refuseTaken(labels, sides, added);
    if (ofPair(labels, sides).length >= MAX_LABELS) {
      const message = `Two object types can have at most ${MAX_LABELS} labels. Remove one first.`;
      throw new CrmError("CONFLICT", message);
    }
    await save(tx, projectId, added);
    return { result: values, label: added, action: "created" };
  });
}

/** @throws CrmError CONFLICT if entries could not tell a new label from another one */
function refuseTaken(
  labels: readonly AssociationLabelDefinition[],
  sides: Sides,
  added: AssociationLabelDefinition,
): void {
  const plain = associationLabel(...sides).label;
  const known = showLabels(labels, sides);
  const isSame = added.type === added.toType;
  const keys = known.flatMap((one) => (isSame ? [one.key, one.inverseKey] : [one.key]));
  const inverseKeys = isSame ? keys : known.map((one) => one.inverseKey);
  const isTaken = [plain, ...keys].includes(added.key);
  // One issue is enough for a key that stands for both sides.
  const isSaid = isTaken && added.inverseKey === added.key;
  const isInverseTaken = !isSaid && [plain, ...inverseKeys].includes(added.inverseKey);
  const issues = [
    ...(isTaken ? [takenIssue("key", added.key)] : []),
    ...(isInverseTaken ? [takenIssue("inverseKey", added.inverseKey)] : []),
  ];
  const [first] = issues;
  if (first !== undefined) throw new CrmError("CONFLICT", first.message, { issues });
}

function takenIssue(path: string, key: string): Issue {
  const message = `These associations already have the label ${quoted(key)}. Choose another key.`;
  return { path, code: "label_taken", message };
}

/**
 * Changes the names or the limits of a label.
 *
 * @param key what an entry says that is read from the first type
 * @throws CrmError INVALID_INPUT; NOT_FOUND; IN_USE if records have more associations than a new limit allows, with their
 *   count and ten of their ids
 */
export function changeLabel(
  deps: SchemaDeps,
  projectId: number,
  sides: Sides,
  {
    key,
    settings,
  }: { readonly key: string; readonly settings: Omit<LabelSettings, "key" | "inverseKey"> },
): Promise<SchemaChange<LabelView>> {
  refuse(labelSettingIssues(settings, false));
  return changeLabels(deps, projectId, sides, async (tx, labels) => {
    const before = labelWith(labels, sides, key);
    const view = showLabel(before, sides, key);
    const given = Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value.trim() : value]],
    );
    const after: LabelView = { ...view, ...Object.fromEntries(given) };
    const own = isInverse(before, sides, key) ? turned(after) : after;
    const label = { ...before, ...own };
    if (JSON.stringify(label) === JSON.stringify(before)) return { result: view, label };
    await refuseExceeded(tx, { projectId }, sides, {
      kind: kindOfLabel(sides, label, key),
      before: view,
    });
    await save(tx, projectId, label);
    return { result: after, label, action: "updated" };
  });
}

async function refuseExceeded(
  tx: Db,
  scope: { readonly projectId: number },
  [object, other]: Sides,
  { kind, before }: { readonly kind: AssociationKind; readonly before: LabelView },
): Promise<void> {
  for (const [path, { name, plural }, side] of [
    ["maxPerSource", object, kind],
    ["maxPerTarget", other, flipKind(kind)],
  ] as const) {
    const limit = side.most;
    if (limit === null || limit === before[path]) continue;
    const { count, ids } = await rows.findExceeding(tx, scope, storedSide(side), limit);
    if (count === 0) continue;
    const records = count === 1 ? `1 ${name} has` : `${count} ${plural} have`;
    const message = `${records} more associations ${quoted(side.type)} than ${limit}: ${ids.join(", ")}. End some of them first, or give a higher limit.`;
    const facts = { count, conflictingIds: ids.map(String) };
    const issue = { path, code: "limit_exceeded", message, ...facts };
    throw new CrmError("IN_USE", message, { issues: [issue], facts });
  }
}

/** Returns on which side of stored rows the records of our type are, and what the rows have on the second side. */
function storedSide(kind: AssociationKind): {
  readonly side: "from" | "to";
  readonly toType: string;
} {
  return areOursSecond(kind)
    ? { side: "to", toType: kind.ours }
    : { side: "from", toType: kind.theirs };
}

/**
 * Removes a label that no association has.
 *
 * @param key what an entry says that is read from the first type
 * @throws CrmError NOT_FOUND; IN_USE with the count of the associations
 */
export function removeLabel(
  deps: SchemaDeps,
  projectId: number,
  sides: Sides,
  key: string,
): Promise<SchemaChange<null>> {
  return changeLabels(deps, projectId, sides, async (tx, labels) => {
    const label = labelWith(labels, sides, key);
    await refuseUsedLabel(tx, projectId, sides, { label, key });
    const { type, toType } = label;
    await rows.deleteLabel.all(tx, { project: projectId, type, toType, key: label.key });
    return { result: null, label, action: "deleted" };
  });
}

/**
 * Checks that no association has a label.
 *
 * @param key what an entry says that is read from the first type
 * @throws CrmError IN_USE with the count of the associations
 */
export async function refuseUsedLabel(
  db: Db,
  projectId: number,
  sides: Sides,
  { label, key = label.key }: { readonly label: AssociationLabelDefinition; readonly key?: string },
): Promise<void> {
  const { toType } = storedSide(kindOfLabel(sides, label, key));
  const found = await rows.countUses(db, { projectId }, toType, MAX_COUNTED);
  // Both records of the association have a row of it.
  const isDouble = label.type === label.toType && label.key === label.inverseKey;
  const count = isDouble ? found / 2 : found;
  if (count > 0) throw labelInUse(key, count);
}

function labelInUse(key: string, count: number): CrmError {
  const associations = count === 1 ? "1 association has" : `${count} associations have`;
  const message = `${associations} the label ${quoted(key)}. End the label there first; restore deleted records to do so.`;
  const issue = { path: "key", code: "in_use", message, count };
  return new CrmError("IN_USE", message, { issues: [issue], facts: { count } });
}

function kindOfLabel(sides: Sides, label: AssociationLabelDefinition, key: string) {
  const kind = kindsOfLabel(...sides, label).find(({ type }) => type === key);
  if (kind === undefined) throw new Error("the label does not join the two types");
  return kind;
}

/**
 * Changes the labels of two types under the project's schema lock.
 *
 * @param work makes the change in the transaction; receives the current labels of all types. It returns the label before
 *   or after the change, and no action if everything already was as requested
 */
function changeLabels<T>(
  deps: SchemaDeps,
  projectId: number,
  [object]: Sides,
  work: (
    tx: Db,
    labels: readonly AssociationLabelDefinition[],
  ) => Promise<{
    readonly result: T;
    readonly label: AssociationLabelDefinition;
    readonly action?: PartChange["action"];
  }>,
): Promise<SchemaChange<T>> {
  return changeSchema(deps, projectId, object.name, async (tx) => {
    const { result, label, action } = await work(tx, await loadLabels(tx, projectId));
    const { key, type, toType } = label;
    const part = { part: "association_label", key, type, toType } as const;
    return { result, changes: action === undefined ? [] : [{ ...part, action }] };
  });
}

function save(tx: Db, project: number, label: AssociationLabelDefinition): Promise<unknown> {
  const { type, toType, key, ...definition } = label;
  const at = new Date().toISOString();
  const row = { project, type, toType, key, definition: JSON.stringify(definition), at };
  return rows.saveLabel.all(tx, row);
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The label is invalid.", { issues });
}
