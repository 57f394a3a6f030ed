import { type RawBuilder, sql } from "kysely";
import { isAmong, isFound } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { hasIndexOfEvents, hasRowAddress, usesPartialIndex } from "../../dialect/expressions.ts";
import { jsonValues } from "../../dialect/json.ts";
import { followsItsTable, unindexRecord } from "../../dialect/word-index.ts";
import type { Row, Schema } from "../../schema.ts";
import { deleteRows, type Statement, sqlStatement, updateRows } from "../../statement.ts";

/*
 * Removes the rows of projects and tenants, table by table, in portions. One that a kill interrupts begins again with
 * what is left, so nothing else is to be remembered.
 */

/** Rows that one statement deletes. Those of some tables may have a megabyte each. */
const PORTION = 500;
const SMALL_PORTION = 50;

/** How the rows of a project or of a tenant are found in a table. */
interface Rule {
  readonly of: "project_id" | "tenant_id";
  /** The columns after `of` in the index that finds the rows. */
  readonly order: readonly string[] | Readonly<Record<DialectName, readonly string[]>>;
  /** True if the table has no row ids on SQLite. Then its key is `of` and the columns of `order`. */
  readonly isClustered?: boolean;
  /**
   * Condition of the partial index that finds the rows on SQLite. The statement repeats it, so it removes only rows that meet
   * it.
   */
  readonly condition?: string;
  readonly isLarge?: boolean;
}

const of =
  (column: Rule["of"]) =>
  (order: Rule["order"], options: Omit<Rule, "of" | "order"> = {}): Rule => ({
    ...{ of: column, order },
    ...options,
  });
const project = of("project_id");
const tenant = of("tenant_id");
const clustered = (...order: readonly string[]) => project(order, { isClustered: true });

/**
 * Every table, in the order in which its rows are removed: before the rows that they refer to. Null if a table has none of a
 * project or of a tenant, or if they are removed in another way.
 */
const RULES: Readonly<Record<keyof Schema, Rule | null>> = {
  files: clustered("id"),
  file_parts: project(["file_id", "start"], { isLarge: true }),
  attempts: project(["delivery_id", "id"]),
  deliveries: project(["id"]),
  delivery_queue: clustered(),
  webhook_endpoints: project(["id"]),
  // See `removeFeed`.
  feed: null,
  events: project(
    { sqlite: ["record_id", "id"], postgres: ["id"] },
    { condition: "record_id is not null", isLarge: true },
  ),
  project_feeds: project([]),
  idempotency_records: clustered("record_id", "key"),
  idempotency_keys: project(["key"], { isClustered: true, isLarge: true }),
  duplicate_pairs: clustered("record_id", "other_id"),
  duplicate_records: clustered("record_id"),
  duplicate_keys: clustered("type", "key", "record_id"),
  duplicate_backfills: clustered("type"),
  duplicate_locks: project([]),
  // See `removeWords`.
  record_words: null,
  record_words_missing: clustered("type"),
  record_index: clustered("type", "property", "value", "record_id"),
  record_unique: clustered("type", "property", "value"),
  merge_associations: clustered("merged_id", "other_id"),
  merge_labels: clustered("merged_id", "type", "other_id"),
  record_merges: clustered("merged_id"),
  associations: clustered("from_id", "to_type", "to_id"),
  record_history: project(["record_id", "id"], { isLarge: true }),
  records: project(
    { sqlite: ["type", "updated_at", "id"], postgres: ["id"] },
    { condition: "updated_at is not null", isLarge: true },
  ),
  history_removals: project([]),
  upsert_keys: clustered("type", "property", "digest"),
  erasures: clustered("record_id"),
  import_draft_keys: clustered("draft_id", "digest"),
  import_drafts: clustered("id"),
  home_reports: clustered("admin"),
  mentions_seen: clustered("admin"),
  currency_rates: clustered("base", "currency", "starts_on"),
  reporting_currencies: project([]),
  views: clustered("id"),
  job_queue: clustered(),
  jobs: project(["kind", "id"]),
  stages: project(["pipeline_id", "key"]),
  pipelines: project(["object_type", "key"]),
  property_definitions: project(["object_type", "name"]),
  object_types: project(["name"]),
  association_labels: project(["type", "to_type", "key"]),
  client_secrets: null,
  oauth_clients: project(["id"]),
  rotated_keys: null,
  api_keys: project(["id"]),
  project_imports: project([]),
  hubspot_imports: project([]),
  api_usage: clustered("hour", "credential"),
  request_log: clustered("at", "id"),
  live_revisions: clustered("subject"),
  // Triggers write into these while other rows are removed.
  sum_changes: clustered("id"),
  record_sums: clustered("type", "kind", "key"),
  sum_locks: project([]),
  template_history: tenant(["template_id", "id"]),
  templates: tenant(["name", "language_key"]),
  messaging_accounts: tenant([]),
  tenant_quotas: tenant([]),
  tenant_requests: tenant([]),
  admin_tenants: tenant(["user_id"], { isClustered: true }),
  audit_log: project(["at", "id"]),
  account_links: null,
  projects: null,
  tenants: null,
  users: null,
  cursor_keys: null,
  feed_epoch: null,
  installation_settings: null,
  passkey_challenges: null,
  passkeys: null,
  recovery_codes: null,
  revoked_tokens: null,
  second_factors: null,
  sessions: null,
  signing_keys: null,
  state_versions: null,
};

