import { withoutUndefined } from "../../search-values.ts";

/** Query parameters of Home: what the stages of deals show. */
export interface HomeSearch {
  readonly pipeline?: string | undefined;
  /** Currency code whose amounts the bars show; without it they show numbers of deals. */
  readonly amount?: string | undefined;
}

export function homeSearch({ pipeline, amount }: Record<string, unknown>): HomeSearch {
  return withoutUndefined({
    pipeline: typeof pipeline === "string" ? pipeline : undefined,
    amount: typeof amount === "string" ? amount : undefined,
  });
}
