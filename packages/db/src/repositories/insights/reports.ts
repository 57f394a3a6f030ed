import { type RawBuilder, sql } from "kysely";
import { joinEach, joinRecord } from "../../dialect/access-path.ts";
import type { DialectName } from "../../dialect/dialect.ts";
import { exactSum, positionInText } from "../../dialect/expressions.ts";
import { jsonRows } from "../../dialect/json.ts";
import type { Row } from "../../schema.ts";
import { type Param, sqlStatement } from "../../statement.ts";

/** One range of the index rows of places in pipelines. */
export interface PlaceSpan {
  /** Number of the span. */
  readonly span: number;
  /** First value, inclusive. */
  readonly low: string;
  /** Last value, exclusive. */
  readonly high: string;
  /** Position of the creation time in the values, counted from 1. */
  readonly skip: number;
  /** Characters of the close date by which sums are divided too; 0 for none. */
  readonly keep: number;
}

interface PlaceArgs {
  readonly project: number;
  readonly type: string;
  /** JSON, a list of `PlaceSpan`. */
  readonly spans: string;
}

/** Returns the value after some values of a range, in their order; none if the range has no more. */
export const findPlaceAfter = sqlStatement<
  {
    readonly project: number;
    readonly type: string;
    readonly low: string;
    readonly high: string;
    readonly skipped: number;
  },
  { value: string }
>(
  "reports_place_after",
  (param) => sql`
    select x.value from record_index x
    where x.project_id = ${param("project")} and x.type = ${param("type")} and x.property = '~place'
      and x.value >= ${param("low")} and x.value < ${param("high")}
    order by x.project_id, x.type, x.property, x.value, x.record_id
    limit 1 offset ${param("skipped")}`,
);

/** Counts records in each span that were created in a period. */
export const countPlaces = sqlStatement<
  PlaceArgs & { readonly from: string; readonly until: string },
  { span: number; count: number }
>(
  "reports_places",
  (param, dialect) => sql`
    select v.span, count(*) as count from (${rest(param, dialect)}) v
    where substr(v.rest, 1, 24) >= ${param("from")} and substr(v.rest, 1, 24) < ${param("until")}
    group by v.span`,
);

export type PlaceSum = Pick<Row<"record_sums">, "count" | "valued" | "amount"> & {
  readonly span: number;
  readonly currency: string | null;
  /** The beginning of the close date by which they are divided; empty if they are not. */
  readonly day: string;
};

/** Counts records by span, currency and what is kept of the close date, with the exact sum of their amounts. */
export const sumPlaces = sqlStatement<PlaceArgs, PlaceSum>(
  "reports_place_sums",
  (param, dialect) => sql`
    select c.span, c.day, nullif(c.currency, '---') as currency, count(*) as count,
      count(nullif(c.amount, '')) as valued,
      ${exactSum(dialect, sql`nullif(c.amount, '')`)} as amount
    from (${places(param, dialect)}) c group by c.span, c.currency, c.day`,
);

/** As `sumPlaces`, by owner too, those of the owners with the most records first. An empty owner is none. */
export const sumPlacesByOwner = sqlStatement<
  PlaceArgs & { readonly limit: number },
  PlaceSum & { readonly owner: string }
>(
  "reports_place_sums_by_owner",
  (param, dialect) => sql`
    select c.span, c.day, c.owner, nullif(c.currency, '---') as currency, count(*) as count,
      count(nullif(c.amount, '')) as valued,
      ${exactSum(dialect, sql`nullif(c.amount, '')`)} as amount
    from (${places(param, dialect)}) c
    group by c.span, c.owner, c.currency, c.day
    order by count(*) desc, c.owner, c.span limit ${param("limit")}`,
);

/** Takes the values apart that `placeKey` of the package core puts together. They are read from the index alone. */
function places(param: Param<PlaceArgs>, dialect: DialectName): RawBuilder<unknown> {
  const end = positionInText(dialect, sql`substr(v.rest, 30)`, sql.lit("|"));
  return sql`
    select v.span, v.day, substr(v.rest, 26, 3) as currency, substr(v.rest, 30, ${end} - 1) as amount,
      substr(v.rest, 30 + ${end}) as owner
    from (${rest(param, dialect)}) v`;
}

