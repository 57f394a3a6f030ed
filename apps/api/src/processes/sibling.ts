import { type Config, readConfig } from "../config.ts";
import { openLog } from "../operation/log.ts";
import { METRICS_TYPE, type MetricValues } from "../operation/metrics.ts";
import { onStopSignal, startFailure, stopServer } from "../program.ts";
import { type RunningServer, startServer } from "../server.ts";
import { welcome } from "../welcome.ts";
import { type Link, openLink } from "./link.ts";
import type { Role } from "./messages.ts";
import { sharedLimits } from "./shared-limits.ts";

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
  } catch (error) {
    await link.report({ kind: "failed", reason: startFailure(error) });
    if (server !== undefined) await stopServer("rapport", server);
    process.exit(1);
  }
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
