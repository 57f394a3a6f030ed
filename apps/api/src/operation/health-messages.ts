/** The start parameters of the health thread. */
export interface HealthThreadData {
  readonly host: string;
  readonly port: number;
  /** Bearer token for `/metrics`, or null. */
  readonly token: string | null;
  /** The `memory` of the API thread's `HealthState`. */
  readonly memory: SharedArrayBuffer;
  readonly limits: HealthLimits;
}

/** Times in milliseconds. */
export interface HealthLimits {
  /** If there is no beat for longer, the API thread counts as stuck. */
  readonly stuckAfter: number;
  /** How long a scrape waits for the API thread. After that, it gets the last known metrics. */
  readonly scrape: number;
}

/** A message from the health thread to the API thread. */
export type HealthReport =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "failed"; readonly code: string | undefined; readonly message: string }
  | { readonly kind: "scrape" };

/** A message from the API thread to the health thread. */
export type HealthOrder =
  | { readonly kind: "metrics"; readonly scraped: Scraped | null }
  | { readonly kind: "stop" };

/** Metrics in the text format of Prometheus. */
export interface Scraped {
  readonly text: string;
  readonly contentType: string;
}
