import { Client13, Client14 } from "@rapport/hubspot-clients";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";

const VERSIONS = [
  ["13.5", Client13],
  ["14.0", Client14],
] as const;

// The client never sees which database answers.
describe("HubSpot's client library", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** The client as an integration makes it, but with another base path and token. The versions have the same calls. */
  async function connect(
    Client: (typeof VERSIONS)[number][1],
  ): Promise<InstanceType<typeof Client14>> {
    const { token: accessToken } = await app.caller();
    return new Client({ accessToken, basePath: app.url }) as InstanceType<typeof Client14>;
  }

  const to279 = [{ associationCategory: "HUBSPOT_DEFINED" as never, associationTypeId: 279 }];

  it.each(VERSIONS)(
    "%s creates, reads, changes, lists, merges and removes contacts",
    async (_, C) => {
      const { crm } = await connect(C);
      const company = await crm.companies.basicApi.create({
        properties: { name: "Engines", domain: "engines.example" },
        associations: [],
      });
      const made = await crm.contacts.basicApi.create({
        properties: { email: "ada@example.com", firstname: "Ada" },
        associations: [{ to: { id: company.id }, types: to279 }],
      });
      expect(made.createdAt).toBeInstanceOf(Date);
      expect(made.properties.email).toBe("ada@example.com");
      const select = [["firstname", "nonsense"], ["firstname"], ["companies"]] as const;
      const [properties, history, types] = select.map((names) => [...names]);
      const by = ["ada@example.com", properties, history, types, false, "email"] as const;
      const read = await crm.contacts.basicApi.getById(...by);
      expect(read.properties).toMatchObject({ firstname: "Ada", hs_object_id: made.id });
      expect(read.associations?.companies?.results).toEqual([
        { id: company.id, type: "contact_to_company" },
      ]);
      expect(read.propertiesWithHistory?.firstname?.[0]).toMatchObject({
        value: "Ada",
        timestamp: expect.any(Date),
      });
      const changed = await crm.contacts.basicApi.update(made.id, {
        properties: { lastname: "Lovelace", firstname: "" },
      });
      expect(changed.properties.lastname).toBe("Lovelace");
      const second = await crm.contacts.basicApi.create({
        properties: { email: "a.lovelace@example.com" },
        associations: [],
      });
      const merged = await crm.contacts.basicApi.merge({
        primaryObjectId: made.id,
        objectIdToMerge: second.id,
      });
      expect(merged.id).toBe(made.id);
      expect((await crm.contacts.basicApi.getById(second.id)).id).toBe(made.id);
      await crm.contacts.basicApi.archive(made.id);
      const archived = await crm.contacts.basicApi.getPage(10, undefined, [], [], [], true);
      expect(archived.results.map(({ id, archivedAt }) => [id, archivedAt])).toContainEqual([
        made.id,
        expect.any(Date),
      ]);
      const third = await crm.contacts.basicApi.create({
        properties: { email: "forget@example.com" },
        associations: [],
      });
      await crm.contacts.basicApi.purge({ objectId: third.id });
      await expect(crm.contacts.basicApi.getById(third.id)).rejects.toMatchObject({
        code: 404,
        body: { category: "OBJECT_NOT_FOUND" },
      });
    },
  );

  it.each(VERSIONS)("%s works in batches and reads all", async (_, C) => {
    const { crm } = await connect(C);
    const inputs = Array.from({ length: 250 }, (_, i) => ({
      properties: { dealname: `Deal ${i}`, amount: String(i) },
      associations: [],
    }));
    const made = await crm.deals.batchApi.create({ inputs });
    expect(made.results).toHaveLength(250);
    const all = await crm.deals.getAll(undefined, undefined, ["dealname"]);
    expect(all.map(({ properties }) => properties.dealname)).toEqual(
      inputs.map(({ properties }) => properties.dealname),
    );
    const [first, second] = made.results.map(({ id }) => id) as [string, string];
    const read = await crm.deals.batchApi.read({
      inputs: [{ id: first }, { id: "900000001" }],
      properties: ["dealname"],
      propertiesWithHistory: [],
    });
    expect(read).toMatchObject({ numErrors: 1, results: [{ id: first }] });
    const updated = await crm.deals.batchApi.update({
      inputs: [{ id: first, properties: { dealstage: "won" } }],
    });
    expect(updated.results[0]?.properties.dealstage).toBe("won");
    const upserted = await crm.deals.batchApi.upsert({
      inputs: [
        { idProperty: "dealname", id: "Deal 1", properties: { amount: "5" } },
        { idProperty: "dealname", id: "New", properties: { dealname: "New" } },
      ],
    });
    expect(upserted.results.map((one) => [one.id === second, one._new])).toEqual([
      [true, false],
      [false, true],
    ]);
    await crm.deals.batchApi.archive({ inputs: made.results.map(({ id }) => ({ id })) });
    expect(await crm.deals.getAll()).toHaveLength(1);
  });

  it.each(VERSIONS)("%s searches page by page", async (_, C) => {
    const { crm } = await connect(C);
    const inputs = Array.from({ length: 5 }, (_, i) => ({
      properties: { subject: `Ticket ${i}`, hs_ticket_priority: i % 2 === 0 ? "HIGH" : "LOW" },
      associations: [],
    }));
    await crm.tickets.batchApi.create({ inputs });
    const seen: unknown[] = [];
    let after: string | undefined = "0";
    while (after !== undefined) {
      const page: Awaited<ReturnType<typeof crm.tickets.searchApi.doSearch>> =
        await crm.tickets.searchApi.doSearch({
          filterGroups: [
            {
              filters: [
                { propertyName: "hs_ticket_priority", operator: "EQ" as never, value: "HIGH" },
              ],
            },
          ],
          sorts: ["-createdate"],
          properties: ["subject"],
          limit: 2,
          after,
        });
      expect(page.total).toBe(3);
      seen.push(...page.results.map(({ properties }) => properties.subject));
      after = page.paging?.next?.after;
    }
    expect(seen.toSorted()).toEqual(["Ticket 0", "Ticket 2", "Ticket 4"]);
  });

  it.each(VERSIONS)("%s keeps activities in HubSpot's forms", async (_, C) => {
    const { crm } = await connect(C);
    const forms = [
      [crm.objects.notes, { hs_note_body: "Called", hs_timestamp: "2026-11-01T09:30:00.000Z" }],
      [
        crm.objects.tasks,
        { hs_task_subject: "Call", hs_task_status: "COMPLETED", hs_task_priority: "HIGH" },
      ],
      [
        crm.objects.calls,
        {
          hs_call_title: "Call",
          hs_call_duration: "90000",
          hs_call_direction: "OUTBOUND",
          hs_call_disposition: "9d9162e7-6cf3-4944-bf63-4dff82258764",
        },
      ],
      [crm.objects.emails, { hs_email_subject: "Hello", hs_email_direction: "INCOMING_EMAIL" }],
      [crm.objects.meetings, { hs_meeting_title: "Meet", hs_meeting_outcome: "NO_SHOW" }],
      [crm.objects.leads, { hs_lead_name: "Lead" }],
    ] as const;
    for (const [{ basicApi }, properties] of forms) {
      const made = await basicApi.create({ properties, associations: [] } as never);
      const read = await basicApi.getById(made.id, Object.keys(properties));
      expect(read.properties).toMatchObject(properties);
    }
    const { id } = await crm.objects.basicApi.create("0-27", {
      properties: { hs_task_subject: "Generic", hs_timestamp: "1793525400000" },
      associations: [],
    });
    const read = await crm.objects.basicApi.getById("tasks", id, ["hs_timestamp"]);
    expect(read.properties.hs_timestamp).toBe("2026-11-01T09:30:00.000Z");
  });

  it.each(VERSIONS)("%s gets a refusal of what is not served", async (_, C) => {
    const client = await connect(C);
    const file = { data: Buffer.from("email\n"), name: "contacts.csv" };
    const refusals = [
      () => client.crm.lists.listsApi.doSearch({} as never),
      () => client.crm.imports.coreApi.getPage(),
      () => client.files.filesApi.getById("1"),
      () => client.files.filesApi.upload(file),
      () => client.crm.imports.coreApi.create(file, "{}"),
      () => client.marketing.emails.marketingEmailsApi.getPage(),
    ];
    for (const call of refusals) {
      await expect(call()).rejects.toMatchObject({ code: 501, body: expect.anything() });
    }
    const response = await client.apiRequest({ path: "/crm/v3/lists" });
    expect([response.status, ((await response.json()) as { category: string }).category]).toEqual([
      501,
      "NOT_IMPLEMENTED",
    ]);
  });
});

it.concurrent.each(VERSIONS)(
  "HubSpot's client %s waits and repeats after 429",
  async (_, Client) => {
    await using app = await startApp({ dialect: "sqlite", rateLimit: 2 });
    const { token: accessToken } = await app.caller();
    const client = new Client({ accessToken, basePath: app.url, numberOfApiCallRetries: 3 });
    for (let i = 0; i < 3; i++) {
      const page = await client.crm.contacts.basicApi.getPage(1);
      expect(page.results).toEqual([]);
    }
    const refused = app.logged.filter((line) => line.includes('"status":429'));
    expect(refused.length).toBeGreaterThan(0);
  },
);
