import cluster from "node:cluster";
import { listenForHealth } from "@rapport/service/operation/health-listener";
import { METRICS_TYPE, type MetricValues } from "@rapport/service/operation/metrics";
import { STOP_LIMIT_MS } from "@rapport/service/program";
import { type Config, ConfigError } from "@rapport/service/settings/config";
import type { Logger } from "pino";
import { AggregatorRegistry } from "prom-client";
import { countLimits } from "./counted-limits.ts";
import { type GroupLimits, keepGroup } from "./group.ts";
import { type Member, startMember } from "./member.ts";
import type { Answers, Order, Question, Report, Role } from "./messages.ts";

/** Limits of the processes, in milliseconds. */
export interface ProcessLimits extends Omit<GroupLimits, "stop"> {
  /** How long a process that leaves waits for its clients: longer than most keep an idle connection. */
  readonly leaveGrace: number;
}

const LIMITS: ProcessLimits = {
  hangsAfter: 10_000,
  checkInterval: 1_000,
  atOnce: 10_000,
  leaveGrace: 5_000,
};
/** If a process sent no beat for longer, it does not count as ready. */
const SILENT_MS = 5_000;

export interface RunningProcesses {
  readonly config: Config;
  readonly stopGrace: number;
  stop(): Promise<void>;
}

/**
 * Starts `config.processes` API processes that share the port, and the listener for health and metrics of all of them.
 * Replaces those that end or hang; SIGHUP replaces all, one after another (specification §36).
 *
 * @param limits replaces the default limits, for tests
 * @throws ConfigError if a process cannot start, or the server cannot listen on METRICS_PORT
 */
export async function startProcesses(
  config: Config,
  log: Logger,
  limits: ProcessLimits = LIMITS,
): Promise<RunningProcesses> {
  const { host, processes: count, stopGrace } = config;
  const counted = countLimits();
  const merged = mergeMetrics();
  let port = config.port === 0 ? null : config.port;
  let listenOn = config.port;
  let hasServed = false;
  let isStopping = false;
  const live = new Set<Member>();
  const members = () => [...live];
  const isReady = (member: Member) => member.isReady() && member.silentFor() <= SILENT_MS;
  const onFailure = (error: unknown) => log.error({ err: error }, "the primary process failed");

  async function metricsText(): Promise<string> {
    const values = await Promise.all(members().map((member) => member.metrics()));
    const text = await merged.text(values.filter((one) => one !== null));
    const ready = members().filter(isReady).length;
    return `${text}${PROCESSES_HELP}rapport_processes{state="ready"} ${ready}\nrapport_processes{state="wanted"} ${count}\n`;
  }

  function chooseRole(): Role {
    // Nobody holds the port any more.
    if (port !== null && !members().some(({ state }) => state() === "serving")) listenOn = port;
    return { port, listenOn, isFirst: !hasServed, leaveGrace: limits.leaveGrace };
  }

  async function answerTo(member: Member, question: Question): Promise<Answers[Question["of"]]> {
    if (question.of === "role") return chooseRole();
    if (question.of === "metrics") return metricsText();
    if (question.of === "points") return counted.take(question.takes);
    const { places, key, most } = question;
    return counted.enter(member.id, places, key, most);
  }

  function onReport(member: Member, report: Report, send: (order: Order) => void): void {
    if (report.kind === "window") counted.open(report.name, report.options);
    else if (report.kind === "placeLeft") counted.leave(member.id, report.places, report.key);
    else if (report.kind === "question") {
      const { id, question } = report;
      answerTo(member, question).then((answer) => send({ kind: "answer", id, answer }), onFailure);
    }
  }

  let database = "";
  function start(): Member {
    const member = startMember(onReport);
    live.add(member);
    void member.serving.then((serving) => {
      hasServed = true;
      port = serving.port;
      database = serving.database;
    });
    return member;
  }

  const { metricsPort: healthPort, metricsToken: token } = config;
  const isWorking = () => members().some(works);
  const operator = await listenForHealth(
    { setting: "METRICS_PORT", host, port: healthPort, token, isWorking },
    onFailure,
  );
  try {
    const group = await keepGroup({
      ...{ count, log, start },
      onEnd: (member) => {
        live.delete(member);
        counted.leaveAll(member.id);
        const last = member.lastMetrics();
        if (last !== null) merged.keep(last);
      },
      startFailed: ({ reason }) =>
        new ConfigError(reason ?? "cannot start: an API process ended before it could serve"),
      limits: { ...limits, stop: Math.max(stopGrace, limits.leaveGrace) + STOP_LIMIT_MS },
    });
    await operator?.serve({
      ready: async () => {
        if (isStopping || !members().some(isReady)) throw new Error("no process is ready");
      },
      metrics: { text: metricsText, contentType: METRICS_TYPE },
    });
    const metricsPort = operator?.port;
    log.info({ host, port, metricsPort, database, processes: count }, "listening");
    onHangUp(() => void group.restart().catch(onFailure));

    return {
      config,
      stopGrace,
      async stop() {
        isStopping = true;
        operator?.setStopping();
        log.info({ graceMs: stopGrace, processes: count }, "stopping API processes");
        const isClean = await group.stop();
        await operator?.stop();
        if (!isClean) throw new Error("an API process did not stop cleanly");
        log.info("stopped API processes");
      },
    };
  } catch (error) {
    await operator?.stop();
    throw error;
  }
}

/** Types whose values only ever grow. What a process has counted must not vanish with it. */
const GROWING = new Set(["counter", "histogram", "summary"]);

/** The metrics of several processes. */
interface MergedMetrics {
  /** Keeps what an ended process has counted. */
  keep(last: MetricValues): void;
  /** Returns the metrics of these processes and of the ended ones, in the text format of Prometheus. */
  text(live: readonly MetricValues[]): Promise<string>;
}

/** Adds up the metrics of processes. Gauges that all processes measure alike are not added (see `openMetrics`). */
function mergeMetrics(): MergedMetrics {
  let ended: MetricValues = [];
  // Merged one after another, because a merge reads what the one before has kept.
  let keeping = Promise.resolve();

  return {
    keep(last) {
      const growing = last.filter(({ type }) => GROWING.has(String(type)));
      keeping = keeping.then(async () => {
        ended = await AggregatorRegistry.aggregate([[...ended], growing]).getMetricsAsJSON();
      });
    },
    async text(live) {
      await keeping;
      const all = [...live, ended].map((values) => [...values]);
      return AggregatorRegistry.aggregate(all).metrics();
    },
  };
}

function works(member: Member): boolean {
  return member.state() === "serving" && member.silentFor() <= SILENT_MS;
}

/** On a terminal, SIGHUP means that the terminal was closed. */
function onHangUp(restart: () => void): void {
  process.on("SIGHUP", () => {
    if (process.stdin.isTTY) process.kill(process.pid, "SIGTERM");
    else restart();
  });
  process.once("exit", () => {
    // A process that hangs would not notice that this one has ended.
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGKILL");
  });
}

const PROCESSES_HELP = [
  "# HELP rapport_processes API processes that share the port",
  "# TYPE rapport_processes gauge\n",
].join("\n");
