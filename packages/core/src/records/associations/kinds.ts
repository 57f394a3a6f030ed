import type { associations, recordBatches } from "@rapport/db";
import { associationLabel } from "@rapport/model";
import type { AssociationLabelDefinition, ObjectSchema } from "../../object-schema.ts";

export interface Target {
  readonly type: string;
  readonly id: number;
}

/**
 * What one entry of an association says, seen from one of its two types: the plain label, or one of the project's.
 *
 * A pair of records has a row for each of its kinds. Its types have the form `company:decision_maker` for a label, so that
 * rows of a label are found like those of a type, and cost nothing where there are none. Records of one type have each row
 * twice, once from either side, so that both sides are read in the same way.
 */
export interface AssociationKind {
  /** Key of the label as records of this type show it. */
  readonly type: string;
  /** Key of the label as records of the other type show it. */
  readonly inverse: string;
  /** Type of the records of this type in stored rows. */
  readonly ours: string;
  /** Type of the other records in stored rows. */
  readonly theirs: string;
  /** Which record events and stored rows name first. Neither, if it has no direction: then the one with the lower id. */
  readonly first: "ours" | "theirs" | "neither";
  /** Maximum number of other records per record of this type; null for no limit. */
  readonly most: number | null;
  /** Maximum number of records of this type per other record; null for no limit. */
  readonly inverseMost: number | null;
  /** The project's label; undefined for the plain one. */
  readonly label: AssociationLabelDefinition | undefined;
}

const SEPARATOR = ":";

/** Returns the kind without a label of two types. Each of their associations has it. */
export function plainKind(object: ObjectSchema, other: ObjectSchema): AssociationKind {
  const { label } = associationLabel(object, other);
  return {
    ...{ type: label, inverse: label, ours: object.name, theirs: other.name },
    ...{ first: firstEnd(object, other), most: null, inverseMost: null, label: undefined },
  };
}

/** Returns the kinds of associations between two types, seen from the first one: the plain one, then the labels. */
export function listKinds(
  object: ObjectSchema,
  other: ObjectSchema,
): readonly [AssociationKind, ...AssociationKind[]] {
  const labels = object.schema.labels.flatMap((label) => kindsOfLabel(object, other, label));
  return [plainKind(object, other), ...labels];
}

/** Returns the kinds of a label, seen from the first of two types: two for a direction between records of one type. */
export function kindsOfLabel(
  object: ObjectSchema,
  other: ObjectSchema,
  label: AssociationLabelDefinition,
): readonly AssociationKind[] {
  const isForward = label.type === object.name && label.toType === other.name;
  const isBack = label.type === other.name && label.toType === object.name;
  if (isForward && isBack) {
    if (label.key === label.inverseKey) return [symmetric(object, label)];
    return [labelKind(object, other, label, "ours"), inverted(object, other, label, "theirs")];
  }
  const first = firstEnd(object, other);
  if (isForward) return [labelKind(object, other, label, first)];
  return isBack ? [inverted(object, other, label, first)] : [];
}

/** Whether associations of a type may have labels. */
export function hasLabels({ name, schema }: ObjectSchema): boolean {
  return schema.labels.some(({ type, toType }) => type === name || toType === name);
}

/** Returns the kind that an entry with this `type` has, or undefined if the two types have no such label. */
export function kindNamed(
  object: ObjectSchema,
  other: ObjectSchema,
  type: string,
): AssociationKind | undefined {
  return listKinds(object, other).find((kind) => kind.type === type);
}

function firstEnd(object: ObjectSchema, other: ObjectSchema): AssociationKind["first"] {
  if (object.name === other.name) return "neither";
  return associationLabel(object, other).from === object.name ? "ours" : "theirs";
}

function labelKind(
  object: ObjectSchema,
  other: ObjectSchema,
  label: AssociationLabelDefinition,
  first: AssociationKind["first"],
): AssociationKind {
  const { key, inverseKey, maxPerSource, maxPerTarget } = label;
  return {
    type: key,
    inverse: inverseKey,
    ours: storedType(object.name, inverseKey),
    theirs: storedType(other.name, key),
    ...{ first, most: maxPerSource, inverseMost: maxPerTarget, label },
  };
}

