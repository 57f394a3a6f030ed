import { multiplyDecimals } from "@rapport/model";
import type { Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import type { Filter, FilterGroups } from "../../records/search.ts";
import { compactMoney } from "../../ui/values/format.ts";
import { TIME_ZONE } from "../../ui/values/local-time.ts";
import { amountTotal, asShown, countTotal, type Definition, numbered } from "../define.ts";
import { chosen, countCell, countTick, type Figure, type Shown } from "../figure.ts";
import { between, oneOfFilter, recordsLink } from "../links.ts";
import {
  amountOptions,
  type Money,
  measureUnit,
  moneyCell,
  parseMeasure,
  reportTotals,
} from "../money.ts";
import { pipelineChoice } from "../pipelines.ts";
import { spanNames } from "../spans.ts";
import { dealWords } from "../totals.tsx";

const PERIODS = [
  { value: "6m", label: "Next 6 months" },
  { value: "3m", label: "Next 3 months" },
  { value: "12m", label: "Next 12 months" },
] as const;
const COUNT = "count";

const NAMES = {
  overdue: { label: "Overdue", tick: "Overdue" },
  later: { label: "Later", tick: "Later" },
  undated: { label: "No close date", tick: "No date" },
} as const;

export const forecast: Definition = {
  title: "Forecast",
  get lead() {
    return `Open ${dealWords().many} by their close date. A weighted amount is multiplied by the probability of the stage.`;
  },
  get empty() {
    return `This pipeline has no open ${dealWords().many}.`;
  },
  query(project, settings) {
    const period = chosen(PERIODS, settings.period);
    const { pipeline } = settings;
    const input = { pipeline, months: Number.parseInt(period, 10), timeZone: TIME_ZONE };
    const select = (answer: Answer): Shown => {
      const measures = [
        ...amountOptions(answer, "weighted", "Weighted amount"),
        ...amountOptions(answer, "amount", "Amount"),
        { value: COUNT, label: `Number of ${dealWords().many}` },
      ];
      const measure = chosen(measures, settings.measure);
      return {
        figure: toFigure(measure, answer),
        choices: [
          { name: "period", label: "Period", options: PERIODS, value: period },
          ...pipelineChoice(answer),
          { name: "measure", label: "What is drawn", options: measures, value: measure },
        ],
        isEmpty: answer.parts.every(({ stages }) => stages.every(({ count }) => count === 0)),
        totals: reportTotals(
          parseMeasure(measure, answer.reporting),
          answer.reporting,
          answer.parts.flatMap(({ stages }) => stages),
        ),
        asOf: answer.asOf,
      };
    };
    return asShown(project.reports.forecast.queryOptions(input, { select }));
  },
};

type Answer = Outputs["reports"]["forecast"];
type Part = Answer["parts"][number];

function toFigure(measure: string, answer: Answer): Figure {
  const { pipeline, stages, parts } = answer;
  const shown = parseMeasure(measure, answer.reporting);
  const { label: deals } = typeNames("deal");
  const isCount = measure === COUNT;
  const isOfOne = !isCount && !shown.isTotal && answer.currencies.length > 1;
  const isWeighted = measure.startsWith("weighted");
  const stageMoney = (one: Part["stages"][number], probability: string | null): Money => {
    const { total, weighted } = one;
    if (!isWeighted) return one;
    const amount = total?.amount && multiplyDecimals(total.amount, probability ?? "0");
    return { ...one, amounts: weighted, ...(total && amount && { total: { ...total, amount } }) };
  };
  const linkTo = ({ kind, starts, ends }: Part, keys: readonly string[], summed?: FilterGroups) => {
    const closes: Filter[] =
      kind === "undated"
        ? [{ property: "closeDate", operator: "unknown" }]
        : between("closeDate", starts, ends);
    const filters: Filter[] = [
      { property: "pipeline", operator: "eq", value: pipeline.key },
      oneOfFilter("stage", keys),
      ...closes,
    ];
    return recordsLink("deal", filters, summed);
  };
  const keys = stages.map(({ key }) => key);
  const rows = parts.map((part) => ({
    key: part.key,
    ...(part.kind === "month" ? spanNames("month", part.key) : NAMES[part.kind]),
    cells: [
      ...part.stages.map((one, i) => {
        const { key, probability } = stages[i] ?? { key: "", probability: null };
        if (isCount) return countCell(one.count, linkTo(part, [key]));
        return moneyCell(stageMoney(one, probability), shown, (summed) =>
          linkTo(part, [key], summed),
        );
      }),
      countCell(
        part.stages.reduce((sum, { count }) => sum + count, 0),
        linkTo(part, keys),
      ),
    ],
  }));
  const ofStage = (i: number) => (isCount ? countTotal(rows, i) : amountTotal(rows, i, shown));
  return {
    kind: "columns",
    rowHead: "Close date",
    series: stages.map(({ key, label }, i) => ({ key, label, colour: numbered(i) })),
    more: [isOfOne ? `${deals} in any currency` : deals],
    rows,
    total: [...stages.map((_, i) => ofStage(i)), countTotal(rows, stages.length)],
    unit: isCount ? deals : measureUnit(isWeighted ? "Weighted amount" : "Amount", shown),
    formatTick: isCount ? countTick : compactMoney(shown.currency),
  };
}
