import { describe, expect, it } from "vitest";
import { foldItems, isFolded } from "../src/pages/record/timeline/folding.ts";
import type { HistoryEntry } from "../src/records/record-model.ts";

type Change = readonly [property: string, from: string | null, to: string | null];

describe("changes of a record within minutes", () => {
  /** Returns what the timeline tells of changes that are a minute apart, newest first. */
  const tell = (...changes: readonly (readonly Change[])[]) => {
    const entries = changes.map((of, i) => ({
      ...{ id: String(i), action: "updated", surface: "admin", other: null },
      actor: { kind: "admin", email: "ann@example.com" },
      at: new Date(Date.UTC(2026, 10, 1, 12, -i)).toISOString(),
      changes: of.map(([property, from, to]) => ({ property, from, to })),
    })) as unknown as readonly HistoryEntry[];
    return foldItems(entries, (entry) => entry).map((item) =>
      isFolded(item)
        ? item.entry.changes.map(({ property, from, to }) => [property, from, to])
        : item,
    );
  };

  it("are one, from the first value to the last one", () => {
    expect(tell([["stage", "b", "c"]], [["stage", "a", "b"]])).toEqual([[["stage", "a", "c"]]]);
  });

  it("leave out a property that has the value it had before", () => {
    const undone: Change = ["stage", "proposal", "new"];
    const moved: Change = ["stage", "new", "proposal"];
    expect(tell([undone], [["amount", "1", "2"]], [moved])).toEqual([[["amount", "1", "2"]]]);
  });

  it("are told one by one if they end where they began", () => {
    expect(tell([["stage", "b", "a"]], [["stage", "a", "b"]])).toEqual([
      [["stage", "b", "a"]],
      [["stage", "a", "b"]],
    ]);
  });

  it("count from the oldest value, even if a later change was undone", () => {
    expect(tell([["amount", "7", "5"]], [["amount", "5", "7"]], [["amount", "3", "5"]])).toEqual([
      [["amount", "3", "5"]],
    ]);
  });

  it("leave out a value that was cleared and entered again", () => {
    const changes = tell(
      [["city", null, "Rome"]],
      [
        ["city", "Rome", null],
        ["name", "A", "B"],
      ],
    );
    expect(changes).toEqual([[["name", "A", "B"]]]);
  });
});
