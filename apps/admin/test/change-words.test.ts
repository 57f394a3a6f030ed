import { describe, expect, it } from "vitest";
import { type Change, changeMark } from "../src/jobs/changes.tsx";

const ENDED = {
  ...{ action: "edit", object: "contact", isSelected: true, selected: 504, failure: null },
  undo: { state: "done", undone: 200, left: 0, failure: null },
} as unknown as Change;

describe("the state of an undone bulk change", () => {
  it.each([
    ["Undone", { done: 504, failure: null }],
    ["Cancelled, then undone", { done: 200, failure: null }],
    ["Cancelled, then undone", { isSelected: false, selected: 0, done: 0, failure: null }],
    ["Failed, then undone", { done: 200, failure: "The target was deleted." }],
  ])("is: %s", (text, change) => {
    expect(changeMark({ ...ENDED, ...change, state: "undone" }).text).toBe(text);
  });
});
