import { sql } from "kysely";
import { isAmong, isInGroup, joinRecord } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import { type RecordRow, recordColumns } from "../../record-row.ts";
import type { DeliveryStatus, Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** A record that was merged into another one. */
export interface MergedRecord extends RecordRow {
  readonly merged_at: string;
}

/** Lists the records that were merged into a record itself, oldest merge first. */
export const listMergedRecords = sqlStatement<
  { project: number; primary: number; after: number; limit: number },
  MergedRecord & { number: number }
>(
  "export_merged",
  (param, dialect) => sql`
    select ${recordColumns("r")}, page.at as merged_at, page.number from (
      select merged_id, at, number from record_merges
      where project_id = ${param("project")} and ${isInGroup(
        dialect,
        { column: sql`primary_id`, value: param("primary") },
        sql`number`,
        { above: param("after") },
      )}
      order by primary_id, number limit ${param("limit")}) as page
    ${joinRecord(dialect, param("project"), sql`page.merged_id`)}
    order by page.number`,
);

export type EventOfRecord = Omit<
  Row<"events">,
  "project_id" | "pending" | "record_id" | "other_id"
>;

/**
 * Lists one page of the events that are about a record, newest first.
 *
 * @param side `other_id` for the associations in which the record is the second one, `record_id` for all others
 * @param page.before id of the last event of the previous page
 */
export function listEvents(
  db: Db,
  scope: Scope,
  side: "record_id" | "other_id",
  page: { readonly record: number; readonly before: number; readonly limit: number },
): Promise<readonly EventOfRecord[]> {
  return EVENTS[side].all(db, { project: scope.projectId, ...page });
}

const EVENTS = { record_id: eventsOnSide("record_id"), other_id: eventsOnSide("other_id") };

function eventsOnSide(side: "record_id" | "other_id") {
  return sqlStatement<
    { project: number; record: number; before: number; limit: number },
    EventOfRecord
  >(
    `export_events_${side}`,
    (param, dialect) => sql`
      select e.id, e.message_id, e.type, e.subject, e.payload, e.created_at from events e
      where e.project_id = ${param("project")} and ${sql.ref(`e.${side}`)} is not null and ${isInGroup(
        dialect,
        { column: sql.ref(`e.${side}`), value: param("record") },
        sql`e.id`,
        { below: param("before") },
      )}
      order by ${sql.ref(`e.${side}`)} desc, e.id desc limit ${param("limit")}`,
  );
}

export interface DeliveryOfEvent {
  readonly id: number;
  readonly event_id: number;
  readonly endpoint_id: number;
  readonly url: string;
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** Lists the deliveries of some events, by id. */
export const listDeliveries = sqlStatement<
  { project: number; ids: readonly number[]; limit: number },
  DeliveryOfEvent
>(
  "export_deliveries",
  (param, dialect) => sql`
    select d.id, d.event_id, d.endpoint_id, w.url, d.status, d.attempt_count, d.created_at,
      d.finished_at
    from (
      select * from deliveries
      where project_id = ${param("project")} and event_id > 0
        and ${isAmong(dialect, sql`event_id`, jsonValues(dialect, param("ids"), "bigint"))}
      order by event_id limit ${param("limit")}) as d
    join webhook_endpoints w on w.id = d.endpoint_id
    order by d.id`,
);
