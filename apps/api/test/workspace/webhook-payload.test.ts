import { createEndpoint, saveProperty } from "@rapport/core";
import { DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedApp, type TestApp, type Workspace } from "../support/app.ts";
import { makeContact, receiverOfTest, settled, subscribe, verified } from "../support/webhooks.ts";

const ENDPOINTS = "/webhooks/endpoints";
const MAY_WRITE = "webhooks:read webhooks:write contacts:read contacts:write deals:write";

describe.each(DIALECTS)("the payload of webhooks on %s", (dialect) => {
  // Refused by the form of the request, before a statement.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  beforeAll(async () => {
    await trustReceivers();
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const withScopes = (...scopes: readonly string[]) =>
    app.workspace({ scope: [MAY_WRITE, ...scopes].join(" ") });
  const register = (workspace: Workspace, json: object) =>
    workspace.call("POST", ENDPOINTS, { json: { url: "https://127.0.0.1:9/", ...json } });

  test("full: has the whole record, as a read returns it, with its changes", async () => {
    const workspace = await withScopes("crm.contacts.read");
    const { token } = await app.caller({ projectId: workspace.projectId });
    const receiver = await receiverOfTest();
    const { body } = await register(workspace, {
      url: receiver.url,
      events: ["contact.*"],
      payload: "full",
    });
    expect(body.data.payload).toBe("full");
    const hook = {
      ...{ api: workspace, id: body.data.id, secret: body.data.signingSecret },
      path: `${ENDPOINTS}/${body.data.id}`,
    };
    const id = Number(await makeContact(workspace, "ada@example.com"));
    const path = `/api/crm/objects/contacts/${id}`;
    const json = { internal_name: "jobtitle", value: "Countess" };
    await app.call("PATCH", path, { token, json });
    await settled(hook, 2, "delivered");
    const received = receiver.received.map((request) => verified(hook.secret, request));
    const updated = received.find(({ type }) => type === "contact.updated");
    const record = (await app.call("GET", path, { token })).body.data;
    expect(updated.data).toMatchObject(record);
    expect(updated.data).toEqual({
      object: "contact",
      id,
      createdAt: expect.any(String),
      updatedAt: updated.timestamp,
      version: 2,
      properties: { email: "ada@example.com", jobtitle: "Countess" },
      associations: null,
      changes: { jobtitle: { old: null, new: "Countess" } },
    });
  });

  test("compact: an endpoint keeps it unless it asks for full", async () => {
    const workspace = await withScopes("crm.contacts.read");
    const receiver = await receiverOfTest();
    const hook = await subscribe(workspace, receiver.url, ["contact.*"]);
    expect((await workspace.call("GET", hook.path)).body.data.payload).toBe("compact");
    const id = await makeContact(workspace, "ada@example.com");
    await settled(hook, 1, "delivered");
    expect(verified(hook.secret, receiver.received[0]!).data).toEqual({
      object: "contact",
      version: 1,
      id,
      email: "ada@example.com",
      firstName: null,
      lastName: null,
      lifecycleStage: null,
    });

    const json = { payload: "full" };
    expect((await workspace.call("PATCH", hook.path, { json })).body.data.payload).toBe("full");
    await workspace.call("PATCH", `/contacts/${id}`, { json: { firstName: "Ada" } });
    await settled(hook, 2, "delivered");
    const [first, second] = receiver.received.map((one) => verified(hook.secret, one).data);
    expect([first.email, second.properties.firstname]).toEqual(["ada@example.com", "Ada"]);
    const [delivery] = (await workspace.call("GET", `${hook.path}/deliveries`)).body.data;
    await workspace.call("POST", `${hook.path}/deliveries/${delivery.id}/replay`);
    await receiver.waitFor(3);
    expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body);
  });

  test("compact: properties with the names of its members hide none of them", async () => {
    const workspace = await withScopes("crm.companies.read");
    const { projectId } = workspace;
    const { token } = await app.caller({ projectId });
    const names = ["object", "changes", "mergedIds", "mergedInto", "unmergedId", "unmergedFrom"];
    for (const name of names)
      await saveProperty(app.deps, projectId, "company", { name, label: name });
    const receiver = await receiverOfTest();
    const hook = await subscribe(workspace, receiver.url, ["company.*"]);
    const made = await app.call("POST", "/api/objects/companies", {
      token,
      json: {
        properties: ["name", ...names].map((name) => ({ internal_name: name, value: "contact" })),
      },
    });
    const { id } = made.body.data;
    const json = { internal_name: "name", value: "Engines" };
    await app.call("PATCH", `/api/crm/objects/companies/${id}`, { token, json });
    await settled(hook, 2, "delivered");
    const data = receiver.received.map((request) => verified(hook.secret, request).data);
    expect(data.toSorted((a, b) => a.version - b.version)).toEqual([
      { object: "company", version: 1, id: String(id), name: "contact" },
      {
        ...{ object: "company", version: 2, id: String(id), name: "Engines" },
        changes: { name: { old: "contact", new: "Engines" } },
      },
    ]);
  });

  test.each(["compact", "full"])("%s: deal.created names its company", async (payload) => {
    const workspace = await withScopes("crm.deals.read");
    const { token } = await app.caller({ projectId: workspace.projectId });
    const receiver = await receiverOfTest();
    const { body } = await register(workspace, {
      url: receiver.url,
      events: ["deal.created"],
      payload,
    });
    const company = await app.call("POST", "/api/objects/companies", {
      token,
      json: { properties: [{ internal_name: "name", value: "Engines" }] },
    });
    const companyId = String(company.body.data.id);
    const json = { name: "D", amount: 1, currency: "GBP" };
    await workspace.call("POST", "/deals", { json: { ...json, companyId } });
    await workspace.call("POST", "/deals", { json });
    await receiver.waitFor(2);
    const data = receiver.received
      .map((request) => verified(body.data.signingSecret, request).data)
      .toSorted((a, b) => Number(a.id) - Number(b.id));
    expect(
      data.map(({ companyId, associations }) =>
        payload === "full" ? associations : (companyId as unknown),
      ),
    ).toEqual(
      payload === "full"
        ? [{ company: [{ id: companyId, type: "deal_to_company" }] }, {}]
        : [companyId, null],
    );
  });

  onSqlite.each([
    ["full", "crm.contacts.read", "crm.deals.read"],
    ["compact", "crm.contacts.read", "deals:read"],
    ["compact", "contacts:read", "deals:read"],
  ])("403: %s names the read scopes that a key with %s lacks", async (payload, has, lacks) => {
    const workspace = await app.workspace({ scope: `webhooks:write ${has}` });
    const events = ["contact.created", "deal.updated", "association.created"];
    const refused = await register(workspace, { events, payload });
    expect([refused.status, refused.body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    expect(refused.body.message).toContain(lacks);
    expect(refused.body.message).not.toContain("contacts");
    const made = await register(workspace, { events: ["contact.*"], payload });
    expect(made.status).toBe(201);
    const path = `${ENDPOINTS}/${made.body.data.id}`;
    const change = async (json: object) => (await workspace.call("PATCH", path, { json })).status;
    expect(await change({ events: ["deal.*"] })).toBe(403);
    expect(await change({ events: ["ticket.*"] })).toBe(403);
    expect(await change({ events: ["contact.erased"] })).toBe(200);
    expect(await change({ events: ["*"] })).toBe(200);
  });

  onSqlite(
    "403: a key without read scopes cannot send another's whole records elsewhere",
    async () => {
      const owner = await withScopes("crm.contacts.read");
      const made = await register(owner, { events: ["contact.*"], payload: "full" });
      const other = await app.workspace({ scope: MAY_WRITE, projectId: owner.projectId });
      const path = `${ENDPOINTS}/${made.body.data.id}`;
      const json = { url: "https://127.0.0.1:10/" };
      expect((await other.call("PATCH", path, { json })).status).toBe(403);
      expect((await other.call("PATCH", path, { json: { enabled: false } })).status).toBe(200);
    },
  );

  onSqlite("400: payload is compact or full", async () => {
    const workspace = await withScopes();
    const { status, body } = await register(workspace, { events: ["*"], payload: "whole" });
    expect([status, body.issues[0]]).toMatchObject([400, { path: "payload" }]);
  });

  test("an admin may choose full", async () => {
    const { projectId } = await app.workspace();
    const admin = { kind: "user", id: "1", tenantId: 0, projectId, scopes: new Set<string>() };
    const input = { url: "https://127.0.0.1:9/", events: ["*"], payload: "full" } as const;
    const call = { deps: app.deps, principal: admin as never };
    expect((await createEndpoint(call, input)).payload).toBe("full");
  });
});
