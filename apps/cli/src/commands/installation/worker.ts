import type { HealthListener } from "@rapport/service/operation/health-listener";
import type { Service } from "@rapport/service/service";
import type { Config } from "@rapport/service/settings/config";
import type { Command } from "commander";
import { type Output, verb } from "../../command.ts";
import { type Core, type ProcessIo, print, readInstallation } from "../../session.ts";

/** Adds `rapport worker`. */
export function addWorker(program: Command, io: ProcessIo): void {
  verb(program, "worker", {
    summary: "deliver webhooks and clean up until stopped",
    description:
      "Delivers webhooks and removes expired data until it is stopped, in addition to the API's own worker or instead of it. Any number of workers can run.",
    details: "WORKER_METRICS_PORT serves /healthz, /readyz and /metrics of the worker.",
    examples: ["rapport worker"],
  })
    .helpGroup("Operate:")
    .action(async (out: Output) => {
      const core = await import("@rapport/core");
      const { listenForHealth } = await import("@rapport/service/operation/health-listener");
      const { openService } = await import("@rapport/service/service");
      const config = await readInstallation(io);
      const onError = core.throttleFailures((failure, _requestId, suppressed) => {
        const others = suppressed === 0 ? "" : ` (and ${suppressed} more times)`;
        io.stderr.write(`rapport: ${failureLine(core, failure)}${others}\n`);
      });
      const onWait = (line: string) => void io.stderr.write(`rapport: ${line}\n`);
      const { host, workerMetricsPort: port, metricsToken: token } = config;
      const at = { setting: "WORKER_METRICS_PORT", host, port, token };
      const operator = await listenForHealth(at, onError);
      try {
        const service = await openService(config, { isNewAllowed: false, onError, onWait });
        try {
          await workUntilStopped(core, config, { service, operator, onError }, () => {
            const listening = operator === null ? {} : { metrics_port: operator.port };
            print(io, { worker: "running", ...listening }, out);
          });
        } finally {
          await service.close();
        }
      } finally {
        await operator?.stop();
      }
    });
}

async function workUntilStopped(
  { startWorker }: Core,
  config: Config,
  open: { service: Service; operator: HealthListener | null; onError: (error: unknown) => void },
  onStarted: () => void,
): Promise<void> {
  const { onStopSignal } = await import("@rapport/service/program");
  const { openMetrics } = await import("@rapport/service/operation/metrics");
  const { releaseIdleMemory } = await import("@rapport/service/operation/idle-memory");
  const { service, operator, onError } = open;
  const metrics = openMetrics(service.deps, config, null);
  const stopped = new Promise<void>((resolve) => {
    onStopSignal("rapport", () => {
      operator?.setStopping();
      resolve();
      return 0;
    });
  });
  const worker = startWorker(service.deps, {
    historyDays: config.historyDays,
    onAttempt: metrics.deliveryAttempted,
    onError,
  });
  await operator?.serve({ ready: service.ready, metrics });
  onStarted();
  releaseIdleMemory();
  await stopped;
  await worker.stop();
}

function failureLine({ DatabaseUnavailable, databaseFault }: Core, failure: unknown): string {
  if (!(failure instanceof DatabaseUnavailable)) return String(failure);
  return `database unavailable: ${failure.message}: ${databaseFault(failure)}`;
}
