import { type RawBuilder, sql } from "kysely";
import { isoFromPostgres } from "../columns.ts";
import { type Light, lightColumns, lightProperties, type RecordRow } from "../record-row.ts";
import type { DialectName } from "./dialect.ts";
import { castTo } from "./expressions.ts";

/** A record as a statement with `packedRecord` returns it. */
export type PackedRecord = { readonly packed: string } | Light<RecordRow>;

/**
 * Returns the columns of a `Light` record, for the `select` of a statement that returns many. On PostgreSQL they are one JSON
 * text, because its driver spends more on each column than on their bytes.
 */
export function packedRecord(dialect: DialectName, table: string): RawBuilder<PackedRecord> {
  if (dialect === "sqlite") return lightColumns(dialect, table);
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`concat('[', ${column("id")}, ',',
    coalesce(${castTo(lightProperties(dialect, table), "text")}, 'null'), ',', ${column("version")},
    ',"', ${column("created_at")}, '","', ${column("updated_at")}, '",',
    coalesce('"' || ${column("deleted_at")} || '"', 'null'), ']') as packed`;
}

export function unpackRecord(row: PackedRecord): Light<RecordRow> {
  if (!("packed" in row)) return row;
  const [id, properties, version, createdAt, updatedAt, deletedAt] = JSON.parse(row.packed);
  return {
    ...{ id, properties, version },
    created_at: isoFromPostgres(createdAt),
    updated_at: isoFromPostgres(updatedAt),
    deleted_at: deletedAt === null ? null : isoFromPostgres(deletedAt),
  };
}
