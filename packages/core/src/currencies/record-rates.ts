import type { ObjectSchema } from "../object-schema.ts";
import type { Grouping } from "../query/count-groups.ts";
import type { Rates } from "./rates.ts";

/** A day before all rates. */
const NO_RATE = "0000-01-01";

/**
 * Returns a function that finds the first day of the rate at which the amount of a record is converted: that of its close date
 * in a closed stage, otherwise that of today. If there is none, it is a day before all rates.
 */
export function dayOfRate(
  { pipelines }: ObjectSchema,
  rates: Rates,
): NonNullable<Grouping["dayOfRate"]> {
  const closed = new Set(
    pipelines.flatMap(({ key, stages }) =>
      stages.filter((stage) => stage.closed).map((stage) => `${key} ${stage.key}`),
    ),
  );
  return ({ currency, properties: { pipeline, stage, closeDate } }) => {
    const isClosed = closed.has(`${pipeline} ${stage}`) && typeof closeDate === "string";
    const day = isClosed ? closeDate.slice(0, "2026-11-28".length) : undefined;
    return (currency === null ? undefined : rates.at(currency, day)?.from) ?? NO_RATE;
  };
}