/** Returns the kind of a label that leads to the first type. */
function inverted(
  object: ObjectSchema,
  other: ObjectSchema,
  label: AssociationLabelDefinition,
  first: AssociationKind["first"],
): AssociationKind {
  const { key, inverseKey, maxPerSource, maxPerTarget } = label;
  const from = { ...label, key: inverseKey, inverseKey: key };
  const limits = { maxPerSource: maxPerTarget, maxPerTarget: maxPerSource };
  return { ...labelKind(object, other, { ...from, ...limits }, first), label };
}

/** Returns the kind of a label of one type that both sides read alike: each is a source and a target. */
function symmetric(object: ObjectSchema, label: AssociationLabelDefinition): AssociationKind {
  const limits = [label.maxPerSource, label.maxPerTarget].filter((limit) => limit !== null);
  const most = limits.length === 0 ? null : Math.min(...limits);
  return { ...labelKind(object, object, label, "neither"), most, inverseMost: most };
}

/** Returns a type as rows store it: `company:decision_maker` with a label, `company` without one. */
export function storedType(type: string, key: string | undefined): string {
  return key === undefined ? type : `${type}${SEPARATOR}${key}`;
}

/** Returns the object type of a stored row's type. */
export function typeIn(stored: string): string {
  const end = stored.indexOf(SEPARATOR);
  return end < 0 ? stored : stored.slice(0, end);
}

/** Returns the rows of an association. */
export function associationPairs(
  one: { readonly id: number },
  other: { readonly id: number },
  kind: AssociationKind,
): readonly recordBatches.AssociationPair[] {
  const from = { id: one.id, type: kind.ours };
  const to = { id: other.id, type: kind.theirs };
  if (isMirrored(kind))
    return [
      { from, to },
      { from: to, to: from },
    ];
  return kind.first === "ours" ? [{ from, to }] : [{ from: to, to: from }];
}

/** Returns two associated records in the order of events, and the key of the label as the first of them shows it. */
export function inOrder<One extends { readonly id: number }>(
  one: One,
  other: One,
  { first, type, inverse }: AssociationKind,
): { readonly from: One; readonly to: One; readonly type: string } {
  const isFirst = first === "ours" || (first === "neither" && one.id < other.id);
  return isFirst ? { from: one, to: other, type } : { from: other, to: one, type: inverse };
}

/** True if records of this type are on the second side of the rows that are read. */
export function areOursSecond(kind: AssociationKind): boolean {
  return kind.first === "theirs" && !isMirrored(kind);
}

/** Returns the stored types of the others, by their side of the rows, as statements take them. */
export function storedSides(kinds: readonly AssociationKind[]): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const stored = (some: readonly AssociationKind[]) => some.map(({ theirs }) => theirs);
  return {
    before: stored(kinds.filter(areOursSecond)),
    after: stored(kinds.filter((kind) => !areOursSecond(kind))),
  };
}

/** Returns the kind seen from the other type. */
export function flipKind(kind: AssociationKind): AssociationKind {
  const first = ({ ours: "theirs", theirs: "ours", neither: "neither" } as const)[kind.first];
  return {
    ...{ type: kind.inverse, inverse: kind.type, ours: kind.theirs, theirs: kind.ours, first },
    ...{ most: kind.inverseMost, inverseMost: kind.most, label: kind.label },
  };
}

/** Returns the kinds of the stored rows of two records, the plain one first. */
export function kindsOfRows(
  [object, other]: readonly [ObjectSchema, ObjectSchema],
  one: number,
  rows: readonly associations.StoredAssociation[],
): readonly AssociationKind[] {
  const known = listKinds(object, other);
  const found = new Map<string, AssociationKind>();
  for (const { from_id, from_type, to_type } of rows) {
    const [ours, theirs] = from_id === one ? [from_type, to_type] : [to_type, from_type];
    // Another process may have added the label a moment ago.
    const added = { ...known[0], ours, theirs, type: keyIn(theirs), inverse: keyIn(ours) };
    found.set(theirs, known.find((kind) => kind.theirs === theirs) ?? added);
  }
  const places = [...known.map(({ theirs }) => theirs), ...found.keys()];
  return [...found.values()].toSorted(
    (a, b) => places.indexOf(a.theirs) - places.indexOf(b.theirs),
  );
}

/** Returns the key of a label in a stored row's type. */
export function keyIn(stored: string): string {
  return stored.slice(stored.indexOf(SEPARATOR) + 1);
}

/** Whether rows of the kind are stored from both sides. */
function isMirrored({ ours, theirs }: AssociationKind): boolean {
  return typeIn(ours) === typeIn(theirs);
}
