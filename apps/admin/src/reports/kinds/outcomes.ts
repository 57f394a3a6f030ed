import type { Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import type { Filter, FilterGroups } from "../../records/search.ts";
import { compactMoney } from "../../ui/values/format.ts";
import { TIME_ZONE } from "../../ui/values/local-time.ts";
import { amountTotal, asShown, countTotal, type Definition } from "../define.ts";
import { chosen, countCell, countTick, type Figure, type Row, type Shown } from "../figure.ts";
import { between, oneOfFilter, recordsLink } from "../links.ts";
import { amountOptions, measureUnit, moneyCell, parseMeasure, reportTotals } from "../money.ts";
import { pipelineChoice } from "../pipelines.ts";
import { spanNames } from "../spans.ts";
import { dealWords } from "../totals.tsx";

const PERIODS = [
  { value: "12m", label: "Last 12 months" },
  { value: "6m", label: "Last 6 months" },
  { value: "3m", label: "Last 3 months" },
] as const;
const GROUPS = [
  { value: "month", label: "By month" },
  { value: "owner", label: "By owner" },
] as const;
const COUNT = "count";

export const outcomes: Definition = {
  title: "Won and lost",
  get lead() {
    const { article, label, singular } = typeNames("deal");
    const one = `${article === "an" ? "An" : "A"} ${singular.toLowerCase()}`;
    return `${label} in closed stages by their close date. The last month is the current one. ${one} that closed before its close date counts only when that month has come.`;
  },
  get empty() {
    return `No ${dealWords().many} were won or lost in this period.`;
  },
  query(project, settings) {
    const period = chosen(PERIODS, settings.period);
    const by = chosen(GROUPS, settings.by);
    const { pipeline } = settings;
    const input = { pipeline, months: Number.parseInt(period, 10), timeZone: TIME_ZONE };
    const show = (answer: Months | Owners): Shown => {
      const count = { value: COUNT, label: `Number of ${dealWords().many}` };
      const measures = [count, ...amountOptions(answer, "amount", "Amount")];
      const measure = chosen(measures, settings.measure);
      const figure = toFigure(measure, answer);
      return {
        figure,
        choices: [
          { name: "period", label: "Period", options: PERIODS, value: period },
          { name: "by", label: "Group", options: GROUPS, value: by },
          ...pipelineChoice(answer),
          { name: "measure", label: "What is drawn", options: measures, value: measure },
        ],
        isEmpty: "spans" in answer ? answer.spans.every(isNone) : answer.owners.length === 0,
        totals: reportTotals(
          parseMeasure(measure, answer.reporting),
          answer.reporting,
          listOutcomes(answer).flatMap(({ won, lost }) => [won, lost]),
        ),
        asOf: answer.asOf,
        note:
          "isPartial" in answer && answer.isPartial
            ? `There are more owners. Those with the most ${dealWords().many} are shown.`
            : undefined,
      };
    };
    return by === "owner"
      ? asShown(project.reports.owners.queryOptions(input, { select: (answer) => show(answer) }))
      : asShown(project.reports.outcomes.queryOptions(input, { select: (answer) => show(answer) }));
  },
};

type Months = Outputs["reports"]["outcomes"];
type Owners = Outputs["reports"]["owners"];
type Outcome = Pick<Months["spans"][number], "won" | "lost">;

function listOutcomes(answer: Months | Owners): readonly Outcome[] {
  return "spans" in answer ? answer.spans : answer.owners;
}

function isNone({ won, lost }: Outcome): boolean {
  return won.count + lost.count === 0;
}

function toFigure(measure: string, answer: Months | Owners): Figure {
  const shown = parseMeasure(measure, answer.reporting);
  const isCount = measure === COUNT;
  const outcomeCells = (one: Outcome, filters: readonly Filter[]) => {
    const outcomeCell = (sums: Outcome["won"], isWon: boolean) => {
      const linkTo = (summed?: FilterGroups) => {
        const { pipeline, stages } = answer;
        const ofPipeline = { property: "pipeline", operator: "eq", value: pipeline.key } as const;
        const ofStages = oneOfFilter("stage", isWon ? stages.won : stages.lost);
        return recordsLink("deal", [ofPipeline, ofStages, ...filters], summed);
      };
      return isCount ? countCell(sums.count, linkTo()) : moneyCell(sums, shown, linkTo);
    };
    const closed = one.won.count + one.lost.count;
    return [
      outcomeCell(one.won, true),
      outcomeCell(one.lost, false),
      rateCell(one.won.count, closed),
    ];
  };
  const rows: readonly Row[] =
    "spans" in answer
      ? answer.spans.map((span) => ({
          ...{ key: span.key, ...spanNames("month", span.key) },
          cells: outcomeCells(span, between("closeDate", span.starts, span.ends)),
        }))
      : answer.owners.map((one) => {
          const label = one.owner ?? "No owner";
          const { starts, ends } = answer.period;
          return {
            ...{ key: one.owner ?? "", label, tick: label },
            cells: outcomeCells(one, [
              ...between("closeDate", starts, ends),
              one.owner === null
                ? { property: "owner_id", operator: "unknown" }
                : { property: "owner_id", operator: "eq", value: one.owner },
            ]),
          };
        });
  const ofColumn = (i: number) => (isCount ? countTotal(rows, i) : amountTotal(rows, i, shown));
  const all = listOutcomes(answer);
  const won = all.reduce((sum, one) => sum + one.won.count, 0);
  const lost = all.reduce((sum, one) => sum + one.lost.count, 0);
  return {
    kind: "spans" in answer ? "columns" : "bars",
    rowHead: "spans" in answer ? "Month" : "Owner",
    series: [
      { key: "won", label: "Won", colour: "good" },
      { key: "lost", label: "Lost", colour: "bad" },
    ],
    more: ["Win rate"],
    rows,
    total: [...[0, 1].map(ofColumn), rateCell(won, won + lost)],
    unit: isCount ? typeNames("deal").label : measureUnit("Amount", shown),
    formatTick: isCount ? countTick : compactMoney(shown.currency),
    isNewestFirst: "spans" in answer,
  };
}

const RATE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

function rateCell(won: number, closed: number) {
  if (closed === 0) return { value: 0, text: "–", raw: "" };
  return { value: won / closed, text: RATE.format(won / closed), raw: (won / closed).toFixed(4) };
}
