import type { Inputs } from "../../api.ts";
import { momentIn, pickAllowed, textIn, withoutUndefined } from "../../search-values.ts";

export type Outcome = NonNullable<Inputs["usage"]["requests"]["outcome"]>;
export type Method = NonNullable<Inputs["usage"]["requests"]["method"]>;

export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  ok: "Successful",
  failed: "Any error",
  throttled: "Rate limited (429)",
  refused: "Client errors (4xx)",
  broken: "Server errors (5xx)",
};
export const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export type Period = "24h" | "7d" | "30d";

/** Query parameters of the usage. */
export interface UsageSearch {
  /** 24 hours if undefined. */
  readonly period?: Period | undefined;
}

export function usageSearch({ period }: Record<string, unknown>): UsageSearch {
  return withoutUndefined({ period: pickAllowed(["7d", "30d"], period) });
}

/** Query parameters of the request log. */
export interface RequestsSearch {
  /** Kind and id: `client:rpc…`, `key:3`. */
  readonly credential?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly method?: Method | undefined;
  /** Part of the path. */
  readonly route?: string | undefined;
  /** Times in ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The open request: its time and id, separated by a space. */
  readonly open?: string | undefined;
}

export function requestsSearch(search: Record<string, unknown>): RequestsSearch {
  return withoutUndefined({
    credential: textIn(search.credential),
    outcome: pickAllowed(Object.keys(OUTCOMES) as Outcome[], search.outcome),
    method: pickAllowed(METHODS, search.method),
    route: textIn(search.route),
    from: momentIn(search.from),
    to: momentIn(search.to),
    open: textIn(search.open),
  });
}

export const UNFILTERED: RequestsSearch = {
  credential: undefined,
  outcome: undefined,
  method: undefined,
  route: undefined,
  from: undefined,
  to: undefined,
};
