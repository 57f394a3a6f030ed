import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect/dialect.ts";
import { unlessLarge } from "./dialect/json.ts";
import type { Row, StoredProperties } from "./schema.ts";

/** A record as statements return it. */
export type RecordRow = Pick<Row<"records">, (typeof COLUMNS)[number]>;

/** A record with its type, as a search examines it. */
export interface ScannedRecord extends RecordRow {
  readonly type: string;
}

/** A record as a statement returns it that reads many: a large one without its properties. */
export type Light<Row extends RecordRow> = Omit<Row, "properties"> & {
  /** Null if they have more than 64 KiB; a record can have 1 MiB. */
  readonly properties: StoredProperties | null;
};

/** Returns the properties of a `Light` record. */
export function lightProperties(
  dialect: DialectName,
  table: string,
): RawBuilder<StoredProperties | null> {
  return unlessLarge(dialect, sql.ref<StoredProperties>(`${table}.properties`));
}

/** Returns the columns of a `Light` record, for the `select` of a statement. */
export function lightColumns(dialect: DialectName, table: string): RawBuilder<Light<RecordRow>> {
  const columns = COLUMNS.map((column) =>
    column === "properties"
      ? sql`${lightProperties(dialect, table)} as properties`
      : sql.ref(`${table}.${column}`),
  );
  return sql.join(columns) as RawBuilder<Light<RecordRow>>;
}

const COLUMNS = ["id", "properties", "version", "created_at", "updated_at", "deleted_at"] as const;

/** Returns the columns of a `RecordRow`, for the `select` of a statement. */
export function recordColumns(table: string): RawBuilder<RecordRow> {
  return sql.join(COLUMNS.map((column) => sql.ref(`${table}.${column}`))) as RawBuilder<RecordRow>;
}
