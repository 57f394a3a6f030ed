import { type Db, deliveries, deliveryQueue, records, sums } from "@rapport/db";
import { addDecimals } from "@rapport/model";
import { CITUS_URL, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUpAll, addUpNow } from "../../src/insights/add-up.ts";
import { countDeliveries } from "../../src/insights/count-deliveries.ts";
import { sumsOfCreation, sumsOfPlace } from "../../src/insights/sum-keys.ts";
import { deleteRecord, restoreRecord } from "../../src/records/bin.ts";
import { createRecord } from "../../src/records/create.ts";
import { eraseRecord } from "../../src/records/erase/erase.ts";
import { mergeRecords } from "../../src/records/merge/merge.ts";
import { unmergeRecord } from "../../src/records/merge/unmerge.ts";
import { updateRecord } from "../../src/records/update.ts";
import { divideDays, lastDays } from "../../src/reports/spans.ts";

import { tidy } from "../../src/tenancy/housekeeping.ts";
import { replayFailed } from "../../src/webhooks/deliveries.ts";
import { createEndpoint, deleteEndpoint } from "../../src/webhooks/endpoints.ts";
import { outcomeRecorder } from "../../src/webhooks/record-outcomes.ts";
import { updateEndpoint } from "../../src/webhooks/save-endpoint.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const signal = new AbortController().signal;
const fail = (error: unknown) => {
  throw error;
};

// A cluster keeps no sums.
const WITH_SUMS = DIALECTS.filter((dialect) => dialect === "sqlite" || CITUS_URL === undefined);

