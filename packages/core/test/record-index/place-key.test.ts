import { migrate, openDatabase } from "@rapport/db";
import { DIALECTS, testDatabase } from "@rapport/testing";
import { describe, expect, it } from "vitest";
import { placeKey, placeSpan } from "../../src/record-index/place-key.ts";

const AT = "2026-11-22T09:30:00.000Z";
const PLACE = { pipeline: "default", stage: "won" };

const DEALS = [
  { ...PLACE, closeDate: AT, currency: "EUR", amount: "-12.50", owner_id: "ann@example.com" },
  { ...PLACE, owner_id: `a|b${"😀".repeat(120)}` },
  { pipeline: "default", stage: "new", closeDate: AT, amount: "7" },
];

describe("the place of a record in the index", () => {
  it("is in the range of its stage and close date, and of nothing else", () => {
    const key = placeKey(DEALS[0] ?? {}, AT) ?? "";
    const inRange = (from: string | null, until: string | null, stage = "won") => {
      const { low, high } = placeSpan({ ...PLACE, stage, closes: { from, until } });
      return key >= low && key < high;
    };
    expect(inRange(AT, null)).toBe(true);
    expect(inRange(null, AT)).toBe(false);
    expect(inRange(null, null)).toBe(true);
    expect(inRange(null, null, "lost")).toBe(false);
    const whole = placeSpan(PLACE);
    expect(key >= whole.low && key < whole.high).toBe(true);
    const { low, high, skip } = placeSpan({ ...PLACE, closes: null });
    const undated = placeKey(DEALS[1] ?? {}, AT) ?? "";
    expect(undated >= whole.low && undated < whole.high).toBe(true);
    expect([undated >= low && undated < high, key >= low && key < high]).toEqual([true, false]);
    expect(key.slice(skip - 1)).toBe(`${AT}|EUR|-12.50|ann@example.com`);
    expect(placeKey({}, AT)).toBeNull();
  });

  it.each(DIALECTS)("is the same if the migration writes it on %s", async (dialect) => {
    const database = await testDatabase(dialect);
    const db = openDatabase(database.url);
    await migrate(db, { to: "038-second-factors" });
    const { kysely } = db;
    await kysely.insertInto("tenants").values({ name: "T", created_at: AT }).execute();
    await kysely
      .insertInto("projects")
      .values({ tenant_id: 1, name: "P", created_at: AT })
      .execute();
    const times = { version: 1, created_at: AT, updated_at: AT };
    for (const [deleted_at, properties] of [...DEALS.map((one) => [null, one]), [AT, DEALS[0]]]) {
      const row = { project_id: 1, type: "deal", properties: JSON.stringify(properties) as never };
      await kysely
        .insertInto("records")
        .values({ ...row, ...times, deleted_at: deleted_at as string | null })
        .execute();
    }
    await migrate(db);
    const rows = await kysely
      .selectFrom("record_index")
      .selectAll()
      .where("property", "=", "~place")
      .orderBy("record_id")
      .execute();
    await db.close();
    await database.drop();
    expect(rows.map(({ value }) => value)).toEqual(DEALS.map((deal) => placeKey(deal, AT)));
  });
});
