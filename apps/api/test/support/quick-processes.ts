import cluster from "node:cluster";
import { readConfig } from "../../src/config.ts";
import { openLog } from "../../src/operation/log.ts";
import { startProcesses } from "../../src/processes/primary.ts";
import { runSibling } from "../../src/processes/sibling.ts";
import { runProgram } from "../../src/program.ts";

/** The program with several processes, which are replaced sooner than by default. */
const LIMITS = { hangsAfter: 4_000, checkInterval: 200, atOnce: 100, leaveGrace: 2_000 };

if (cluster.isWorker) await runSibling(process.env);
else {
  await runProgram(
    "rapport",
    async () => {
      const config = readConfig(process.env);
      return startProcesses(config, await openLog(config.logLevel), LIMITS);
    },
    async () => "",
  );
}
