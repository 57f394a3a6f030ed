import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { openLog } from "@rapport/service/operation/log";
import { runProgram } from "@rapport/service/program";
import { readConfig } from "@rapport/service/settings/config";
import { startProcesses } from "../../src/processes/primary.ts";

/** The program with several processes, which are replaced sooner than by default. */
const LIMITS = { hangsAfter: 4_000, checkInterval: 200, atOnce: 100, leaveGrace: 2_000 };

// They are those of the program as `npm start` runs it, which start in a third of the time that sources take.
cluster.setupPrimary({ exec: fileURLToPath(new URL("../../../../dist/api.js", import.meta.url)) });
await runProgram(
  "rapport",
  async () => {
    const config = readConfig(process.env);
    return startProcesses(config, await openLog(config.logLevel), LIMITS);
  },
  async () => "",
);
