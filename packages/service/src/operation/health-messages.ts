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

/** State that the API thread passes to the health thread in shared memory. */
export class HealthState {
  readonly memory: SharedArrayBuffer;
  readonly #values: BigInt64Array;

  /** @param memory memory of the other thread's `HealthState`; new memory by default */
  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#values = new BigInt64Array(memory);
  }

  /** Records that the thread works. */
  beat(): void {
    // `hrtime` is the same clock in every thread; `performance.now()` starts at zero in each thread.
    Atomics.store(this.#values, BEAT, process.hrtime.bigint());
  }

  setReady(isReady: boolean): void {
    Atomics.store(this.#values, READY, isReady ? 1n : 0n);
  }

  get isReady(): boolean {
    return Atomics.load(this.#values, READY) === 1n;
  }

  /** Returns milliseconds since the last beat. */
  get silentFor(): number {
    return Number(process.hrtime.bigint() - Atomics.load(this.#values, BEAT)) / 1e6;
  }
}

const BEAT = 0;
const READY = 1;
