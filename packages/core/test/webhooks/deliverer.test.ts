import { aroundStatements, runWrites } from "@rapport/db";
import { DIALECTS, type Receiver, startReceiver, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { raiseEvents } from "../../src/events/events.ts";
import { numberEvents } from "../../src/feed/numbering.ts";
import type { Principal } from "../../src/principal.ts";
import { addressGuard } from "../../src/webhooks/address.ts";
import { type Deliverer, startDeliverer } from "../../src/webhooks/deliverer.ts";
import { createEndpoint } from "../../src/webhooks/endpoints.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import { updateEndpoint } from "../../src/webhooks/save-endpoint.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

beforeAll(trustReceivers);

describe.each(DIALECTS)("the deliverer on %s", (dialect) => {
  let store: TestDeps;
  beforeAll(async () => {
    store = await openTestDeps(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const addresses = addressGuard({ allow: ["127.0.0.0/8"] });

  async function receiverOfTest(): Promise<Receiver> {
    const receiver = await startReceiver();
    onTestFinished(() => receiver[Symbol.asyncDispose]());
    return receiver;
  }

  /** Makes a project with these endpoints, and events for each of them. */
  async function project(urls: readonly string[], events: number) {
    const principal: Principal = {
      ...(await store.project()),
      scopes: new Set(["crm.contacts.read"]),
    };
    const ids: number[] = [];
    for (const url of urls) {
      const input = { url, events: ["*"], allowDuplicateUrl: true };
      const call = { deps: { ...store.deps, addresses }, principal };
      ids.push(Number((await createEndpoint(call, input)).id));
    }
    const raised = Array.from({ length: events }, (_, i) => ({
      type: "contact.created",
      subject: "endpoint",
      data: { object: "endpoint", id: String(i), endpointId: "1" },
    }));
    const at = new Date().toISOString();
    await store.db.transaction((tx) => runWrites(tx, raiseEvents(principal, raised, at)));
    await numberEvents(store.deps, (tx, projectId, pending) =>
      fanOut({ db: tx, schemas: store.deps.schemas.within(tx) }, projectId, pending),
    );
    return { principal, ids };
  }

  /** Starts a deliverer that is stopped when the test ends, and counts its statements by name. */
  function start(): { deliverer: Deliverer; statements: ReadonlyMap<string, number> } {
    const statements = new Map<string, number>();
    const db = aroundStatements(store.db, (name, run) => {
      statements.set(name, (statements.get(name) ?? 0) + 1);
      return run();
    });
    const onError = (error: unknown) => expect.soft(error).toBeUndefined();
    const deliverer = startDeliverer({ ...store.deps, db, addresses }, { onError });
    onTestFinished(() => deliverer.stop());
    return { deliverer, statements };
  }

  const rows = async ({ projectId }: Principal) =>
    store.db.kysely
      .selectFrom("deliveries")
      .select(["status", "lease", "endpoint_id"])
      .where("project_id", "=", projectId)
      .execute();

  const delivered = (principal: Principal, count: number) =>
    vi.waitFor(
      async () => {
        const done = (await rows(principal)).filter(({ status }) => status === "delivered");
        // On a slow machine, the retries of failed attempts are among them.
        expect(done.length).toBeGreaterThanOrEqual(count);
      },
      { timeout: 60_000, interval: 50 },
    );

  const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers["webhook-id"]);

  test("leases for several endpoints at once and records in groups: few statements for 1,000 deliveries", async () => {
    const receiver = await receiverOfTest();
    const { principal } = await project(Array(4).fill(receiver.url), 250);
    const { statements } = start();
    await delivered(principal, 1_000);
    expect(idsOf(receiver)).toHaveLength(1_000);
    expect(statements.get("deliveries_lease")).toBeLessThanOrEqual(100);
    expect(statements.get("deliveries_finish_delivered")).toBeLessThanOrEqual(150);
  });

  test("begins more attempts at once while an endpoint answers quickly, up to 64, and 16 when it does not", async () => {
    const receiver = await receiverOfTest();
    const [quick, all] = [300, 500];
    const open: number[] = [];
    receiver.behave((_, n) => {
      open.push(receiver.open);
      return { status: 204, delayMs: n <= quick ? 10 : 400 };
    });
    const { principal } = await project([receiver.url], all);
    start();
    await delivered(principal, all);
    expect(Math.max(...open)).toBeGreaterThan(16);
    expect(Math.max(...open)).toBeLessThanOrEqual(64);
    // The slow ones that were sent before the first slow answer are over.
    expect(Math.max(...open.slice(quick + 2 * 64))).toBeLessThanOrEqual(16);
  });

  test.each([
    ["answers 500", { status: 500 }],
    ["breaks the connection", { destroy: true }],
  ] as const)(
    "makes at most 2 attempts at once to an endpoint that %s, and 16 again once it answers",
    async (_, reply) => {
      const receiver = await receiverOfTest();
      const open: number[] = [];
      receiver.behave((_, n) => {
        open.push(receiver.open);
        return n <= 60 ? reply : { status: 204, delayMs: 20 };
      });
      const { principal } = await project([receiver.url], 200);
      start();
      await receiver.waitFor(200);
      expect(Math.max(...open.slice(0, 16))).toBeLessThanOrEqual(16);
      expect(Math.max(...open.slice(32, 60))).toBeLessThanOrEqual(2);
      expect(Math.max(...open.slice(62))).toBeGreaterThanOrEqual(16);
      await delivered(principal, 140);
    },
  );

  test("leases nothing ahead for an endpoint that does not answer, and sends to the others", async () => {
    const [hanging, answering] = [await receiverOfTest(), await receiverOfTest()];
    hanging.behave(() => ({ hang: true }));
    const { principal, ids } = await project([hanging.url, answering.url], 100);
    start();
    await delivered(principal, 100);
    const ofHanging = (await rows(principal)).filter((row) => row.endpoint_id === ids[0]);
    expect(ofHanging.filter(({ lease }) => lease !== null)).toHaveLength(16);
    expect(hanging.received).toHaveLength(16);
    // Otherwise, the deliverer waits for its attempts when it stops.
    await hanging[Symbol.asyncDispose]();
  });

  test("gives back what it has leased and not sent when it stops, and finishes what it has sent", async () => {
    const receiver = await receiverOfTest();
    receiver.behave(() => ({ status: 204, delayMs: 50 }));
    const { principal } = await project([receiver.url, receiver.url], 500);
    const { deliverer } = start();
    await receiver.waitFor(200);
    await deliverer.stop();
    const left = await rows(principal);
    expect(left.filter(({ lease }) => lease !== null)).toEqual([]);
    expect(left.filter(({ status }) => status === "delivered")).toHaveLength(
      receiver.received.length,
    );
    expect(receiver.received.length).toBeLessThan(1_000);
    start();
    await delivered(principal, 1_000);
    expect(receiver.received).toHaveLength(1_000);
  });

  test("sends nothing more to an endpoint that is disabled meanwhile", async () => {
    const receiver = await receiverOfTest();
    receiver.behave((_, n) => ({ status: 204, delayMs: n <= 100 ? 5 : 1_500 }));
    const { principal, ids } = await project([receiver.url], 400);
    const { deliverer } = start();
    await receiver.waitFor(110);
    const deps = { ...store.deps, addresses };
    await updateEndpoint({ deps, principal }, ids[0] as number, { enabled: false });
    await vi.waitFor(() => expect(receiver.open).toBe(0), { timeout: 60_000, interval: 50 });
    await deliverer.stop();
    expect(receiver.received.length).toBeLessThanOrEqual(100 + 64);
    const left = await rows(principal);
    expect(left.filter(({ status }) => status === "pending")).toEqual([]);
  });

  test("shares the deliveries with other workers and sends none twice", async () => {
    const receiver = await receiverOfTest();
    receiver.behave(() => ({ status: 204, delayMs: 5 }));
    const { principal } = await project(Array(3).fill(receiver.url), 200);
    start();
    start();
    await delivered(principal, 600);
    expect(receiver.received).toHaveLength(600);
    const counts = [...Map.groupBy(idsOf(receiver), (id) => id).values()];
    expect(counts.map(({ length }) => length)).toEqual(Array(200).fill(3));
  });

  test("sends to every endpoint of every project, however many wait for others", async () => {
    const [busy, quiet] = [await receiverOfTest(), await receiverOfTest()];
    const many = await project(Array(10).fill(busy.url), 100);
    const few = await Promise.all([1, 2, 3].map(() => project([quiet.url], 5)));
    start();
    await quiet.waitFor(15);
    await delivered(many.principal, 1_000);
    for (const { principal } of few) await delivered(principal, 5);
  });
});
