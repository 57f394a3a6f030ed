import { startReceiver, trustReceivers } from "@rapport/testing";
import createClient, { type Client, type Middleware } from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, sharedApp, type TestApp } from "../support/app.ts";
import type { paths as PublicPaths } from "./generated/public.ts";
import type { paths as WorkspacePaths } from "./generated/workspace.ts";

// The client never sees which database answers.
describe("openapi-fetch", () => {
  let app: TestApp;
  beforeAll(async () => {
    await trustReceivers();
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("every operation of the Public Object API is called with its types", async () => {
    const caller = await app.caller();
    const called: string[] = [];
    const client = createClient<PublicPaths>({
      baseUrl: app.url,
      headers: { authorization: `Bearer ${caller.token}` },
    });
    client.use(noting(called));
    const body = (name: string) => ({
      properties: [{ internal_name: name, value: "x@example.com" }],
    });
    const tags = { internal_name: "tags", values: ["a"] };

    const token = await client.POST("/oauth2/token", {
      body: { grant_type: "client_credentials", scope: "crm.contacts.read" },
      bodySerializer: (form) => new URLSearchParams({ ...form }).toString(),
      headers: {
        authorization: `Basic ${btoa(`${caller.clientId}:${caller.clientSecret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
    });
    const expires: number | undefined = token.data?.expires_in;
    expect(expires).toBe(1_800);

    const contact = await client.POST("/api/objects/contacts", { body: body("email") });
    const email: string | null | undefined = contact.data?.data.email;
    expect(email).toBe("x@example.com");
    const contacts = { params: { path: { contactId: contact.data!.data.id } } };
    await client.PATCH("/api/crm/objects/contacts/{contactId}", { ...contacts, body: tags });
    const read = await client.GET("/api/crm/objects/contacts/{contactId}", {
      params: { ...contacts.params, query: { properties: "tags" } },
    });
    expect(read.data?.data.properties).toEqual({ tags: ["a"] });
    await client.DELETE("/api/crm/objects/contacts/{contactId}", contacts);

    const company = await client.POST("/api/objects/companies", { body: body("name") });
    const companies = { params: { path: { companyId: company.data!.data.id } } };
    await client.PATCH("/api/crm/objects/companies/{companyId}", { ...companies, body: tags });
    await client.GET("/api/crm/objects/companies/{companyId}", companies);
    await client.DELETE("/api/crm/objects/companies/{companyId}", companies);

    const deal = await client.POST("/api/objects/deals", { body: body("name") });
    const deals = { params: { path: { dealId: deal.data!.data.id } } };
    await client.PATCH("/api/crm/objects/deals/{dealId}", { ...deals, body: tags });
    await client.GET("/api/crm/objects/deals/{dealId}", deals);
    await client.DELETE("/api/crm/objects/deals/{dealId}", deals);

    const ticket = await client.POST("/api/objects/tickets", { body: body("name") });
    const tickets = { params: { path: { ticketId: ticket.data!.data.id } } };
    await client.PATCH("/api/crm/objects/tickets/{ticketId}", { ...tickets, body: tags });
    await client.GET("/api/crm/objects/tickets/{ticketId}", tickets);
    await client.DELETE("/api/crm/objects/tickets/{ticketId}", tickets);

    const lead = await client.POST("/api/objects/leads", { body: body("name") });
    const leads = { params: { path: { leadId: lead.data!.data.id } } };
    await client.PATCH("/api/crm/objects/leads/{leadId}", { ...leads, body: tags });
    await client.GET("/api/crm/objects/leads/{leadId}", leads);
    await client.DELETE("/api/crm/objects/leads/{leadId}", leads);

    const made = await client.POST("/api/objects/appointments", { body: body("name") });
    const appointments = { params: { path: { appointmentId: made.data!.data.id } } };
    const appointment = "/api/crm/objects/appointments/{appointmentId}";
    await client.PATCH(appointment, { ...appointments, body: tags });
    await client.GET(appointment, appointments);
    await client.DELETE(appointment, appointments);

    const note = await client.POST("/api/objects/notes", { body: body("body") });
    const notes = { params: { path: { noteId: note.data!.data.id } } };
    const longer = { internal_name: "body", value: "She called twice." };
    await client.PATCH("/api/crm/objects/notes/{noteId}", { ...notes, body: longer });
    await client.GET("/api/crm/objects/notes/{noteId}", notes);
    await client.DELETE("/api/crm/objects/notes/{noteId}", notes);

    const task = await client.POST("/api/objects/tasks", { body: body("name") });
    const tasks = { params: { path: { taskId: task.data!.data.id } } };
    const done = { internal_name: "status", value: "done" };
    await client.PATCH("/api/crm/objects/tasks/{taskId}", { ...tasks, body: done });
    await client.GET("/api/crm/objects/tasks/{taskId}", tasks);
    await client.DELETE("/api/crm/objects/tasks/{taskId}", tasks);

    const call = await client.POST("/api/objects/calls", { body: body("title") });
    const calls = { params: { path: { callId: call.data!.data.id } } };
    const outcome = { internal_name: "outcome", value: "connected" };
    await client.PATCH("/api/crm/objects/calls/{callId}", { ...calls, body: outcome });
    await client.GET("/api/crm/objects/calls/{callId}", calls);
    await client.DELETE("/api/crm/objects/calls/{callId}", calls);

    const letter = await client.POST("/api/objects/emails", { body: body("subject") });
    const emails = { params: { path: { emailId: letter.data!.data.id } } };
    const sent = { internal_name: "status", value: "sent" };
    await client.PATCH("/api/crm/objects/emails/{emailId}", { ...emails, body: sent });
    await client.GET("/api/crm/objects/emails/{emailId}", emails);
    await client.DELETE("/api/crm/objects/emails/{emailId}", emails);

    const meeting = await client.POST("/api/objects/meetings", { body: body("title") });
    const meetings = { params: { path: { meetingId: meeting.data!.data.id } } };
    const place = { internal_name: "location", value: "London" };
    await client.PATCH("/api/crm/objects/meetings/{meetingId}", { ...meetings, body: place });
    await client.GET("/api/crm/objects/meetings/{meetingId}", meetings);
    await client.DELETE("/api/crm/objects/meetings/{meetingId}", meetings);

    const plural = "deals";
    const properties = await client.GET("/api/crm/properties/{plural}", {
      params: { path: { plural } },
    });
    const property = await client.GET("/api/crm/properties/{plural}/{internal_name}", {
      params: { path: { plural, internal_name: "amount" } },
    });
    expect(properties.data?.data.results).toContainEqual(property.data?.data);
    const pipelines = await client.GET("/api/crm/pipelines/{plural}", {
      params: { path: { plural } },
    });
    const pipeline = await client.GET("/api/crm/pipelines/{plural}/{key}", {
      params: { path: { plural, key: "default" } },
    });
    expect(pipelines.data?.data.results).toEqual([pipeline.data?.data]);
    await changeSchema(client);
    for (const [path, idParam] of READS) {
      const found = await client.GET(path, { params: { query: { limit: 1 } } });
      const isNote = idParam === "noteId";
      const internal_name = isNote ? "occurred_at" : (KEYS[idParam] ?? "name");
      const input = (email = "x@example.com") => {
        const first = { internal_name, value: isNote ? dayOf(email) : email };
        const text = { internal_name: "body", value: "Called" };
        return { properties: isNote ? [first, text] : [first] };
      };
      const { results } = found.data!.data;
      expect(results).toEqual([]);
      const made = await client.POST(path.replace("/crm", "") as "/api/objects/leads", {
        body: input(),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the paths of all types are called in one loop
      const get = client.GET as any;
      const id = { [idParam]: made.data!.data.id };
      const toPlural = path.endsWith("companies") ? "contacts" : "companies";
      await get(`${path}/{${idParam}}/associations/{toPlural}`, {
        params: { path: { ...id, toPlural } },
      });
      await get(`${path}/{${idParam}}/history`, { params: { path: id } });
      await get(`${path}/{${idParam}}/export`, { params: { path: id } });
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const post = client.POST as any;
      const batch = async (verb: string, input: object) => {
        const run = `${path}/batch/${verb}` as "/api/crm/objects/contacts/batch/update";
        const done = await client.POST(run, { body: { inputs: [input as never] } });
        return done.data!.data.results[0]!.record.id;
      };
      const other = await batch("create", input());
      const key = { idProperty: internal_name };
      const properties = input("key@example.com");
      await client.POST(`${path}/upsert` as "/api/crm/objects/contacts/upsert", {
        body: { ...key, ...properties },
      });
      await client.POST(`${path}/batch/upsert` as "/api/crm/objects/contacts/batch/upsert", {
        body: { ...key, inputs: [properties] },
      });
      await batch("read", { id: other });
      await batch("update", { id: other, ...input("other@example.com") });
      await get(`${path}/by/{internal_name}`, {
        params: { path: { internal_name }, query: { value: input().properties[0]?.value } },
      });
      const partner = await post(`/api/objects/${toPlural}`, {
        body: body(toPlural === "contacts" ? "email" : "name"),
      });
      const target = { object: toPlural, id: String(partner.data.data.id) };
      await batch("associate", { id: other, to: target });
      await batch("dissociate", { id: other, to: target });
      await batch("delete", { id: other });
      const pair = { params: { path: { ...id, toPlural, toId: partner.data.data.id } } };
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const { PUT, DELETE } = client as any;
      await PUT(`${path}/{${idParam}}/associations/{toPlural}/{toId}`, pair);
      await DELETE(`${path}/{${idParam}}/associations/{toPlural}/{toId}`, pair);
      const [to = "", toParam = ""] = READS.find(([one]) => one.endsWith(toPlural)) ?? [];
      const toPath = { [toParam]: partner.data.data.id };
      await DELETE(`${to}/{${toParam}}`, { params: { path: toPath } });
      await DELETE(`${path}/{${idParam}}`, {
        params: { path: id, query: { ifVersion: 1 }, header: { "If-Match": "*" } },
      });
      await post(`${path}/{${idParam}}/restore`, { params: { path: id } });
      const twin = await client.POST(path.replace("/crm", "") as "/api/objects/leads", {
        body: input(),
      });
      const [primaryId, mergeId] = [made.data!.data.id, twin.data!.data.id];
      const merged = await client.POST(`${path}/merge`, {
        body: { primaryId, mergeIds: [mergeId] },
      });
      expect(merged.data?.data.id).toBe(primaryId);
      await post(`${path}/{${idParam}}/unmerge`, {
        params: { path: id },
        body: { mergeId },
      });
      await post(`${path}/{${idParam}}/erase`, { params: { path: id } });
    }

    const now = await client.GET("/api/crm/events", { params: { query: { from: "now" } } });
    expect(now.data?.data.nextCursor).toBeTypeOf("string");
    const stream = await client.GET("/api/crm/events/stream", {
      params: { query: { from: "now" } },
      parseAs: "stream",
    });
    await stream.data?.cancel();
    const filter = { internal_name: "name", operator: "EQ", value: "x@example.com" } as const;
    const search = { body: { filterGroups: [{ filters: [filter] }], limit: 5 } };
    const found = await client.POST("/api/crm/objects/companies/search", search);
    expect(found.data?.data.nextCursor).toBeNull();
    await client.POST("/api/crm/objects/contacts/search", { body: { query: "x", limit: 5 } });
    await client.POST("/api/crm/objects/deals/search", search);
    await client.POST("/api/crm/objects/tickets/search", search);
    await client.POST("/api/crm/objects/leads/search", search);
    await client.POST("/api/crm/objects/appointments/search", search);
    await client.POST("/api/crm/objects/notes/search", { body: { query: "called", limit: 5 } });
    await client.POST("/api/crm/objects/tasks/search", search);
    const words = { body: { query: "called", limit: 5 } };
    await client.POST("/api/crm/objects/calls/search", words);
    await client.POST("/api/crm/objects/emails/search", words);
    await client.POST("/api/crm/objects/meetings/search", words);

    await importContacts(client);
    const exported = await client.POST("/api/crm/exports", { body: { object: "contact" } });
    const exportId = exported.data!.data.id;
    const ofExport = { params: { path: { exportId } } };
    const state = async () =>
      (await client.GET("/api/crm/exports/{exportId}", ofExport)).data?.data.state;
    await expect.poll(state, { timeout: 30_000 }).toBe("done");
    const file = await client.GET("/api/crm/exports/{exportId}/file", {
      ...ofExport,
      parseAs: "text",
    });
    expect(file.data).toMatch(/^id,createdAt,updatedAt,/);
    const ended = await client.POST("/api/crm/exports/{exportId}/cancel", ofExport);
    expect(ended.error?.code).toBe("CONFLICT");
    const exports = await client.GET("/api/crm/exports", { params: { query: { limit: 1 } } });
    expect(exports.data?.data.results).toMatchObject([{ id: exportId, state: "done" }]);
    const deleted = await client.DELETE("/api/crm/exports/{exportId}", ofExport);
    expect(deleted.data?.success).toBe(true);

    const own = await client.GET("/api/crm/openapi.json");
    expect(own.response.status).toBe(200);
    const templates = await client.GET("/templates", { params: { query: { limit: 5 } } });
    expect(templates.data?.data.templates).toEqual([]);
    // The tenant has no account on the messaging platform.
    const sync = await client.POST("/templates/sync-status");
    const code: string | undefined = sync.error?.code;
    expect(code).toBeTypeOf("string");

    const named = { body: { properties: { name: "x", tags: ["a", "b"] } } };
    const whole = await client.POST("/api/crm/objects/contacts", {
      body: { properties: { email: "y@example.com", tags: ["a", "b"], city: null } },
    });
    const version: number | undefined = whole.data?.data.version;
    expect(version).toBe(1);
    await client.POST("/api/crm/objects/companies", named);
    await client.POST("/api/crm/objects/deals", named);
    await client.POST("/api/crm/objects/tickets", named);
    await client.POST("/api/crm/objects/leads", named);
    await client.POST("/api/crm/objects/appointments", named);
    await client.POST("/api/crm/objects/calls", { body: { properties: { title: "Called" } } });
    await client.POST("/api/crm/objects/emails", { body: { properties: { subject: "Hello" } } });
    await client.POST("/api/crm/objects/meetings", { body: { properties: { title: "Met" } } });
    await client.POST("/api/crm/objects/notes", { body: { properties: { body: "Called" } } });
    await client.POST("/api/crm/objects/tasks", { body: { properties: { name: "x" } } });

    expectAll(called, await app.call("GET", "/openapi/public.json"), [
      "POST /templates/sync-status",
      "POST /api/crm/exports/{exportId}/cancel",
    ]);
  });

  test("every operation of the Workspace API is called with its types", async () => {
    await using receiver = await startReceiver();
    const { key } = await app.workspace();
    const called: string[] = [];
    const client = createClient<WorkspacePaths>({
      baseUrl: app.url,
      headers: { authorization: `Bearer ${key}` },
    });
    client.use(noting(called));

    const made = await client.POST("/v1/contacts", {
      params: { header: { "Idempotency-Key": "once" } },
      body: { email: "ada@example.com" },
    });
    const contact = { params: { path: { contactId: made.data!.data.id } } };
    await client.PATCH("/v1/contacts/{contactId}", { ...contact, body: { firstName: "Ada" } });
    const read = await client.GET("/v1/contacts/{contactId}", contact);
    expect(read.data?.data.firstName).toBe("Ada");
    const upserted = await client.POST("/v1/contacts/upsert", {
      body: { email: "upserted@example.com", firstName: null },
    });
    expect(upserted.data?.data).toMatchObject({ firstName: null });
    await client.DELETE("/v1/contacts/{contactId}", {
      params: { path: { contactId: upserted.data!.data.id } },
    });
    const list = await client.GET("/v1/contacts", { params: { query: { limit: 1 } } });
    expect(list.data?.pagination.nextCursor).toBeNull();
    await client.DELETE("/v1/contacts/{contactId}", contact);

    const company = await client.POST("/v1/companies", { body: { name: "Engines" } });
    const companyId = company.data!.data.id;
    const companies = { params: { path: { companyId } } };
    await client.PATCH("/v1/companies/{companyId}", {
      ...companies,
      body: { domain: "e.example" },
    });
    const domain = { params: { query: { domain: "e.example" } } };
    const found = await client.GET("/v1/companies", domain);
    expect(found.data?.data).toEqual([
      (await client.GET("/v1/companies/{companyId}", companies)).data?.data,
    ]);
    await client.DELETE("/v1/companies/{companyId}", companies);

    const input = { name: "Engine", amount: 1, currency: "GBP" };
    const deal = await client.POST("/v1/deals", { body: input });
    const deals = { params: { path: { dealId: deal.data!.data.id } } };
    await client.PATCH("/v1/deals/{dealId}", { ...deals, body: { amount: null } });
    const amount: number | null | undefined = (await client.GET("/v1/deals/{dealId}", deals)).data
      ?.data.amount;
    expect(amount).toBeNull();
    await client.GET("/v1/deals");
    await client.DELETE("/v1/deals/{dealId}", deals);

    const hook = { url: receiver.url, events: ["contact.*"] };
    const endpoint = await client.POST("/v1/webhooks/endpoints", { body: hook });
    const endpointId = endpoint.data!.data.id;
    const one = { params: { path: { endpointId } } };
    await client.GET("/v1/webhooks/endpoints");
    await client.GET("/v1/webhooks/endpoints/{endpointId}", one);
    await client.PATCH("/v1/webhooks/endpoints/{endpointId}", { ...one, body: { enabled: true } });
    await client.POST("/v1/webhooks/endpoints/{endpointId}/rotate-secret", one);
    await client.POST("/v1/webhooks/endpoints/{endpointId}/test", one);
    await receiver.waitFor(1);
    const sent = await client.GET("/v1/webhooks/endpoints/{endpointId}/deliveries", one);
    const deliveryId = sent.data!.data[0]!.id;
    await client.POST("/v1/webhooks/endpoints/{endpointId}/deliveries/{deliveryId}/replay", {
      params: { path: { endpointId, deliveryId } },
    });
    await client.POST("/v1/webhooks/endpoints/{endpointId}/replay", {
      ...one,
      body: { since: new Date().toISOString() },
    });
    await client.DELETE("/v1/webhooks/endpoints/{endpointId}", one);

    expectAll(called, await app.call("GET", "/openapi/workspace.json"));
  });
});

const READS = [
  ["/api/crm/objects/contacts", "contactId"],
  ["/api/crm/objects/companies", "companyId"],
  ["/api/crm/objects/deals", "dealId"],
  ["/api/crm/objects/tickets", "ticketId"],
  ["/api/crm/objects/leads", "leadId"],
  ["/api/crm/objects/appointments", "appointmentId"],
  ["/api/crm/objects/calls", "callId"],
  ["/api/crm/objects/emails", "emailId"],
  ["/api/crm/objects/meetings", "meetingId"],
  ["/api/crm/objects/notes", "noteId"],
  ["/api/crm/objects/tasks", "taskId"],
] as const;

/** Keys of types without a name, by the parameter of their ids. */
const KEYS: Readonly<Record<string, string>> = {
  ...{ contactId: "email", callId: "title", emailId: "subject", meetingId: "title" },
};

/** Returns another time for each text, so that it can be the key of a note. */
function dayOf(text: string): string {
  return new Date(Date.UTC(2026, 0, text.length)).toISOString();
}

/** Records each operation, with a mark if it failed. */
function noting(called: string[]): Middleware {
  return {
    onResponse({ request, schemaPath, response }) {
      called.push(`${request.method} ${schemaPath}${response.ok ? "" : " failed"}`);
    },
  };
}

/** Calls every operation of imports. */
async function importContacts(client: Client<PublicPaths>): Promise<void> {
  const settings = { body: { object: "contact", mode: "create" } as const };
  const imported = await client.POST("/api/crm/imports", settings);
  const one = { params: { path: { importId: imported.data!.data.id } } };
  await client.PUT("/api/crm/imports/{importId}/data", {
    ...one,
    body: "email\nada@example.com\n",
    bodySerializer: (text) => text as string,
    headers: { "content-type": "text/csv" },
  });
  const read = () => client.GET("/api/crm/imports/{importId}", one);
  await expect.poll(async () => (await read()).data?.data.state).toBe("done");
  await client.GET("/api/crm/imports/{importId}/refused", { ...one, parseAs: "text" });
  await client.POST("/api/crm/imports/{importId}/undo", one);
  const other = await client.POST("/api/crm/imports", settings);
  const cancelled = { params: { path: { importId: other.data!.data.id } } };
  await client.POST("/api/crm/imports/{importId}/cancel", cancelled);
  const list = await client.GET("/api/crm/imports", { params: { query: { limit: 5 } } });
  expect(list.data?.data.results).toHaveLength(2);
}

/** Calls every operation that changes the schema. */
async function changeSchema(client: Client<PublicPaths>): Promise<void> {
  const made = await client.POST("/api/crm/types", {
    body: {
      ...{ name: "listing", plural: "listings", label: "Listing", required: [["street"]] },
      properties: [{ internal_name: "street", label: "Street" }],
    },
  });
  const listings = { params: { path: { plural: "listings" } } };
  const read = await client.GET("/api/crm/types/{plural}", listings);
  expect(read.data?.data).toEqual(made.data?.data);
  const all = await client.GET("/api/crm/types");
  expect(all.data?.data.results).toContainEqual(made.data?.data);
  const ofListings = await client.PATCH("/api/crm/types/{plural}", {
    ...listings,
    body: { label: "Home", icon: "home" },
  });
  expect(ofListings.data?.data).toMatchObject({ label: "Home", name: "listing" });
  await client.DELETE("/api/crm/types/{plural}", listings);

  const labels = "/api/crm/association-labels/{plural}/{toPlural}";
  const sides = { plural: "contacts", toPlural: "contacts" } as const;
  const added = await client.POST(labels, {
    params: { path: sides },
    body: { key: "manager_of", label: "Manager of", inverseKey: "reports_to", maxPerTarget: 1 },
  });
  const label = { params: { path: { ...sides, key: "manager_of" } } };
  const limited = await client.PATCH(`${labels}/{key}`, { ...label, body: { maxPerTarget: null } });
  expect(limited.data?.data).toEqual({ ...added.data?.data, maxPerTarget: null });
  const listed = await client.GET(labels, { params: { path: sides } });
  const one = await client.GET(`${labels}/{key}`, label);
  expect(listed.data?.data.results).toEqual([one.data?.data]);
  await client.DELETE(`${labels}/{key}`, label);

  const [plural, key, stage, internal_name] = ["leads", "spare", "later", "budget"] as const;
  const ofType = { params: { path: { plural } } };
  await client.POST("/api/crm/properties/{plural}", {
    ...ofType,
    body: { internal_name, label: "Budget", type: "number" },
  });
  const property = { params: { path: { plural, internal_name } } };
  const path = "/api/crm/properties/{plural}/{internal_name}";
  const changed = await client.PATCH(path, { ...property, body: { indexed: true } });
  expect(changed.data?.data).toMatchObject({ type: "number", indexed: true });
  await client.DELETE(path, property);

  await client.POST("/api/crm/pipelines/{plural}", {
    ...ofType,
    body: { label: "Spare", stages: [{ label: "Now" }] },
  });
  const order = { order: ["spare", "default"] };
  const ordered = await client.PUT("/api/crm/pipelines/{plural}", { ...ofType, body: order });
  expect(ordered.data?.data.results.map((one) => one.key)).toEqual(order.order);
  const pipeline = { params: { path: { plural, key } } };
  await client.PATCH("/api/crm/pipelines/{plural}/{key}", { ...pipeline, body: { label: "More" } });
  const stages = "/api/crm/pipelines/{plural}/{key}/stages";
  await client.POST(stages, { ...pipeline, body: { label: "Later", closed: true } });
  await client.PUT(stages, { ...pipeline, body: { order: ["later", "now"] } });
  const inStage = { params: { path: { plural, key, stage } } };
  await client.PATCH(`${stages}/{stage}`, { ...inStage, body: { label: "Much later" } });
  await client.DELETE(`${stages}/{stage}`, inStage);
  await client.DELETE("/api/crm/pipelines/{plural}/{key}", pipeline);
}

function expectAll(called: string[], { body }: Answer, failing: readonly string[] = []): void {
  const documented = Object.entries(body.paths as Record<string, object>).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = documented.map((name) => (failing.includes(name) ? `${name} failed` : name));
  expect([...new Set(called)].sort()).toEqual(expected.sort());
}
