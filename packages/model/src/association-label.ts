import { builtInType, OBJECT_TYPE_NAMES, type ObjectType } from "./object-types.ts";

/** Object types in the order in which association labels name them. */
export const ASSOCIATION_ORDER: readonly ObjectType[] = OBJECT_TYPE_NAMES.toSorted(
  (a, b) => builtInType(a).associationRank - builtInType(b).associationRank,
);

export interface AssociationLabel {
  readonly from: string;
  readonly to: string;
  /** The relationship label of specification §2.4, such as `deal_to_company`. */
  readonly label: string;
}

/**
 * Returns the direction and label of an association between two types. The order of the arguments does not
 * matter (specification §2.4).
 *
 * @returns null if both types are the same, because such records cannot be associated
 */
export function associationLabel(a: string, b: string): AssociationLabel | null {
  if (a === b) return null;
  const isInOrder = builtInType(a).associationRank < builtInType(b).associationRank;
  const [from, to] = isInOrder ? [a, b] : [b, a];
  return { from, to, label: `${from}_to_${to}` };
}
