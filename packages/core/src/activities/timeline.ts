import { activities, recordsById } from "@rapport/db";
import { timelineActivities } from "@rapport/model";
import {
  actorSurface,
  type LogActor,
  type LogSurface,
  nameActors,
  nameAuthors,
} from "../audit/actors.ts";
import { changeParts, lostOther, nameRecords } from "../audit/log-entries.ts";
import type { LogEntry } from "../audit/log-entry.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { openPosition, sealPosition } from "../paging.ts";
import { plainKind, type Target } from "../records/associations/kinds.ts";
import { findCurrent } from "../records/current.ts";
import { notLive } from "../records/errors.ts";
import type { Properties } from "../records/record.ts";
import { type Attachment, readAttachments } from "./attachments.ts";
import { ENTRY_KINDS, type EntryKind, type FoundEntry, findEntries } from "./record-entries.ts";

/** A type whose records timelines show. */
type ActivitySchema = ReturnType<typeof timelineActivities<ObjectSchema>>[number];

/** Activities of one type of a record that are considered: those that were created last. */
const MAX_ACTIVITIES = 1_000;

/** A note, a task, a call or another activity. */
export interface Activity {
  /** Name of its type. */
  readonly kind: string;
  readonly id: number;
  readonly version: number;
  readonly properties: Properties;
  /** Who created it; null if that is unknown. */
  readonly author: LogActor | null;
  readonly attachments: readonly Attachment[];
}

/** A change of a record in its timeline. */
interface RecordEntry extends Pick<LogEntry, "action" | "changes" | "other"> {
  readonly id: string;
  readonly kind: EntryKind;
  readonly at: string;
  readonly actor: LogActor;
  readonly surface: LogSurface;
}

/** An item of a timeline. `at` is when an activity happened, or a task was completed. */
export type TimelineItem = { readonly at: string } & (Activity | RecordEntry);

interface Position {
  /** Id of the last entry of the history. */
  readonly history: number;
  /** Time and id of the last activity. */
  readonly activity: readonly [at: string, id: number] | null;
}

interface FoundActivity {
  readonly kind: string;
  readonly id: number;
  readonly at: string;
}

/**
 * Lists the timeline of a live record, newest first, one page at a time: its activities by the time at which they
 * happened, done tasks by their completion, and its changes. A page may be short although more pages follow.
 *
 * @param query.kind kind of the items, such as the name of a type of activities; all kinds if undefined
 * @throws CrmError NOT_FOUND; INVALID_INPUT for a cursor of another list
 */
