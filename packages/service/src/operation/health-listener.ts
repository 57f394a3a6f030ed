import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { listenError } from "../program.ts";
import {
  type HealthLimits,
  type HealthOrder,
  type HealthReport,
  HealthState,
  type HealthThreadData,
} from "./health-messages.ts";
import type { MetricsText } from "./metrics.ts";

/** Interval of the beats, which show the health thread that this thread works. */
const BEAT_INTERVAL_MS = 100;
/** Interval of the readiness checks. */
const CHECK_INTERVAL_MS = 1_000;

const LIMITS_MS: HealthLimits = { stuckAfter: 5_000, scrape: 2_000 };
/** Limit on the heap of the thread, which uses about a tenth of it. */
const HEAP_MB = 64;

export interface HealthListener {
  readonly port: number;
  /**
   * Starts to check readiness and to serve metrics. Until then, the process is not ready.
   * Resolves after the first check.
   */
  serve(health: { ready: () => Promise<void>; metrics: MetricsText }): Promise<void>;
  /** Makes `/readyz` say not ready from now on. */
  setStopping(): void;
  stop(): Promise<void>;
}

/**
 * Opens the listener of a program.
 *
 * @param at.setting the setting that the port comes from
 * @param at.port null if the setting is off
 * @param at.token METRICS_TOKEN, or null
 * @throws ConfigError that names the setting, if the listener cannot listen
 */
export async function listenForHealth(
  at: {
    setting: string;
    host: string;
    port: number | null;
    token: string | null;
    isWorking?: () => boolean;
  },
  onFailure: (error: unknown) => void,
): Promise<HealthListener | null> {
  const { setting, port, ...rest } = at;
  if (port === null) return null;
  try {
    return await openHealthListener({ ...rest, port }, onFailure);
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { setting, host: rest.host, port });
  }
}

/**
 * Serves `/healthz`, `/readyz` and `/metrics` in a separate thread, which answers even if this thread is overloaded.
 * This thread sends beats to show that it works. If there is no beat for 5 seconds, `/healthz` returns 503.
 *
 * @param at.token bearer token for `/metrics`, or null
 * @param at.isWorking returns false while no beat may be sent; by default this thread works if it runs
 * @param at.limits replaces the default limits, for tests
 * @param onFailure called if the thread fails, or the metrics cannot be collected
 * @throws the error of `listen`, with its `code`
 */
export async function openHealthListener(
  at: {
    host: string;
    port: number;
    token: string | null;
    limits?: HealthLimits;
    isWorking?: () => boolean;
  },
  onFailure: (error: unknown) => void,
): Promise<HealthListener> {
  const state = new HealthState();
  state.beat();
  const { isWorking = () => true, ...rest } = at;
  const beat = () => isWorking() && state.beat();
  const beating = setInterval(beat, BEAT_INTERVAL_MS).unref();
  const workerData: HealthThreadData = { limits: LIMITS_MS, ...rest, memory: state.memory };
  const thread = new Worker(new URL("./health-thread.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const send = (order: HealthOrder) => thread.postMessage(order);
  let metrics: MetricsText | undefined;
  let nextCheck: NodeJS.Timeout | undefined;
  let isStopping = false;

  function checkReadiness(ready: () => Promise<void>): Promise<void> {
    const done = (isReady: boolean) => {
      state.setReady(isReady && !isStopping);
      if (!isStopping) nextCheck = setTimeout(checkReadiness, CHECK_INTERVAL_MS, ready).unref();
    };
    return ready().then(
      () => done(true),
      () => done(false),
    );
  }

  async function scrape(): Promise<void> {
    const text = await metrics?.text().catch(onFailure);
    const scraped = metrics && text ? { text, contentType: metrics.contentType } : null;
    send({ kind: "metrics", scraped });
  }

  function setStopping(): void {
    isStopping = true;
    clearTimeout(nextCheck);
    state.setReady(false);
  }

  async function stop(): Promise<void> {
    setStopping();
    send({ kind: "stop" });
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
      return checkReadiness(health.ready);
    },
    setStopping,
    stop,
  };
}
