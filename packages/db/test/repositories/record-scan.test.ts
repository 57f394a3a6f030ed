import { randomBytes } from "node:crypto";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erasures, merges, recordIndex, recordScan, recordsById } from "../../src/index.ts";
import type { KeyPosition } from "../../src/repositories/records/record-scan.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, START, type Store } from "../support/store.ts";

const { countIds, countKeyRange, findFirst, scanIds, scanKeyRange } = recordScan;
const { findKept, findMany, findTexts } = recordsById;

/** PostgreSQL compresses a text that repeats itself. */
const LARGE = randomBytes(8_192).toString("hex");
const LAST_ID = Number.MAX_SAFE_INTEGER;
const ALL = { low: ["", 0], high: ["\u{10ffff}", LAST_ID] } as const;

describe.each(DIALECTS)("scans of records on %s", (dialect) => {
  let store: Store;
  let scope: Scope;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  beforeEach(async () => {
    scope = await store.project();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  describe("of a property's index", () => {
    const index = (type: string, property: string, ...positions: readonly KeyPosition[]) =>
      store.db.transaction((tx) =>
        recordIndex.insertIndexRows(
          tx,
          positions.map(([value, id]) => [scope.projectId, type, property, value, id] as const),
        ),
      );
    interface Bounds {
      readonly low?: KeyPosition;
      readonly high?: KeyPosition;
      readonly limit?: number;
    }
    const rangeOf = ({ low = ALL.low, high = ALL.high }: Bounds) => ({
      property: "city",
      low,
      high,
    });
    const scan = async (direction: "asc" | "desc", bounds: Bounds = {}) => {
      const { limit = 100 } = bounds;
      const rows = await scanKeyRange(
        store.db,
        scope,
        { type: "contact", keyRange: rangeOf(bounds) },
        { direction, limit },
      );
      return rows.map(({ value, id }) => [value, id]);
    };
    const count = (bounds: Bounds) =>
      countKeyRange(
        store.db,
        scope,
        { type: "contact", keyRange: rangeOf(bounds) },
        bounds.limit ?? 100,
      );

    test("return records by the bytes of their values, then by id, in both directions", async () => {
      const sorted: KeyPosition[] = [
        ["", 3],
        ["B", 9],
        ["a", 1],
        ["a", 2],
        ["a", 10],
        ["a b", 4],
        ["ab", 5],
        ["é", 6],
        ["\u{ff5e}", 7],
        ["\u{1f600}", 8],
      ];
      await index("contact", "city", ...sorted.toReversed());
      expect(await scan("asc")).toEqual(sorted);
      expect(await scan("desc")).toEqual(sorted.toReversed());
    });

    test("exclude both ends of their range", async () => {
      await index("contact", "city", ["a", 1], ["b", 2], ["b", 3], ["b", 4], ["c", 5]);
      const between = { low: ["b", 2], high: ["c", 5] } as const;
      expect(await scan("asc", between)).toEqual([
        ["b", 3],
        ["b", 4],
      ]);
      expect(await count(between)).toBe(2);
      const nothing = { low: ["b", 3], high: ["b", 4] } as const;
      expect([await scan("asc", nothing), await count(nothing)]).toEqual([[], 0]);
    });

    test("start at the end of their direction and stop at the limit", async () => {
      await index("contact", "city", ["a", 1], ["b", 2], ["c", 3]);
      expect(await scan("asc", { limit: 2 })).toEqual([
        ["a", 1],
        ["b", 2],
      ]);
      expect(await scan("desc", { limit: 2 })).toEqual([
        ["c", 3],
        ["b", 2],
      ]);
      expect([await count({ limit: 2 }), await count({ limit: 3 })]).toEqual([2, 3]);
    });

    test("return nothing of another property, type or project", async () => {
      const own = scope;
      await index("contact", "city", ["a", 1]);
      await index("contact", "country", ["a", 2]);
      await index("lead", "city", ["a", 3]);
      scope = await store.project();
      await index("contact", "city", ["a", 4]);
      expect(await scan("asc")).toEqual([["a", 4]]);
      scope = own;
      expect([await scan("asc"), await count({})]).toEqual([[["a", 1]], 1]);
    });

    test.each(["asc", "desc"] as const)("return each position on one page, %s", async (to) => {
      const positions = Array.from({ length: 11 }, (_, i): KeyPosition => [`v${i % 3}`, i + 1]);
      await index("contact", "city", ...positions);
      const seen: KeyPosition[] = [];
      for (let pages = 0; pages < 4; pages++) {
        const last = seen.at(-1);
        const from = last === undefined ? {} : to === "asc" ? { low: last } : { high: last };
        seen.push(...((await scan(to, { ...from, limit: 3 })) as unknown as KeyPosition[]));
      }
      expect(new Set(seen.map(([, id]) => id)).size).toBe(11);
      expect(seen).toHaveLength(11);
    });
  });

  describe("of ids", () => {
    const scan = async (
      direction: "asc" | "desc",
      { above = 0, below = LAST_ID, limit = 100, type = "contact" } = {},
    ) => {
      const rows = await scanIds(
        store.db,
        scope,
        { type, range: { above, below } },
        { direction, limit },
      );
      return rows.map(({ id }) => id);
    };

    test("exclude both ends of their range, and stop at the limit", async () => {
      const ids: number[] = [];
      for (let i = 0; i < 5; i++) ids.push(await store.record(scope, "contact"));
      const [first = 0, second, third, fourth, fifth = 0] = ids;
      expect(await scan("asc")).toEqual(ids);
      expect(await scan("desc")).toEqual(ids.toReversed());
      const between = { above: first, below: fifth };
      expect(await scan("asc", between)).toEqual([second, third, fourth]);
      expect(await scan("asc", { ...between, limit: 2 })).toEqual([second, third]);
      expect(await scan("desc", { ...between, limit: 2 })).toEqual([fourth, third]);
    });

    test("return and count only live records of the type and project", async () => {
      const at = minute(7);
      const live = await store.record(scope, "contact", { at });
      await store.record(scope, "lead");
      await store.record(scope, "company");
      await store.record(await store.project(), "contact");
      const deleted = await store.record(scope, "contact");
      await store.remove(scope, deleted, minute(8));
      const range = { above: 0, below: LAST_ID };
      expect(
        await scanIds(store.db, scope, { type: "contact", range }, { direction: "asc", limit: 9 }),
      ).toEqual([{ id: live }]);
      const first = { id: live, created_at: at };
      expect(await findFirst.first(store.db, scope, { type: "contact", ...range })).toEqual(first);
      const after = { ...range, above: live };
      expect(await countIds(store.db, scope, { type: "contact", range: after }, 9)).toBe(0);
      expect(await findFirst.first(store.db, scope, { type: "contact", ...after })).toBeUndefined();
      expect(await countIds(store.db, scope, { type: "contact", range }, 9)).toBe(1);
      expect(await countIds(store.db, scope, { type: "ticket", range }, 9)).toBe(0);
      await store.record(scope, "contact");
      await store.record(scope, "contact");
      expect(await countIds(store.db, scope, { type: "contact", range }, 9)).toBe(3);
      expect(await countIds(store.db, scope, { type: "contact", range }, 2)).toBe(2);
    });
  });

  test("return the live records among any number of ids", async () => {
    const live = await store.record(scope, "contact", { properties: { city: "Wien" }, at: START });
    const lead = await store.record(scope, "lead");
    const deleted = await store.record(scope, "contact");
    await store.remove(scope, deleted, minute(1));
    const foreign = await store.record(await store.project(), "contact");
    const missing = Array.from({ length: 2_000 }, (_, i) => 1_000_000 + i);
    const found = await findMany(store.db, scope, [live, lead, deleted, foreign, ...missing]);
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual([live, lead]);
    expect(found.get(live)).toEqual({
      id: live,
      type: "contact",
      properties: { city: "Wien" },
      version: 1,
      created_at: START,
      updated_at: START,
      deleted_at: null,
    });
    expect(await findMany(store.db, scope, [])).toEqual(new Map());
  });

  test("return the records among some ids that are not erased, whatever else became of them", async () => {
    const live = await store.record(scope, "contact", {
      properties: { city: "Wien", country: LARGE },
    });
    const deleted = await store.record(scope, "lead");
    await store.remove(scope, deleted, minute(1));
    const merged = await store.record(scope, "contact");
    const erased = await store.record(scope, "contact");
    await store.db.transaction(async (tx) => {
      const at = minute(2);
      await merges.setMerged.all(tx, scope, { id: merged, primary: live, deletedAt: at, at });
      await erasures.emptyRecord.all(tx, scope, { id: erased, at });
    });
    const foreign = await store.record(await store.project(), "contact");
    const found = await findKept(
      store.db,
      scope,
      [live, deleted, merged, erased, foreign],
      ["city"],
    );
    const kept = { properties: {}, merged_into: null };
    expect(Object.fromEntries(found)).toEqual({
      [live]: {
        ...{ id: live, type: "contact", deleted_at: null, merged_into: null },
        properties: { city: "Wien" },
      },
      [deleted]: { ...kept, id: deleted, type: "lead", deleted_at: minute(1) },
      [merged]: {
        ...{ id: merged, type: "contact", properties: {} },
        ...{ deleted_at: minute(2), merged_into: live },
      },
    });
    expect(await findKept(store.db, scope, [], ["city"])).toEqual(new Map());
  });

  test("return the first 1,000 characters of the wanted texts of large live records, and no other values of these", async () => {
    const text = "\u{1f600}".repeat(999);
    const properties = {
      ...{ name: `${text}ab`, body: `\n${text}`, city: "", note: LARGE },
      ...{ tags: ["name"], isOpen: true, email: null },
    };
    const id = await store.record(scope, "contact", { properties });
    const small = await store.record(scope, "company", { properties: { size: "12" } });
    const deleted = await store.record(scope, "lead", { properties: { name: "Gone" } });
    await store.remove(scope, deleted, minute(1));
    const foreign = await store.record(await store.project(), "contact");
    const names = [
      "name",
      "body",
      "city",
      "size",
      "tags",
      "isOpen",
      "email",
      "$.note",
      "__proto__",
    ];
    const found = await findTexts(store.db, scope, [id, small, deleted, foreign], names);
    expect([...found.values()]).toEqual([
      {
        ...{ id, type: "contact" },
        properties: { name: `${text}a`, body: `\n${text}`, city: "" },
      },
      { id: small, type: "company", properties: { size: "12" } },
    ]);
    expect(await findTexts(store.db, scope, [], names)).toEqual(new Map());
  });
});
