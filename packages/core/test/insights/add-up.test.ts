import { type Db, records, sums } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUpAll, addUpNow } from "../../src/insights/add-up.ts";
import { addDecimals } from "../../src/insights/decimals.ts";
import { sumsOfCreation, sumsOfPlace } from "../../src/insights/sum-keys.ts";
import { createRecord } from "../../src/records/create.ts";
import { deleteRecord } from "../../src/records/delete.ts";
import { eraseRecord } from "../../src/records/erase/erase.ts";
import { mergeRecords } from "../../src/records/merge/merge.ts";
import { unmergeRecord } from "../../src/records/merge/unmerge.ts";
import { restoreRecord } from "../../src/records/restore.ts";
import { updateRecord } from "../../src/records/update.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const signal = new AbortController().signal;
const fail = (error: unknown) => {
  throw error;
};

describe.each(DIALECTS)("the sums of records on %s", (dialect) => {
  let test: TestDeps;
  let projectId: number;

  beforeAll(async () => {
    test = await openTestDeps(dialect);
    ({ projectId } = test.principal);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const items = (values: Record<string, string | null>) =>
    Object.entries(values).map(([internal_name, value]) => ({ internal_name, value }));
  const create = async (type: ObjectType, values: Record<string, string>, at?: string) => {
    const input = { properties: items(values) };
    return (await createRecord(test.deps, test.principal, type, input, undefined, at)).id;
  };
  const stored = async () => {
    const rows = await test.db.kysely
      .selectFrom("record_sums")
      .select(["type", "kind", "key", "count", "valued", "amount"])
      .where("project_id", "=", projectId)
      .execute();
    return new Map(
      rows.map(({ type, kind, key, count, valued, amount }) => [
        `${type} ${kind} ${key}`,
        [count, valued, valued === 0 ? null : Number(amount)],
      ]),
    );
  };

  /** Adds up all live records and places, one by one. */
  async function computed() {
    const { kysely } = test.db;
    const all = new Map<string, [number, number, string]>();
    const add = (name: string, amount: string | null) => {
      const [count, valued, sum] = all.get(name) ?? [0, 0, "0"];
      all.set(name, [count + 1, valued + Number(amount !== null), addDecimals(sum, amount ?? "0")]);
    };
    const live = await kysely
      .selectFrom("records")
      .select(["type", "created_at"])
      .where("project_id", "=", projectId)
      .where("deleted_at", "is", null)
      .execute();
    for (const { type, created_at } of live) {
      const at = new Date(created_at).toISOString();
      for (const { kind, key } of sumsOfCreation(at)) add(`${type} ${kind} ${key}`, null);
    }
    const places = await kysely
      .selectFrom("record_index")
      .select(["type", "value"])
      .where("project_id", "=", projectId)
      .where("property", "=", "~place")
      .execute();
    for (const { type, value } of places) {
      const { parts, amount } = sumsOfPlace(type, value);
      for (const { kind, key } of parts) add(`${type} ${kind} ${key}`, amount);
    }
    return new Map(
      [...all].map(([name, [count, valued, sum]]) => [
        name,
        [count, valued, valued === 0 ? null : Number(sum)],
      ]),
    );
  }

  it("equal a count of all records after creates, changes, deletes, restores, merges and erasures", async () => {
    const { deps, principal } = test;
    const set = (id: number, values: Record<string, string | null>) =>
      updateRecord(deps, principal, "deal", id, items(values));
    const deals: number[] = [];
    for (let i = 0; i < 12; i++) {
      const closeDate = new Date(Date.UTC(2026, i, 3, 23, 50)).toISOString();
      const amount = i % 4 === 0 ? {} : { amount: `${i}.25`, currency: i % 2 ? "EUR" : "USD" };
      const at = new Date(Date.UTC(2026, 0, 1 + i, 13, 14 + i)).toISOString();
      const values = { name: `D${i}`, owner_id: `O|${i % 3}`, ...(i % 5 ? { closeDate } : {}) };
      deals.push(await create("deal", { ...values, ...amount }, at));
    }
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = deals;
    const company = await create("company", {});
    const contact = await create("contact", { email: "one@example.com" });
    const ticket = await create("ticket", { name: "T" });
    await addUpNow(deps, projectId);
    expect(await stored()).toEqual(await computed());

    await set(first, { stage: "won", amount: "-7.5" });
    await set(second, { amount: null, owner_id: "other" });
    await set(second, { amount: "3", owner_id: "O|1" });
    await set(third, { stage: "won" });
    await deleteRecord(deps, principal, "deal", third);
    await deleteRecord(deps, principal, "deal", fourth);
    await restoreRecord(deps, principal, "deal", fourth);
    await deleteRecord(deps, principal, "contact", contact);
    await deleteRecord(deps, principal, "company", company);
    await restoreRecord(deps, principal, "company", company);
    await mergeRecords(deps, principal, "deal", { primaryId: first, mergeIds: [fifth, second] });
    await unmergeRecord(deps, principal, "deal", { primaryId: first, mergeId: second });
    await eraseRecord(deps, principal, "deal", sixth);
    await eraseRecord(deps, principal, "ticket", ticket);
    await addUpAll(deps, signal, fail);
    const sumsNow = await stored();
    expect(sumsNow).toEqual(await computed());
    expect([...sumsNow.keys()].filter((key) => key.startsWith("ticket"))).toEqual([]);
    expect(await sums.nextWithChanges(test.db, 0)).toBeUndefined();
  });

  it("are kept by processes that write without them, and while several add up", async () => {
    const scope = { projectId };
    const at = "2026-02-01T00:00:00.000Z";
    const insert = (tx: Db) =>
      records.insertRecord(tx, scope, { type: "lead", properties: {}, at });
    for (let i = 0; i < 30; i++) await test.db.transaction(insert);
    await Promise.all([addUpNow(test.deps, projectId), addUpAll(test.deps, signal, fail)]);
    await addUpNow(test.deps, projectId);
    expect((await stored()).get("lead day 2026-02-01")).toEqual([30, 0, null]);
    expect(await stored()).toEqual(await computed());
  });
});
