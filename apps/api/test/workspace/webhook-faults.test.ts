import {
  DIALECTS,
  type Received,
  type Reply,
  startReceiver,
  trustReceivers,
} from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type Workspace } from "../support/app.ts";
import {
  attempted,
  deadUrl,
  deliveriesOf,
  eventually,
  makeContact,
  makeDue,
  receiverOfTest,
  type ShownDelivery,
  type Subscription,
  settled,
  subscribe,
  verified,
} from "../support/webhooks.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/**
 * Checks that an attempt, by default the first, is followed by the next one after `least` to `most` milliseconds. The
 * next one may have been made: on a busy machine, five seconds pass before the test sees the first one.
 */
function expectNext(delivery: ShownDelivery, least: number, most: number, attempt = 1) {
  const { nextAttemptAt, attempts } = delivery;
  const { at, durationMs } = attempts[attempt - 1]!;
  const next = Date.parse(attempts[attempt]?.at ?? (nextAttemptAt as string));
  expect(next).toBeGreaterThanOrEqual(Date.parse(at) + durationMs + least);
  expect(next).toBeLessThanOrEqual(Date.now() + most);
}

beforeAll(trustReceivers);

// Each test waits 15 seconds, so both databases run at once.
test.concurrent.each(DIALECTS)(
  "an attempt ends after 15 seconds without delaying another endpoint, on %s",
  async (dialect) => {
    await using app = await startApp({ dialect });
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    receiver.behave(() => ({ hang: true }));
    const workspace = await app.workspace();
    const hook = await subscribe(workspace, receiver.url);
    const otherHook = await subscribe(workspace, other.url);
    // More than the endpoint that hangs takes at once, and few enough for a busy machine.
    for (let i = 0; i < 20; i++) await makeContact(workspace, `c${i}@example.com`);
    await other.waitFor(20);
    await settled(otherHook, 20, "delivered");
    expect((await deliveriesOf(hook)).flatMap(({ attempts }) => attempts)).toEqual([]);
    expect(receiver.received).toHaveLength(16);

    const isFirst = async () => expect((await deliveriesOf(hook))[0]?.attempts).toHaveLength(1);
    await eventually(isFirst);
    const [attempt] = (await deliveriesOf(hook))[0]!.attempts;
    const error = "no complete response within 15 seconds";
    expect(attempt).toMatchObject({ status: null, error, response: null });
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(14_900);
  },
);