/** On SQLite, these events have no record; the others are found by their numbers in the feed. */
const UNNUMBERED = project({ sqlite: ["id"], postgres: ["id"] }, { condition: "pending = 1" });
const TENANT_LOG = tenant(["at", "id"]);

/** Removes a portion of the rows of a project or of a tenant. */
export interface Step {
  /** If it removes as many rows, there may be more. */
  readonly limit: number;
  run(tx: Db, id: number): Promise<number>;
}

interface Args {
  id: number;
  limit: number;
}

function step(name: string, table: string, rule: Rule): Step {
  const limit = rule.isLarge ? SMALL_PORTION : PORTION;
  const remove = removeRows(name, table, rule);
  return { limit, run: async (tx, id) => (await remove.all(tx, { id, limit })).length };
}

function isList(order: Rule["order"]): order is readonly string[] {
  return Array.isArray(order);
}

function removeRows<Removed extends object>(
  name: string,
  table: string,
  rule: Rule,
  returning = sql`1 as removed`,
): Statement<Args, Removed> {
  const { of: column, order, isClustered = false, condition } = rule;
  return sqlStatement(`remove_${name}`, (param, dialect) => {
    const [from, owner] = [sql.table(table), sql.ref(column)];
    const sorted = [column, ...(isList(order) ? order : order[dialect])];
    const rows = (key: RawBuilder<unknown>) => sql`
      select ${key} from ${from} where ${owner} = ${param("id")}
      ${usesPartialIndex(dialect) && condition !== undefined ? sql`and ${sql.raw(condition)}` : sql``}
      order by ${sql.join(sorted.map((one) => sql.ref(one)))} limit ${param("limit")}`;
    if (hasRowAddress(dialect)) {
      return sql`
        delete from ${from} where ${owner} = ${param("id")} and ctid = any (array(${rows(sql`ctid`)}))
        returning ${returning}`;
    }
    const key = sql.join(isClustered ? sorted.map((one) => sql.ref(one)) : [sql`rowid`]);
    return sql`delete from ${from} where (${key}) in (${rows(key)}) returning ${returning}`;
  });
}

/** Removes the rows that belong to rows of a project. */
function removeOwnedRows(table: string, column: string, owners: string): Step {
  const remove = sqlStatement<{ id: number }, object>(
    `remove_${table}`,
    (param) => sql`
      delete from ${sql.table(table)} where ${sql.ref(column)} in (
        select id from ${sql.table(owners)} where project_id = ${param("id")})
      returning 1 as removed`,
  );
  return { limit: PORTION, run: async (tx, id) => (await remove.all(tx, { id })).length };
}

const removeNumbers = sqlStatement<Args, { event_id: number }>(
  "remove_feed",
  (param, dialect) => sql`
    delete from feed where project_id = ${param("id")} and ${isAmong(
      dialect,
      sql`number`,
      sql`select number from feed where project_id = ${param("id")}
        order by project_id, number limit ${param("limit")}`,
    )}
    returning event_id`,
);

