import { type RawBuilder, sql } from "kysely";

/**
 * Returns a shared lock on a project's schema, for the first statement of a record change on PostgreSQL. It
 * waits for a schema change and blocks others until the transaction ends. The caller then checks that the
 * schema is still the one that the change was checked against.
 */
export function holdSchema(project: RawBuilder<number>): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock_shared(${lockKey(project)})`;
}

/** Returns the exclusive lock on a project's schema, on PostgreSQL: it waits for every shared lock and blocks new ones. */
export function takeSchema(project: RawBuilder<number>): RawBuilder<object> {
  return sql`select pg_advisory_xact_lock(${lockKey(project)})`;
}

// Advisory locks are granted in the order of requests. A lock on the project's row would wait until no
// record is being written.
function lockKey(project: RawBuilder<number>): RawBuilder<number> {
  return sql`hashtextextended('schema', cast(${project} as bigint))`;
}
