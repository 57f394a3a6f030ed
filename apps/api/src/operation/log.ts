import { type Logger, pino } from "pino";

/** Lines of requests that are written together: about 15. */
const BUFFERED_BYTES = 4_096;
const FLUSH_MS = 1_000;

/**
 * Opens the log on standard output. Lines of requests are written together, at most a second later, because each write
 * is a call of the operating system. They are the lines without a message. Any other line is written at once, after
 * those that wait, and the exit of the process writes the rest.
 */
export function openLog(level: string): Logger {
  const output = pino.destination({ sync: true, minLength: BUFFERED_BYTES });
  const flushSync = () => output.flushSync();
  setInterval(flushSync, FLUSH_MS).unref();
  process.on("exit", flushSync);
  const buffered = {
    // Makes pino set `lastMsg` before each write (https://getpino.io/#/docs/api?id=metadata).
    [Symbol.for("pino.metadata")]: true as const,
    lastMsg: undefined as string | undefined,
    write(line: string) {
      output.write(line);
      if (buffered.lastMsg !== undefined) flushSync();
    },
    flushSync,
  };
  return pino({ level }, buffered);
}