const removeNumbered = sqlStatement<{ id: number; ids: string }, never>(
  "remove_numbered_events",
  (param, dialect) => sql`
    delete from events
    where project_id = ${param("id")}
      and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);

/** Removes the numbers of the feed with their events: on SQLite, some events are found only by them. */
async function removeFeed(tx: Db, id: number): Promise<number> {
  const numbers = await removeNumbers.all(tx, { id, limit: SMALL_PORTION });
  const ids = JSON.stringify(numbers.map(({ event_id: event }) => event));
  if (numbers.length > 0) await removeNumbered.all(tx, { id, ids });
  return numbers.length;
}

const removeStored = removeRows<{ record_id: number }>(
  "record_words",
  "record_words",
  clustered("type", "record_id"),
  sql`record_id`,
);

const unindex = sqlStatement<{ record: number }, never>(
  "remove_word_index",
  (param, dialect) => unindexRecord(dialect, param("record")),
  { isDeferred: true },
);

async function removeWords(tx: Db, id: number): Promise<number> {
  const removed = await removeStored.all(tx, { id, limit: PORTION });
  if (!followsItsTable(tx.dialect)) {
    for (const { record_id: record } of removed) await unindex.all(tx, { record });
  }
  return removed.length;
}

const SPECIAL: Readonly<Partial<Record<keyof Schema, readonly Step[]>>> = {
  feed: [{ limit: SMALL_PORTION, run: removeFeed }],
  record_words: [{ limit: PORTION, run: removeWords }],
  client_secrets: [removeOwnedRows("client_secrets", "client_id", "oauth_clients")],
  rotated_keys: [removeOwnedRows("rotated_keys", "key_id", "api_keys")],
};

function stepsForColumn(column: Rule["of"]): readonly Step[] {
  return Object.entries(RULES).flatMap(([table, rule]) =>
    rule?.of === column ? [step(table, table, rule)] : [],
  );
}

/**
 * Removes everything of a project except its own row, and except old events that have neither a record nor a number:
 * `removeOldEvents` removes these.
 */
export const OF_PROJECT: readonly Step[] = [
  ...Object.values(SPECIAL).flat(),
  step("unnumbered_events", "events", UNNUMBERED),
  ...stepsForColumn("project_id"),
];

/** Removes all rows of a tenant but its own, once it has no projects. */
export const OF_TENANT: readonly Step[] = [
  ...stepsForColumn("tenant_id"),
  step("tenant_log", "audit_log", TENANT_LOG),
];

/** Ids of events that one statement looks at. */
const SPAN = 5_000;

/**
 * Removes the events of a project that are found neither by a record nor by a number, because the feed no longer has
 * them. On SQLite, no index finds them.
 *
 * @param above the ids up to which events were looked at
 * @returns the next `above`; null if there are no more events
 */
export async function removeOldEvents(tx: Db, id: number, above: number): Promise<number | null> {
  if (hasIndexOfEvents(tx.dialect)) return null;
  const next = await nextEvent.first(tx, { above });
  if (next === undefined) return null;
  const below = next.id + SPAN;
  await removeSpan.all(tx, { id, above, below });
  return below - 1;
}

const nextEvent = sqlStatement<{ above: number }, { id: number }>(
  "remove_next_event",
  (param, dialect) =>
    hasIndexOfEvents(dialect)
      ? sql`select 0 as id where ${param("above")} = 0`
      : sql`select id from events where id > ${param("above")} order by id limit 1`,
);

const removeSpan = sqlStatement<{ id: number; above: number; below: number }, never>(
  "remove_events_of_span",
  (param, dialect) =>
    hasIndexOfEvents(dialect)
      ? sql`select null where ${param("id")} = ${param("above")} and ${param("below")} = 0`
      : sql`delete from events
          where id > ${param("above")} and id < ${param("below")} and +project_id = ${param("id")}`,
);

/**
 * Removes the row of a project that has no others; returns it if it was there. SQLite then reads all records once, to check
 * that none refers to it: an index for that would cost every read of a record by its id.
 */
export const removeProject = deleteRows("remove_project", "projects", { id: "id" }, ["id"]);

/** Removes the row of a tenant that has no others; returns it if it was there. */
export const removeTenant = deleteRows("remove_tenant", "tenants", { id: "id" }, [
  "id",
  "deleted_by",
]);

/** Lists the accounts that the owners of a tenant made, and that have no role elsewhere. */
export const listOwnAccounts = sqlStatement<{ tenant: number }, { id: number }>(
  "remove_accounts_list",
  (param) => sql`
    select u.id from users u
    where u.managed_by = ${param("tenant")} and u.role = 'none' and not ${isFound(sql`
      select a.user_id from admin_tenants a
      where a.user_id = u.id and a.tenant_id <> ${param("tenant")}`)}
    order by u.id`,
);

export const removeAccount = deleteRows("remove_account", "users", { id: "id" }, ["id"]);

/** Ends the management of accounts that have a role elsewhere too. */
export const endManagementBy = updateRows("remove_management", "users", {
  set: { managed_by: null },
  where: { managed_by: "tenant" },
});

export type InstallationEntry = Pick<
  Row<"audit_log">,
  "id" | "actor" | "action" | "subject" | "details"
> & {
  /** Null for an entry of the installation. */
  readonly owner: number | null;
};

/** Lists entries of the audit log by their ids. */
export const listEntries = sqlStatement<{ after: number; limit: number }, InstallationEntry>(
  "remove_log_list",
  (param) => sql`
    select id, actor, action, subject, details, coalesce(project_id, tenant_id) as owner from audit_log
    where id > ${param("after")} order by id limit ${param("limit")}`,
);

export const removeEntry = deleteRows("remove_log_entry", "audit_log", { id: "id" });

/** Lists what was removed since a time. */
export const listRemoved = sqlStatement<{ since: string }, { details: unknown }>(
  "remove_recent",
  (param) => sql`
    select details from audit_log
    where at >= ${param("since")} and action in ('tenants.remove', 'projects.remove')
    order by at, id`,
);
