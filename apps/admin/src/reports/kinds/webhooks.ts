import type { Outputs } from "../../api.ts";
import type { DeliveriesSearch } from "../../pages/webhooks/search.ts";
import { TIME_ZONE } from "../../ui/values/local-time.ts";
import { asShown, type Definition } from "../define.ts";
import {
  type Cell,
  chosen,
  countCell,
  countTick,
  type Figure,
  type Shown,
  type Target,
} from "../figure.ts";
import { lastBefore } from "../links.ts";
import { RECENT_PERIODS, spanNames, UNIT_NAMES } from "../spans.ts";

const GROUPS = [
  { value: "time", label: "By time" },
  { value: "endpoint", label: "By endpoint" },
] as const;

const SERIES = [
  { key: "delivered", label: "Delivered", colour: "good" },
  { key: "pending", label: "Pending", colour: "rest" },
  { key: "failed", label: "Failed", colour: "bad" },
] as const;

export const webhooks: Definition = {
  title: "Webhook deliveries",
  lead: "Deliveries by the time at which they were created, and what has become of them.",
  empty: "There were no deliveries in this period.",
  query(project, settings) {
    const period = chosen(RECENT_PERIODS, settings.period);
    const by = chosen(GROUPS, settings.by);
    const unit = period === "24h" ? "hour" : "day";
    const select = (answer: Answer): Shown => ({
      figure: by === "time" ? timeFigure(unit, answer) : endpointFigure(answer),
      choices: [
        { name: "period", label: "Period", options: RECENT_PERIODS, value: period },
        { name: "by", label: "Group", options: GROUPS, value: by },
      ],
      isEmpty: answer.spans.every((span) => sumOutcomes(span) === 0),
      asOf: answer.asOf,
    });
    const input = { period, timeZone: TIME_ZONE };
    return asShown(project.reports.webhooks.queryOptions(input, { select }));
  },
};

type Answer = Outputs["reports"]["webhooks"];
type Status = (typeof SERIES)[number]["key"];
type Counts = Pick<Answer["spans"][number], Status>;

function sumOutcomes({ delivered, failed, pending }: Counts): number {
  return delivered + failed + pending;
}

function timeFigure(unit: "hour" | "day", { spans }: Answer): Figure {
  return {
    ...COMMON,
    kind: "columns",
    rowHead: UNIT_NAMES[unit],
    isNewestFirst: true,
    rows: spans.map((span) => ({
      ...{ key: span.key, ...spanNames(unit, span.key) },
      cells: deliveryCells(span, { from: span.starts, to: lastBefore(span.ends) }),
    })),
    total: totalCells(spans),
  };
}

function endpointFigure({ spans, endpoints }: Answer): Figure {
  const from = spans[0]?.starts;
  return {
    ...COMMON,
    kind: "bars",
    rowHead: "Endpoint",
    rows: endpoints.map((one) => ({
      ...{ key: String(one.id), label: one.url, tick: urlHost(one.url) },
      cells: deliveryCells(one, { from, endpoint: one.id }),
    })),
    total: totalCells(endpoints),
  };
}

const COMMON = {
  series: SERIES,
  more: ["Success rate"],
  unit: "Deliveries",
  formatTick: countTick,
} as const;

const RATE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

function deliveryCells(counts: Counts, search: DeliveriesSearch) {
  const linkTo = (status: Status): Target =>
    ({
      to: "/p/$projectId/webhooks/deliveries",
      search: { ...search, status },
    }) as Target;
  return [...SERIES.map(({ key }) => countCell(counts[key], linkTo(key))), rateCell(counts)];
}

function totalCells(all: readonly Counts[]): readonly Cell[] {
  const sum = (key: Status) => all.reduce((count, one) => count + one[key], 0);
  const counts = { delivered: sum("delivered"), pending: sum("pending"), failed: sum("failed") };
  return [...SERIES.map(({ key }) => countCell(counts[key])), rateCell(counts)];
}

function rateCell({ delivered, failed }: Counts): Cell {
  const ended = delivered + failed;
  if (ended === 0) return { value: 0, text: "–", raw: "" };
  const rate = delivered / ended;
  return { value: rate, text: RATE.format(rate), raw: rate.toFixed(4) };
}

function urlHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
