import { readConfig } from "@rapport/api/config";
import { runProgram } from "@rapport/api/program";
import { pino } from "pino";
import { startAdminServer } from "./server.ts";
import { welcome } from "./welcome.ts";

await runProgram(
  "rapport admin",
  () => {
    const config = readConfig(process.env);
    return startAdminServer(config, pino({ level: config.logLevel }));
  },
  (server) => welcome(server.url, server.deps),
);
