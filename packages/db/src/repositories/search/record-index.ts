import { sql } from "kysely";
import { mergedProperty } from "../../columns.ts";
import { deleteEqual, hasRoundTrips } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { joinedText } from "../../dialect/expressions.ts";
import { jsonRows, jsonValues } from "../../dialect/json.ts";
import { insertMany, insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Statement, selectRows, sqlStatement, statement } from "../../statement.ts";
import { runWrites, type Write } from "../../writes.ts";

/** One row of record_index or record_unique: project, type, property, value, record. */
export type IndexRow = readonly [
  projectId: number,
  type: string,
  property: string,
  value: string,
  recordId: number,
];

const INDEX_COLUMNS = ["project_id", "type", "property", "value", "record_id"] as const;

const INDEX_TYPES = {
  project_id: "bigint",
  type: "text",
  property: "text",
  value: "text",
  record_id: "bigint",
} as const;

export const insertIndexRows = insertRows("record_index", INDEX_COLUMNS, "ignore");
/** Inserts values of unique properties. Throws UniqueViolation if another live record has one of them. */
export const insertUniqueRows = insertRows("record_unique", INDEX_COLUMNS);

/** Returns the deletion of one value of a property from the index. */
export function deleteIndexRow([project, type, property, value, record]: IndexRow): Write {
  return unindex.write({ project, type, property, value, record });
}

/** Returns the release of one value of a unique property. */
export function deleteUniqueRow([project, type, property, value, record]: IndexRow): Write {
  return release.write({ project, type, property, value, record });
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

const holder = selectRows("record_unique_holder", "record_unique", ["record_id"], {
  where: { project_id: "project", type: "type", property: "property", value: "value" },
});

/** Deletes every value of a property from the index, also those of merged records. */
export async function dropIndex(db: Db, scope: Scope, type: string, name: string) {
  for (const property of [name, mergedProperty(name)]) {
    await emptyIndex.all(db, { project: scope.projectId, type, property });
  }
}

const emptyIndex = emptied("record_index");
/** Releases every value of a property that is no longer unique. */
export const dropUnique = emptied("record_unique");

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

/** Adds any number of values to the index. */
export const insertManyIndexRows: (tx: Db, rows: readonly IndexRow[]) => Promise<unknown> =
  insertMany("record_index", INDEX_TYPES, { onConflict: "ignore" });

/**
 * Reserves values of unique properties, in the order of the rows. Sort them, so that two transactions never wait for each
 * other.
 *
 * @returns the values that were free; another live record has the others
 */
export const reserveMany = insertMany("record_unique", INDEX_TYPES, {
  onConflict: "ignore",
  returning: ["property", "value"],
}) as (tx: Db, rows: readonly IndexRow[]) => Promise<readonly UniqueKey[]>;

/** Deletes values of records of one type from the index. */
export function deleteManyIndexRows(db: Db, scope: Scope, type: string, rows: readonly IndexRow[]) {
  return deleteMany({ statement: unindexMany, deleteOne: deleteIndexRow }, db, scope, {
    type,
    rows,
  });
}

/** Releases unique values of records of one type. */
export function releaseMany(db: Db, scope: Scope, type: string, rows: readonly IndexRow[]) {
  return deleteMany({ statement: releasedMany, deleteOne: deleteUniqueRow }, db, scope, {
    type,
    rows,
  });
}

interface ManyRows {
  project: number;
  type: string;
  rows: string;
}

const unindexMany = deletedRows("record_index");
const releasedMany = deletedRows("record_unique");

function deletedRows(table: "record_index" | "record_unique") {
  return sqlStatement<ManyRows, never>(`${table}_delete_many`, (param, dialect) =>
    deleteEqual(
      dialect,
      table,
      { project: param("project"), condition: sql`type = ${param("type")}` },
      {
        columns: ["property", "value", "record_id"],
        rows: jsonRows(dialect, param("rows"), "r", {
          property: "text",
          value: "text",
          record_id: "bigint",
        }),
      },
    ),
  );
}

/**
 * Deletes rows in one statement. On SQLite, which has no round trips, each in its own: of one statement, SQLite would
 * look up only the value, and read every record that has it.
 */
async function deleteMany(
  {
    statement,
    deleteOne,
  }: {
    readonly statement: Statement<ManyRows, never>;
    readonly deleteOne: (row: IndexRow) => Write;
  },
  db: Db,
  scope: Scope,
  { type, rows }: { readonly type: string; readonly rows: readonly IndexRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  if (!hasRoundTrips(db.dialect)) {
    return runWrites(db, rows.map(deleteOne));
  }
  const named = rows.map(([, , property, value, record_id]) => ({ property, value, record_id }));
  await statement.all(db, { project: scope.projectId, type, rows: JSON.stringify(named) });
}

/** Finds the live records that have values of unique properties. */
export async function findHolders(
  db: Db,
  scope: Scope,
  type: string,
  keys: readonly UniqueKey[],
): Promise<readonly (UniqueKey & { readonly record: number })[]> {
  const args = { project: scope.projectId, type, keys: JSON.stringify(keys) };
  const rows = await holders.all(db, args);
  return rows.flatMap(({ record, ...key }) => (record === null ? [] : [{ ...key, record }]));
}

export type UniqueKey = Pick<Row<"record_unique">, "property" | "value">;

const holders = sqlStatement<
  { project: number; type: string; keys: string },
  UniqueKey & { record: number | null }
>(
  "record_unique_holders",
  (param, dialect) => sql`
    select k.property, k.value, (
      select record_id from record_unique u
      where u.project_id = ${param("project")} and u.type = ${param("type")}
        and u.property = k.property and u.value = k.value) as record
    from ${jsonRows(dialect, param("keys"), "k", { property: "text", value: "text" })}`,
);

/**
 * Finds the live records that have values of one property, at most `limit` for each value.
 *
 * @returns the ids by value, in ascending order
 */
export async function findByValues(
  db: Db,
  scope: Scope,
  key: { readonly type: string; readonly property: string },
  { values, limit }: { readonly values: readonly string[]; readonly limit: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (values.length === 0) return new Map();
  const rows = await byValues.all(db, {
    project: scope.projectId,
    ...key,
    values: JSON.stringify(values),
    limit,
  });
  return new Map(
    rows.flatMap(({ value, ids }) =>
      ids === null
        ? []
        : [
            [
              value,
              ids
                .split(",")
                .map(Number)
                .toSorted((a, b) => a - b),
            ],
          ],
    ),
  );
}

const byValues = sqlStatement<
  { project: number; type: string; property: string; values: string; limit: number },
  { value: string; ids: string | null }
>(
  "record_index_by_values",
  (param, dialect) => sql`
    select wanted.value, (
      select ${joinedText(dialect, sql`page.record_id`)} from (
        select record_id from record_index i
        where i.project_id = ${param("project")} and i.type = ${param("type")}
          and i.property = ${param("property")} and i.value = wanted.value
        order by record_id limit ${param("limit")}) as page) as ids
    from (${jsonValues(dialect, param("values"), "text")}) as wanted`,
);
