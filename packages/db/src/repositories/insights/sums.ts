import { type RawBuilder, sql } from "kysely";
import { deleteEqual, joinEach } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { castTo, exactSum } from "../../dialect/expressions.ts";
import { jsonRows } from "../../dialect/json.ts";
import { forUpdate, needsRowLocks } from "../../dialect/locks.ts";
import { insertMany } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Param, sqlStatement } from "../../statement.ts";

/*
 * Sums of records and deliveries (`record_sums`), and what they do not have yet (`sum_changes`).
 */

/** The row of `sum_locks` of no project. It exists if the database keeps no sums. */
const NO_SUMS = 0;

/** Returns whether the database keeps sums. On several nodes it does not, because they have no triggers. */
export async function areKept(db: Db): Promise<boolean> {
  return !(await findLock.any(db, { project: NO_SUMS }));
}

const findLock = sqlStatement<{ project: number }, { project_id: number }>(
  "sum_lock_find",
  (param) => sql`select project_id from sum_locks where project_id = ${param("project")}`,
);

/** Waits until no other transaction adds up changes of a project, and keeps others from it until this one ends. */
export async function lockSums(tx: Db, { projectId: project }: Scope): Promise<void> {
  if (await lock.any(tx, { project })) return;
  await insertLock.all(tx, { project });
  await lock.first(tx, { project });
}

const lock = sqlStatement<{ project: number }, { project_id: number }>(
  "sum_lock",
  (param, dialect) => sql`
    select project_id from sum_locks where project_id = ${param("project")} ${forUpdate(dialect)}`,
);

const insertLock = sqlStatement<{ project: number }, never>(
  "sum_lock_insert",
  (param) => sql`
    insert into sum_locks (project_id) values (${param("project")}) on conflict do nothing`,
);

/** Returns the first project after `after` that has changes to add up, or undefined. */
export async function nextWithChanges(db: Db, after: number): Promise<number | undefined> {
  return (await waiting.first(db, { after }))?.project_id;
}

const waiting = sqlStatement<{ after: number }, { project_id: number }>(
  "sum_changes_project",
  (param) => sql`
    select project_id from sum_changes where project_id > ${param("after")}
    order by project_id, id limit 1`,
);

/**
 * A live record, or its place in a pipeline, that was added (1) or removed (-1). It has either a creation time or a place.
 * Of type `delivery`, it is deliveries that were added or removed, and the place is their quarter of an hour, status and
 * endpoint.
 */
export type SumChange = Omit<Row<"sum_changes">, "project_id">;

/** Lists the first changes of a project that were not added up. */
export const listChanges = sqlStatement<{ project: number; limit: number }, SumChange>(
  "sum_changes_list",
  (param) => sql`
    select id, type, created_at, place, delta from sum_changes
    where project_id = ${param("project")} order by project_id, id limit ${param("limit")}`,
);

/** Returns a row if a project has more than some changes that were not added up. */
export const findChangeAfter = sqlStatement<{ project: number; skipped: number }, { id: number }>(
  "sum_changes_after",
  (param) => sql`
    select id from sum_changes where project_id = ${param("project")}
    order by project_id, id limit 1 offset ${param("skipped")}`,
);

/** Deletes the first changes of a project, as `listChanges` returned them in the same transaction. */
export async function deleteChanges(
  tx: Db,
  { projectId: project }: Scope,
  changes: readonly SumChange[],
): Promise<void> {
  // Another transaction may have committed changes between them meanwhile.
  if (needsRowLocks(tx.dialect)) {
    await deleteListed.all(tx, {
      project,
      rows: JSON.stringify(changes.map(({ id }) => ({ id }))),
    });
  } else {
    await deleteUpTo.all(tx, { project, last: changes.at(-1)?.id ?? 0 });
  }
}

const deleteListed = sqlStatement<{ project: number; rows: string }, never>(
  "sum_changes_delete",
  (param, dialect) =>
    deleteEqual(
      dialect,
      "sum_changes",
      { project: param("project") },
      { columns: ["id"], rows: jsonRows(dialect, param("rows"), "r", { id: "bigint" }) },
    ),
);

const deleteUpTo = sqlStatement<{ project: number; last: number }, never>(
  "sum_changes_delete_up_to",
  (param) => sql`
    delete from sum_changes where project_id = ${param("project")} and id <= ${param("last")}`,
);

export type SumKey = Pick<Row<"record_sums">, "type" | "kind" | "key">;

export type Sum = Omit<Row<"record_sums">, "project_id">;

const KEY = { type: "text", kind: "text", key: "text" } as const;

/** Finds sums by their keys. `keys` is JSON, a list of `SumKey`. */
export const findSums = sqlStatement<{ project: number; keys: string }, Sum>(
  "record_sums_find",
  (param, dialect) => sql`
    select x.type, x.kind, x.key, x.count, x.valued, x.amount
    from ${jsonRows(dialect, param("keys"), "s", KEY)}
    ${joinEach(
      dialect,
      { table: "record_sums", alias: "x" },
      ["type", "kind", "key", "count", "valued", "amount"],
      sql`x.project_id = ${param("project")} and x.type = s.type and x.kind = s.kind and x.key = s.key`,
    )}`,
);

/** Saves sums. The caller must hold their lock. */
export async function putSums(tx: Db, { projectId }: Scope, sums: readonly Sum[]): Promise<void> {
  await put(
    tx,
    sums.map(({ type, kind, key, count, valued, amount }) => [
      ...[projectId, type, kind, key, count, valued, amount],
    ]),
  );
}

const PRIMARY_KEY = ["project_id", "type", "kind", "key"];

