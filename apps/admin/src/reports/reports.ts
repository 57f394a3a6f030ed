import type { ReportName } from "@rapport/model";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Inputs, Outputs } from "../api.ts";
import { typeNames } from "../object-types.ts";
import type { FilterGroups } from "../records/search.ts";
import { useProject } from "../shell/use-project.ts";
import { compactMoney } from "../ui/values/format.ts";
import { TIME_ZONE } from "../ui/values/local-time.ts";
import {
  amountsTotal,
  amountTotal,
  asShown,
  countTotal,
  type Definition,
  NO_TOTAL,
} from "./define.ts";
import {
  type Cell,
  type Choice,
  chosen,
  countCell,
  countTick,
  type Figure,
  type Settings,
  type Shown,
} from "./figure.ts";
import { created } from "./kinds/created.ts";
import { durations } from "./kinds/durations.ts";
import { forecast } from "./kinds/forecast.ts";
import { outcomes } from "./kinds/outcomes.ts";
import { usage } from "./kinds/usage.ts";
import { webhooks } from "./kinds/webhooks.ts";
import { between, oneOfFilter, recordsLink } from "./links.ts";
import {
  amountOptions,
  amountsCell,
  type Measure,
  measureUnit,
  moneyCell,
  parseMeasure,
  reportTotals,
  totalCell,
} from "./money.ts";
import { pipelineChoice, pipelineType, pipelineTypeOptions } from "./pipelines.ts";
import { PAST_PERIODS } from "./spans.ts";
import { addTotals } from "./totals.tsx";

export type Pin = Inputs["reports"]["pins"]["set"]["pins"][number];

const PERIODS = [
  { value: "all", label: "Created at any time" },
  ...PAST_PERIODS.map(({ value, label }) => ({
    value,
    label: `Created in the ${label.toLowerCase()}`,
  })),
] as const;

const funnel: Definition = {
  title: "Pipeline funnel",
  lead: "How many records are in a stage, and how many have come at least that far.",
  empty: "No records of this pipeline match the choices above.",
  query(project, settings) {
    const type = pipelineType(settings);
    const period = chosen(PERIODS, settings.period);
    const input = {
      ...{ type, pipeline: settings.pipeline, timeZone: TIME_ZONE },
      ...(period !== "all" && { period }),
    };
    const select = (answer: FunnelAnswer): Shown => {
      const measures = [
        { value: "count", label: `Number of ${typeNames(type).label.toLowerCase()}` },
        ...amountOptions(
          { reporting: answer.reporting, currencies: funnelCurrencies(answer) },
          "amount",
          "Amount",
        ),
      ];
      const measure = chosen(measures, settings.measure);
      return {
        figure:
          measure === "count"
            ? funnelFigure(type, answer)
            : amountFigure(type, answer, parseMeasure(measure, answer.reporting)),
        choices: [
          { name: "type", label: "Object type", options: pipelineTypeOptions(), value: type },
          ...pipelineChoice(answer),
          { name: "period", label: "Period", options: PERIODS, value: period },
          ...measureChoice(measures, measure),
        ],
        isEmpty: answer.stages.every(({ count }) => count === 0),
        totals: reportTotals(
          measure === "count" ? { isTotal: true } : parseMeasure(measure, answer.reporting),
          answer.reporting,
          answer.stages,
        ),
        asOf: answer.asOf,
      };
    };
    return asShown(project.reports.funnel.queryOptions(input, { select }));
  },
};

const SHARE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

/** The reports, in the order of their links. */
export const REPORTS: Readonly<Record<ReportName, Definition>> = {
  created,
  funnel,
  durations,
  outcomes,
  forecast,
  webhooks,
  usage,
};

type FunnelAnswer = Outputs["reports"]["funnel"];
type Stage = FunnelAnswer["stages"][number];

