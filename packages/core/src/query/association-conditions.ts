import { associationScan, type Db } from "@rapport/db";
import { associationLabel, builtInType, OBJECT_TYPES, objectTypeNamed } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { nearestName } from "../schema/property-names.ts";
import type { AssociationCondition } from "./condition.ts";
import type { Operator } from "./operators.ts";

export const ASSOCIATIONS_PREFIX = "associations.";

/** Returns the type of the associated records that a name asks for, or an issue. */
export function parseAssociatedType(type: string, name: string, path: string): string | Issue {
  const given = name.slice(ASSOCIATIONS_PREFIX.length);
  const other = objectTypeNamed(given);
  const allowed = Object.keys(OBJECT_TYPES).filter((one) => one !== type);
  if (other !== undefined && other !== type) return other;
  const names = allowed.map((one) => `${ASSOCIATIONS_PREFIX}${one}`);
  const message =
    other === type
      ? `No ${type} can be associated with another ${type}.`
      : `A filter on associations names one of: ${names.join(", ")}.`;
  if (other === type) return { path, code: "association_same_type", message, allowed: names };
  const nearest = nearestName(given, [...allowed, ...allowed.map(pluralOf)]);
  const issue = { path, code: "object_type_unknown", allowed: names } as const;
  if (nearest === null) return { ...issue, message };
  const suggestion = `${ASSOCIATIONS_PREFIX}${nearest}`;
  return { ...issue, message: `${message} Did you mean "${suggestion}"?`, suggestion };
}

function pluralOf(type: string): string {
  return builtInType(type).plural;
}

/** Creates the condition of a filter on associations. Returns null for an operator that does not apply. */
export function associationCondition(
  other: string,
  operator: Operator,
  ids: readonly number[],
): AssociationCondition | null {
  const condition = {
    kind: "association",
    key: JSON.stringify([`${ASSOCIATIONS_PREFIX}${other}`, operator, ids.toSorted(byNumber)]),
    other,
  } as const;
  switch (operator) {
    case "EQ":
    case "IN": {
      const targets = [...new Set(ids)];
      const lookup = { by: "associated", type: other, ids: targets } as const;
      return { ...condition, targets, isAbsence: false, lookup };
    }
    case "HAS_PROPERTY":
    case "NOT_HAS_PROPERTY":
      return {
        ...condition,
        targets: null,
        isAbsence: operator === "NOT_HAS_PROPERTY",
        lookup: null,
      };
    default:
      return null;
  }
}

function byNumber(a: number, b: number): number {
  return a - b;
}

/** Returns which of the records meet a condition on associations, in one statement. */
export async function findAssociated(
  db: Db,
  scope: Principal,
  type: string,
  { other, targets, isAbsence }: AssociationCondition,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return ids;
  const side = sideOf(type, other);
  const found =
    targets === null
      ? await associationScan.findAssociatedWithAny(db, scope, side, ids)
      : await associationScan.findAssociatedWith(db, scope, side, ids, targets);
  return ids.filter((id) => found.has(id) !== isAbsence);
}

/** Returns on which side of their associations the records of a type are. */
export function sideOf(type: string, other: string): associationScan.Side {
  return { other, isFrom: associationLabel(type, other)?.from === type };
}
