import { readConfig } from "./config.ts";
import { openLog } from "./operation/log.ts";
import { runProgram } from "./program.ts";
import { startServer } from "./server.ts";
import { welcome } from "./welcome.ts";

await runProgram(
  "rapport",
  async () => {
    const config = readConfig(process.env);
    const server = await startServer(config, openLog(config.logLevel));
    return { ...server, config };
  },
  ({ config, deps }) => welcome(config, deps),
);
