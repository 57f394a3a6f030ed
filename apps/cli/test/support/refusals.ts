import { expect } from "vitest";
import type { Ended } from "./run-to-end.ts";

/** Expects that a command has failed with one line on standard error, without a stack. */
export function expectRefusal({ code, stdout, stderr }: Ended, message: RegExp): void {
  expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^rapport: [^\n]+\n$/);
  expect(stderr).not.toMatch(/\bat .*:\d+|node:internal|Error:/);
}
