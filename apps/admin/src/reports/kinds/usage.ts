import { actorName } from "../../actors.ts";
import { isUnreachable, type Outputs, UNREACHABLE_RETRY_MS } from "../../api.ts";
import type { Outcome, RequestsSearch } from "../../pages/usage/search.ts";
import { TIME_ZONE } from "../../ui/values/local-time.ts";
import { asShown, countTotal, type Definition, NO_TOTAL } from "../define.ts";
import { chosen, countCell, countTick, type Figure, type Shown, type Target } from "../figure.ts";
import { lastBefore } from "../links.ts";
import { RECENT_PERIODS, spanNames, UNIT_NAMES } from "../spans.ts";

const GROUPS = [
  { value: "time", label: "By time" },
  { value: "credential", label: "By client or key" },
] as const;

const SERIES = [
  { key: "ok", label: "Successful", colour: "good", outcome: "ok" },
  { key: "refused", label: "Client errors (4xx)", colour: "bad", outcome: "refused" },
  { key: "failed", label: "Server errors (5xx)", colour: "fault", outcome: "broken" },
] as const;

export const usage: Definition = {
  title: "API usage",
  lead: "Requests of OAuth clients and API keys by their result.",
  empty: "There were no requests in this period.",
  query(project, settings) {
    const period = chosen(RECENT_PERIODS, settings.period);
    const by = chosen(GROUPS, settings.by);
    const unit = period === "24h" ? "hour" : "day";
    const select = (answer: Answer): Shown => ({
      figure: by === "time" ? timeFigure(unit, answer.spans) : credentialFigure(answer),
      choices: [
        { name: "period", label: "Period", options: RECENT_PERIODS, value: period },
        { name: "by", label: "Group", options: GROUPS, value: by },
      ],
      isEmpty: answer.credentials.length === 0,
    });
    const input = { period, timeZone: TIME_ZONE };
    return asShown(project.reports.usage.queryOptions(input, { select, ...usageFetching(period) }));
  },
};

type Answer = Outputs["reports"]["usage"];
/** The requests of an hour or a day. */
export type RequestSpan = Answer["spans"][number];
type Counts = Pick<RequestSpan, "ok" | "refused" | "failed">;

/** Returns the requests over time, each count with a link to its requests in the log. */
export function timeFigure(unit: "hour" | "day", spans: readonly RequestSpan[]): Figure {
  const rows = spans.map((span) => ({
    ...{ key: span.key, ...spanNames(unit, span.key) },
    cells: countCells(span, { from: span.starts, to: lastBefore(span.ends) }),
  }));
  return {
    ...COMMON,
    kind: "columns",
    rowHead: UNIT_NAMES[unit],
    isNewestFirst: true,
    more: [],
    rows,
    total: SERIES.map((_, i) => countTotal(rows, i)),
  };
}

/** Interval of the refetches that begin the column of a new hour. */
const HOUR_CHECK_MS = 60_000;
const LONG_PERIOD_MS = 10_000;

/** Returns whether the usage of a period is fetched as requests arrive. Long periods cost too much to be added up each time. */
export function isUsageLive(period: string): boolean {
  return period === "24h";
}

/** Returns the options of a query of the usage of a period that keep it up to date. */
export function usageFetching(period: string) {
  const isLive = isUsageLive(period);
  const intervalMs = isLive ? HOUR_CHECK_MS : LONG_PERIOD_MS;
  return {
    meta: { isLive },
    refetchInterval: ({ state: { error } }: { readonly state: { readonly error: unknown } }) =>
      isUnreachable(error) ? UNREACHABLE_RETRY_MS : intervalMs,
  };
}

function credentialFigure({ spans, credentials }: Answer): Figure {
  const from = spans[0]?.starts;
  const rows = credentials.map(({ credential, requests, refused, failed, throttled, p95Ms }) => {
    const [label, key] = [actorName(credential), `${credential.kind}:${credential.id}`];
    const counts = { ok: requests - refused - failed, refused, failed };
    const ms = p95Ms === null ? null : Math.round(p95Ms);
    return {
      ...{ key, label, tick: label },
      cells: [
        ...countCells(counts, { from, credential: key }),
        countCell(throttled, linkTo({ from, credential: key, outcome: "throttled" })),
        { value: ms ?? 0, text: ms === null ? "–" : `${ms} ms`, raw: String(ms ?? "") },
      ],
    };
  });
  return {
    ...COMMON,
    kind: "bars",
    rowHead: "Client or key",
    more: ["Rate limited", "95 % within"],
    rows,
    total: [...[0, 1, 2, 3].map((i) => countTotal(rows, i)), NO_TOTAL],
  };
}

const COMMON = { series: SERIES, unit: "Requests", formatTick: countTick } as const;

function countCells(counts: Counts, search: RequestsSearch) {
  return SERIES.map(({ key, outcome }) => countCell(counts[key], linkTo({ ...search, outcome })));
}

function linkTo(search: RequestsSearch & { outcome: Outcome }): Target {
  return {
    to: "/p/$projectId/usage/requests",
    search,
  } as Target;
}
