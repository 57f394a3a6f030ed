import type { ProcessIo } from "./session.ts";

/** Milliseconds between two changes of the bar. */
const INTERVAL_MS = 100;
const WIDTH = 24;

export interface ProgressBar {
  /** Shows how much is done. */
  show(done: number): void;
  /** Removes the bar. */
  end(): void;
}

/**
 * Shows progress in one line of a terminal. Writes nothing if standard error is no terminal.
 *
 * @param what what is counted, in the plural
 * @param total how many there are; null if nobody knows, then the line has only the number
 */
export function progressBar(io: ProcessIo, what: string, total: number | null): ProgressBar {
  if (io.stderr.isTTY !== true) return { show: () => undefined, end: () => undefined };
  let next = 0;
  return {
    show(done) {
      if (performance.now() < next) return;
      next = performance.now() + INTERVAL_MS;
      io.stderr.write(`\r\u001B[K${lineOf(what, done, total)}`);
    },
    end: () => void io.stderr.write("\r\u001B[K"),
  };
}

function lineOf(what: string, done: number, total: number | null): string {
  const count = done.toLocaleString("en");
  if (total === null) return `${count} ${what}`;
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const bar = "█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "░");
  return `${bar} ${Math.floor(share * 100)} %  ${count} of ${total.toLocaleString("en")} ${what}`;
}
