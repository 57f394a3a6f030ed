import { withoutUndefined } from "../../search-values.ts";

/** Periods of the chart of created records, in days. */
export const DAYS = [30, 90] as const;
export type Days = (typeof DAYS)[number];

/** Query parameters of Home: what its charts show. */
export interface HomeSearch {
  /** Days of the chart of created records; 30 without it. */
  readonly days?: Days | undefined;
  readonly pipeline?: string | undefined;
  /** Currency code whose amounts the bars show; without it they show numbers of deals. */
  readonly amount?: string | undefined;
}

export function homeSearch({ days, pipeline, amount }: Record<string, unknown>): HomeSearch {
  return withoutUndefined({
    days: DAYS.find((count) => count === days),
    pipeline: typeof pipeline === "string" ? pipeline : undefined,
    amount: typeof amount === "string" ? amount : undefined,
  });
}