/** Selects the values in each span from the creation time on, and what is kept of the close date before it. */
function rest(param: Param<PlaceArgs>, dialect: DialectName): RawBuilder<unknown> {
  const spans = jsonRows(dialect, param("spans"), "s", {
    span: "integer",
    low: "text",
    high: "text",
    skip: "integer",
    keep: "integer",
  });
  const rows = joinEach(
    dialect,
    { table: "record_index", alias: "x" },
    ["value"],
    sql`x.project_id = ${param("project")} and x.type = ${param("type")} and x.property = '~place'
      and x.value >= s.low and x.value < s.high`,
  );
  return sql`
    select s.span, substr(x.value, s.skip) as rest, substr(x.value, s.skip - 25, s.keep) as day
    from ${spans} ${rows}`;
}

/** A stage that a record left. */
export interface MoveRow {
  readonly record_id: number;
  readonly at: string;
  /** The stage that it left; null if it had none. */
  readonly stage: string | null;
  /** The pipeline before the move, if that changed it. */
  readonly old_pipeline: string | null;
  /** The record's pipeline now. */
  readonly pipeline: string | null;
  /** When it entered the stage; null if it was created there. */
  readonly entered_at: string | null;
  readonly created_at: string;
}

interface MoveArgs {
  readonly project: number;
  readonly from: string;
  readonly until: string;
  readonly limit: number;
}

/**
 * Lists stage changes of live records of one type, newest first. Looks only at the latest `limit` stage changes of the
 * project in the period.
 */
export const listMoves = sqlStatement<MoveArgs & { readonly type: string }, MoveRow>(
  "reports_moves",
  (param, dialect) => sql`
    select m.record_id, m.at, m.changes -> 'stage' ->> 0 as stage,
      m.changes -> 'pipeline' ->> 0 as old_pipeline, r.properties ->> 'pipeline' as pipeline,
      r.created_at, (
        select p.at from record_history p
        where p.project_id = ${param("project")} and p.record_id = m.record_id and p.id < m.id
          and p.changes ->> 'stage' is not null
        order by p.record_id desc, p.id desc limit 1) as entered_at
    from (${latestMoves(param, sql`h.id, h.record_id, h.at, h.changes`)}) m
    ${joinRecord(dialect, param("project"), sql`m.record_id`)}
    where r.type = ${param("type")} and r.deleted_at is null
    order by m.at desc, m.id desc`,
);

/** Counts the changes of stages in a period, of records of all types, deleted ones too; stops at `limit`. */
export const countMoves = sqlStatement<MoveArgs, { count: number }>(
  "reports_moves_count",
  (param) => sql`select count(*) as count from (${latestMoves(param, sql`h.id`)}) m`,
);

function latestMoves(param: Param<MoveArgs>, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${columns} from record_history h
    where h.project_id = ${param("project")} and h.changes ->> 'stage' is not null
      and h.at >= ${param("from")} and h.at < ${param("until")}
    order by h.at desc, h.record_id desc, h.id desc limit ${param("limit")}`;
}

/**
 * Counts a project's deliveries with a status that were created in each period, by endpoint. `spans` is JSON, a list of
 * `{span, status, starts, ends}`, each one range of an index.
 */
export const countDeliveriesIn = sqlStatement<
  { project: number; spans: string },
  { span: number; status: string; endpoint_id: number; count: number }
>("reports_deliveries", (param, dialect) => {
  const spans = jsonRows(dialect, param("spans"), "s", {
    span: "integer",
    status: "text",
    starts: "timestamptz",
    ends: "timestamptz",
  });
  const rows = joinEach(
    dialect,
    { table: "deliveries", alias: "d" },
    ["endpoint_id"],
    sql`d.project_id = ${param("project")} and d.status = s.status and d.event_type <> ''
      and d.created_at >= s.starts and d.created_at < s.ends`,
  );
  return sql`
    select s.span, s.status, d.endpoint_id, count(*) as count from ${spans} ${rows}
    group by s.span, s.status, d.endpoint_id`;
});
