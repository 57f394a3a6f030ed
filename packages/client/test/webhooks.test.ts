import { type Received, startReceiver, trustReceivers } from "@rapport/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { verifyWebhook, type WorkspaceClient } from "../src/index.ts";
import { errorOf, startRapport, type TestRapport } from "./support/rapport.ts";

// The client never sees which database answers.
describe("verifyWebhook", () => {
  let rapport: TestRapport;
  let client: WorkspaceClient;
  let secret: string;
  let rotated: string;
  let delivered: Received;
  let deliveredAfterRotation: Received;
  beforeAll(async () => {
    await trustReceivers();
    rapport = await startRapport("sqlite");
    client = await rapport.workspaceClient();
    await using receiver = await startReceiver();
    const { endpoints } = client.webhooks;
    const endpoint = await endpoints.create({ url: receiver.url, events: ["contact.updated"] });
    secret = endpoint.signingSecret;
    const { id } = await client.contacts.create({ email: "ada@example.com", firstName: "Ädä" });
    await client.contacts.update(id, { firstName: "Ada" });
    [delivered] = (await receiver.waitFor(1)) as [Received];
    rotated = (await endpoints.rotateSecret(endpoint.id)).signingSecret;
    await endpoints.test(endpoint.id);
    deliveredAfterRotation = (await receiver.waitFor(2))[1] as Received;
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => rapport[Symbol.asyncDispose]());

  const requestOf = ({ headers, body }: Received) =>
    new Request("https://receiver.example/hook", {
      method: "POST",
      headers: {
        "webhook-id": headers["webhook-id"] as string,
        "webhook-timestamp": headers["webhook-timestamp"] as string,
        "webhook-signature": headers["webhook-signature"] as string,
      },
      body,
    });

  test("returns a delivery as an event of its type", async () => {
    const event = await verifyWebhook(requestOf(delivered), secret);
    expect(event.id).toBe(delivered.headers["webhook-id"]);
    if (event.type !== "contact.updated") throw new Error(event.type);
    expect(event.data.email).toBe("ada@example.com");
    expect(event.data.changes.firstName).toEqual({ old: "Ädä", new: "Ada" });
  });

  test("accepts headers and the raw body", async () => {
    const { headers, body } = delivered;
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const bytes = new TextEncoder().encode(body);
    const expected = await verifyWebhook({ headers, body }, secret);
    expect(await verifyWebhook({ headers: upper, body: bytes }, secret)).toEqual(expected);
    const all = { headers: new Headers(headers), body: Buffer.from(body) };
    expect(await verifyWebhook(all, secret.slice("whsec_".length))).toEqual(expected);
  });

  test("accepts headers of another Fetch implementation", async () => {
    const known = new Headers(delivered.headers as Record<string, string>);
    const foreign = { get: (name: string) => known.get(name) } as Headers;
    const event = await verifyWebhook({ headers: foreign, body: delivered.body }, secret);
    expect(event.type).toBe("contact.updated");
  });

  test("rejects a delivery that was changed in transit", async () => {
    const { headers, body } = delivered;
    const other = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    const now = String(Math.floor(Date.now() / 1000) + 1);
    const attempts = [
      [{ headers, body: body.replace("Ada", "Eve") }, secret],
      [{ headers: { ...headers, "webhook-id": "msg_other" }, body }, secret],
      [{ headers: { ...headers, "webhook-timestamp": now }, body }, secret],
      [{ headers: { ...headers, "webhook-signature": "v1,AAAA v2,x v1,%%" }, body }, secret],
      [{ headers, body }, other],
    ] as const;
    for (const [webhook, key] of attempts) {
      const error = await errorOf(verifyWebhook(webhook, key));
      expect(error.code).toBe("WEBHOOK_SIGNATURE_MISMATCH");
    }
  });

  test("rejects a delivery signed too long ago or in the future", async () => {
    const sent = Number(delivered.headers["webhook-timestamp"]) * 1000;
    const at = (seconds: number, options = {}) => {
      vi.useFakeTimers({ toFake: ["Date"], now: sent + seconds * 1000 });
      return verifyWebhook(delivered, secret, options);
    };
    expect(await at(299)).toMatchObject({ type: "contact.updated" });
    expect(await errorOf(at(301))).toMatchObject({ code: "WEBHOOK_TIMESTAMP" });
    expect(await errorOf(at(-301))).toMatchObject({ code: "WEBHOOK_TIMESTAMP" });
    expect(await at(900, { toleranceSeconds: 1_000 })).toMatchObject({ type: "contact.updated" });
  });

  test("accepts either secret during a rotation", async () => {
    for (const keys of [secret, rotated, [rotated, secret], [secret]]) {
      const event = await verifyWebhook(deliveredAfterRotation, keys);
      expect(event.type).toBe("webhook.test");
    }
    expect(await verifyWebhook(delivered, [rotated, secret])).toBeTruthy();
    expect(await errorOf(verifyWebhook(delivered, rotated))).toMatchObject({
      code: "WEBHOOK_SIGNATURE_MISMATCH",
    });
  });

  test("distinguishes a malformed webhook from a forged one", async () => {
    const { headers, body } = delivered;
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const error = await errorOf(
        verifyWebhook({ headers: { ...headers, [name]: "" }, body }, secret),
      );
      expect(error).toMatchObject({ code: "WEBHOOK_MALFORMED" });
      expect(error.message).toContain(name);
    }
    const parsed = { headers, body: JSON.parse(body) };
    expect(await errorOf(verifyWebhook(parsed, secret))).toMatchObject({
      code: "WEBHOOK_MALFORMED",
    });
    const read = new Request("https://hooks.example/", { method: "POST", headers, body });
    await read.text();
    const late = await errorOf(verifyWebhook(read, secret));
    expect(late).toMatchObject({ code: "WEBHOOK_MALFORMED" });
    expect(late.message).toContain("Give the unparsed body");
    for (const none of ["", "whsec_", "whsec_%", undefined as unknown as string]) {
      expect(await errorOf(verifyWebhook(delivered, none))).toMatchObject({
        code: "INVALID_OPTIONS",
      });
    }
  });
});
