import { sql } from "kysely";
import { isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonRows, jsonValues, unlessLarge } from "../../dialect/json.ts";
import { forUpdateSkipLocked } from "../../dialect/locks.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { selectRows, sqlStatement } from "../../statement.ts";

/** How far the numbering and the purge of a project's feed have come. */
export type FeedState = Pick<Row<"project_feeds">, "last_number" | "purged_number">;

/**
 * Locks a project's feed until the transaction ends, so that one transaction at a time gives numbers. Creates
 * the feed if it does not exist.
 *
 * @returns undefined if another transaction has the lock
 */
export async function lockFeed(tx: Db, scope: Scope): Promise<FeedState | undefined> {
  const project = scope.projectId;
  const feed = await lock.first(tx, { project });
  if (feed !== undefined || (await find.any(tx, { project }))) return feed;
  await insert.all(tx, { project });
  return lock.first(tx, { project });
}

/**
 * Like `lockFeed`, but waits for another transaction that has the lock. The next statement then sees what it did with the
 * events that it numbered.
 */
export async function waitForFeed(tx: Db, scope: Scope): Promise<void> {
  const project = scope.projectId;
  if (await wait.any(tx, { project })) return;
  await insert.all(tx, { project });
  await wait.first(tx, { project });
}

const lock = sqlStatement<{ project: number }, FeedState>(
  "feed_lock",
  (param, dialect) => sql`
    select last_number, purged_number from project_feeds where project_id = ${param("project")}
    ${forUpdateSkipLocked(dialect)}`,
);

const find = sqlStatement<{ project: number }, { project_id: number }>(
  "feed_find",
  (param) => sql`select project_id from project_feeds where project_id = ${param("project")}`,
);

const insert = sqlStatement<{ project: number }, never>(
  "feed_insert",
  (param) => sql`
    insert into project_feeds (project_id, last_number, purged_number)
    values (${param("project")}, 0, 0) on conflict do nothing`,
);

/** Gives events their numbers. `numbered` is JSON. */
export const insertNumbers = sqlStatement<{ numbered: string }, never>(
  "feed_insert_numbers",
  (param, dialect) => sql`
    insert into feed (project_id, number, event_id, type, subject)
    select r.project_id, r.number, r.event_id, r.type, r.subject
    from ${jsonRows(dialect, param("numbered"), "r", {
      project_id: "bigint",
      number: "bigint",
      event_id: "bigint",
      type: "text",
      subject: "text",
    })}`,
);

/** Sets the number of a project's newest event. The caller must hold the feed's lock. */
export const setLastNumber = sqlStatement<{ project: number; number: number }, never>(
  "feed_set_last",
  (param) => sql`
    update project_feeds set last_number = ${param("number")}
    where project_id = ${param("project")}`,
);

export type FeedPosition = FeedState & Pick<Row<"feed_epoch">, "epoch">;

/** Returns the state of a project's feed with the epoch. */
export async function readPosition(db: Db, scope: Scope): Promise<FeedPosition> {
  const row = await position.first(db, { project: scope.projectId });
  return row ?? { epoch: null, last_number: 0, purged_number: 0 };
}

const position = sqlStatement<{ project: number }, FeedPosition>(
  "feed_position",
  (param) => sql`
    select e.epoch, coalesce(f.last_number, 0) as last_number,
      coalesce(f.purged_number, 0) as purged_number
    from feed_epoch e left join project_feeds f on f.project_id = ${param("project")}
    where e.name = 'feed'`,
);

export type FeedEvent = Pick<Row<"feed">, "number" | "subject"> &
  Pick<Row<"events">, "id" | "message_id" | "type" | "payload" | "created_at">;

/** An event without its payload if that is large. */
export type LightFeedEvent = Omit<FeedEvent, "payload"> & {
  /** Null if it has more than 64 KiB; it can have 3 MiB. */
  readonly payload: string | null;
};

/**
 * Lists a project's events of some types and subjects by number. An event that is too old may be gone although one
 * before it is kept, because times do not follow the numbers exactly.
 *
 * @returns at most `limit` events, and the number of the last one if there were as many, of those that are gone too
 */
export async function listEvents(
  db: Db,
  scope: Scope,
  wanted: {
    /** The number of the last event before them. */
    above: number;
    /** The number of the first event that is not among them, whatever its type is. */
    below: number;
    types: readonly string[];
    subjects: readonly string[];
    limit: number;
  },
): Promise<{ readonly events: readonly LightFeedEvent[]; readonly cutAt: number | undefined }> {
  const rows = await list.all(db, {
    ...wanted,
    project: scope.projectId,
    types: JSON.stringify(wanted.types),
    subjects: JSON.stringify(wanted.subjects),
  });
  return {
    events: rows.filter((row): row is LightFeedEvent => row.id !== null),
    cutAt: rows.length < wanted.limit ? undefined : rows.at(-1)?.number,
  };
}

