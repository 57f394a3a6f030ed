import { startReceiver, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WorkspaceClient } from "../src/index.ts";
import { errorOf, startRapport, type TestRapport } from "./support/rapport.ts";

// The client never sees which database answers.
describe("the client of the Workspace API", () => {
  let rapport: TestRapport;
  let client: WorkspaceClient;
  beforeAll(async () => {
    await trustReceivers();
    rapport = await startRapport("sqlite");
    client = await rapport.workspaceClient();
  });
  afterAll(() => rapport[Symbol.asyncDispose]());

  test("creates, reads, updates and deletes contacts and deals", async () => {
    const contact = await client.contacts.create({ email: "ada@example.com", firstName: "Ada" });
    expect(await client.contacts.read(contact.id)).toEqual(contact);
    const changed = await client.contacts.update(contact.id, { firstName: null });
    expect(changed).toEqual({ ...contact, firstName: null });
    const deal = await client.deals.create({ name: "Engine", amount: 1.5, currency: "GBP" });
    expect(deal).toMatchObject({ amount: 1.5, currency: "GBP" });
    expect(await client.deals.update(deal.id, { amount: 2 })).toMatchObject({ amount: 2 });
    expect(await client.deals.read(deal.id)).toMatchObject({ amount: 2 });
    await client.contacts.delete(contact.id);
    await client.deals.delete(deal.id);
    expect(await errorOf(client.contacts.read(contact.id))).toMatchObject({ status: 404 });
    expect(await errorOf(client.deals.read(deal.id))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("serves companies like contacts, and names the companies of a deal", async () => {
    const company = await client.companies.create({ name: "Engines", domain: "engines.example" });
    expect(await client.companies.read(company.id)).toEqual(company);
    const { items } = await client.companies.list({ domain: "engines.example" }).page();
    expect(items).toEqual([company]);
    const changed = await client.companies.update(company.id, { domain: null });
    expect(changed).toEqual({ ...company, domain: null });
    const sale = { name: "Engine", amount: 1, currency: "GBP" };
    const deal = await client.deals.create({ ...sale, companyIds: [company.id] });
    expect(deal.companyIds).toEqual([company.id]);
    await client.companies.delete(company.id);
    expect(await errorOf(client.companies.read(company.id))).toMatchObject({ status: 404 });
    await client.contacts.create({ email: "mary@example.com" });
    const found = await client.contacts.list({ email: "mary@example.com" }).page();
    expect(found.items).toMatchObject([{ email: "mary@example.com" }]);
  });

  test("iterates over the pages of a list, and stops early", async () => {
    const fresh = await rapport.workspaceClient();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const lifecycleStage = n === 4 ? "customer" : "lead";
      ids.push((await fresh.contacts.create({ email: `c${n}@example.com`, lifecycleStage })).id);
      await fresh.deals.create({ name: `d${n}`, amount: n, currency: "GBP" });
    }
    rapport.proxy.clear();
    const listed: string[] = [];
    for await (const { id } of fresh.contacts.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(ids);
    expect(rapport.proxy.requests).toHaveLength(3);
    for await (const _ of fresh.contacts.list({ limit: 2 })) break;
    expect(rapport.proxy.requests).toHaveLength(4);
    const customers = await fresh.contacts.list({ lifecycleStage: "customer" }).page();
    expect(customers).toMatchObject({ items: [{ id: ids[4] }], nextCursor: null });
    const deals = fresh.deals.list({ limit: 3 });
    const first = await deals.page();
    const second = await deals.page(first.nextCursor ?? undefined);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
      "d0",
      "d1",
      "d2",
      "d3",
      "d4",
    ]);
  });

  test("manages webhook endpoints and their deliveries", async () => {
    await using receiver = await startReceiver();
    receiver.behave((_, n) => ({ status: n === 1 ? 410 : 204 }));
    // In a project of its own, where no earlier event is still to be passed on.
    const own = await rapport.workspaceClient();
    const { endpoints, deliveries } = own.webhooks;
    const endpoint = await endpoints.create({ url: receiver.url, events: ["contact.*"] });
    expect(endpoint.signingSecret).toMatch(/^whsec_/);
    const { signingSecret, ...shown } = endpoint;
    expect(await endpoints.read(endpoint.id)).toEqual(shown);
    expect(await endpoints.list()).toEqual([shown]);
    await own.contacts.create({ email: "hook@example.com" });
    await receiver.waitFor(1);
    await expect.poll(async () => (await endpoints.read(endpoint.id)).enabled).toBe(false);
    await endpoints.update(endpoint.id, { enabled: true });
    expect((await endpoints.rotateSecret(endpoint.id)).signingSecret).not.toBe(signingSecret);
    const { messageId } = await endpoints.test(endpoint.id);
    await receiver.waitFor(2);
    const all = [];
    for await (const delivery of deliveries.list(endpoint.id, { limit: 1 })) all.push(delivery);
    expect(all).toMatchObject([
      { event: "contact.created", status: "failed", attempts: [{ status: 410 }] },
      { event: "webhook.test", messageId },
    ]);
    expect(await deliveries.replay(endpoint.id, all[0]!.id)).toEqual({ replayed: 1 });
    await receiver.waitFor(3);
    expect(await deliveries.replayFailed(endpoint.id, new Date())).toEqual({ replayed: 0 });
    await endpoints.delete(endpoint.id);
    expect(await endpoints.list()).toEqual([]);
  });
});
