import { sql } from "kysely";
import { joinOne } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { hasKey } from "../../dialect/expressions.ts";
import { insertRow } from "../../inserts.ts";
import type { Scope } from "../../scope.ts";
import { deleteRows, selectRows, sqlStatement } from "../../statement.ts";

/** Lists the labels of a project's associations in the order of their creation. */
export const listLabels = selectRows(
  "association_labels_list",
  "association_labels",
  ["type", "to_type", "key", "definition"],
  { where: { project_id: "project" }, orderBy: ["created_at", "type", "to_type", "key"] },
);

/** Adds a label, or replaces the definition of the one with that key. */
export const saveLabel = insertRow("association_label_save", "association_labels", {
  values: {
    project_id: "project",
    type: "type",
    to_type: "toType",
    key: "key",
    definition: "definition",
    created_at: "at",
  },
  key: ["project_id", "type", "to_type", "key"],
  replace: ["definition"],
});

export const deleteLabel = deleteRows("association_label_delete", "association_labels", {
  project_id: "project",
  type: "type",
  to_type: "toType",
  key: "key",
});

/**
 * Counts the associations of a label, those of deleted records too; stops at `limit`.
 *
 * @param toType stored type of the second record of its rows
 */
export async function countUses(
  db: Db,
  scope: Scope,
  toType: string,
  limit: number,
): Promise<number> {
  const row = await uses.first(db, { project: scope.projectId, toType, limit });
  return row?.count ?? 0;
}

const uses = sqlStatement<{ project: number; toType: string; limit: number }, { count: number }>(
  "association_label_uses",
  (param, dialect) => sql`
    select count(*) as count from (
      select 1 from associations
      where project_id = ${param("project")} and to_type = ${param("toType")}
        and ${sql.raw(hasKey(dialect))} limit ${param("limit")}) as used`,
);

/**
 * Finds the live records that are associated with more others by a label than a limit allows.
 *
 * @param side of the rows on which the records are that have a limit
 * @returns how many there are, and the lowest ten of their ids
 */
export async function findExceeding(
  db: Db,
  scope: Scope,
  { side, toType }: { readonly side: "from" | "to"; readonly toType: string },
  limit: number,
): Promise<{ readonly count: number; readonly ids: readonly number[] }> {
  const rows = await EXCEEDING[side].all(db, { project: scope.projectId, toType, limit });
  return { count: rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) };
}

const EXCEEDING = { from: exceeding("from", "to"), to: exceeding("to", "from") };

function exceeding(ours: "from" | "to", theirs: "from" | "to") {
  return sqlStatement<
    { project: number; toType: string; limit: number },
    { id: number; count: number }
  >(`association_label_exceeding_${ours}`, (param, dialect) => {
    const own = sql.ref(`a.${ours}_id`);
    const record = (alias: "o" | "t", id: typeof own) => {
      const [project, key] = [sql.ref(`${alias}.project_id`), sql.ref(`${alias}.id`)];
      const isWanted = sql`${project} = ${param("project")} and ${key} = ${id}`;
      return joinOne(dialect, "records", alias, isWanted);
    };
    return sql`
      select id, count(*) over () as count from (
        select ${own} as id from associations a
        ${record("o", own)} ${record("t", sql.ref(`a.${theirs}_id`))}
        where a.project_id = ${param("project")} and a.to_type = ${param("toType")}
          and ${sql.raw(hasKey(dialect, "a."))} and o.deleted_at is null and t.deleted_at is null
        group by ${own} having count(*) > ${param("limit")}) as found
      order by id limit 10`;
  });
}
