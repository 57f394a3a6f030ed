import { type Db, recordIndex, UniqueViolation } from "@rapport/db";
import type { ObjectType, PropertyDefinition } from "@rapport/model";
import { CrmError, type Issue } from "../../errors.ts";
import type { Principal } from "../../principal.ts";
import type { ObjectSchema } from "../../schema/project-schema.ts";
import type { Properties } from "../rules.ts";
import { uniqueRows } from "./reindex.ts";

/**
 * Says which live records hold the unique values that a change wanted.
 *
 * @param cause the database's refusal
 */
export async function uniqueConflict(
  db: Db,
  scope: { projectId: number },
  type: ObjectType,
  definitions: ReadonlyMap<string, PropertyDefinition>,
  properties: Properties,
  cause: unknown,
): Promise<CrmError> {
  const issues: Issue[] = [];
  for (const [, , property, value] of uniqueRows(
    { ...scope, type, id: 0 },
    definitions,
    properties,
  )) {
    const holder = await recordIndex.findHolder(db, scope, { type, property, value });
    if (holder === undefined) continue;
    issues.push({
      path: property,
      code: "value_not_unique",
      message: `Another ${type} (id ${holder}) already has this ${property}.`,
      conflictingId: String(holder),
    });
  }
  const [first] = issues;
  return new CrmError(
    "CONFLICT",
    first?.message ?? "Another change took the same value; try again.",
    {
      issues,
      cause,
    },
  );
}

/** Runs a write; when a unique value is taken, says by which record. */
export async function guardUnique<T>(
  db: Db,
  principal: Principal,
  type: ObjectType,
  schema: ObjectSchema,
  properties: Properties,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw await uniqueConflict(db, principal, type, schema.properties, properties, error);
  }
}
