import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";

// SQLite has one writer at a time, so a writer needs no locks.

/** Returns whether a transaction must lock what another one could write at the same time. */
export function needsRowLocks(dialect: DialectName): boolean {
  return dialect === "postgres";
}

/** Returns the end of a select that locks its rows against other writers until the transaction ends. */
export function forUpdate(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for update` : sql``;
}

/** Like `forUpdate`, but skips rows that another transaction has locked. */
export function forUpdateSkipLocked(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for update skip locked` : sql``;
}

/** Returns the end of a select that locks its rows against changes and deletion until the transaction ends. */
export function forShare(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`for share` : sql``;
}

/**
 * Returns an expression that takes a lock until the transaction ends, without waiting. It is true or 1, or
 * false if another transaction has the lock.
 */
export function tryLock(
  dialect: DialectName,
  name: RawBuilder<unknown>,
): RawBuilder<boolean | number> {
  return dialect === "postgres"
    ? sql`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`
    : sql`1`;
}

/**
 * Returns a call that limits how many milliseconds later statements of a transaction wait for a lock. After that they
 * fail as unavailable. On SQLite it is null.
 *
 * @param milliseconds a number as text
 */
export function limitLockWaits(
  dialect: DialectName,
  milliseconds: RawBuilder<string>,
): RawBuilder<unknown> {
  return dialect === "postgres"
    ? sql`set_config('lock_timeout', ${milliseconds}, true)`
    : sql`null`;
}

/*
 * The lock of a project's schema. On PostgreSQL it is an advisory lock, because those are granted in the order of
 * requests: a lock on a row would wait until no record is being written. If the installation has several nodes, the
 * lock is taken on the node that has the project's rows, whichever node a client talks to. So each statement that takes
 * it also reads or writes a row of the project.
 */

/**
 * Returns a shared lock on a project's schema, for the first statement of a record change: a select from a table of the
 * project, limited to the project. It waits for a schema change and blocks others until the transaction ends. The
 * caller then checks that the schema is still the one that the change was checked against. On SQLite, which has one
 * writer at a time, it is null.
 */
export function holdSchema(dialect: DialectName, project: RawBuilder<number>): RawBuilder<unknown> {
  return dialect === "postgres"
    ? sql`pg_advisory_xact_lock_shared(${lockKey(project)})`
    : sql`null`;
}

/**
 * Returns the same lock for the clause `returning` of an insert. There, Citus takes only functions that are declared
 * immutable; with a column as its argument, PostgreSQL still calls it for the row.
 */
export function holdSchemaOfRow(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`hold_schema(project_id)` : sql`null`;
}

/**
 * Returns the id of a record, or null if the project's schema has another version; for the values of an insert. Citus
 * answers the function on the coordinator. It would copy the rows of an `insert … select` there and commit in two phases.
 */
export function recordOfSchema(
  dialect: DialectName,
  record: RawBuilder<number>,
  project: RawBuilder<number>,
  version: RawBuilder<number>,
): RawBuilder<number | null> {
  return dialect === "postgres"
    ? sql`record_of_schema(${record}, ${project}, ${version})`
    : sql`(select ${record} from projects where id = ${project} and schema_version = ${version})`;
}

/** Returns a select of the shared lock as `held`, for changes whose first statement has no other purpose. */
export function selectHeldSchema(
  dialect: DialectName,
  project: RawBuilder<number>,
): RawBuilder<object> {
  return onNodeWithProject(project, sql`${holdSchema(dialect, project)} as held`);
}

/**
 * Returns the exclusive lock on a project's schema: it waits for every shared lock and blocks new ones. On
 * SQLite it locks nothing.
 */
export function takeSchema(dialect: DialectName, project: RawBuilder<number>): RawBuilder<object> {
  return dialect === "postgres"
    ? onNodeWithProject(project, sql`pg_advisory_xact_lock(${lockKey(project)}) as taken`)
    : sql`select null`;
}

/** The project may have no row. The look-up says which node is meant. */
function onNodeWithProject(
  project: RawBuilder<number>,
  locked: RawBuilder<unknown>,
): RawBuilder<object> {
  const row = sql`select project_id from project_feeds where project_id = ${project}`;
  return sql`select ${locked}, (${row}) as project_id`;
}

function lockKey(project: RawBuilder<number>): RawBuilder<number> {
  return sql`hashtextextended('schema', cast(${project} as bigint))`;
}
