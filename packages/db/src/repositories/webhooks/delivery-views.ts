import { type RawBuilder, sql } from "kysely";
import { isAmong, isInGroup } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { indexedBy } from "../../dialect/expressions.ts";
import type { DeliveryStatus, PayloadForm, Row } from "../../schema.ts";
import { type Param, type Statement, sqlStatement } from "../../statement.ts";

export type DeliveryStateRow = Omit<
  Row<"deliveries">,
  "project_id" | "event_id" | "lease" | "payload"
> &
  Pick<Row<"events">, "message_id">;

export interface ListedDeliveryRow extends DeliveryStateRow {
  /** HTTP status of the latest attempt; null without a response. */
  readonly last_status: number | null;
  readonly last_error: string | null;
  /** The record of the event, or the first one of an association; null for others. */
  readonly record_id: number | null;
}

export interface DeliveryFilter {
  readonly project: number;
  readonly endpoint: number | null;
  readonly status: DeliveryStatus | null;
  /** Only pending deliveries with at least so many attempts; ignored with another status. */
  readonly attempts: number;
  readonly eventType: string | null;
  readonly from: string;
  readonly to: string;
  readonly before: number;
  readonly limit: number;
}

/** Lists a project's deliveries, newest first. A filter that is null is ignored. */
export function listNewest(db: Db, filter: DeliveryFilter): Promise<readonly ListedDeliveryRow[]> {
  return statementFor(filter).all(db, filter);
}

/** Each filter has its own index, because few deliveries are failed or pending. */
function statementFor(filter: DeliveryFilter): Statement<DeliveryFilter, ListedDeliveryRow> {
  if (filter.status === "failed") return failed;
  if (filter.status === "pending") return pending;
  return filter.endpoint === null ? ofProject : ofEndpoint;
}

/** @param index the index SQLite must use where its fixed statistics mislead it */
function newest(
  name: string,
  where: (param: Param<DeliveryFilter>, dialect: DialectName) => RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  index?: string,
) {
  return sqlStatement<DeliveryFilter, ListedDeliveryRow>(
    name,
    (param, dialect) => sql`
      select p.id, p.endpoint_id, p.event_type, p.status, p.attempt_count, p.next_at, p.created_at,
        p.finished_at, e.message_id, e.record_id, a.status as last_status, a.error as last_error
      from (
        select d.id, d.endpoint_id, d.event_id, d.event_type, d.status, d.attempt_count, d.next_at,
          d.created_at, d.finished_at
        from deliveries d ${index === undefined ? sql`` : indexedBy(dialect, index)}
        where ${where(param, dialect)}
          and d.event_type = coalesce(${param("eventType")}, d.event_type)
          and d.created_at >= ${param("from")} and d.created_at <= ${param("to")}
        order by ${order} limit ${param("limit")}) p
      join events e on e.project_id = ${param("project")} and e.id = p.event_id
      left join attempts a on a.project_id = ${param("project")}
        and a.id = (select max(last.id) from attempts last
          where last.project_id = ${param("project")} and last.delivery_id = p.id)
      order by p.id desc`,
  );
}

const ofProject = newest(
  "deliveries_newest",
  (param) => sql`${ofProjectBefore(param)}
    and d.status = coalesce(${param("status")}, d.status)`,
  sql`d.project_id desc, d.id desc`,
);

const ofEndpoint = newest(
  "deliveries_newest_of_endpoint",
  (
    param,
    dialect,
  ) => sql`d.project_id = ${param("project")} and d.attempt_count >= 0 and ${isInGroup(
    dialect,
    { column: sql`d.endpoint_id`, value: param("endpoint") },
    sql`d.id`,
    { below: param("before") },
  )}
    and d.status = coalesce(${param("status")}, d.status)`,
  sql`d.endpoint_id desc, d.id desc`,
);

const failed = newest(
  "deliveries_newest_failed",
  (param) => sql`d.status = 'failed' and ${ofProjectBefore(param)}
    and d.endpoint_id = coalesce(${param("endpoint")}, d.endpoint_id)`,
  sql`d.project_id desc, d.id desc`,
);

const pending = newest(
  "deliveries_newest_pending",
  (param, dialect) =>
    sql`d.project_id = ${param("project")} and d.status = 'pending' and d.id < ${param("before")}
    and d.attempt_count + 0 >= ${param("attempts")}
    and ${isAmong(
      dialect,
      sql`d.endpoint_id`,
      sql`select w.id from webhook_endpoints w
      where w.project_id = ${param("project")} and w.id = coalesce(${param("endpoint")}, w.id)`,
    )}`,
  // An index of ids alone, or of deliveries with attempts, would also read deliveries that are not pending.
  sql`d.id + 0 desc`,
  "deliveries_due",
);

function ofProjectBefore(param: Param<DeliveryFilter>): RawBuilder<boolean> {
  return sql`d.project_id = ${param("project")} and d.id < ${param("before")}`;
}

export interface FoundDeliveryRow extends DeliveryStateRow {
  /** The record of the event, or the first one of an association; null for others. */
  readonly record_id: number | null;
  readonly event_id: number;
  /** Form of the payload that the delivery sends. */
  readonly form: PayloadForm;
  /** Subject of the event. */
  readonly subject: string | null;
  readonly payload: string;
  readonly raised_at: string;
  readonly url: string;
  readonly deleted_at: string | null;
  /** When the endpoint was created. */
  readonly endpoint_created_at: string;
  readonly sends_as: string | null;
}

/** Returns a delivery of a project with its body and its endpoint. */
export const findDelivery = sqlStatement<{ project: number; id: number }, FoundDeliveryRow>(
  "delivery_find",
  (param) => sql`
    select d.id, d.endpoint_id, e.message_id, d.event_type, d.status, d.attempt_count, d.next_at,
      d.created_at, d.finished_at, d.payload as form, d.event_id, e.subject, e.record_id,
      e.payload, e.created_at as raised_at, w.url, w.deleted_at,
      w.created_at as endpoint_created_at, w.sends_as
    from deliveries d
    join events e on e.project_id = ${param("project")} and e.id = d.event_id
    join webhook_endpoints w on w.id = d.endpoint_id
    where d.project_id = ${param("project")} and d.id = ${param("id")}`,
);
