import { describe, expect, it } from "vitest";
import { demoRecords } from "../src/demo/records.ts";

describe("the records of the demo", () => {
  const now = new Date("2026-11-22T10:00:00Z");
  const records = demoRecords(now);
  const createdAt = new Map(records.map((record) => [record.key, record.createdAt]));

  it("are created in every week of the last 90 days, and never in the future", () => {
    const times = records.map((record) => Date.parse(record.createdAt));
    expect(Math.min(...times)).toBe(now.getTime() - 90 * 86_400_000);
    expect(Math.max(...times)).toBeLessThan(now.getTime());
    const weeks = new Set(
      times.map((time) => Math.floor((now.getTime() - time) / (7 * 86_400_000))),
    );
    expect(weeks.size).toBe(13);
  });

  it("are created in the order of their ids within a type, because searches by time rely on it", () => {
    for (const type of new Set(records.map((record) => record.type))) {
      const times = records.filter((one) => one.type === type).map((one) => one.createdAt);
      expect(times).toEqual(times.toSorted());
    }
  });

  it("come to their stages one after the other, after their creation and before now", () => {
    const moved = records.filter(({ moves = [] }) => moves.length > 0);
    expect(new Set(moved.map(({ type }) => type))).toEqual(new Set(["deal", "ticket", "lead"]));
    for (const { createdAt: created, moves = [] } of moved) {
      const times = [created, ...moves.map(({ at }) => at), now.toISOString()];
      expect(times).toEqual(times.toSorted());
    }
    const ends = moved.map(({ type, moves = [] }) => `${type} ${moves.at(-1)?.stage}`);
    expect(ends).toEqual(
      expect.arrayContaining(["deal won", "deal lost", "ticket closed", "lead disqualified"]),
    );
  });

  it("are created after the records that they are associated with", () => {
    const early = records.filter(({ createdAt: at, associatedWith }) =>
      associatedWith.some((other) => (createdAt.get(other) ?? "") >= at),
    );
    expect(early.map(({ key }) => key)).toEqual([]);
  });
});
