import { type Db, health, type RecordRow, recordPages } from "@rapport/db";
import { type Call, type ObjectCall, readingCall } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import {
  bytesOfRecord,
  cursorIssues,
  openCursor,
  openPosition,
  readPage,
  sealCursor,
} from "../paging.ts";
import type { Principal } from "../principal.ts";
import { invalid } from "../records/errors.ts";
import {
  parseWholeSelection,
  type Selection,
  type WholeSelectionInput,
} from "../records/selection.ts";
import { toWholeRecords, type WholeRecord } from "../records/whole-record.ts";
import { listRecords } from "./list.ts";

export interface RecordListQuery extends WholeSelectionInput {
  /** Lists only deleted records. */
  readonly archived?: boolean | undefined;
  /** Lists what changed at this time or later, deleted records too. ISO 8601 in UTC. */
  readonly updatedSince?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A deleted, merged or erased record in a list of changes. */
export interface RemovedRecord {
  readonly id: number;
  readonly version: number;
  readonly deletedAt: string;
  /** Only of a merged record. */
  readonly mergedAt?: string;
  readonly mergedInto?: number;
  /** Only of an erased record. */
  readonly erasedAt?: string;
}

export interface RecordList {
  readonly results: readonly (WholeRecord | RemovedRecord)[];
  readonly nextCursor: string | null;
  /** Time from which the next list of changes misses none. Only on the first page of a list of changes. */
  readonly asOf?: string | undefined;
}

/**
 * A write may commit up to 60 seconds after the time that it gives its record: 5 seconds of waiting
 * (`writeRecord`), 50 seconds of transaction, and 5 seconds between the clocks of two machines.
 */
const LATEST_COMMIT_MS = 60_000;
/** Deleted records are purged after 90 days. A list that began before that would miss them. */
const MAX_CHANGE_AGE_DAYS = 80;
const DAY_MS = 24 * 60 * 60 * 1000;

type Place = readonly [updatedAt: string, id: number];

/**
 * Lists a project's records of a type, one page at a time: by id, or by the time of their last change if the
 * query has `updatedSince` (specification §22).
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; CURSOR_EXPIRED if `updatedSince` or the cursor is
 *   older than 80 days
 */
export async function listRecordPage(
  call: ObjectCall<Pick<Deps, "db" | "replica" | "scan" | "cursors">>,
  query: RecordListQuery,
): Promise<RecordList> {
  const { selection, issues } = parseWholeSelection(call, query);
  const faults = [...issues, ...exclusionIssues(query)];
  if (faults.length > 0) throw invalid([...faults, ...cursorIssues(call.deps, query.cursor)]);
  if (query.updatedSince !== undefined) {
    // On the primary, because the times of changes are its own.
    return listByUpdate(call, selection, query, query.updatedSince);
  }
  // A purge of deleted records has no event, so a replica may still have them.
  return listById(query.archived ? call : await readingCall(call), selection, query);
}

/** Returns the issues of a query that asks for deleted records and for changes at once. */
export function exclusionIssues(query: {
  readonly archived?: unknown;
  readonly updatedSince?: unknown;
}): readonly Issue[] {
  const isArchived = query.archived === true || query.archived === "true";
  if (!isArchived || query.updatedSince === undefined) return [];
  return ["archived", "updatedSince"].map((path) => ({
    path,
    code: "parameters_exclusive",
    message:
      "`archived` and `updatedSince` exclude each other. A list of changes includes deleted records.",
  }));
}

/** Returns the cursor of a list by id that goes on after a record. */
export function cursorAfter(
  call: Call<Pick<Deps, "cursors">>,
  object: ObjectSchema,
  id: number,
  archived: boolean,
): string | null {
  return sealCursor(call, identityById(object, archived), id);
}

function identityById({ name: type }: ObjectSchema, archived: boolean) {
  return { list: "records", filter: { type, archived } };
}

async function listById(
  { deps, principal, object }: ObjectCall<Pick<Deps, "db" | "scan" | "cursors">>,
  selection: Selection,
  { archived = false, cursor, limit }: RecordListQuery,
): Promise<RecordList> {
  const identity = identityById(object, archived);
  const after = openCursor({ deps, principal }, identity, cursor);
  const { records, next } = archived
    ? await listDeleted({ deps, principal }, object.name, after, limit)
    : await listRecords({ deps, principal, object }, { after, limit });
  return {
    results: await toWholeRecords(deps.db, principal, object, { rows: records, selection }),
    nextCursor: sealCursor({ deps, principal }, identity, next),
  };
}

async function listDeleted(
  { deps, principal }: Call<Pick<Deps, "db">>,
  type: string,
  after: number,
  limit: number,
): Promise<{ records: readonly RecordRow[]; next: number | null }> {
  const page = { type, after, limit: limit + 1 };
  const rows = await recordPages.listDeleted.all(deps.db, principal, page);
  const { shown, last } = await readRecords(deps.db, principal, rows, limit);
  return {
    // A large one may have been restored meanwhile.
    records: shown.filter((row) => row.deleted_at !== null),
    next: last?.id ?? null,
  };
}

async function listByUpdate(
  { deps, principal, object }: ObjectCall<Pick<Deps, "db" | "cursors">>,
  selection: Selection,
  { cursor, limit }: RecordListQuery,
  updatedSince: string,
): Promise<RecordList> {
  const identity = { list: "updated", filter: { type: object.name, updatedSince } };
  const after = openPosition<Place>({ deps, principal }, identity, cursor) ?? [updatedSince, 0];
  checkAge(after[0], cursor === undefined ? "updatedSince" : "cursor");
  const asOf = cursor === undefined ? await readClock(deps) : undefined;
  const page = { type: object.name, after, limit: limit + 1 };
  const rows = await recordPages.listUpdated(deps.db, principal, page);
  const { shown, last } = await readRecords<recordPages.ChangedRecord>(
    deps.db,
    principal,
    rows,
    limit,
  );
  const live = shown.filter((row) => row.deleted_at === null);
  const records = await toWholeRecords(deps.db, principal, object, { rows: live, selection });
  const byId = new Map(records.map((record) => [record.id, record]));
  return {
    results: shown.map((row) => byId.get(row.id) ?? toRemoved(row)),
    nextCursor: sealCursor({ deps, principal }, identity, last ? [last.updated_at, last.id] : null),
    ...(asOf !== undefined && { asOf }),
  };
}

type Light<Row extends RecordRow> = recordPages.Light<Row>;

/**
 * Cuts a page of records, see `readPage`. Large records may have changed since the others were read; those that were removed
 * for good are left out.
 */
function readRecords<Row extends RecordRow>(
  db: Db,
  scope: Principal,
  rows: readonly Light<Row>[],
  limit: number,
): Promise<{
  readonly shown: readonly (Row | recordPages.ChangedRecord)[];
  readonly last: Light<Row> | null;
}> {
  const read = (row: Light<Row>) =>
    isWhole(row) ? row : recordPages.findRecord.first(db, scope, { id: row.id });
  return readPage<Light<Row>, Row | recordPages.ChangedRecord>(
    rows,
    { limit },
    read,
    bytesOfRecord,
  );
}

function isWhole<Row extends RecordRow>(row: Light<Row>): row is Light<Row> & Row {
  return row.properties !== null;
}

function toRemoved(row: recordPages.ChangedRecord): RemovedRecord {
  const { id, version, merged_into: primary, erased_at: erasedAt } = row;
  const deletedAt = row.deleted_at ?? row.updated_at;
  const removed = { id, version, deletedAt };
  if (erasedAt !== null) return { ...removed, erasedAt };
  return primary === null ? removed : { ...removed, mergedAt: deletedAt, mergedInto: primary };
}

function checkAge(since: string, path: "updatedSince" | "cursor"): void {
  if (Date.parse(since) >= Date.now() - MAX_CHANGE_AGE_DAYS * DAY_MS) return;
  const message = `\`${path}\` is more than ${MAX_CHANGE_AGE_DAYS} days old, so deletions may be missing. List all records again.`;
  throw CrmError.ofIssue("CURSOR_EXPIRED", { path, code: "cursor_expired", message });
}

/** Reads the database's clock, because all processes share it. */
async function readClock({ db }: Pick<Deps, "db">): Promise<string> {
  const clock = await health.readClock.first(db, {});
  if (clock === undefined) throw new Error("the database returned no time");
  return new Date(Date.parse(clock.now) - LATEST_COMMIT_MS).toISOString();
}
