import { readConfig } from "@rapport/api/config";
import { openLog } from "@rapport/api/log";
import { runProgram } from "@rapport/api/program";
import { startAdminServer } from "./server.ts";
import { welcome } from "./welcome.ts";

await runProgram(
  "rapport admin",
  async () => {
    const config = readConfig(process.env);
    const { dataDir } = config;
    return { ...(await startAdminServer(config, await openLog(config.logLevel))), dataDir };
  },
  ({ url, deps, dataDir }) => welcome(url, deps, dataDir),
);
