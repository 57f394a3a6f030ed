import type { ChildProcess } from "node:child_process";
import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import type { MetricValues } from "@rapport/service/operation/metrics";
import type { Order, Report } from "./messages.ts";

/** Milliseconds to wait for the metrics of a process. After that, its last ones are used. */
const METRICS_LIMIT_MS = 2_000;

/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not start, if it said so. */
  readonly reason: string | null;
}

/** An API process, as the primary process sees it. */
export interface Member {
  readonly id: number;
  readonly pid: number;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Resolves with the port and the database once it serves. Never rejects: `ended` may come first. */
  readonly serving: Promise<{ port: number; database: string }>;
  readonly ended: Promise<End>;
  state(): "starting" | "serving" | "leaving" | "ended";
  /** Whether it serves and its database is writable. */
  isReady(): boolean;
  /** Milliseconds since its last beat; 0 while it starts. */
  silentFor(): number;
  /** Forgets how long it was silent, because this process did not run either. */
  forgiveSilence(): void;
  metrics(): Promise<MetricValues | null>;
  /** Returns the last metrics that it sent. */
  lastMetrics(): MetricValues | null;
  stop(): void;
  leave(): void;
  kill(): void;
}

/** @param onReport receives the reports that are not about the state of the process */
export function startMember(
  onReport: (member: Member, report: Report, answer: (order: Order) => void) => void,
): Member {
  const startedAt = performance.now();
  const worker: Worker = cluster.fork();
  let state: ReturnType<Member["state"]> = "starting";
  let [isReady, lastBeat, reason] = [false, performance.now(), null as string | null];
  let last: MetricValues | null = null;
  /** The current question for metrics. Others that ask meanwhile wait for the same answer. */
  let asked: PromiseWithResolvers<void> | null = null;
  const serving = Promise.withResolvers<{ port: number; database: string }>();
  const ended = Promise.withResolvers<End>();
  // The process may end at any moment. That is noticed by its end, not by what could not be sent.
  const send = (order: Order) => void (worker.isConnected() && worker.send(order, () => undefined));
  worker.on("error", () => undefined);
  passOnUnaccepted(worker, () =>
    Object.values(cluster.workers ?? {}).some((one) => one !== worker && one?.isConnected()),
  );

  const member: Member = {
    id: worker.id,
    pid: worker.process.pid as number,
    startedAt,
    serving: serving.promise,
    ended: ended.promise,
    state: () => state,
    isReady: () => state === "serving" && isReady,
    silentFor: () => (state === "serving" ? performance.now() - lastBeat : 0),
    forgiveSilence: () => {
      lastBeat = performance.now();
    },
    async metrics() {
      if (asked === null) {
        asked = Promise.withResolvers();
        send({ kind: "metrics" });
      }
      await Promise.race([asked.promise, delay(METRICS_LIMIT_MS, undefined, { ref: false })]);
      return last;
    },
    lastMetrics: () => last,
    stop: () => {
      if (state !== "ended") state = "leaving";
      send({ kind: "stop" });
    },
    leave: () => {
      if (state !== "ended") state = "leaving";
      send({ kind: "leave" });
    },
    kill: () => void worker.process.kill("SIGKILL"),
  };

  worker.on("message", (report: Report) => {
    if (report.kind === "beat") {
      isReady = report.isReady;
      lastBeat = performance.now();
    } else if (report.kind === "serving") {
      if (state === "starting") state = "serving";
      lastBeat = performance.now();
      isReady = true;
      serving.resolve(report);
    } else if (report.kind === "metrics") {
      last = report.metrics;
      asked?.resolve();
      asked = null;
    } else if (report.kind === "failed") reason = report.reason;
    else onReport(member, report, send);
  });
  // What it sent last may arrive after its exit.
  // Not `once` of node:events: an `error` between, such as of a message to a process that was just killed, would reject it.
  const disconnected = new Promise<void>((resolve) => worker.once("disconnect", () => resolve()));
  worker.once("exit", async (code: number | null, signal: NodeJS.Signals | null) => {
    state = "ended";
    asked?.resolve();
    await disconnected;
    ended.resolve({ code, signal, reason });
  });
  return member;
}

/** Milliseconds in which the messages that a process sent before its end are read. */
const CHANNEL_END_MS = 100;

/** A message of Node's cluster module (lib/internal/cluster), as far as it is used here. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Passes connections on that a process was given and had not accepted when it ended. Node forgets them and keeps them
 * open, so their clients would wait for ever.
 *
 * @param isServed whether another process listens; if not, the connections are closed
 */
function passOnUnaccepted(worker: Worker, isServed: () => boolean): void {
  const child = worker.process as ChildProcess;
  // At most one, because Node gives a process the next connection when it has accepted the one before.
  const unaccepted = new Map<number, { close(): void }>();
  const send = child.send.bind(child) as (...values: unknown[]) => boolean;
  child.send = (message: ClusterMessage, handle?: unknown, ...rest: unknown[]) => {
    if (message.act === "newconn" && message.seq !== undefined) {
      unaccepted.set(message.seq, handle as { close(): void });
    }
    return send(message, handle, ...rest);
  };
  child.on("internalMessage", ({ ack }: ClusterMessage) => {
    if (ack !== undefined) unaccepted.delete(ack);
  });
  let isDisconnected = false;
  child.once("exit", () => {
    // Node does not notice the end of the channel if a connection was on its way through it.
    const disconnect = () => isDisconnected || child.emit("disconnect");
    setTimeout(disconnect, CHANNEL_END_MS);
  });
  child.once("disconnect", () => {
    isDisconnected = true;
    for (const [ack, handle] of [...unaccepted]) {
      // The same as if the process had refused it: Node gives it to another.
      if (isServed()) child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false });
      else handle.close();
    }
  });
}
