import cluster from "node:cluster";
import { openLog } from "@rapport/service/operation/log";
import { runProgram } from "@rapport/service/program";
import { type Config, readConfig } from "@rapport/service/settings/config";
import { lowerEngineThreads } from "./operation/engine-threads.ts";
import { type RunningProcesses, startProcesses } from "./processes/primary.ts";
import { runSibling } from "./processes/sibling.ts";
import { type RunningServer, startServer } from "./server.ts";
import { welcome } from "./welcome.ts";

type Running = RunningProcesses | (RunningServer & { readonly config: Config });

async function start(): Promise<Running> {
  const config = readConfig(process.env);
  const log = await openLog(config.logLevel);
  if (config.processes > 1) return startProcesses(config, log);
  return { ...(await startServer(config, log)), config };
}

lowerEngineThreads();
if (cluster.isWorker) await runSibling(process.env);
else {
  await runProgram("rapport", start, async (running) =>
    "deps" in running ? welcome(running.config, running.deps) : "",
  );
  // Tells `npm start`, which starts the admin app then.
  if (process.connected) process.send?.("started");
}
