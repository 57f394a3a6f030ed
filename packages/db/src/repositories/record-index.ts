import type { Db } from "../dialect/dialect.ts";
import type { Scope } from "../scope.ts";
import { insertRows, statement } from "../statement.ts";

/** One row of record_index or record_unique: project, type, property, value, record. */
export type IndexRow = readonly [
  projectId: number,
  type: string,
  property: string,
  value: string,
  recordId: number,
];

const INDEX_COLUMNS = ["project_id", "type", "property", "value", "record_id"] as const;

export const insertIndexRows = insertRows("record_index", INDEX_COLUMNS, "ignore");
/** Inserts values of unique properties. Throws UniqueViolation if another live record has one of them. */
export const insertUniqueRows = insertRows("record_unique", INDEX_COLUMNS);

/** Deletes one value of a property from the index. */
export async function deleteIndexRow(db: Db, row: IndexRow): Promise<void> {
  const [project, type, property, value, record] = row;
  await unindex.all(db, { project, type, property, value, record });
}

/** Releases one value of a unique property. */
export async function deleteUniqueRow(db: Db, row: IndexRow): Promise<void> {
  const [project, type, property, value, record] = row;
  await release.all(db, { project, type, property, value, record });
}

interface IndexKey {
  project: number;
  type: string;
  property: string;
  value: string;
  record: number;
}

const unindex = deletedRow("record_index");
const release = deletedRow("record_unique");

function deletedRow(table: "record_index" | "record_unique") {
  return statement<IndexKey, never>(`${table}_delete`, (query, param) =>
    query
      .deleteFrom(table)
      .where("project_id", "=", param("project"))
      .where("type", "=", param("type"))
      .where("property", "=", param("property"))
      .where("value", "=", param("value"))
      .where("record_id", "=", param("record")),
  );
}

/** Finds the live record that has a value of a unique property. */
export async function findHolder(
  db: Db,
  scope: Scope,
  key: { type: string; property: string; value: string },
): Promise<number | undefined> {
  const row = await holder.first(db, { project: scope.projectId, ...key });
  return row?.record_id;
}

const holder = statement<
  { project: number; type: string; property: string; value: string },
  { record_id: number }
>("record_unique_holder", (query, param) =>
  query
    .selectFrom("record_unique")
    .select("record_id")
    .where("project_id", "=", param("project"))
    .where("type", "=", param("type"))
    .where("property", "=", param("property"))
    .where("value", "=", param("value")),
);

/** Deletes every value of a property from the index. */
export async function dropIndex(db: Db, scope: Scope, type: string, property: string) {
  await emptyIndex.all(db, { project: scope.projectId, type, property });
}

/** Releases every value of a property that is no longer unique. */
export async function dropUnique(db: Db, scope: Scope, type: string, property: string) {
  await emptyUnique.all(db, { project: scope.projectId, type, property });
}

const emptyIndex = emptied("record_index");
const emptyUnique = emptied("record_unique");

function emptied(table: "record_index" | "record_unique") {
  return statement<{ project: number; type: string; property: string }, never>(
    `${table}_empty`,
    (query, param) =>
      query
        .deleteFrom(table)
        .where("project_id", "=", param("project"))
        .where("type", "=", param("type"))
        .where("property", "=", param("property")),
  );
}
