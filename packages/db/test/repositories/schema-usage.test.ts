import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schemaUsage } from "../../src/index.ts";
import { openStore, START, type Store } from "../support/store.ts";

/** One more than a statement reads. */
const RECORDS = 5_001;
const ROWS_PER_STATEMENT = 500;

describe.each(DIALECTS)("the use of values on %s", (dialect) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  async function projectWith(properties: readonly object[]): Promise<number> {
    const { projectId } = await store.project();
    const { kysely } = store.db;
    const rows = properties.map((one) => ({
      project_id: projectId,
      type: "contact",
      properties: JSON.stringify(one),
      created_at: START,
      updated_at: START,
      version: 1,
    }));
    for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
      const some = rows.slice(i, i + ROWS_PER_STATEMENT);
      await kysely.insertInto("records").values(some).execute();
    }
    return projectId;
  }

  /** All but the last record have the same value. */
  const TIERS = Array.from({ length: RECORDS }, (_, i) => ({
    tier: i < RECORDS - 1 ? "gold" : "silver",
  }));

  test("is counted for each value until each has reached the limit", async () => {
    const projectId = await projectWith(TIERS);
    const tier = { type: "contact", name: "tier", isMulti: false };
    const values = ["gold", "silver", "bronze"];
    const counts = await schemaUsage.countValues(store.db, { projectId }, tier, {
      wanted: values,
      bounds: {
        limit: 10,
      },
    });
    expect([...counts]).toEqual([
      ["gold", 10],
      ["silver", 1],
      ["bronze", 0],
    ]);
  });

  test("is counted for every value, also in later portions", async () => {
    const projectId = await projectWith(TIERS);
    const tier = { type: "contact", name: "tier", isMulti: false };
    const counts = await schemaUsage.countEveryValue(store.db, { projectId }, tier, 10);
    expect([...counts]).toEqual([
      ["gold", RECORDS - 1],
      ["silver", 1],
    ]);
  });

  test("is counted for each of a record's values, and not for records without one", async () => {
    const projectId = await projectWith([{ tags: ["a", "b"] }, { tags: ["b"] }, {}]);
    const tags = { type: "contact", name: "tags", isMulti: true };
    const counts = await schemaUsage.countEveryValue(store.db, { projectId }, tags, 10);
    expect(Object.fromEntries(counts)).toEqual({ a: 1, b: 2 });
  });

  test("stops being counted once there are more values than the limit", async () => {
    const each = Array.from({ length: RECORDS }, (_, i) => ({ tier: `tier ${i}` }));
    const projectId = await projectWith(each);
    const tier = { type: "contact", name: "tier", isMulti: false };
    const counts = await schemaUsage.countEveryValue(store.db, { projectId }, tier, 10);
    expect(counts.size).toBe(11);
  });
});
