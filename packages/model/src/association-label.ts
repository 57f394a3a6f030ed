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

/** Where messages about records name properties. Elsewhere, quotes are around values. */
const NAMED = /^(?:Property )?"([^"]+)"|`([^`]+)`|(?<=already has this )(\w+)/g;

/** Returns a message about a record with the labels of properties in place of their internal names. */
export function withLabels(
  message: string,
  properties: Iterable<{ readonly name: string; readonly label: string }>,
): string {
  const known = [...properties];
  return message.replaceAll(NAMED, (whole, ...[first, other, last]: readonly string[]) => {
    return known.find(({ name }) => name === (first ?? other ?? last))?.label ?? whole;
  });
}
