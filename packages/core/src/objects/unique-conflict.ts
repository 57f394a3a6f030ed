import { type Db, recordIndex } from "@rapport/db";
import { CrmError, type Issue } from "../errors.ts";
import { uniqueRows } from "./record-index.ts";
import type { Properties } from "./record-rules.ts";
import type { ObjectType, PropertyDefinition } from "./types.ts";

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
