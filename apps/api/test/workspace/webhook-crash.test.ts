import type { Database } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import type { ServerProcess } from "../support/process.ts";
import {
  type Api,
  deadUrl,
  deliveriesOf,
  eventually,
  makeContact,
  makeDue,
  receiverOfTest,
  type Subscription,
  settled,
  startWorkspaces,
  subscribe,
  verified,
} from "../support/webhooks.ts";

const EVENTS = 200;

const through = (api: Api, hook: Subscription): Subscription => ({ ...hook, api });

describe.each(DIALECTS)("webhooks of killed servers on %s", (dialect) => {
  test("deliver every event of a killed server, and repeat interrupted deliveries with the same webhook-id", async () => {
    const { db, start } = await startWorkspaces(dialect);
    const { server, api } = await start();
    const [hanging, answering, steady] = [
      await receiverOfTest(),
      await receiverOfTest(),
      await receiverOfTest(),
    ];
    const toDead = await subscribe(api, await deadUrl(), ["contact.created"]);
    const toSteady = await subscribe(api, steady.url, ["contact.created"]);
    const toHanging = await subscribe(api, hanging.url, ["deal.created"]);
    const toAnswering = await subscribe(api, answering.url, ["company.created"]);
    hanging.behave(() => ({ hang: true }));
    answering.behave(() => {
      kill(server);
      return { status: 204 };
    });

    const undelivered = await makeContact(api, "a@example.com");
    await makeDeal(api, "before");
    await hanging.waitFor(1);
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, (_, i) => writeUntilGone(api, `w${i}`, acknowledged));
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(20));
    await makeCompany(api, "before").catch(() => undefined);
    await answering.waitFor(1);
    await server.end("SIGKILL");
    await Promise.all(writers);
    const interrupted = [toHanging, toAnswering];
    for (const { id } of interrupted) {
      const leased = await deliveryTo(db, id);
      expect(leased).toMatchObject({ status: "pending", attempt_count: 0 });
      expect(leased.lease).not.toBeNull();
    }

    for (const one of [hanging, answering]) one.behave(() => ({ status: 204 }));
    const revived = await receiverOfTest();
    await db.kysely
      .updateTable("webhook_endpoints")
      .set({ url: revived.url })
      .where("id", "=", Number(toDead.id))
      .execute();
    for (const hook of [toDead, toSteady]) await makeDue(db, hook);
    const restarted = await start();
    await eventually(() => {
      const ids = new Set(steady.received.map(({ body }) => JSON.parse(body).data.id));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    });
    const messages = Map.groupBy(steady.received, ({ body }) => JSON.parse(body).data.id);
    for (const [, requests] of messages)
      expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const told = () =>
      revived.received.map((request) => verified(toDead.secret, request).data.id as string);
    await eventually(() => expect(told()).toContain(undelivered));
    expect(told().filter((id) => id === undelivered)).toHaveLength(1);

    await makeDeal(restarted.api, "after");
    await makeCompany(restarted.api, "after");
    for (const [hook, receiver] of [
      [through(restarted.api, toHanging), hanging],
      [through(restarted.api, toAnswering), answering],
    ] as const) {
      await eventually(async () =>
        expect((await deliveriesOf(hook)).map(({ status }) => status)).toEqual([
          "pending",
          "delivered",
        ]),
      );
      await makeDue(db, hook);
      const [delivery] = await settled(hook, 2, "delivered");
      expect(delivery?.attempts.map(({ status }) => status)).toEqual([204]);
      const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
      expect(ids.filter((id) => id === delivery?.messageId)).toHaveLength(2);
      expect(ids).toHaveLength(3);
      expect(receiver.received.filter(({ body }) => body.includes("before"))).toHaveLength(2);
    }
  });

  test("record a delivery in progress before the program stops", async () => {
    const { db, start } = await startWorkspaces(dialect);
    const { server, api } = await start();
    const receiver = await receiverOfTest();
    receiver.behave(() => ({ status: 204, delayMs: 1_000 }));
    const hook = await subscribe(api, receiver.url);
    await makeContact(api, "a@example.com");
    await receiver.waitFor(1);
    expect(await server.end("SIGTERM")).toBe(0);
    const rows = await db.kysely.selectFrom("deliveries").selectAll().execute();
    expect(rows).toMatchObject([
      { endpoint_id: Number(hook.id), status: "delivered", attempt_count: 1, lease: null },
    ]);
  });
});

test(`two servers on one PostgreSQL deliver each of ${EVENTS} events once`, async () => {
  const { start } = await startWorkspaces("postgres");
  const [one, two] = [await start(), await start()];
  const receiver = await receiverOfTest();
  const hook = await subscribe(one.api, receiver.url);
  const made = await Promise.all(
    [one.api, two.api].flatMap((api, server) =>
      Array.from({ length: 4 }, async (_, writer) => {
        const ids: string[] = [];
        for (let i = 0; i < EVENTS / 8; i++)
          ids.push(await makeContact(api, `c${server}-${writer}-${i}@example.com`));
        return ids;
      }),
    ),
  );
  const deliveries = await settled(hook, EVENTS, "delivered");
  expect(deliveries.flatMap(({ attempts }) => attempts)).toHaveLength(EVENTS);
  expect(receiver.received).toHaveLength(EVENTS);
  const delivered = receiver.received.map((request) => verified(hook.secret, request).data.id);
  expect(delivered.toSorted()).toEqual(made.flat().toSorted());
});

async function makeDeal(api: Api, name: string): Promise<void> {
  const json = { name, amount: 1, currency: "GBP" };
  expect((await api.call("POST", "/deals", { json })).status).toBe(201);
}

async function makeCompany(api: Api, name: string): Promise<void> {
  expect((await api.call("POST", "/companies", { json: { name } })).status).toBe(201);
}

/** Returns the only delivery to an endpoint. */
function deliveryTo({ kysely }: Database, endpointId: string) {
  return kysely
    .selectFrom("deliveries")
    .selectAll()
    .where("endpoint_id", "=", Number(endpointId))
    .executeTakeFirstOrThrow();
}

function kill({ child }: ServerProcess): void {
  child.kill("SIGKILL");
}

async function writeUntilGone(api: Api, name: string, acknowledged: string[]): Promise<void> {
  try {
    for (let i = 0; ; i++) acknowledged.push(await makeContact(api, `${name}-${i}@example.com`));
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  }
}
