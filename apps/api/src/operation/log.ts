import { hostname } from "node:os";
import { escapeControls } from "@rapport/model";
import { type Logger, pino } from "pino";
import { openLogOutput } from "./log-output.ts";

/** Lines of requests that are written together: about 60. */
const BUFFERED_BYTES = 15_360;
/** The same if other processes write to the same pipe, which keeps 4,096 bytes together. */
const SHARED_BUFFERED_BYTES = 3_072;
/** Messages that a terminal does not show, because the text printed at the start says the same. */
const SAID_BY_WELCOME: ReadonlySet<string> = new Set(["listening", "admin app listening"]);

/**
 * Opens the log on standard output: readable lines on a terminal, JSON lines elsewhere.
 *
 * @param level the lowest level that is logged
 */
export async function openLog(level: string): Promise<Logger> {
  // The text of the start and Node's warnings. If their reader has gone, the server keeps running.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  return pino({ level }, process.stdout.isTTY ? await toTerminal() : bufferedJson());
}

/**
 * Writes lines of requests together, at most a second later, because each write is a call of the operating system.
 * They are the lines without a message. Any other line is written at once, after those that wait, and the exit of the
 * process writes the rest.
 */
function bufferedJson() {
  // A process that has a channel to its parent is one of several with the same output.
  const portionBytes = process.connected ? SHARED_BUFFERED_BYTES : BUFFERED_BYTES;
  const output = openStandardOutput(portionBytes, (json) => json);
  return withMessage((line, message) => {
    // A terminal may show the lines later.
    output.write(escapeControls(line, "\n"));
    if (message !== undefined) output.flush();
  });
}

async function toTerminal() {
  const { readableLines } = await import("./readable-log.ts");
  const toLine = readableLines(process.stdout.hasColors());
  const output = openStandardOutput(1, toLine);
  return withMessage((line, message = "") => {
    if (!SAID_BY_WELCOME.has(message)) output.write(toLine(line));
  });
}

function openStandardOutput(portionBytes: number, toLine: (json: string) => string) {
  const output = openLogOutput(process.stdout.fd, portionBytes, (lost) => {
    const fields = { level: 40, time: Date.now(), pid: process.pid, hostname: hostname(), lost };
    return toLine(`${JSON.stringify({ ...fields, msg: "log lines could not be written" })}\n`);
  });
  process.on("exit", () => output.end());
  return output;
}

function withMessage(write: (line: string, message?: string) => void) {
  const stream = {
    // Makes pino set `lastMsg` before each write (https://getpino.io/#/docs/api?id=metadata).
    [Symbol.for("pino.metadata")]: true as const,
    lastMsg: undefined as string | undefined,
    write: (line: string) => write(line, stream.lastMsg),
  };
  return stream;
}
