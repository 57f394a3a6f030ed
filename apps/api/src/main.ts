import { pino } from "pino";
import { readConfig } from "./config.ts";
import { runProgram } from "./program.ts";
import { startServer } from "./server.ts";
import { welcome } from "./welcome.ts";

await runProgram("rapport", async () => {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const server = await startServer(config, log);
  process.stdout.write(await welcome(config, server.deps));
  return server;
});