/** Returns the figure of a funnel: of each stage the records in it and those that came at least that far. */
function funnelFigure(type: string, answer: FunnelAnswer): Figure {
  const { stages } = answer;
  const first = stages.find(({ isLost }) => !isLost)?.reached ?? 0;
  const hasAmounts = stages.some(({ amounts }) => amounts !== undefined);
  const linkTo = linker(type, answer);
  const later = (stage: Stage) => {
    const rest = stages.slice(stages.indexOf(stage)).filter(({ isLost }) => !isLost);
    return stage.isLost ? [stage.key] : rest.map(({ key }) => key);
  };
  const rows = stages.map((stage) => ({
    ...{ key: stage.key, label: stage.label, tick: stage.label },
    cells: [
      countCell(stage.reached, linkTo(later(stage))),
      countCell(stage.count, linkTo([stage.key])),
      shareCell(stage, first),
      ...(hasAmounts ? [inOneText(stage, answer.reporting)] : []),
    ],
  }));
  return {
    kind: "bars",
    rowHead: "Stage",
    series: [
      { key: "reached", label: "In this stage or a later one", colour: "lighter" },
      { key: "count", label: "In this stage", colour: "good" },
    ],
    more: ["Share of all", ...(hasAmounts ? ["Amount in this stage"] : [])],
    rows,
    total: [
      NO_TOTAL,
      countTotal(rows, 1),
      NO_TOTAL,
      ...(hasAmounts ? [totalInOneText(stages, answer.reporting)] : []),
    ],
    unit: typeNames(type).label,
    formatTick: countTick,
    isLayered: true,
  };
}

/** Returns the total in the reporting currency, or the amounts in all currencies. */
function inOneText({ amounts = [], total }: Stage, reporting: FunnelAnswer["reporting"]): Cell {
  return reporting === null
    ? amountsCell(amounts)
    : totalCell(total?.amount ?? null, reporting.currency);
}

function totalInOneText(stages: readonly Stage[], reporting: FunnelAnswer["reporting"]): Cell {
  return reporting === null
    ? amountsTotal(stages.flatMap(({ amounts }) => amounts ?? []))
    : totalCell(addTotals(stages.map(({ total }) => total)).amount, reporting.currency);
}

/** Returns the figure of the amounts in each stage. */
function amountFigure(type: string, answer: FunnelAnswer, measure: Measure): Figure {
  const linkTo = linker(type, answer);
  const rows = answer.stages.map(({ key, label, count, ...money }) => ({
    ...{ key, label, tick: label },
    cells: [
      moneyCell(money, measure, (summed) => linkTo([key], summed), { hasUndated: true }),
      countCell(count, linkTo([key])),
    ],
  }));
  const label = measureUnit("Amount", measure);
  const isOfOne = !measure.isTotal && funnelCurrencies(answer).length > 1;
  return {
    kind: "bars",
    rowHead: "Stage",
    series: [{ key: "amount", label, colour: "good" }],
    more: [isOfOne ? "In this stage, in any currency" : "In this stage"],
    rows,
    total: [amountTotal(rows, 0, measure), countTotal(rows, 1)],
    unit: label,
    formatTick: compactMoney(measure.currency),
  };
}

/** Returns the currencies of the records of a funnel by code, amounts without one last. */
function funnelCurrencies({ stages }: FunnelAnswer): readonly (string | null)[] {
  const all = stages.flatMap(({ amounts = [] }) => amounts.map(({ currency }) => currency));
  const codes = all.filter((currency) => currency !== null).toSorted();
  return [...new Set([...codes, ...(all.includes(null) ? [null] : [])])];
}

/** Returns a function that links to the records in stages. */
function linker(type: string, { pipeline, createdFrom }: FunnelAnswer) {
  return (keys: readonly string[], summed?: FilterGroups) => {
    const ofPipeline = { property: "pipeline", operator: "eq", value: pipeline.key } as const;
    const created = between("created_at", createdFrom, null);
    return recordsLink(type, [ofPipeline, oneOfFilter("stage", keys), ...created], summed);
  };
}

/** Lost records are in no later stage, so they have no share. */
function shareCell({ isLost, reached }: Stage, first: number) {
  if (isLost || first === 0) return { value: 0, text: "–", raw: "" };
  const share = reached / first;
  return { value: share, text: SHARE.format(share), raw: share.toFixed(4) };
}

/** Without amounts there is nothing to choose. */
function measureChoice(options: Choice["options"], value: string): readonly Choice[] {
  if (options.length < 2) return [];
  return [{ name: "measure", label: "What is drawn", options, value }];
}

/** Fetches a report. What it showed before stays until the new figures are there. */
export function useReport(name: ReportName, settings: Settings) {
  return useQuery({
    ...REPORTS[name].query(useProject(), settings),
    placeholderData: keepPreviousData,
  });
}
