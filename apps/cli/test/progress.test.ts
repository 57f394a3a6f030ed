import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { startProgress } from "../src/progress.ts";

const STEP = { doing: "Writing", done: 512, of: 1_024, unit: "line" };

describe("progress", () => {
  it("is a bar on a terminal, in one line for each thing that is done", () => {
    const { written, progress } = start(true);
    progress.show(STEP);
    progress.show({ ...STEP, doing: "Comparing", done: 1_024 });
    progress.end();
    const lines = written().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(
      `\rWriting [${"#".repeat(12)}${"-".repeat(12)}]  50 %  512 of 1,024 lines`,
    );
    expect(lines[1]).toContain(`\rComparing [${"#".repeat(24)}] 100 %  1,024 of 1,024 lines`);
  });

  it("is a count on a terminal if the end is not known", () => {
    const { written, progress } = start(true);
    progress.show({ ...STEP, of: null });
    progress.end();
    expect(written()).toContain("\rWriting 512 lines");
  });

  it("counts one in the singular", () => {
    const { written, progress } = start(true);
    progress.show({ ...STEP, done: 1, of: 1, unit: "company", units: "companies" });
    progress.end();
    expect(written()).toContain("1 of 1 company\u001B");
  });

  it("has no bar and no line for a short command elsewhere", () => {
    const { written, progress } = start(false);
    progress.show(STEP);
    progress.end();
    expect(written()).toBe("");
  });
});

function start(isTTY: boolean) {
  let text = "";
  const stderr = { isTTY, write: (more: string) => (text += more) };
  const stdout = { write: () => undefined };
  const progress = startProgress({ env: {}, stdin: Readable.from([]), stdout, stderr });
  return { progress, written: () => text };
}
