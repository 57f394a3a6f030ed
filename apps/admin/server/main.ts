import { readConfig } from "@rapport/api/config";
import { runProgram } from "@rapport/api/program";
import { pino } from "pino";
import { startAdminServer } from "./server.ts";
import { welcome } from "./welcome.ts";

await runProgram("rapport admin", async () => {
  const config = readConfig(process.env);
  const server = await startAdminServer(config, pino({ level: config.logLevel }));
  process.stdout.write(await welcome(server.url, server.deps));
  return server;
});