export async function listTimeline(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors" | "schemas">>,
  { type, id }: Target,
  query: {
    kind?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ items: readonly TimelineItem[]; nextCursor: string | null }> {
  const { kind, cursor, limit } = query;
  const identity = { list: "timeline", filter: { type, id, kind } };
  const start = openPosition<Position>({ deps, principal }, identity, cursor) ?? START;
  const record = await findCurrent(deps.db, principal, type, id);
  if (record === undefined) throw await notLive(deps.db, principal, type, id);
  const target = { type, id: record.id };
  const entryKind = ENTRY_KINDS.find((one) => one === kind);
  const [{ found, scannedTo }, done] = await Promise.all([
    kind === undefined || entryKind !== undefined
      ? findEntries({ deps, principal }, target.id, {
          ...{ kind: entryKind, before: start.history, limit: limit + 1 },
        })
      : NO_ENTRIES,
    entryKind === undefined ? findActivities({ deps, principal }, target, kind, start) : [],
  ]);
  // Entries that were not examined yet may be newer than the rest of the activities.
  const horizon = scannedTo?.at ?? "";
  const reached = done.filter(({ at }) => at >= horizon);
  const all = merged(found, reached);
  const shown = all.slice(0, limit);
  const isEnd = shown.length === all.length && scannedTo === null && reached.length === done.length;
  const examined = shown.length === all.length ? scannedTo?.id : undefined;
  const position = positionAfter(start, shown, examined);
  return {
    items: await readItems({ deps, principal }, target, shown),
    nextCursor: isEnd ? null : sealPosition({ deps, principal }, identity, position),
  };
}

type Found = FoundEntry | FoundActivity;

const START: Position = { history: Number.MAX_SAFE_INTEGER, activity: null };
const NO_ENTRIES = { found: [], scannedTo: null };

function isEntry(found: Found): found is FoundEntry {
  return "row" in found;
}

/**
 * Merges two lists, each newest first. Entries of the history stay in the order of their ids, which a position relies
 * on: a change that waited for another one can have a lower time and a higher id.
 */
function merged(entries: readonly FoundEntry[], done: readonly FoundActivity[]): readonly Found[] {
  const all: Found[] = [];
  const waiting = [...done];
  for (const entry of entries) {
    const older = waiting.findIndex(({ at }) => at <= entry.at);
    all.push(...waiting.splice(0, older < 0 ? waiting.length : older), entry);
  }
  return [...all, ...waiting];
}

function newestFirst(a: FoundActivity, b: FoundActivity): number {
  return a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1;
}

function positionAfter(
  start: Position,
  shown: readonly Found[],
  examined: number | undefined,
): Position {
  const entry = shown.findLast(isEntry);
  const activity = shown.findLast((one) => !isEntry(one));
  return {
    history: examined ?? entry?.id ?? start.history,
    activity: activity === undefined ? start.activity : [activity.at, activity.id],
  };
}

/** Finds the activities after a position, newest first. */
async function findActivities(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  target: Target,
  wanted: string | undefined,
  { activity: after }: Position,
): Promise<readonly FoundActivity[]> {
  const { types } = await deps.schemas.get(principal.projectId);
  const kinds = timelineActivities(types, target.type).filter(
    ({ name }) => wanted === undefined || wanted === name,
  );
  const lists = await Promise.all(
    kinds.map(async (kind): Promise<readonly FoundActivity[]> => {
      const rows = await listActivities({ deps, principal }, target, kind);
      return rows.flatMap(({ id, at }) => (at === null ? [] : [{ kind: kind.name, id, at }]));
    }),
  );
  const isAfter = ({ at, id }: FoundActivity) =>
    after === null || at < after[0] || (at === after[0] && id < after[1]);
  return lists.flat().filter(isAfter).toSorted(newestFirst);
}

/** Lists the times of a record's activities of one type, those with the highest ids first. */
export async function listActivities(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  { type, id }: Target,
  kind: ActivitySchema,
): Promise<readonly activities.ActivityRow[]> {
  const schema = await deps.schemas.get(principal.projectId);
  const isFirst = plainKind(kind, schema.object(type)).first === "ours";
  const of = { record: id, type: kind.name, at: kind.activity.at, limit: MAX_ACTIVITIES };
  return activities.listActivities(deps.db, principal, of, isFirst);
}

async function readItems(
  call: Call<Pick<Deps, "db" | "schemas">>,
  target: Target,
  shown: readonly Found[],
): Promise<readonly TimelineItem[]> {
  const done = shown.filter((one): one is FoundActivity => !isEntry(one));
  const [entries, records] = await Promise.all([
    namedEntries(call, target, shown.filter(isEntry)),
    readActivities(
      call,
      done.map(({ id }) => id),
    ),
  ]);
  return shown.flatMap((one): readonly TimelineItem[] => {
    if (isEntry(one)) {
      const entry = entries.get(one.id);
      return entry === undefined ? [] : [entry];
    }
    const read = records.get(one.id);
    return read === undefined ? [] : [{ ...read, kind: one.kind, at: one.at }];
  });
}

/** Reads activities with their authors, by id. Leaves out those that are not live. */
export async function readActivities(
  { deps, principal }: Call<Pick<Deps, "db">>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Omit<Activity, "kind">>> {
  const [records, creators, attached] = await Promise.all([
    recordsById.findMany(deps.db, principal, ids),
    activities.findCreators(deps.db, principal, ids),
    readAttachments({ deps, principal }, ids),
  ]);
  const actorName = await nameActors(deps, [...creators.values()]);
  return new Map(
    [...records].map(([id, { version, properties }]) => {
      const creator = creators.get(id);
      const author = creator === undefined ? null : actorName(creator);
      return [id, { id, version, properties, author, attachments: attached.get(id) ?? [] }];
    }),
  );
}

/** Returns the entries as the timeline shows them, with the names of their actors and other records. */
async function namedEntries(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  { type }: Pick<Target, "type">,
  entries: readonly FoundEntry[],
): Promise<ReadonlyMap<number, RecordEntry>> {
  const parts = entries.map(({ row }) => changeParts({ ...row, type }));
  const [findActor, named] = await Promise.all([
    nameAuthors(
      deps,
      principal.projectId,
      entries.map(({ row }) => row.actor),
    ),
    nameRecords(
      deps,
      principal,
      parts.flatMap(({ other }) => other ?? []),
    ),
  ]);
  return new Map(
    entries.map(({ id, at, kind, row }, i) => {
      const { action, changes, other } = parts[i] as (typeof parts)[number];
      const entry: RecordEntry = {
        ...{ id: `history:${id}`, kind, at, action, changes },
        other: other && (named(other) ?? lostOther(other, action)),
        actor: findActor(row.actor),
        surface: actorSurface(row.actor),
      };
      return [id, entry];
    }),
  );
}
