import { writeSync } from "node:fs";

/** Bytes that wait while they cannot be written. Lines that come when there is no room are lost. */
const MOST_WAITING_BYTES = 256 * 1_024;
const RETRY_MS = 1_000;
/** How often `end` tries again, and the milliseconds between. */
const LAST_TRIES = 100;
const LAST_TRY_MS = 10;

export interface LogOutput {
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
 * @param lossOf returns the line that says how many lines were lost, for the time when lines can be written again
 */
export function openLogOutput(
  fd: number,
  portionBytes: number,
  lossOf: (lines: number) => string,
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
    portion = lossOf(lost);
    lost = 0;
    closePortion();
    writePortions();
  }

  setInterval(writeAll, RETRY_MS).unref();
  return {
    write(line) {
      if (waitingBytes + portion.length > MOST_WAITING_BYTES) {
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
