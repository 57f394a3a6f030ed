import { type RawBuilder, sql } from "kysely";
import type { StoredProperties } from "./schema.ts";

/** A record as statements return it. */
export interface RecordRow {
  readonly id: number;
  readonly properties: StoredProperties;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
}

/** A record with its type, as a search examines it. */
export interface ScannedRecord extends RecordRow {
  readonly type: string;
}

const COLUMNS = ["id", "properties", "version", "created_at", "updated_at", "deleted_at"] as const;

/** Returns the columns of a `RecordRow`, for the `select` of a statement. */
export function recordColumns(table: string): RawBuilder<RecordRow> {
  return sql.join(COLUMNS.map((column) => sql.ref(`${table}.${column}`))) as RawBuilder<RecordRow>;
}