const list = sqlStatement<
  {
    project: number;
    above: number;
    below: number;
    types: string;
    subjects: string;
    limit: number;
  },
  LightFeedEvent | { readonly number: number; readonly id: null }
>(
  "feed_list",
  (param, dialect) => sql`
    select p.number, e.id, e.message_id, e.type, e.subject, e.created_at,
      ${unlessLarge(dialect, sql`e.payload`)} as payload
    from (
      select f.number, f.event_id from feed f
      where f.project_id = ${param("project")}
        and f.number > ${param("above")} and f.number < ${param("below")}
        and ${isAmong(dialect, sql`f.type`, jsonValues(dialect, param("types"), "text"))}
        and ${isAmong(dialect, sql`f.subject`, jsonValues(dialect, param("subjects"), "text"))}
      order by f.project_id, f.number limit ${param("limit")}) as p
    left join events e on e.id = p.event_id and e.project_id = ${param("project")}
    order by p.number`,
);

/** Returns the payload of an event, or undefined if the event is gone. */
export async function findPayload(db: Db, scope: Scope, id: number): Promise<string | undefined> {
  return (await readPayload.first(db, { project: scope.projectId, id }))?.payload;
}

const readPayload = sqlStatement<{ project: number; id: number }, { payload: string }>(
  "feed_payload",
  (param) => sql`
    select e.payload from events e
    where e.project_id = ${param("project")} and e.id = ${param("id")}`,
);

/** The records of an event. */
export type ChangedRecord = Pick<Row<"feed">, "number" | "subject"> &
  Pick<Row<"events">, "record_id" | "other_id" | "created_at">;

/** Lists the records of a project's events between two numbers, both exclusive, without the events themselves. */
export const listChanged = sqlStatement<
  { project: number; above: number; below: number },
  ChangedRecord
>(
  "feed_changed",
  (param) => sql`
    select p.number, e.subject, e.record_id, e.other_id, e.created_at
    from (
      select f.number, f.event_id from feed f
      where f.project_id = ${param("project")}
        and f.number > ${param("above")} and f.number < ${param("below")}
      order by f.project_id, f.number limit 1000) as p
    join events e on e.id = p.event_id and e.project_id = ${param("project")}
    order by p.number`,
);

/** Lists the projects whose feeds have events to keep or to purge. */
export const listFeeds = sqlStatement<object, { project_id: number }>(
  "feed_list_projects",
  () => sql`
    select project_id from project_feeds where last_number > purged_number order by project_id`,
);

/**
 * Removes a project's events from before a moment from its feed, up to the first one since then.
 *
 * @returns the number removed
 */
export async function purgeFeed(
  tx: Db,
  scope: Scope,
  before: string,
  limit: number,
): Promise<number> {
  const project = scope.projectId;
  const feed = await wait.first(tx, { project });
  if (feed === undefined) return 0;
  const oldest = await listOldest.all(tx, { project, above: feed.purged_number, limit });
  // An event that is gone was older.
  const firstKept = oldest.findIndex(({ created_at: at }) => at !== null && at >= before);
  const purged = firstKept < 0 ? oldest : oldest.slice(0, firstKept);
  const last = purged.at(-1);
  if (last === undefined) return 0;
  await drop.all(tx, { project, number: last.number });
  await setPurged.all(tx, { project, number: last.number });
  return purged.length;
}

const wait = selectRows("feed_wait", "project_feeds", ["last_number", "purged_number"], {
  where: { project_id: "project" },
  isLocked: true,
});

const listOldest = sqlStatement<
  { project: number; above: number; limit: number },
  { number: number; created_at: string | null }
>(
  "feed_oldest",
  (param) => sql`
    select p.number, e.created_at
    from (
      select f.number, f.event_id from feed f
      where f.project_id = ${param("project")} and f.number > ${param("above")}
      order by f.project_id, f.number limit ${param("limit")}) as p
    left join events e on e.id = p.event_id and e.project_id = ${param("project")}
    order by p.number`,
);

const drop = sqlStatement<{ project: number; number: number }, never>(
  "feed_drop",
  (param) => sql`
    delete from feed where project_id = ${param("project")} and number <= ${param("number")}`,
);

const setPurged = sqlStatement<{ project: number; number: number }, never>(
  "feed_set_purged",
  (param) => sql`
    update project_feeds set purged_number = ${param("number")}
    where project_id = ${param("project")}`,
);
