import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliveries, deliveryProjects, deliveryQueue, endpoints, events } from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";
import { minute, openStore, START, type Store } from "../support/store.ts";

const { finishDelivered, finishFailed, findMessages, giveBack, leaseDue, listSending, queueState } =
  deliveryQueue;

describe.each(DIALECTS)("the queue of deliveries on %s", (dialect) => {
  let store: Store;
  let scope: Scope;
  beforeAll(async () => {
    store = await openStore(dialect);
    scope = await store.project();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const addEndpoint = () =>
    store.db.transaction(async (tx) => {
      const row = await endpoints.insertEndpoint.first(tx, {
        project: scope.projectId,
        url: "https://receiver.example/",
        eventTypes: '["*"]',
        description: null,
        payload: "compact",
        sendsAs: "admins",
        secret: "sealed",
        at: START,
      });
      return row?.id ?? 0;
    });

  const addEvent = (payload = "{}") =>
    store.db.transaction(async (tx) => {
      const event = { project: scope.projectId, type: "contact.created", payload, at: START };
      const row = await events.insertUnnumbered.first(tx, {
        subject: "contact",
        message: crypto.randomUUID(),
        ...event,
      });
      return row?.id ?? 0;
    });

  /** Adds a delivery for each of these minutes, due then; returns their ids in that order. */
  async function addDue(endpoint: number, ...minutes: readonly number[]) {
    const event = await addEvent();
    const args = { project: scope.projectId, endpoint, event, type: "contact.created" };
    const ids: number[] = [];
    for (const n of minutes) {
      const row = await store.db.transaction((tx) =>
        deliveries.insertDelivery.first(tx, { ...args, at: minute(n), payload: "compact" }),
      );
      ids.push(row?.id ?? 0);
    }
    return ids;
  }

  const own = (endpoint: number) => ({ project: scope.projectId, endpoint });

  interface Lease {
    readonly now: number;
    readonly lease?: string;
    readonly until?: number;
    readonly limit?: number;
  }
  const lease = async (
    endpoint: number,
    { now, lease: name = "a", until = now + 10, limit = 100 }: Lease,
  ) => {
    const args = { now: minute(now), lease: name, until: minute(until) };
    const wanted = [{ endpoint, slots: limit }];
    const leased = await store.db.transaction((tx) => leaseDue(tx, scope, wanted, args));
    return leased.map(({ id }) => id);
  };
  const finish = (
    id: number,
    {
      lease,
      status,
      at,
    }: { lease: string; status: "pending" | "delivered" | "failed"; at: number },
  ) => {
    const args = { lease, at: minute(at) };
    return store.db.transaction((tx) =>
      status === "delivered"
        ? finishDelivered(tx, scope, [id], args)
        : finishFailed(tx, scope, [{ id, nextAt: status === "failed" ? null : minute(at) }], args),
    );
  };

  test("leases what has been due longest, up to the limit", async () => {
    const endpoint = await addEndpoint();
    const [fourth, first, later, second, third] = await addDue(endpoint, 4, 1, 9, 2, 3);
    expect(await lease(endpoint, { now: 5, until: 20, limit: 3 })).toEqual([first, second, third]);
    expect(await lease(endpoint, { now: 5, until: 20 })).toEqual([fourth]);
    expect(await lease(endpoint, { now: 9, until: 20 })).toEqual([later]);
  });

  test("leases for several endpoints at once, each up to its own limit", async () => {
    const [one, two, three] = [await addEndpoint(), await addEndpoint(), await addEndpoint()];
    const ofOne = await addDue(one, 1, 2, 3);
    const ofTwo = await addDue(two, 3, 2, 1);
    await addDue(three, 1);
    const wanted = [
      { endpoint: one, slots: 1 },
      { endpoint: two, slots: 2 },
    ];
    const args = { now: minute(5), lease: "a", until: minute(9) };
    const leased = await store.db.transaction((tx) => leaseDue(tx, scope, wanted, args));
    expect(leased).toMatchObject([
      { id: ofOne[0], endpoint_id: one },
      { id: ofTwo[1], endpoint_id: two },
      { id: ofTwo[2], endpoint_id: two },
    ]);
  });

  test("gives back what a worker has leased, and nothing of others", async () => {
    const endpoint = await addEndpoint();
    const ids = await addDue(endpoint, 1, 2);
    expect(await lease(endpoint, { now: 2, lease: "a" })).toEqual(ids);
    const back = (name: string) =>
      store.db.transaction((tx) => giveBack(tx, scope, ids, { lease: name, at: minute(2) }));
    await back("b");
    expect(await lease(endpoint, { now: 2, lease: "b" })).toEqual([]);
    await back("a");
    expect(await lease(endpoint, { now: 2, lease: "b" })).toEqual(ids);
  });

  test("leases deliveries of one endpoint only", async () => {
    const [endpoint, other] = [await addEndpoint(), await addEndpoint()];
    const own = await addDue(endpoint, 1, 1);
    const others = await addDue(other, 1);
    expect(await lease(endpoint, { now: 1 })).toEqual(own);
    expect(await lease(other, { now: 1 })).toEqual(others);
  });

  test("never leases a delivery to two of eight workers", async () => {
    const endpoint = await addEndpoint();
    const ids = await addDue(endpoint, ...Array.from({ length: 60 }, (_, i) => i % 5));
    const taken: number[] = [];
    const work = async (name: string) => {
      while (taken.length < ids.length) {
        const leased = await lease(endpoint, { now: 5, lease: name, limit: 4 });
        taken.push(...leased);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, i) => work(`worker ${i}`)));
    expect(taken.toSorted((a, b) => a - b)).toEqual(ids);
  });

  // SQLite runs writing transactions one after another.
  test.runIf(dialect === "postgres")(
    "leases other deliveries while another worker's transaction is open",
    async () => {
      const endpoint = await addEndpoint();
      const ids = await addDue(endpoint, 1, 2, 3);
      const args = { now: minute(5), lease: "a", until: minute(9) };
      const rest = await store.db.transaction(async (tx) => {
        await leaseDue(tx, scope, [{ endpoint, slots: 2 }], args);
        return lease(endpoint, { now: 5, lease: "b" });
      });
      expect(rest).toEqual(ids.slice(2));
    },
  );

  test("leases a delivery to another worker once its lease has expired, not before", async () => {
    const endpoint = await addEndpoint();
    const ids = await addDue(endpoint, 1);
    expect(await lease(endpoint, { now: 1, lease: "a", until: 11 })).toEqual(ids);
    expect(await lease(endpoint, { now: 10, lease: "b" })).toEqual([]);
    expect(await lease(endpoint, { now: 11, lease: "b", until: 21 })).toEqual(ids);
  });

  test("records an outcome only for the worker that holds the lease", async () => {
    const endpoint = await addEndpoint();
    const [one = 0, two = 0] = await addDue(endpoint, 1, 1);
    await lease(endpoint, { now: 1, lease: "a", until: 2 });
    await lease(endpoint, { now: 2, lease: "b", until: 20 });
    const outcome = { status: "failed", at: 3 } as const;
    expect(await finish(one, { lease: "a", ...outcome })).toEqual(new Set());
    const delivered = (name: string) =>
      store.db.transaction((tx) =>
        finishDelivered(tx, scope, [two], { lease: name, at: minute(3) }),
      );
    expect(await delivered("a")).toEqual(new Set());
    expect(await finish(one, { lease: "b", ...outcome })).toEqual(new Set([one]));
    expect(await delivered("b")).toEqual(new Set([two]));

    const page = { ...own(endpoint), after: 0, status: null, limit: 10 };
    expect(await deliveries.listDeliveries.all(store.db, page)).toMatchObject([
      { id: one, status: "failed", attempt_count: 1, finished_at: minute(3) },
      { id: two, status: "delivered", attempt_count: 1, finished_at: minute(3) },
    ]);
  });

  test("never leases a delivery that has ended, and a failed attempt only when it is due again", async () => {
    const endpoint = await addEndpoint();
    const [delivered = 0, failed = 0, again = 0] = await addDue(endpoint, 1, 1, 1);
    await lease(endpoint, { now: 1, lease: "a" });
    await finish(delivered, { lease: "a", status: "delivered", at: 2 });
    await finish(failed, { lease: "a", status: "failed", at: 2 });
    await finish(again, { lease: "a", status: "pending", at: 7 });
    expect(await lease(endpoint, { now: 6, lease: "b" })).toEqual([]);
    const args = { now: minute(7), lease: "b", until: minute(17) };
    const wanted = [{ endpoint, slots: 10 }];
    expect(await store.db.transaction((tx) => leaseDue(tx, scope, wanted, args))).toMatchObject([
      { id: again, attempt_count: 1 },
    ]);
  });

  test("ends hundreds of deliveries in one statement", async () => {
    const endpoint = await addEndpoint();
    const ids = await addDue(endpoint, ...Array<number>(300).fill(1));
    await lease(endpoint, { now: 1, lease: "a", limit: 300 });
    const args = { lease: "a", at: minute(2) };
    const done = await store.db.transaction((tx) => finishDelivered(tx, scope, ids, args));
    expect(done).toEqual(new Set(ids));
  });

  test("lists an endpoint as due once, however much waits for it", async () => {
    const [busy, later, disabled, idle, done] = await Promise.all(
      Array.from({ length: 5 }, addEndpoint),
    );
    await addDue(busy as number, 1, 2, 3, 50);
    await addDue(later as number, 50);
    await addDue(disabled as number, 1);
    const args = { id: disabled as number, reason: "Gone.", at: START };
    await store.db.transaction((tx) => endpoints.disableEndpoint.first(tx, args));
    const [ended = 0] = await addDue(done as number, 1);
    await lease(done as number, { now: 1 });
    await finish(ended, { lease: "a", status: "delivered", at: 2 });

    const mine = new Set([busy, later, disabled, idle, done]);
    const due = async (now: number) =>
      (await listSending(store.db, scope, minute(now)))
        .filter(({ id, is_due }) => mine.has(id) && is_due === 1)
        .map(({ id }) => id);
    expect(await due(5)).toEqual([busy]);
    expect(await due(0)).toEqual([]);
    expect((await due(50)).toSorted()).toEqual([busy, later].toSorted());
  });

  test("lists a project when its next delivery is due, and forgets it when none waits", async () => {
    const owner = await store.project();
    const isListed = async (now: number) =>
      (await deliveryProjects.listDueProjects(store.db, minute(now))).some(
        ({ projectId }) => projectId === owner.projectId,
      );
    const settle = () => store.db.transaction((tx) => deliveryProjects.settle(tx, owner));
    const enqueue = (at: number) =>
      store.db.transaction((tx) => deliveryProjects.enqueue.all(tx, owner, { at: minute(at) }));
    expect(await isListed(100)).toBe(false);
    await enqueue(5);
    await enqueue(9);
    expect([await isListed(4), await isListed(5)]).toEqual([false, true]);
    await settle();
    expect(await isListed(100)).toBe(false);

    const row = { url: "https://receiver.example/", eventTypes: "[]", secret: "sealed", at: START };
    const endpoint = await store.db.transaction((tx) =>
      endpoints.insertEndpoint.first(tx, {
        ...row,
        project: owner.projectId,
        description: null,
        payload: "compact",
        sendsAs: "admins",
      }),
    );
    const delivery = { project: owner.projectId, endpoint: endpoint?.id ?? 0, event: 1 };
    await store.db.transaction(async (tx) => {
      await deliveries.insertDelivery.first(tx, {
        ...delivery,
        type: "contact.created",
        at: minute(7),
        payload: "compact",
      });
      await deliveryProjects.enqueue.all(tx, owner, { at: minute(3) });
    });
    await settle();
    expect([await isListed(6), await isListed(7)]).toEqual([false, true]);
  });

  test("lists again a project whose waiting deliveries were not noted", async () => {
    const [endpoint, before] = [await addEndpoint(), minute(-60)];
    await addDue(endpoint, -15);
    await store.db.transaction((tx) => deliveryProjects.settle(tx, scope));
    await store.db.kysely.deleteFrom("delivery_queue").execute();
    await store.db.transaction((tx) => deliveryProjects.noteAll(tx));
    expect(await deliveryProjects.listDueProjects(store.db, before)).toEqual([]);
    expect(await deliveryProjects.listDueProjects(store.db, minute(-15))).toEqual([scope]);
  });

  test("finds the messages of many events", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 65; i++) ids.push(await addEvent(`{"n": ${i}}`));
    const found = await findMessages(store.db, scope, ids);
    expect(ids.map((id) => found.get(id)?.payload)).toEqual(ids.map((_, i) => `{"n": ${i}}`));
    expect(found.size).toBe(65);
    expect(await findMessages(store.db, scope, [])).toEqual(new Map());
  });

  test("counts what waits, and says since when", async () => {
    const before = (await queueState.first(store.db, {}))?.depth ?? 0;
    await addDue(await addEndpoint(), -30, -20);
    const after = { depth: before + 2, oldest: minute(-30) };
    expect(await queueState.first(store.db, {})).toEqual(after);
  });
});
