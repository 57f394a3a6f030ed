/** What the health thread is started with. */
export interface HealthThreadData {
  readonly host: string;
  readonly port: number;
  /** Bearer token for `/metrics`; null when there is none. */
  readonly token: string | null;
  /** The memory of a `HealthState`. */
  readonly memory: SharedArrayBuffer;
  readonly limits: HealthLimits;
}

/** Times in milliseconds. */
export interface HealthLimits {
  /** Without a beat for longer, the API's thread counts as stuck. */
  readonly stuckAfter: number;
  /** How long a scrape waits for the API's thread before it gets the metrics of the last one. */
  readonly scrape: number;
}

/** From the health thread. */
export type HealthReport =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "failed"; readonly code: string | undefined; readonly message: string }
  | { readonly kind: "scrape" };

/** To the health thread. */
export type HealthOrder =
  | { readonly kind: "metrics"; readonly scraped: Scraped | null }
  | { readonly kind: "stop" };

/** Metrics in the text format of Prometheus. */
export interface Scraped {
  readonly text: string;
  readonly contentType: string;
}
