import type { Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { formatNumber, wordedNumber } from "../../ui/values/format.ts";
import { TIME_ZONE } from "../../ui/values/local-time.ts";
import { asShown, type Definition } from "../define.ts";
import { type Cell, chosen, countCell, type Figure, type Shown } from "../figure.ts";
import { oneOfFilter, recordsLink } from "../links.ts";
import { pipelineChoice, pipelineType, pipelineTypeOptions } from "../pipelines.ts";
import { PAST_PERIODS } from "../spans.ts";

const PERIODS = PAST_PERIODS.map(({ value, label }) => ({
  value,
  label: `Left in the ${label.toLowerCase()}`,
}));

export const durations: Definition = {
  title: "Time in stage",
  lead: "How long records were in a stage that they left in the period.",
  empty: "No record left a stage of this pipeline in the period.",
  query(project, settings) {
    const type = pipelineType(settings);
    const period = chosen(PERIODS, settings.period);
    const input = { type, pipeline: settings.pipeline, period, timeZone: TIME_ZONE };
    const select = (answer: Answer): Shown => ({
      figure: toFigure(type, answer),
      choices: [
        { name: "type", label: "Object type", options: pipelineTypeOptions(), value: type },
        ...pipelineChoice(answer),
        { name: "period", label: "Period", options: PERIODS, value: period },
      ],
      isEmpty: answer.stages.every(({ left }) => left === 0),
      note: answer.isPartial
        ? "There were too many changes of stages. The latest 10,000 in the period are measured."
        : undefined,
      asOf: answer.asOf,
    });
    return asShown(project.reports.durations.queryOptions(input, { select }));
  },
};

type Answer = Outputs["reports"]["durations"];
type Stage = Answer["stages"][number];

const DAY_SECONDS = 86_400;
/** Units of the axis, so that it has round numbers. */
const AXIS_UNITS = [
  { unit: "day", size: DAY_SECONDS },
  { unit: "hour", size: 3_600 },
  { unit: "minute", size: 60 },
  { unit: "second", size: 1 },
] as const;

function toFigure(type: string, { stages }: Answer): Figure {
  const longest = Math.max(0, ...stages.map(({ medianSeconds }) => medianSeconds ?? 0));
  const { unit, size } = AXIS_UNITS.find((one) => longest >= 2 * one.size) ?? AXIS_UNITS[3];
  const format = wordedNumber({ style: "unit", unit, unitDisplay: "long" });
  const counts = ["Times left", typeNames(type).label];
  return {
    kind: "bars",
    rowHead: "Stage",
    series: [{ key: "median", label: "Median", colour: "good" }],
    more: ["Mean", "9 of 10 within", ...counts],
    fileHeads: ["Median (days)", "Mean (days)", "9 of 10 within (days)", ...counts],
    rows: stages
      .filter(({ closed, left }) => !closed || left > 0)
      .map((stage) => ({
        ...{ key: stage.key, label: stage.label, tick: stage.label },
        cells: [
          durationCell(stage.medianSeconds, size),
          durationCell(stage.meanSeconds, size),
          durationCell(stage.p90Seconds, size),
          countCell(stage.left),
          longestCell(type, stage),
        ],
      })),
    unit: "Median time in stage",
    formatTick: (units) => (units === 0 ? "0" : format(units)),
  };
}

function durationCell(seconds: number | null, size: number): Cell {
  if (seconds === null) return { value: 0, text: "–", raw: "" };
  return {
    value: seconds / size,
    text: formatSeconds(seconds),
    raw: (seconds / DAY_SECONDS).toFixed(4),
  };
}

const UNITS = [
  { unit: "day", seconds: 86_400, from: 2 * 86_400 },
  { unit: "hour", seconds: 3_600, from: 2 * 3_600 },
  { unit: "minute", seconds: 60, from: 60 },
  { unit: "second", seconds: 1, from: 0 },
] as const;

/** Fewer seconds have a decimal, so that 0.3 seconds are not "0 seconds". */
const FEW_SECONDS = 10;
const LEAST_SECONDS = 0.1;

/** Formats a duration in the largest unit of which there are at least two, such as "3.5 days". */
export function formatSeconds(seconds: number): string {
  const { unit, seconds: size } = UNITS.find(({ from }) => seconds >= from) ?? UNITS[3];
  const format = wordedNumber({
    ...{ style: "unit", unit, unitDisplay: "long" },
    maximumFractionDigits: size > 60 || seconds < FEW_SECONDS ? 1 : 0,
  });
  if (seconds > 0 && seconds < LEAST_SECONDS) return `under ${format(LEAST_SECONDS)}`;
  return format(seconds / size);
}

/** Leads to the records: all of them, or those that stayed longest. */
function longestCell(type: string, { longest, records }: Stage): Cell {
  const shown = longest.length;
  if (shown === 0) return { value: 0, text: "–", raw: "0" };
  return {
    value: shown,
    text: shown < records ? `The ${shown} longest` : formatNumber(shown),
    raw: String(records),
    link: recordsLink(type, [oneOfFilter("id", longest.map(String))]),
  };
}
