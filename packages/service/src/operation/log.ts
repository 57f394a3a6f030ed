import { writeSync } from "node:fs";
import { hostname } from "node:os";
import type { ReplicaHealth } from "@rapport/core";
import { escapeControls } from "@rapport/model";
import { type Logger, pino } from "pino";

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
    // Escape control characters, because somebody may read the log in a terminal. Keep the line end, which is always the last
    // character.
    output.write(`${escapeControls(line.slice(0, -1))}\n`);
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

/** Bytes that wait while they cannot be written. Lines that come when there is no room are lost. */
const MAX_WAITING_BYTES = 256 * 1_024;
const RETRY_MS = 1_000;
/** How often `end` tries again, and the milliseconds between. */
const LAST_TRIES = 100;
const LAST_TRY_MS = 10;

interface LogOutput {
  /** Adds a line. Writes it together with the lines that wait once they have `portionBytes`. */
  write(line: string): void;
  /** Writes the lines that wait. */
  flush(): void;
  /** Writes the lines that wait before the process exits. If its reader is slow, takes up to a second. */
  end(): void;
}

/**
 * Opens an output for lines.
 *
 * No request waits for the log or fails because of it. If lines cannot be written, because a disk is full or a reader has
 * ended or is stuck, up to 256 KiB wait and later lines are lost. pino's default, `sonic-boom`, blocks the whole process
 * instead.
 *
 * @param fd file descriptor; a pipe should not block
 * @param portionBytes bytes that are written together
 * @param describeLoss returns the line that says how many lines were lost, for the time when lines can be written again
 */
function openLogOutput(
  fd: number,
  portionBytes: number,
  describeLoss: (lines: number) => string,
): LogOutput {
  /** Each is written at once, so that lines of processes that share a pipe do not mix. */
  const portions: Buffer[] = [];
  let portion = "";
  let waitingBytes = 0;
  let lost = 0;
  let isBlocked = false;

  function closePortion(): void {
    if (portion === "") return;
    const bytes = Buffer.from(portion);
    portion = "";
    portions.push(bytes);
    waitingBytes += bytes.length;
  }

  function writePortions(): void {
    isBlocked = false;
    while (portions[0] !== undefined && !isBlocked) {
      const written = tryToWrite(fd, portions[0]);
      isBlocked = written < portions[0].length;
      waitingBytes -= written;
      if (isBlocked) portions[0] = portions[0].subarray(written);
      else portions.shift();
    }
  }

  function writeAll(): void {
    closePortion();
    writePortions();
    if (isBlocked || lost === 0) return;
    portion = describeLoss(lost);
    lost = 0;
    closePortion();
    writePortions();
  }

  setInterval(writeAll, RETRY_MS).unref();
  return {
    write(line) {
      if (waitingBytes + portion.length > MAX_WAITING_BYTES) {
        lost += 1;
        return;
      }
      portion += line;
      if (portion.length < portionBytes) return;
      if (isBlocked) closePortion();
      else writeAll();
    },
    flush() {
      // While lines cannot be written, only the timer tries again.
      if (!isBlocked) writeAll();
    },
    end() {
      writeAll();
      const clock = new Int32Array(new SharedArrayBuffer(4));
      for (let i = 0; i < LAST_TRIES && isBlocked; i += 1) {
        Atomics.wait(clock, 0, 0, LAST_TRY_MS);
        writeAll();
      }
    },
  };
}

/** Returns how many bytes were written. */
function tryToWrite(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    return 0;
  }
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

type Log = Record<"info" | "warn", (line: object, message: string) => void>;

const REPLICA_MESSAGES: Readonly<Record<ReplicaHealth["state"], string>> = {
  starting: "read replica not asked yet",
  used: "read replica in use",
  behind: "read replica more than 10 seconds behind",
  down: "read replica does not answer; reads go to the primary",
  promoted: "read replica is no longer a standby; reads go to the primary",
  foreign: "DATABASE_READ_URL leads to another database; reads go to the primary",
};

/** Returns a function that logs each change of the read replica's state as one line. */
export function replicaLog(log: Log): (health: ReplicaHealth) => void {
  return ({ state, lagSeconds }) => {
    log[state === "used" ? "info" : "warn"](
      { replica: state, lagSeconds },
      REPLICA_MESSAGES[state],
    );
  };
}
