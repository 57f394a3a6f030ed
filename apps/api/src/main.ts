import { pino } from "pino";
import { ConfigError, readConfig } from "./config.ts";
import { type RunningServer, startServer } from "./server.ts";
import { welcome } from "./welcome.ts";

try {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const server = await startServer(config, log);
  process.stdout.write(await welcome(config, server.deps));
  stopOnSignal(server);
} catch (error) {
  const line = error instanceof ConfigError ? error.message : `cannot start: ${oneLine(error)}`;
  process.stderr.write(`rapport: ${line}\n`);
  process.exitCode = 1;
}

function stopOnSignal(server: RunningServer): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      server.stop().catch((error: unknown) => {
        process.stderr.write(`rapport: stopped uncleanly: ${oneLine(error)}\n`);
        process.exitCode = 1;
      });
    });
  }
}

function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const text = error.message === "" ? error.name : error.message;
  return (code === undefined || text.includes(code) ? text : `${text} (${code})`).replaceAll(
    /\s*\n\s*/g,
    " ",
  );
}
