import { OBJECT_TYPE_NAMES, OBJECT_TYPES, type ObjectType } from "./object-types.ts";

/** The types in the order in which labels name them. */
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
 * Returns the one direction and label of an association, whichever side it is made or read from
 * (specification §2.4).
 *
 * @returns null for two of the same type, which cannot be associated
 */
export function associationLabel(a: ObjectType, b: ObjectType): AssociationLabel | null {
  if (a === b) return null;
  const isInOrder = OBJECT_TYPES[a].associationRank < OBJECT_TYPES[b].associationRank;
  const [from, to] = isInOrder ? [a, b] : [b, a];
  return { from, to, label: `${from}_to_${to}` };
}
