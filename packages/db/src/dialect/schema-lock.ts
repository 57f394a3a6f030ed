import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";

/**
 * Returns a shared lock on a project's schema, for the first statement of a record change. It waits for a
 * schema change and blocks others until the transaction ends. The caller then checks that the schema is still
 * the one that the change was checked against. On SQLite, which has one writer at a time, it is null.
 */
export function holdSchema(dialect: DialectName, project: RawBuilder<number>): RawBuilder<unknown> {
  return dialect === "postgres"
    ? sql`pg_advisory_xact_lock_shared(${lockKey(project)})`
    : sql`null`;
}

/**
 * Returns the exclusive lock on a project's schema: it waits for every shared lock and blocks new ones. On
 * SQLite it locks nothing.
 */
export function takeSchema(dialect: DialectName, project: RawBuilder<number>): RawBuilder<object> {
  return dialect === "postgres"
    ? sql`select pg_advisory_xact_lock(${lockKey(project)})`
    : sql`select null`;
}

// Advisory locks are granted in the order of requests. A lock on the project's row would wait until no
// record is being written.
function lockKey(project: RawBuilder<number>): RawBuilder<number> {
  return sql`hashtextextended('schema', cast(${project} as bigint))`;
}
