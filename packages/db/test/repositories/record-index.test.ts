import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordIndex, runWrites, UniqueViolation } from "../../src/index.ts";
import type { IndexRow } from "../../src/repositories/search/record-index.ts";
import type { Scope } from "../../src/scope.ts";
import { openStore, type Store } from "../support/store.ts";

type Table = "record_index" | "record_unique";

describe.each(DIALECTS)("the index of property values on %s", (dialect) => {
  let store: Store;
  let scope: Scope;
  beforeAll(async () => {
    store = await openStore(dialect);
  });
  beforeEach(async () => {
    scope = await store.project();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  /** A row for one contact's email; `more` replaces parts of it. */
  const row = (value: string, record: number, more: Partial<Record<string, string>> = {}) =>
    [scope.projectId, more.type ?? "contact", more.property ?? "email", value, record] as IndexRow;
  const index = (...rows: readonly IndexRow[]) =>
    store.db.transaction((tx) => recordIndex.insertIndexRows(tx, rows));
  const reserve = (...rows: readonly IndexRow[]) =>
    store.db.transaction((tx) => recordIndex.insertUniqueRows(tx, rows));
  const holder = (value: string, { type = "contact", property = "email", of = scope } = {}) =>
    recordIndex.findHolder(store.db, of, { type, property, value });
  const list = async (table: Table, { projectId } = scope) => {
    const rows = await store.db.kysely
      .selectFrom(table)
      .select(["type", "property", "value", "record_id"])
      .where("project_id", "=", projectId)
      .execute();
    return rows.map((r) => `${r.type} ${r.property} ${r.value} ${r.record_id}`).toSorted();
  };

  test("keeps a value of a record once, however often it is added", async () => {
    await index(row("a", 1), row("a", 1));
    await index(row("a", 1), row("b", 1), row("a", 2));
    expect(await list("record_index")).toEqual([
      "contact email a 1",
      "contact email a 2",
      "contact email b 1",
    ]);
  });

  test("takes more rows than one statement", async () => {
    await index(...Array.from({ length: 150 }, (_, i) => row(`v${i}`, i + 1)));
    expect(await list("record_index")).toHaveLength(150);
  });

  test("takes out one value of one record", async () => {
    await index(row("a", 1), row("a", 2), row("b", 1), row("a", 1, { property: "city" }));
    await store.db.transaction((tx) => runWrites(tx, [recordIndex.deleteIndexRow(row("a", 1))]));
    expect(await list("record_index")).toEqual([
      "contact city a 1",
      "contact email a 2",
      "contact email b 1",
    ]);
  });

  test("takes out one property of one type of one project", async () => {
    const rows = [row("a", 1), row("a", 1, { property: "city" }), row("a", 2, { type: "lead" })];
    const other = await store.project();
    const others: IndexRow = [other.projectId, "contact", "email", "a", 1];
    for (const insert of [index, reserve]) await insert(...rows, others);
    await store.db.transaction(async (tx) => {
      await recordIndex.dropIndex(tx, scope, "contact", "email");
      await recordIndex.dropUnique.all(tx, scope, { type: "contact", property: "email" });
    });
    for (const table of ["record_index", "record_unique"] as const) {
      expect(await list(table)).toEqual(["contact city a 1", "lead email a 2"]);
      expect(await list(table, other)).toEqual(["contact email a 1"]);
    }
  });

  test("refuses a unique value that another record holds, and keeps nothing of that insert", async () => {
    await reserve(row("a", 1));
    await expect(reserve(row("b", 2), row("a", 2))).rejects.toThrow(UniqueViolation);
    expect(await list("record_unique")).toEqual(["contact email a 1"]);
  });

  test("compares unique values byte by byte", async () => {
    await reserve(row("a", 1), row("A", 2), row("a ", 3), row("á", 4), row("a\u0301", 5));
    const held = await Promise.all(["a", "A", "a ", "á", "a\u0301"].map((value) => holder(value)));
    expect(held).toEqual([1, 2, 3, 4, 5]);
  });

  test("allows the same value in another property, type and project", async () => {
    await reserve(row("a", 1), row("a", 2, { property: "phone" }), row("a", 3, { type: "lead" }));
    const other = await store.project();
    await reserve([other.projectId, "contact", "email", "a", 4]);
    expect(await holder("a")).toBe(1);
    expect(await holder("a", { property: "phone" })).toBe(2);
    expect(await holder("a", { type: "lead" })).toBe(3);
    expect(await holder("a", { of: other })).toBe(4);
    expect(await holder("b")).toBeUndefined();
  });

  test("gives a unique value to one of eight records that take it at the same time", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => reserve(row("a", i + 1))),
    );
    const winners = results.flatMap(({ status }, i) => (status === "fulfilled" ? [i + 1] : []));
    expect(winners).toEqual([await holder("a")]);
  });

  test("releases a unique value for the record that holds it, not for another", async () => {
    await reserve(row("a", 1));
    const release = (record: number) =>
      store.db.transaction((tx) => runWrites(tx, [recordIndex.deleteUniqueRow(row("a", record))]));
    await release(2);
    expect(await holder("a")).toBe(1);
    await release(1);
    await reserve(row("a", 2));
    expect(await holder("a")).toBe(2);
  });
});
