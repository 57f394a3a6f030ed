import { escapeControls } from "@rapport/model";
import type { ProcessIo } from "./session.ts";

/** How far a command has come. */
export interface Step {
  /** What it does, such as "Reading". */
  readonly doing: string;
  readonly done: number;
  /** Null if the end is not known. */
  readonly of: number | null;
  /** What is counted: one, such as "row", and several, with an s if not given. */
  readonly unit: string;
  readonly units?: string;
}

export interface Progress {
  show(step: Step): void;
  /** Shows the last step as it is, and ends its line. */
  end(): void;
}

const LINE_INTERVAL_MS = 5_000;
const BAR_INTERVAL_MS = 100;
const BAR_CHARACTERS = 24;

/**
 * Shows progress on standard error, because standard output is only for the result: a bar on a terminal, otherwise a
 * line every five seconds.
 */
export function startProgress({ stderr }: ProcessIo): Progress {
  return stderr.isTTY ? startBar(stderr) : startLines(stderr);
}

function startLines(stderr: ProcessIo["stderr"]): Progress {
  let next = performance.now() + LINE_INTERVAL_MS;
  return {
    show(step) {
      if (performance.now() < next) return;
      next = performance.now() + LINE_INTERVAL_MS;
      stderr.write(`${escapeControls(step.doing)}: ${countText(step)}\n`);
    },
    end: () => undefined,
  };
}

function startBar(stderr: ProcessIo["stderr"]): Progress {
  let last: Step | undefined;
  let [shownAt, begunAt, begunWith] = [0, 0, 0];
  const draw = (step: Step, ending: string) => {
    const seconds = (performance.now() - begunAt) / 1000;
    const rate = seconds < 1 ? "" : `  ${whole((step.done - begunWith) / seconds)}/s`;
    // Clears to the end of the line, because the text before may have been longer.
    const text = `${escapeControls(step.doing)} ${drawBar(step)}${countText(step)}${rate}`;
    const line = `\r${text}\u001B[K${ending}`;
    if (stderr.draw === undefined) stderr.write(line);
    else stderr.draw(line);
    shownAt = performance.now();
  };
  return {
    show(step) {
      if (last?.doing !== step.doing) {
        if (last !== undefined) draw(last, "\n");
        [begunAt, begunWith, shownAt] = [performance.now(), step.done, 0];
      }
      last = step;
      if (performance.now() - shownAt >= BAR_INTERVAL_MS) draw(step, "");
    },
    end() {
      if (last !== undefined) draw(last, "\n");
      last = undefined;
    },
  };
}

function drawBar({ done, of }: Step): string {
  if (of === null || of === 0) return "";
  const share = Math.min(1, done / of);
  const full = Math.floor(share * BAR_CHARACTERS);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `[${"#".repeat(full)}${"-".repeat(BAR_CHARACTERS - full)}] ${percent} %  `;
}

function countText({ done, of, unit, units = `${unit}s` }: Step): string {
  const named = (of ?? done) === 1 ? unit : units;
  return of === null ? `${whole(done)} ${named}` : `${whole(done)} of ${whole(of)} ${named}`;
}

function whole(count: number): string {
  return Math.round(count).toLocaleString("en");
}