describe.each(DIALECTS)("webhook receivers that fail, on %s", (dialect) => {
  // What a receiver does is classified before anything is stored.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function answeredBy(...replies: readonly Reply[]) {
    const workspace = await app.workspace();
    const receiver = await receiverOfTest();
    receiver.behave((_, n) => replies[Math.min(n, replies.length) - 1]!);
    return { workspace, receiver, hook: await subscribe(workspace, receiver.url) };
  }
  async function firstAttempt(workspace: Workspace, hook: Subscription) {
    await makeContact(workspace, "a@example.com");
    return attempted(hook, 1);
  }
  const shown = async (workspace: Workspace, { path }: Subscription) =>
    (await workspace.call("GET", path)).body.data;

  test("records an attempt that is refused, and delivers later", async () => {
    const workspace = await app.workspace();
    const hook = await subscribe(workspace, await deadUrl());
    const delivery = await firstAttempt(workspace, hook);
    const error = expect.stringMatching(/^the connection was refused \(connect ECONNREFUSED .+\)$/);
    expect(delivery.status).toBe("pending");
    expect(delivery.attempts[0]).toMatchObject({ status: null, error });
    expectNext(delivery, 5 * SECOND, 5.5 * SECOND);
    expect((await shown(workspace, hook)).failingSince).not.toBeNull();

    const receiver = await receiverOfTest();
    await workspace.call("PATCH", hook.path, { json: { url: receiver.url } });
    await makeDue(app.deps.db, hook);
    expect((await receiver.waitFor(1))[0]?.headers["webhook-id"]).toBe(delivery.messageId);
    await settled(hook, 1, "delivered");
    await eventually(async () => expect((await shown(workspace, hook)).failingSince).toBeNull());
  });

  test("delivers at the second attempt after a 500", async () => {
    const { workspace, hook } = await answeredBy({ status: 500, body: "no" }, { status: 200 });
    const delivery = await firstAttempt(workspace, hook);
    expect(delivery.attempts[0]).toMatchObject({ status: 500, error: null, response: "no" });
    expectNext(delivery, 5 * SECOND, 5.5 * SECOND);
    await makeDue(app.deps.db, hook);
    const [done] = await settled(hook, 1, "delivered");
    expect(done?.attempts.map(({ status }) => status)).toEqual([500, 200]);
  });

  test("makes ten attempts by the schedule, and then fails the delivery", async () => {
    const { workspace, receiver, hook } = await answeredBy({ status: 503 });
    await makeContact(workspace, "a@example.com");
    for (const [i, delay] of DELAYS.entries()) {
      const delivery = await attempted(hook, i + 1);
      expect(delivery.status).toBe("pending");
      expectNext(delivery, delay, delay * 1.1, i + 1);
      if (delivery.attempts.length === i + 1) await makeDue(app.deps.db, hook);
    }
    const last = await attempted(hook, 10);
    expect(last).toMatchObject({ status: "failed", nextAttemptAt: null });
    expect(last.finishedAt).not.toBeNull();
    expect(receiver.received).toHaveLength(10);
  });

  onSqlite.each([
    ["breaks the connection", { destroy: true }, null],
    ["breaks off after the head", { cutAfterHead: true }, 200],
  ] as const)("records a failed attempt if the receiver %s", async (_, reply, status) => {
    const { workspace, hook } = await answeredBy(reply);
    const delivery = await firstAttempt(workspace, hook);
    const error = expect.stringMatching(/^the connection was lost \(.+\)$/);
    const attempt = { status, error, response: null };
    expect(delivery).toMatchObject({ status: "pending", attempts: [attempt] });
  });

  onSqlite("says that a receiver must not send 100 Continue before its response", async () => {
    const { workspace, hook } = await answeredBy({ status: 200, isContinued: true });
    const delivery = await firstAttempt(workspace, hook);
    const error = "the receiver sent 100 Continue before its response, which no request asks for";
    expect(delivery.attempts[0]).toMatchObject({ status: null, error, response: null });
  });

  onSqlite.each([
    ["self-signed", /^the certificate is not trusted, because it is self-signed \(.+\)$/],
    ["expired", /^the certificate is not trusted, because it has expired \(.+\)$/],
    ["not valid yet", /^the certificate is not trusted, because it is not valid yet \(.+\)$/],
    [
      "of another host",
      /^the certificate is not trusted, because it is for another host name \(.+127\.0\.0\.2.*\)$/,
    ],
  ] as const)(
    "says in words that a certificate is not trusted that is %s",
    async (fault, words) => {
      const workspace = await app.workspace();
      const receiver = await receiverOfTest({ fault });
      const hook = await subscribe(workspace, receiver.url);
      const delivery = await firstAttempt(workspace, hook);
      expect(delivery.attempts[0]).toMatchObject({ status: null, response: null });
      expect(delivery.attempts[0]?.error).toMatch(words);
      expect(receiver.received).toEqual([]);
    },
  );

  onSqlite(
    "says in words that a receiver does not speak TLS, or that the name of its host does not resolve",
    async () => {
      const workspace = await app.workspace();
      const plain = await receiverOfTest({ isPlain: true });
      const hook = await subscribe(workspace, plain.url.replace("http:", "https:"));
      const delivery = await firstAttempt(workspace, hook);
      expect(delivery.attempts[0]?.error).toMatch(
        /^the receiver does not speak TLS as expected \(.+\)$/,
      );
      await app.deps.db.kysely
        .updateTable("webhook_endpoints")
        .set({ url: "https://nothing.invalid/" })
        .where("id", "=", Number(hook.id))
        .execute();
      await makeDue(app.deps.db, hook);
      const again = await attempted(hook, 2);
      expect(again.attempts[1]?.error).toMatch(/^the host name does not resolve.* \(.+\)$/);
    },
  );

  onSqlite("delivers over plain HTTP to an allowed network", async () => {
    const workspace = await app.workspace();
    const receiver = await receiverOfTest({ isPlain: true });
    const hook = await subscribe(workspace, receiver.url);
    await makeContact(workspace, "a@example.com");
    await settled(hook, 1, "delivered");
    const [request] = await receiver.waitFor(1);
    expect(verified(hook.secret, request as Received)).toMatchObject({ type: "contact.created" });
  });

  onSqlite("counts 200 with an endless body as a delivery, and closes its connection", async () => {
    const { workspace, receiver, hook } = await answeredBy({ endless: true }, { status: 200 });
    await makeContact(workspace, "a@example.com");
    const [delivery] = await settled(hook, 1, "delivered");
    expect(delivery?.attempts).toMatchObject([
      { status: 200, error: null, response: "x".repeat(1024) },
    ]);
    await makeContact(workspace, "b@example.com");
    await settled(hook, 2, "delivered");
    expect(receiver.connections).toBe(2);
  });

  onSqlite.each([301, 302, 307, 308])("does not follow a %i", async (status) => {
    const target = await receiverOfTest();
    const { workspace, hook } = await answeredBy({ status, headers: { location: target.url } });
    const delivery = await firstAttempt(workspace, hook);
    expect(delivery).toMatchObject({ status: "pending", attempts: [{ status }] });
    expect([target.received.length, target.connections]).toEqual([0, 0]);
  });

  onSqlite("waits for a Retry-After in seconds", async () => {
    const headers = { "retry-after": "7200" };
    const { workspace, hook } = await answeredBy({ status: 429, headers });
    expectNext(await firstAttempt(workspace, hook), 2 * HOUR, 2 * HOUR);
  });

  onSqlite("waits for a Retry-After as an HTTP-date", async () => {
    const date = new Date(Date.now() + 3 * HOUR).toUTCString();
    const { workspace, hook } = await answeredBy({
      status: 503,
      headers: { "retry-after": date },
    });
    const { nextAttemptAt, attempts } = await firstAttempt(workspace, hook);
    const next = Date.parse(nextAttemptAt as string);
    expect(next).toBeGreaterThanOrEqual(Date.parse(date));
    const sinceAttempt = Date.now() - Date.parse(attempts[0]!.at);
    expect(next).toBeLessThanOrEqual(Date.parse(date) + sinceAttempt);
  });

  onSqlite.each(["99999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "waits a day for a Retry-After of %s",
    async (date) => {
      const { workspace, hook } = await answeredBy({
        status: 429,
        headers: { "retry-after": date },
      });
      expectNext(await firstAttempt(workspace, hook), 24 * HOUR, 24 * HOUR);
    },
  );

  onSqlite.each(["-7200", "later", "7.200", "2e9"])("ignores a Retry-After of %s", async (text) => {
    const { workspace, hook } = await answeredBy({ status: 429, headers: { "retry-after": text } });
    expectNext(await firstAttempt(workspace, hook), 5 * SECOND, 5.5 * SECOND);
  });

  onSqlite("ignores a Retry-After shorter than the schedule", async () => {
    const { workspace, hook } = await answeredBy({ status: 429, headers: { "retry-after": "1" } });
    expectNext(await firstAttempt(workspace, hook), 5 * SECOND, 5.5 * SECOND);
  });

  test("disables the endpoint after a 410 with the reason, and fails its waiting deliveries", async () => {
    const { workspace, hook } = await answeredBy({ status: 500 }, { status: 410 });
    await firstAttempt(workspace, hook);
    await makeContact(workspace, "b@example.com");
    await settled(hook, 2, "failed");
    const { enabled, disabledReason } = await shown(workspace, hook);
    expect([enabled, disabledReason]).toEqual([false, "The receiver answered 410 Gone."]);
  });

  test("disables an endpoint that has failed for five days, and fails its waiting deliveries", async () => {
    const { workspace, hook } = await answeredBy({ status: 500 });
    await firstAttempt(workspace, hook);
    expect((await shown(workspace, hook)).enabled).toBe(true);
    await app.deps.db.kysely
      .updateTable("webhook_endpoints")
      .set({ failing_since: new Date(Date.now() - 5 * DAY).toISOString() })
      .where("id", "=", Number(hook.id))
      .execute();
    await makeContact(workspace, "b@example.com");
    await settled(hook, 2, "failed");
    const { enabled, disabledReason } = await shown(workspace, hook);
    expect([enabled, disabledReason]).toEqual([false, "Every delivery has failed for 5 days."]);
  });

  test("ends the failing state after a success, also of an attempt that began before a failure", async () => {
    const workspace = await app.workspace();
    const receiver = await receiverOfTest();
    const hook = await subscribe(workspace, receiver.url);
    receiver.behave(({ body }) =>
      body.includes("bad") ? { status: 500 } : { status: 200, delayMs: 1_500 },
    );
    await makeContact(workspace, "good@example.com");
    await receiver.waitFor(1);
    await makeContact(workspace, "bad@example.com");
    await eventually(async () =>
      expect((await deliveriesOf(hook)).map(({ status }) => status)).toEqual([
        "delivered",
        "pending",
      ]),
    );
    expect((await shown(workspace, hook)).failingSince).toBeNull();
  });
});
