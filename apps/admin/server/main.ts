import { readConfig } from "@rapport/api/config";
import { openLog } from "@rapport/api/log";
import { runProgram } from "@rapport/api/program";
import { startAdminServer } from "./server.ts";
import { welcome } from "./welcome.ts";

await runProgram(
  "rapport admin",
  async () => {
    const config = readConfig(process.env);
    return startAdminServer(config, await openLog(config.logLevel));
  },
  (server) => welcome(server.url, server.deps),
);
