import { openLog } from "@rapport/service/operation/log";
import { runProgram } from "@rapport/service/program";
import { readConfig } from "@rapport/service/settings/config";
import { startAdminServer, welcome } from "./server.ts";

await runProgram(
  "rapport admin",
  async () => {
    const config = readConfig(process.env);
    const { dataDir } = config;
    return { ...(await startAdminServer(config, await openLog(config.logLevel))), dataDir };
  },
  ({ url, deps, dataDir }) => welcome(url, deps, dataDir),
);
