import { api, type Outputs } from "../api.ts";
import { TYPES } from "../object-types.ts";
import { asShown, type Definition } from "./define.ts";
import { chosen, countCell, countTick, type Figure, type Shown } from "./figure.ts";
import { between, isOneOf, recordsLink } from "./links.ts";
import { amountsCell } from "./money.ts";
import { type PipelineType, pipelineChoice, pipelineType, TYPE_OPTIONS } from "./pipelines.ts";
import { PAST_PERIODS } from "./spans.ts";
import { TIME_ZONE } from "./time-zone.ts";
import { amountsTotal, countTotal, NO_TOTAL } from "./total.ts";

const PERIODS = [
  { value: "all", label: "Created at any time" },
  ...PAST_PERIODS.map(({ value, label }) => ({
    value,
    label: `Created in the ${label.toLowerCase()}`,
  })),
] as const;

export const funnel: Definition = {
  title: "Pipeline funnel",
  lead: "How many records are in a stage, and how many have come at least that far.",
  empty: "This pipeline has no records from this period.",
  query(projectId, settings) {
    const type = pipelineType(settings);
    const period = chosen(PERIODS, settings.period);
    const input = {
      ...{ projectId, type, pipeline: settings.pipeline, timeZone: TIME_ZONE },
      ...(period !== "all" && { period }),
    };
    const select = (answer: Answer): Shown => ({
      figure: figureOf(projectId, type, answer),
      choices: [
        { name: "type", label: "Object type", options: TYPE_OPTIONS, value: type },
        ...pipelineChoice(answer),
        { name: "period", label: "Period", options: PERIODS, value: period },
      ],
      isEmpty: answer.stages.every(({ count }) => count === 0),
      asOf: answer.asOf,
    });
    return asShown(api.reports.funnel.queryOptions(input, { select }));
  },
};

type Answer = Outputs["reports"]["funnel"];
type Stage = Answer["stages"][number];

const SHARE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

function figureOf(projectId: number, type: PipelineType, answer: Answer): Figure {
  const { pipeline, stages, createdFrom } = answer;
  const first = stages.find(({ isLost }) => !isLost)?.reached ?? 0;
  const hasAmounts = stages.some(({ amounts }) => amounts !== undefined);
  const linkTo = (keys: readonly string[]) =>
    recordsLink(projectId, type, [
      { property: "pipeline", operator: "eq", value: pipeline.key },
      isOneOf("stage", keys),
      ...between("created_at", createdFrom, null),
    ]);
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
      ...(hasAmounts ? [amountsCell(stage.amounts ?? [])] : []),
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
      ...(hasAmounts ? [amountsTotal(stages.flatMap(({ amounts }) => amounts ?? []))] : []),
    ],
    unit: TYPES[type].label,
    formatTick: countTick,
    isLayered: true,
  };
}

/** Lost records are in no later stage, so they have no share. */
function shareCell({ isLost, reached }: Stage, first: number) {
  if (isLost || first === 0) return { value: 0, text: "–", raw: "" };
  const share = reached / first;
  return { value: share, text: SHARE.format(share), raw: share.toFixed(4) };
}
