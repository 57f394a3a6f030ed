import { api } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { asShown, type Definition } from "./define.ts";
import { type Choice, chosen, type Shown } from "./figure.ts";
import { amountFigure, currenciesOf, type FunnelAnswer, funnelFigure } from "./funnel-figure.ts";
import { amountOptions, currencyOf } from "./money.ts";
import { pipelineChoice, pipelineType, TYPE_OPTIONS } from "./pipelines.ts";
import { PAST_PERIODS } from "./spans.ts";
import { TIME_ZONE } from "./time-zone.ts";

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
  empty: "No records of this pipeline match the choices above.",
  query(projectId, settings) {
    const type = pipelineType(settings);
    const period = chosen(PERIODS, settings.period);
    const input = {
      ...{ projectId, type, pipeline: settings.pipeline, timeZone: TIME_ZONE },
      ...(period !== "all" && { period }),
    };
    const select = (answer: FunnelAnswer): Shown => {
      const measures = [
        { value: "count", label: `Number of ${typeNames(type).label.toLowerCase()}` },
        ...amountOptions(currenciesOf(answer), "amount", "Amount"),
      ];
      const measure = chosen(measures, settings.measure);
      return {
        figure:
          measure === "count"
            ? funnelFigure(projectId, type, answer)
            : amountFigure(projectId, type, answer, currencyOf(measure)),
        choices: [
          { name: "type", label: "Object type", options: TYPE_OPTIONS, value: type },
          ...pipelineChoice(answer),
          { name: "period", label: "Period", options: PERIODS, value: period },
          ...measureChoice(measures, measure),
        ],
        isEmpty: answer.stages.every(({ count }) => count === 0),
        asOf: answer.asOf,
      };
    };
    return asShown(api.reports.funnel.queryOptions(input, { select }));
  },
};

/** Without amounts there is nothing to choose. */
function measureChoice(options: Choice["options"], value: string): readonly Choice[] {
  if (options.length < 2) return [];
  return [{ name: "measure", label: "What is drawn", options, value }];
}
