import type { ObjectTypeDefinition } from "./definition.ts";

/** What decides the place of an object type in association labels. */
export type Associable = Pick<ObjectTypeDefinition, "name" | "associationRank">;

export interface AssociationLabel {
  readonly from: string;
  readonly to: string;
  /** The relationship label of specification §2.4, such as `deal_to_company`. */
  readonly label: string;
}

/**
 * Returns the direction and label of the plain association between two types. The order of the arguments does not
 * matter (specification §2.4). Between two records of one type it has no direction: `from` and `to` are equal.
 */
export function associationLabel(a: Associable, b: Associable): AssociationLabel {
  const [from, to] = a.associationRank < b.associationRank ? [a.name, b.name] : [b.name, a.name];
  return { from, to, label: `${from}_to_${to}` };
}
