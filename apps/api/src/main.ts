import { readConfig } from "./config.ts";
import { openLog } from "./operation/log.ts";
import { runProgram } from "./program.ts";
import { startServer } from "./server.ts";
import { welcome } from "./welcome.ts";

await runProgram(
  "rapport",
  async () => {
    const config = readConfig(process.env);
    const server = await startServer(config, await openLog(config.logLevel));
    return { ...server, config };
  },
  ({ config, deps }) => welcome(config, deps),
);
// Tells `npm start`, which starts the admin app then.
if (process.connected) process.send?.("started");
