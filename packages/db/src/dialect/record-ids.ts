import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";

/**
 * Returns a select of ids for new records, as `id`. SQLite does not note them, but it has one writer, and inserting
 * a row with an id notes that id.
 */
export function drawIds(
  dialect: DialectName,
  count: RawBuilder<number>,
): RawBuilder<{ id: number }> {
  return dialect === "postgres"
    ? sql`select nextval(pg_get_serial_sequence('records', 'id')) as id
        from generate_series(1, cast(${count} as bigint))`
    : sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select n + coalesce((select seq from sqlite_sequence where name = 'records'), 0) as id from numbers`;
}
