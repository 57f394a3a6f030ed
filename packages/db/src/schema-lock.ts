import { type RawBuilder, sql } from "kysely";

/**
 * What a statement that begins a change of a record also selects on PostgreSQL: it waits there for a
 * change of the project's schema, and keeps others out until the transaction ends. Whoever has it then
 * looks whether the schema is still the one that was gone by.
 */
export function holdSchema(project: RawBuilder<number>): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock_shared(${lockKey(project)})`;
}

/** Waits for every transaction that holds the project's schema, and keeps others out; PostgreSQL's too. */
export function takeSchema(project: RawBuilder<number>): RawBuilder<object> {
  return sql`select pg_advisory_xact_lock(${lockKey(project)})`;
}

// A lock of this kind is granted in the order of asking; one on the project's row would have to wait
// until no record is being written.
function lockKey(project: RawBuilder<number>): RawBuilder<number> {
  return sql`hashtextextended('schema', cast(${project} as bigint))`;
}
