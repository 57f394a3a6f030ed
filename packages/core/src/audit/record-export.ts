import { recordExport } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { eventData } from "../events/events.ts";
import type { Principal } from "../principal.ts";
import { type ListedAssociation, listAssociations } from "../records/associations/associated.ts";
import { readRecord } from "../records/read.ts";
import type { Properties } from "../records/record.ts";
import type { WholeRecord } from "../records/whole-record.ts";
import { type HistoryEntry, listRecordHistory } from "./record-history.ts";

/** Rows of one part of an export. */
const MAX_ROWS = 1_000;
/** Characters of one part of an export, as JSON. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const PAGE = 100;

const PARTS = ["merged", "associations", "history", "events", "deliveries"] as const;
type Part = (typeof PARTS)[number];

/** Everything that is kept about a record (specification §24). */
export interface RecordExport {
  readonly record: WholeRecord;
  /** Records that were merged into it, through any chain of merges. */
  readonly merged: readonly MergedRecord[];
  readonly associations: readonly (ListedAssociation & { readonly object: string })[];
  readonly history: readonly HistoryEntry[];
  readonly events: readonly ExportedEvent[];
  readonly deliveries: readonly ExportedDelivery[];
  /** Parts that have more than the export shows. */
  readonly truncated: readonly Part[];
}

interface MergedRecord {
  readonly id: number;
  readonly createdAt: string;
  readonly mergedAt: string;
  /** Id of the record that it was merged into. */
  readonly mergedInto: number;
  readonly properties: Properties;
}

interface ExportedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface ExportedDelivery {
  readonly id: string;
  /** Id of the event. */
  readonly event: string;
  /** Host that it was sent to. The rest of an endpoint's URL may have a secret. */
  readonly host: string;
  readonly status: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/**
 * Returns everything that is kept about a live record: its values and those of the records merged into it,
 * associations, history, events of the last 30 days and their webhook deliveries. Each part has at most 1,000 rows and
 * about 4 MiB, the newest.
 *
 * @throws CrmError NOT_FOUND; ERASED
 */
export async function exportRecord(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors" | "schemas">>,
  type: string,
  id: number,
): Promise<RecordExport> {
  const schema = await deps.schemas.get(principal.projectId);
  const object = schema.object(type);
  const record = await readRecord({ deps, principal, object }, id, {});
  const merged = await collectMerged(deps, principal, record.id);
  const target = { type, id };
  const associations: (ListedAssociation & { object: string })[] = [];
  let hasMoreAssociations = false;
  for (const to of schema.types) {
    const limit = MAX_ROWS - associations.length;
    if (limit <= 0) break;
    const page = await listAssociations({ deps, principal }, { object, id }, { to, limit });
    associations.push(...page.results.map((one) => ({ ...one, object: to.name })));
    hasMoreAssociations ||= page.nextCursor !== null;
  }
  const history = await collect<HistoryEntry, string>(async (cursor) => {
    const query = { cursor, limit: PAGE };
    const { results, nextCursor } = await listRecordHistory({ deps, principal }, target, query);
    return { rows: results, next: nextCursor ?? undefined };
  });
  const own = await collectEvents(deps, principal, "record_id", id);
  const other = await collectEvents(deps, principal, "other_id", id);
  const rows = [...own.rows, ...other.rows].toSorted((a, b) => b.id - a.id);
  const ids = new Map(rows.map((row) => [row.id, row.message_id]));
  const sent = await recordExport.listDeliveries.all(deps.db, principal, {
    ids: [...ids.keys()],
    limit: MAX_ROWS + 1,
  });
  const isTruncated: Record<Part, boolean> = {
    merged: merged.isMore,
    associations: hasMoreAssociations || associations.length >= MAX_ROWS,
    history: history.isMore,
    events: own.isMore || other.isMore,
    deliveries: sent.length > MAX_ROWS,
  };
  return {
    record,
    merged: merged.rows,
    associations,
    history: history.rows,
    events: rows.map(toEvent),
    deliveries: sent.slice(0, MAX_ROWS).map((row) => toDelivery(row, ids.get(row.event_id) ?? "")),
    truncated: PARTS.filter((part) => isTruncated[part]),
  };
}

/** Collects pages until there are no more, or the limits of a part are reached. */
async function collect<Row, Place>(
  fetchPage: (
    after: Place | undefined,
  ) => Promise<{ rows: readonly Row[]; next: Place | undefined }>,
): Promise<{ rows: readonly Row[]; isMore: boolean }> {
  const rows: Row[] = [];
  let characters = 0;
  for (let after: Place | undefined; ; ) {
    const page = await fetchPage(after);
    rows.push(...page.rows);
    characters += JSON.stringify(page.rows).length;
    if (page.next === undefined) return { rows, isMore: false };
    if (rows.length >= MAX_ROWS || characters >= MAX_CHARACTERS) return { rows, isMore: true };
    after = page.next;
  }
}

/** Collects the records that were merged into a record, then those merged into these. */
async function collectMerged(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  id: number,
): Promise<{ rows: readonly MergedRecord[]; isMore: boolean }> {
  const primaries = [id];
  // Position of the record whose merges are read.
  let at = 0;
  return collect<MergedRecord, number>(async (after = 0) => {
    const primary = primaries[at] ?? id;
    const page = { primary, after, limit: PAGE };
    const rows = await recordExport.listMergedRecords.all(db, principal, page);
    primaries.push(...rows.map((row) => row.id));
    const isLast = rows.length < PAGE;
    if (isLast) at += 1;
    const next = isLast ? 0 : rows.at(-1)?.number;
    return {
      rows: rows.map((row) => toMerged(row, primary)),
      next: at < primaries.length ? next : undefined,
    };
  });
}

function toMerged(row: recordExport.MergedRecord, mergedInto: number): MergedRecord {
  const { id, created_at: createdAt, merged_at: mergedAt, properties } = row;
  return { id, createdAt, mergedAt, mergedInto, properties };
}

function collectEvents(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  side: "record_id" | "other_id",
  record: number,
) {
  return collect<recordExport.EventOfRecord, number>(async (after) => {
    const page = { record, before: after ?? Number.MAX_SAFE_INTEGER, limit: PAGE };
    const rows = await recordExport.listEvents(db, principal, side, page);
    return { rows, next: rows.length < PAGE ? undefined : rows.at(-1)?.id };
  });
}

function toEvent(row: recordExport.EventOfRecord): ExportedEvent {
  const { message_id: id, type, created_at: timestamp, subject, payload } = row;
  // An event that is older than the feed has the body of its deliveries.
  const data = subject === null ? JSON.parse(payload).data : JSON.parse(eventData(row, "full"));
  return { id, type, timestamp, data };
}

function toDelivery(row: recordExport.DeliveryOfEvent, event: string): ExportedDelivery {
  return {
    id: String(row.id),
    event,
    host: new URL(row.url).host,
    status: row.status,
    attempts: row.attempt_count,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
