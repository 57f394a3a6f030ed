import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type {
  HealthLimits,
  HealthOrder,
  HealthReport,
  HealthThreadData,
} from "./health-messages.ts";
import { HealthState } from "./health-state.ts";
import type { Metrics } from "./metrics.ts";

/** Milliseconds between two beats, by which the health thread sees that this one works. */
const BEAT_EVERY = 100;
/** Milliseconds between two looks whether the process is ready. */
const LOOK_EVERY = 1_000;

const LIMITS: HealthLimits = { stuckAfter: 5_000, scrape: 2_000 };
/** Megabytes of the thread's heap, of which it uses a tenth. */
const HEAP = 64;

export interface HealthListener {
  readonly port: number;
  /**
   * Starts to look whether the process is ready, and to make metrics. Until then it is not ready.
   * Resolves after the first look.
   */
  serve(health: { ready: () => Promise<void>; metrics: Metrics }): Promise<void>;
  /** Says from now on that the process is not ready. */
  setStopping(): void;
  stop(): Promise<void>;
}

/**
 * Listens for `/healthz`, `/readyz` and `/metrics` in a thread of its own, which answers at any load of this one. This
 * thread shows that it works by a beat. If the beat is missing for 5 seconds, `/healthz` is 503.
 *
 * @param at.token bearer token for `/metrics`; null when there is none
 * @param at.limits shorter ones for a test
 * @param onFailure called if the thread ends by itself
 * @throws the error of `listen`, with its `code`
 */
export async function openHealthListener(
  at: { host: string; port: number; token: string | null; limits?: HealthLimits },
  onFailure: (error: unknown) => void,
): Promise<HealthListener> {
  const state = new HealthState();
  state.beat();
  const beating = setInterval(() => state.beat(), BEAT_EVERY).unref();
  const workerData: HealthThreadData = { limits: LIMITS, ...at, memory: state.memory };
  const thread = new Worker(new URL("./health-thread.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP },
  });
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const tell = (order: HealthOrder) => thread.postMessage(order);
  let metrics: Metrics | undefined;
  let looking: NodeJS.Timeout | undefined;
  let isStopping = false;

  function look(ready: () => Promise<void>): Promise<void> {
    const done = (isReady: boolean) => {
      state.setReady(isReady && !isStopping);
      if (!isStopping) looking = setTimeout(look, LOOK_EVERY, ready).unref();
    };
    return ready().then(
      () => done(true),
      () => done(false),
    );
  }

  async function scrape(): Promise<void> {
    const text = await metrics?.text().catch(onFailure);
    const scraped = metrics && text ? { text, contentType: metrics.contentType } : null;
    tell({ kind: "metrics", scraped });
  }

  function setStopping(): void {
    isStopping = true;
    clearTimeout(looking);
    state.setReady(false);
  }

  async function stop(): Promise<void> {
    setStopping();
    tell({ kind: "stop" });
    await ended;
    clearInterval(beating);
  }

  thread.on("error", onFailure);
  thread.on("message", (report: HealthReport) => {
    if (report.kind === "scrape") void scrape();
  });
  const [first] = (await once(thread, "message")) as [HealthReport];
  if (first.kind !== "listening") {
    await stop();
    const { code, message } = first as Extract<HealthReport, { kind: "failed" }>;
    throw Object.assign(new Error(message), { code });
  }
  return {
    port: first.port,
    serve: (health) => {
      metrics = health.metrics;
      return look(health.ready);
    },
    setStopping,
    stop,
  };
}
