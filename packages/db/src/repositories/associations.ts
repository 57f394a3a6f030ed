import { sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
import type { Scope } from "../scope.ts";
import { insertRows, statement } from "../statement.ts";

/** Adds associations, each once: one that is there already stays as it is. */
export const insertAssociations = insertRows(
  "associations",
  ["project_id", "from_id", "from_type", "to_id", "to_type", "created_at"],
  "ignore",
);

export interface AssociatedRow {
  readonly id: number;
  readonly type: string;
}

/** No record is associated with more types than there are. */
const TYPES = 6;

/**
 * The live records associated with one, whichever side the association was made from.
 *
 * @param types only these object types, at least one
 */
export function findAssociated(
  db: Db,
  scope: Scope,
  id: number,
  types: readonly string[],
): Promise<readonly AssociatedRow[]> {
  const args: Record<string, string | number> = { project: scope.projectId, id };
  for (let i = 0; i < TYPES; i++) args[`type${i}`] = types[i] ?? (types[0] as string);
  return associated.all(db, args);
}

const associated = statement<Record<string, string | number>, AssociatedRow>(
  "associated",
  (query, param) => {
    const types = Array.from({ length: TYPES }, (_, i) => param(`type${i}`) as never);
    const project = sql<number>`${param("project")}`;
    const id = sql<number>`${param("id")}`;
    return query
      .selectFrom("associations as a")
      .innerJoin("records as r", (join) =>
        join.onRef("r.project_id", "=", "a.project_id").onRef("r.id", "=", "a.to_id"),
      )
      .select(["a.to_id as id", "a.to_type as type"])
      .where("a.project_id", "=", project)
      .where("a.from_id", "=", id)
      .where("a.to_type", "in", types)
      .where("r.deleted_at", "is", null)
      .unionAll(
        query
          .selectFrom("associations as a")
          .innerJoin("records as r", (join) =>
            join.onRef("r.project_id", "=", "a.project_id").onRef("r.id", "=", "a.from_id"),
          )
          .select(["a.from_id as id", "a.from_type as type"])
          .where("a.project_id", "=", project)
          .where("a.to_id", "=", id)
          .where("a.from_type", "in", types)
          .where("r.deleted_at", "is", null),
      )
      .orderBy("id");
  },
);

/** Takes two records apart, whichever side the association was made from; false when they were not together. */
export async function deleteAssociation(
  tx: Db,
  scope: Scope,
  one: number,
  other: number,
): Promise<boolean> {
  const rows = await remove.all(tx, { project: scope.projectId, one, other });
  return rows.length > 0;
}

const remove = statement<{ project: number; one: number; other: number }, { from_id: number }>(
  "association_delete",
  (query, param) =>
    query
      .deleteFrom("associations")
      .where("project_id", "=", param("project"))
      .where((eb) =>
        eb.or([
          eb("from_id", "=", param("one")).and("to_id", "=", param("other")),
          eb("from_id", "=", param("other")).and("to_id", "=", param("one")),
        ]),
      )
      .returning("from_id"),
);
