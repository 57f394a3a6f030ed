import { sql } from "kysely";
import { joinEach } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** Lists records that have one of several keys in a property's index, in any order. */
export async function findAmongKeys(
  db: Db,
  scope: Scope,
  { type, property }: { readonly type: string; readonly property: string },
  { keys, limit }: { readonly keys: readonly string[]; readonly limit: number },
): Promise<readonly number[]> {
  const args = {
    project: scope.projectId,
    type,
    property,
    keys: JSON.stringify([...new Set(keys)]),
    limit,
  };
  return (await amongKeys.all(db, args)).map(({ id }) => id);
}

const amongKeys = sqlStatement<
  { project: number; type: string; property: string; keys: string; limit: number },
  { id: number }
>(
  "record_keys_among",
  (param, dialect) => sql`
    select i.record_id as id from (${jsonValues(dialect, param("keys"), "text")}) as k
    ${joinEach(
      dialect,
      { table: "record_index", alias: "i" },
      ["record_id"],
      sql`i.project_id = ${param("project")} and i.type = ${param("type")}
        and i.property = ${param("property")} and i.value = k.value`,
    )}
    limit ${param("limit")}`,
);
