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
  startFleet,
  subscribe,
  verified,
} from "../support/webhooks.ts";

const EVENTS = 200;

const through = (api: Api, hook: Subscription): Subscription => ({ ...hook, api });

describe.each(DIALECTS)("webhooks of killed servers on %s", (dialect) => {
  test("deliver an event of a server killed between commit and delivery", async () => {
    const { db, start } = await startFleet(dialect);
    const { server, api } = await start();
    const hook = await subscribe(api, await deadUrl());
    const id = await makeContact(api, "a@example.com");
    await server.end("SIGKILL");

    const receiver = await receiverOfTest();
    await db.kysely.updateTable("webhook_endpoints").set({ url: receiver.url }).execute();
    await makeDue(db, hook);
    const restarted = await start();
    const [request] = await receiver.waitFor(1);
    expect(verified(hook.secret, request!)).toMatchObject({
      type: "contact.created",
      data: { id },
    });
    await settled(through(restarted.api, hook), 1, "delivered");
    expect(receiver.received).toHaveLength(1);
  });

  test("deliver the event of each acknowledged record of a server killed while it writes", async () => {
    const { db, start } = await startFleet(dialect);
    const { server, api } = await start();
    const receiver = await receiverOfTest();
    const hook = await subscribe(api, receiver.url);
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, (_, i) => writeUntilGone(api, `w${i}`, acknowledged));
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(20));
    await server.end("SIGKILL");
    await Promise.all(writers);

    await makeDue(db, hook);
    await start();
    await eventually(() => {
      const ids = new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    });
    const messages = Map.groupBy(receiver.received, ({ body }) => JSON.parse(body).data.id);
    for (const [, requests] of messages)
      expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test.each([
    ["during it", false],
    ["after the receiver's response", true],
  ])("repeat a delivery with the same webhook-id after a kill %s", async (_, answers) => {
    const { db, start } = await startFleet(dialect);
    const { server, api } = await start();
    const receiver = await receiverOfTest();
    const hook = await subscribe(api, receiver.url);
    receiver.behave(() => {
      if (!answers) return { hang: true };
      kill(server);
      return { status: 204 };
    });
    await makeContact(api, "a@example.com").catch(() => undefined);
    await receiver.waitFor(1);
    await server.end("SIGKILL");

    receiver.behave(() => ({ status: 204 }));
    const leased = await db.kysely.selectFrom("deliveries").selectAll().executeTakeFirstOrThrow();
    expect(leased).toMatchObject({ status: "pending", attempt_count: 0 });
    expect(leased.lease).not.toBeNull();
    const restarted = await start();
    const mine = through(restarted.api, hook);
    await makeContact(restarted.api, "b@example.com");
    await eventually(async () =>
      expect((await deliveriesOf(mine)).map(({ status }) => status)).toEqual([
        "pending",
        "delivered",
      ]),
    );
    await makeDue(db, hook);
    const [delivery] = await settled(mine, 2, "delivered");
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([204]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids.filter((id) => id === delivery?.messageId)).toHaveLength(2);
    expect(ids).toHaveLength(3);
    expect(receiver.received.filter(({ body }) => body.includes("a@example.com"))).toHaveLength(2);
  });

  test("record a delivery in progress before the program stops", async () => {
    const { db, start } = await startFleet(dialect);
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
  const { start } = await startFleet("postgres");
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
