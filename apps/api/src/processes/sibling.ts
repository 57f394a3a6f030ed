import { type LimitState, windowLimit } from "@rapport/core";
import type { Limits, Window } from "@rapport/service/limits";
import { releaseIdleMemory } from "@rapport/service/operation/idle-memory";
import { openLog } from "@rapport/service/operation/log";
import { METRICS_TYPE, type MetricValues } from "@rapport/service/operation/metrics";
import { onStopSignal, startFailure, stopServer } from "@rapport/service/program";
import { type Config, readConfig } from "@rapport/service/settings/config";
import { type RunningServer, startServer } from "../server.ts";
import { welcome } from "../welcome.ts";
import type { Answers, Order, Question, Report, Role, Take } from "./messages.ts";

const BEAT_INTERVAL_MS = 500;

/** Runs one of several API processes, until the primary process or a signal stops it. */
export async function runSibling(env: NodeJS.ProcessEnv): Promise<void> {
  let server: RunningServer | undefined;
  let role: Role | undefined;
  let isLeaving = false;
  const stop = onStopSignal("rapport", () => {
    if (server === undefined || role === undefined) process.exit(0);
    void end(link, server, isLeaving ? role.leaveGrace : null);
    return isLeaving ? role.leaveGrace : server.stopGrace;
  });
  // The primary process gets it too, and replaces this one in its turn.
  process.on("SIGHUP", () => undefined);
  const link = openLink(({ kind }) => {
    if (kind === "metrics") return void sendMetrics(link, server?.metrics());
    isLeaving = kind === "leave";
    stop();
  });
  try {
    role = await link.ask<"role">({ of: "role" });
    const { port, listenOn, isFirst } = role;
    const settings = readConfig(port === null ? env : { ...env, PORT: String(port) });
    const config = { ...settings, port: listenOn };
    server = await startServer(config, await openLog(config.logLevel), {
      limits: sharedLimits(link),
      metrics: { text: () => link.ask<"metrics">({ of: "metrics" }), contentType: METRICS_TYPE },
      isJoining: !isFirst,
    });
    await serve(link, server, isFirst ? config : null);
    releaseIdleMemory();
  } catch (error) {
    await link.report({ kind: "failed", reason: startFailure(error) });
    if (server !== undefined) await stopServer("rapport", server);
    process.exit(1);
  }
}

/** Milliseconds to wait for the primary process. After that, a process counts on its own. */
const ANSWER_LIMIT_MS = 1_000;

interface Asked {
  readonly take: Take;
  resolve(state: LimitState): void;
}

/**
 * Limits that the primary process counts for all API processes, so they are exact. The requests of one turn of the
 * event loop are asked about together: under load a request costs a few bytes of a message.
 */
function sharedLimits(link: Link): Limits {
  let asked: Asked[] = [];

  function ask(one: Asked): void {
    if (asked.length === 0) setImmediate(send);
    asked.push(one);
  }

  function send(): void {
    const all = asked;
    asked = [];
    const takes = all.map(({ take }) => take);
    void link.ask<"points">({ of: "points", takes }).then((states) => {
      for (const [i, one] of all.entries()) one.resolve(states[i] as LimitState);
    });
  }

  return {
    window(name, options): Window {
      void link.report({ kind: "window", name, options });
      const own = windowLimit(options);
      return {
        consume: (key, points = 1) =>
          new Promise((resolve) => {
            const countAlone = () => resolve(own.consume(key, points));
            const timer = setTimeout(countAlone, ANSWER_LIMIT_MS);
            ask({
              take: [name, key, points],
              resolve: (state) => {
                clearTimeout(timer);
                resolve(state);
              },
            });
          }),
      };
    },
    places: (places, most) => ({
      async enter(key) {
        const isFree = await link.ask<"place">({ of: "place", places, key, most });
        return isFree ? () => void link.report({ kind: "placeLeft", places, key }) : null;
      },
    }),
  };
}

/** @param first the settings if this is the first process, which prints the welcome */
async function serve(link: Link, server: RunningServer, first: Config | null): Promise<void> {
  const { port, deps } = server;
  const text = first === null ? "" : await welcome(first, deps);
  process.stdout.write(text);
  let isReady = true;
  setInterval(() => {
    void link.report({ kind: "beat", isReady });
    server.ready().then(
      () => {
        isReady = true;
      },
      () => {
        isReady = false;
      },
    );
  }, BEAT_INTERVAL_MS).unref();
  await link.report({ kind: "serving", port, database: deps.db.dialect });
}

/** @param leaveGrace milliseconds to serve the clients of this process if it leaves; null if all processes stop */
async function end(link: Link, server: RunningServer, leaveGrace: number | null): Promise<void> {
  const stop = leaveGrace === null ? server.stop : () => server.leave(leaveGrace);
  await stopServer("rapport", { stop });
  await sendMetrics(link, server.lastMetrics());
  process.exit();
}

async function sendMetrics(
  link: Link,
  measuring: Promise<MetricValues> | undefined,
): Promise<void> {
  const metrics = await measuring?.catch(() => undefined);
  if (metrics !== undefined) await link.report({ kind: "metrics", metrics });
}

/** The connection of an API process to the primary process. */
interface Link {
  /** Resolves when the report is sent. */
  report(report: Report): Promise<void>;
  ask<Of extends Question["of"]>(question: Extract<Question, { of: Of }>): Promise<Answers[Of]>;
}

/** @param onOrder receives all orders but answers */
function openLink(onOrder: (order: Exclude<Order, { kind: "answer" }>) => void): Link {
  // Bounded by the requests under way, because each asks for one thing at a time.
  const asked = new Map<number, (answer: never) => void>();
  let last = 0;

  function report(one: Report): Promise<void> {
    return new Promise((resolve) => {
      // Without the primary process this process ends at once.
      if (process.connected) process.send?.(one, () => resolve());
      else resolve();
    });
  }
  process.on("message", (order: Order) => {
    if (order.kind !== "answer") return onOrder(order);
    asked.get(order.id)?.(order.answer as never);
    asked.delete(order.id);
  });
  return {
    report,
    ask: (question) =>
      new Promise((resolve) => {
        const id = ++last;
        asked.set(id, resolve);
        void report({ kind: "question", id, question });
      }),
  };
}