const put = insertMany(
  "record_sums",
  { project_id: "bigint", ...KEY, count: "bigint", valued: "bigint", amount: "text" },
  {
    onConflict: {
      key: { sqlite: PRIMARY_KEY, postgres: PRIMARY_KEY },
      replace: ["count", "valued", "amount"],
    },
  },
);

/** Deletes sums. `keys` is JSON, a list of `SumKey`. */
export const deleteSums = sqlStatement<{ project: number; keys: string }, never>(
  "record_sums_delete",
  (param, dialect) =>
    deleteEqual(
      dialect,
      "record_sums",
      { project: param("project") },
      { columns: ["type", "kind", "key"], rows: jsonRows(dialect, param("keys"), "r", KEY) },
    ),
);

interface SpanArgs {
  readonly project: number;
  /** JSON, a list of `{span, type, kind, low, high}`: ranges of the keys of a kind, the high end exclusive. */
  readonly spans: string;
}

/** Counts the records in each span. A span without records has no row. */
export const countInSpans = sqlStatement<SpanArgs, { span: number; count: number }>(
  "record_sums_count",
  (param, dialect) => sql`
    select s.span, ${castTo(sql`sum(x.count)`, "bigint")} as count ${inSpans(param, dialect)}
    group by s.span`,
);

/**
 * Returns the total count in the stored sums of one kind and type (`added`), and the total of the changes that are not in the
 * sums yet (`changed`). Reads at most `limit` changes of all types. `pending` is the number that it read: if it equals
 * `limit`, there may be more.
 */
export const countAll = sqlStatement<
  { project: number; type: string; kind: string; limit: number },
  { added: number; changed: number; pending: number }
>(
  "record_sums_count_all",
  (param) => sql`
    with pending as (
      select type, created_at, delta from sum_changes where project_id = ${param("project")}
      order by project_id, id limit ${param("limit")})
    select
      (select cast(coalesce(sum(count), 0) as bigint) from record_sums
        where project_id = ${param("project")} and type = ${param("type")}
          and kind = ${param("kind")}) as added,
      (select coalesce(sum(delta), 0) from pending
        where type = ${param("type")} and created_at is not null) as changed,
      (select count(*) from pending) as pending`,
);

/**
 * Counts the live records of a project, of whatever types: those that the sums have, and those that were added since. It
 * sees what its own transaction has changed.
 */
export const countLive = sqlStatement<{ project: number }, { live: number }>(
  "record_sums_count_live",
  (param, dialect) => {
    const next = (after: RawBuilder<unknown>) => sql`
      select f.type from record_sums f where f.project_id = ${param("project")} ${after}
      order by f.project_id, f.type limit 1`;
    const days = joinEach(
      dialect,
      { table: "record_sums", alias: "x" },
      ["count"],
      sql`x.project_id = ${param("project")} and x.type = t.type and x.kind = 'day'`,
    );
    return sql`
      with recursive types (type) as (
        select (${next(sql``)})
        union all
        select (${next(sql`and f.type > types.type`)}) from types where types.type is not null)
      select
        (select ${castTo(sql`coalesce(sum(x.count), 0)`, "bigint")} from types t ${days}
          where t.type <> 'delivery')
        + (select ${castTo(sql`coalesce(sum(delta), 0)`, "bigint")} from sum_changes
            where project_id = ${param("project")} and created_at is not null) as live`;
  },
);

/** Counts like `countInSpans`, grouped by the rest of the key from position `skip` on (from 1). */
export const countByRest = sqlStatement<SpanArgs, { span: number; rest: string; count: number }>(
  "record_sums_count_rest",
  (param, dialect) => sql`
    select s.span, substr(x.key, s.skip) as rest, ${castTo(sql`sum(x.count)`, "bigint")} as count
    ${inSpans(param, dialect)}
    group by s.span, substr(x.key, s.skip)`,
);

export type AddedUp = Pick<Row<"record_sums">, "count" | "valued" | "amount"> & {
  readonly span: number;
  /** The rest of the keys that the sums are grouped by. */
  readonly rest: string;
};

/**
 * Adds up the sums in each span, grouped by the rest of the key from position `skip` on (from 1). Of the first `dropped`
 * characters of the rest, the group keeps the first `keep`.
 */
export const addUpByRest = sqlStatement<SpanArgs & { readonly limit: number }, AddedUp>(
  "record_sums_add_up",
  (param, dialect) => sql`
    select s.span, ${REST} as rest, ${castTo(sql`sum(x.count)`, "bigint")} as count,
      ${castTo(sql`sum(x.valued)`, "bigint")} as valued, ${exactSum(dialect, sql`x.amount`)} as amount
    ${inSpans(param, dialect)}
    group by s.span, ${REST}
    order by sum(x.count) desc, ${REST}, s.span limit ${param("limit")}`,
);

const REST = sql`substr(x.key, s.skip, s.keep) || substr(x.key, s.skip + s.dropped)`;

function inSpans(param: Param<SpanArgs>, dialect: DialectName): RawBuilder<unknown> {
  const numbers = {
    span: "integer",
    skip: "integer",
    keep: "integer",
    dropped: "integer",
  } as const;
  const columns = { ...numbers, type: "text", kind: "text" } as const;
  const spans = jsonRows(dialect, param("spans"), "s", { ...columns, low: "text", high: "text" });
  return sql`from ${spans} ${joinEach(
    dialect,
    { table: "record_sums", alias: "x" },
    ["key", "count", "valued", "amount"],
    sql`x.project_id = ${param("project")} and x.type = s.type and x.kind = s.kind
      and x.key >= s.low and x.key < s.high`,
  )}`;
}
