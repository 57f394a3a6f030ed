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

  test("is counted for each value until each has reached the limit", async () => {
    const { projectId } = await store.project();
    const { kysely } = store.db;
    const rows = Array.from({ length: RECORDS }, (_, i) => ({
      project_id: projectId,
      type: "contact",
      properties: JSON.stringify({ tier: i < RECORDS - 1 ? "gold" : "silver" }),
      created_at: START,
      updated_at: START,
      version: 1,
    }));
    for (let i = 0; i < RECORDS; i += ROWS_PER_STATEMENT) {
      const some = rows.slice(i, i + ROWS_PER_STATEMENT);
      await kysely.insertInto("records").values(some).execute();
    }
    const tier = { type: "contact", name: "tier", isMulti: false };
    const values = ["gold", "silver", "bronze"];
    const counts = await schemaUsage.countValues(store.db, { projectId }, tier, values, {
      limit: 10,
    });
    expect([...counts]).toEqual([
      ["gold", 10],
      ["silver", 1],
      ["bronze", 0],
    ]);
  });
});
