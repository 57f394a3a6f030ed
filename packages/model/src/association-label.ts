import { OBJECT_TYPE_NAMES, OBJECT_TYPES, type ObjectType } from "./object-types.ts";

/** Object types in the order in which association labels name them. */
export const ASSOCIATION_ORDER: readonly ObjectType[] = OBJECT_TYPE_NAMES.toSorted(
  (a, b) => OBJECT_TYPES[a].associationRank - OBJECT_TYPES[b].associationRank,
);

export interface AssociationLabel {
  readonly from: ObjectType;
  readonly to: ObjectType;
  /** The relationship label of specification §2.4, such as `deal_to_company`. */
  readonly label: string;
}

/**
 * Returns the direction and label of an association between two types. The order of the arguments does not
 * matter (specification §2.4).
 *
 * @returns null if both types are the same, because such records cannot be associated
 */
export function associationLabel(a: ObjectType, b: ObjectType): AssociationLabel | null {
  if (a === b) return null;
  const isInOrder = OBJECT_TYPES[a].associationRank < OBJECT_TYPES[b].associationRank;
  const [from, to] = isInOrder ? [a, b] : [b, a];
  return { from, to, label: `${from}_to_${to}` };
}
