import { associationScan, type Db } from "@rapport/db";
import type { Issue } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import { type AssociationKind, areOursSecond, typeIn } from "../../records/associations/kinds.ts";
import { nearestName } from "../../schema/property-names.ts";
import type { AssociationCondition, Operator } from "./condition.ts";

export const ASSOCIATIONS_PREFIX = "associations.";

/** Returns the type of the associated records that a name asks for, or an issue. */
export function parseAssociatedType(
  { schema }: ObjectSchema,
  name: string,
  path: string,
): ObjectSchema | Issue {
  const given = name.slice(ASSOCIATIONS_PREFIX.length);
  const other = schema.objects.get(given);
  if (other !== undefined) return other;
  const names = schema.types.map((one) => `${ASSOCIATIONS_PREFIX}${one.name}`);
  const message = `A filter on associations names one of: ${names.join(", ")}.`;
  const nearest = nearestName(given, [...schema.objects.keys()]);
  const issue = { path, code: "object_type_unknown", allowed: names } as const;
  if (nearest === null) return { ...issue, message };
  const suggestion = `${ASSOCIATIONS_PREFIX}${nearest}`;
  return { ...issue, message: `${message} Did you mean "${suggestion}"?`, suggestion };
}

/** Creates the condition of a filter on associations. Returns null for an operator that does not apply. */
export function associationCondition(
  association: AssociationKind,
  operator: Operator,
  ids: readonly number[],
): AssociationCondition | null {
  const name = `${ASSOCIATIONS_PREFIX}${association.theirs}`;
  const condition = {
    kind: "association",
    key: JSON.stringify([name, operator, ids.toSorted(byNumber)]),
    association,
    other: typeIn(association.theirs),
  } as const;
  switch (operator) {
    case "EQ":
    case "IN": {
      const targets = [...new Set(ids)];
      const lookup = { by: "associated", association, ids: targets } as const;
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
  { association, targets, isAbsence }: AssociationCondition,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return ids;
  const side = scannedSide(association);
  const found =
    targets === null
      ? await associationScan.findAssociatedWithAny(db, scope, side, ids)
      : await associationScan.findAssociatedWith(db, scope, side, { ids, targets });
  return ids.filter((id) => found.has(id) !== isAbsence);
}

/** Returns on which side of their associations the records of a type are. */
export function scannedSide(kind: AssociationKind): associationScan.Side {
  return { own: kind.ours, other: kind.theirs, isFrom: !areOursSecond(kind) };
}