describe.each(WITH_SUMS)("the sums on %s", (dialect) => {
  let test: TestDeps;
  let projectId: number;

  beforeAll(async () => {
    test = await openTestDeps(dialect);
    ({ projectId } = test.principal);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const items = (values: Record<string, string | null>) =>
    Object.entries(values).map(([internal_name, value]) => ({ internal_name, value }));
  const create = async (type: string, values: Record<string, string>, at?: string) => {
    const input = { properties: items(values) };
    return (await createRecord(test, type, input, { createdAt: at })).id;
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
      updateRecord({ deps, principal }, { type: "deal", id }, items(values));
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
    await deleteRecord({ deps, principal }, "deal", third);
    await deleteRecord({ deps, principal }, "deal", fourth);
    await restoreRecord({ deps, principal }, "deal", fourth);
    await deleteRecord({ deps, principal }, "contact", contact);
    await deleteRecord({ deps, principal }, "company", company);
    await restoreRecord({ deps, principal }, "company", company);
    await mergeRecords({ deps, principal }, "deal", {
      primaryId: first,
      mergeIds: [fifth, second],
    });
    await unmergeRecord({ deps, principal }, "deal", { primaryId: first, mergeId: second });
    await eraseRecord({ deps, principal }, "deal", sixth);
    await eraseRecord({ deps, principal }, "ticket", ticket);
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

  it("equal a count of all deliveries after attempts, retries, replays, disabled endpoints and purges", async () => {
    const principal = await test.project();
    const scope = { projectId: principal.projectId };
    const random = seeded(dialect.length);
    const at = (time: number) => new Date(time).toISOString();
    const now = Date.now();
    const open: number[] = [];
    for (let i = 0; i < 3; i++) {
      const url = `https://${i}.example.com`;
      const input = { events: ["*"], url };
      open.push(Number((await createEndpoint({ deps: test.deps, principal }, input)).id));
    }
    const add = () => {
      const created = at(now - Math.floor(random() * 40 * 24 * HOUR_MS));
      const endpoint = open[Math.floor(random() * open.length)];
      return [scope.projectId, endpoint, 1, "deal.created", "pending", 0, created, created, "full"];
    };
    const attempt = async (endpoint: number) => {
      const leased = await deliveryQueue.leaseDue(test.db, scope, [{ endpoint, slots: 20 }], {
        ...{ now: at(Date.now()), lease: "worker", until: at(Date.now() + HOUR_MS) },
      });
      const outcome = { at: at(Date.now()), error: null, durationMs: 1, response: "" };
      await Promise.all(
        leased.map((one) => {
          const delivered = random() < 0.5;
          const status = delivered ? 200 : 500;
          const last = { ...one, attempt_count: random() < 0.5 ? 0 : 9 };
          return record({
            ...{ ...scope, endpointId: endpoint, leased: delivered ? one : last },
            outcome: { ...outcome, delivered, status, retryAfter: 0 },
          });
        }),
      );
    };
    const { record } = outcomeRecorder(test.deps, "worker", fail);
    const [first = 0, second = 0, third = 0] = open;
    const steps = [
      () => attempt(first),
      () => attempt(second),
      () => replayFailed({ deps: test.deps, principal }, first, at(0)),
      () => attempt(first),
      () => updateEndpoint({ deps: test.deps, principal }, second, { enabled: false }),
      () => tidy(test.deps, new Date(now)),
      () => updateEndpoint({ deps: test.deps, principal }, second, { enabled: true }),
      () => replayFailed({ deps: test.deps, principal }, second, at(0)),
      () => deleteEndpoint({ deps: test.deps, principal }, third),
      () => tidy(test.deps, new Date(now + 5 * 24 * HOUR_MS)),
    ];
    for (const step of steps) {
      await deliveries.insertDeliveries(test.db, Array.from({ length: 30 }, add));
      await step();
      await expectEqualCounts();
    }
    await tidy(test.deps, new Date(now + 80 * 24 * HOUR_MS));
    await expectEqualCounts();
    await test.db.kysely
      .updateTable("deliveries")
      .set({ status: "failed", finished_at: at(now) })
      .where("project_id", "=", scope.projectId)
      .execute();
    await tidy(test.deps, new Date(now + 80 * 24 * HOUR_MS));
    await addUpNow(test.deps, scope.projectId);
    const left = test.db.kysely.selectFrom("record_sums").selectAll();
    expect(await left.where("project_id", "=", scope.projectId).execute()).toEqual([]);

    async function expectEqualCounts() {
      const rows = await test.db.kysely
        .selectFrom("deliveries")
        .select(["endpoint_id", "status", "created_at"])
        .where("project_id", "=", scope.projectId)
        .execute();
      for (const zone of ["UTC", "Asia/Kolkata", "Australia/Eucla"]) {
        const spans = divideDays(lastDays(30, zone), "day", zone);
        const expected = spans.flatMap(({ starts, ends }, span) => {
          const own = rows.filter(({ created_at }) => {
            const created = new Date(created_at).toISOString();
            return created >= starts && created < ends;
          });
          const named = own.map((row) => `${span} ${row.status} ${row.endpoint_id}`);
          return [...Map.groupBy(named, (name) => name)].map(
            ([name, { length }]) => `${name} ${length}`,
          );
        });
        const { value, rows: read } = await countDeliveries(test.deps, scope.projectId, spans);
        const counted = value.map(
          (one) => `${one.span} ${one.status} ${one.endpointId} ${one.count}`,
        );
        expect(counted.toSorted()).toEqual(expected.toSorted());
        expect(read).toBe(0);
      }
    }
  });

  it("are left out for deliveries if the database keeps none", async () => {
    const { projectId: project } = await test.project();
    const created = "2026-11-22T21:45:00.000Z";
    const row = [project, 7, 1, "deal.created", "failed", 1, created, created, "full"];
    await deliveries.insertDeliveries(test.db, [row]);
    const spans = [{ starts: "2026-11-22T21:45:00.000Z", ends: "2026-11-22T22:00:00.000Z" }];
    const counted = [{ span: 0, status: "failed", endpointId: 7, count: 1 }];
    await test.db.kysely.insertInto("sum_locks").values({ project_id: 0 }).execute();
    expect(await countDeliveries(test.deps, project, spans)).toEqual({ value: counted, rows: 1 });
    await test.db.kysely.deleteFrom("sum_locks").where("project_id", "=", 0).execute();
    expect(await countDeliveries(test.deps, project, spans)).toEqual({ value: counted, rows: 0 });
  });
});

const HOUR_MS = 60 * 60 * 1000;

/** Returns numbers from 0 to below 1 that look random, the same ones for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
