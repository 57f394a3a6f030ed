import type { Database, Db } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyCreate } from "../../src/records/batch/apply.ts";
import { writeBatch } from "../../src/records/batch/batch.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

describe.each(DIALECTS)("a batch with many associations on %s", (dialect) => {
  let store: TestDeps;
  beforeAll(async () => {
    store = await openTestDeps(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  test("writes at most 1,000 rows of a kind between two turns of others", async () => {
    const { deps, principal } = store;
    const deal = { properties: [{ internal_name: "name", value: "Engine" }] };
    const deals = { inputs: Array(40).fill({ item: deal }), atomic: true };
    const { results } = await writeBatch({ deps, principal }, "deal", deals, applyCreate);
    const associations = results.map(({ record: { id } }) => ({
      to: { object: "deal", id: String(id) },
    }));
    const contacts = Array.from({ length: 60 }, (_, i) => ({
      item: {
        properties: [{ internal_name: "email", value: `c${i}@example.com` }],
        associations,
      },
    }));
    const turns = countTurns();
    const db = listening(deps.db, turns.add);
    const batch = { inputs: contacts, atomic: true };
    const done = await writeBatch(
      { deps: { ...deps, db }, principal },
      "contact",
      batch,
      applyCreate,
    );
    expect(done.results).toHaveLength(60);
    // A row has at most 9 values, and two kinds may share a turn. PostgreSQL gets the rows of a statement as lists.
    expect(turns.end()).toBeLessThanOrEqual(dialect === "sqlite" ? 18_000 : 1_000);
    const kept = await deps.db.kysely.selectFrom("associations").selectAll().execute();
    expect(kept).toHaveLength(2_400);
  });
});

/** Counts what is added between two turns of the event loop. */
function countTurns() {
  let [most, now] = [0, 0];
  let timer = setImmediate(function next() {
    now = 0;
    timer = setImmediate(next);
  });
  return {
    add(values: readonly unknown[]) {
      const lists = values.map((value) => {
        const list = typeof value === "string" && value.startsWith("[") ? JSON.parse(value) : value;
        return Array.isArray(list) ? list.length : 0;
      });
      now += values.length;
      most = Math.max(most, ...(lists.some((length) => length > 0) ? lists : [now]));
    },
    end() {
      clearImmediate(timer);
      return most;
    },
  };
}

/** Returns the database. Its transactions report the values of each statement. */
function listening(db: Database, add: (values: readonly unknown[]) => void): Database {
  return {
    ...db,
    transaction: (work, options) =>
      db.transaction((tx) => {
        const noting: Db = {
          dialect: tx.dialect,
          execute: (query, values) => {
            add(values);
            return tx.execute(query, values);
          },
        };
        return work(noting);
      }, options),
  };
}
