import { setTimeout } from "node:timers/promises";
import { createExport, setQuota } from "@rapport/core";
import type { AppRouter } from "@rapport/core/routers";
import type { GraphTemplate, Receiver } from "@rapport/testing";
import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import { holdJobs } from "../../test/support/held-jobs.ts";
import type { Installation } from "../support/installation.ts";

export const WABA_ID = "102290129340398";
export const ACCESS_TOKEN = "EAAGmForThePicturesAlone0123456789";
/** Templates of the messaging platform. Some imported ones differ. */
export const TEMPLATES: readonly GraphTemplate[] = [
  ["appointment_reminder", "en_GB", "APPROVED", "UTILITY"],
  ["appointment_reminder", "de", "APPROVED", "UTILITY"],
  ["invoice_ready", "en_GB", "PENDING", "UTILITY"],
  ["newsletter_autumn", "en_GB", "REJECTED", "MARKETING"],
  ["proof_for_approval_with_comments_of_the_studio", "pt_PT", "PAUSED", "MARKETING"],
  ["sign_in_code", "en_GB", "APPROVED", "AUTHENTICATION"],
].map(([name = "", language = "", status = "", category = ""]) => ({
  name,
  language,
  status,
  category,
}));

type Api = TRPCClient<AppRouter>["admin"];
interface Receivers {
  readonly works: Receiver;
  readonly fails: Receiver;
}

/** Adds what the demo lacks: webhooks, templates, access, the bin, history and long words. */
export async function fill(app: Installation, receivers: Receivers): Promise<void> {
  const api = await signedIn(app);
  const { projectId } = app;
  await callApi(app);
  await subscribe(api, projectId, receivers);
  await fillTemplates(api, projectId);
  await fillAccess(api, app);
  await fillSchema(api, projectId);
  await changeRecords(api, projectId);
  await fillTimeline(api, projectId);
  await fillDuplicates(api, projectId);
  await fillOtherTenants(api, app);
  await fillExports(app, api);
}

/** Adds activities of every kind to the second contact, labels of its company, and a layout of leads. */
async function fillTimeline(api: Api, projectId: number): Promise<void> {
  const contact = { type: "contact", id: 26 } as const;
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const activities = [
    [
      "note",
      {
        body: "## After the visit\n\nShe wants **three** engines, see https://example.com/engines.\n\n- [x] Prices\n- [ ] Drawings\n\n> Mornings are best.",
        occurred_at: ago(1),
      },
    ],
    [
      "call",
      {
        ...{ title: "Asked about the offer", body: "Needs it by Friday.", direction: "inbound" },
        ...{ outcome: "connected", duration: "420", occurred_at: ago(2) },
      },
    ],
    [
      "email",
      {
        ...{ subject: "Your offer for three engines, and the drawings that you asked for" },
        ...{ from: "grace@example.com", to: "ada@example.com", text: "Dear Ada,\n\nattached." },
        ...{ direction: "outbound", occurred_at: ago(3) },
      },
    ],
    [
      "meeting",
      {
        ...{ title: "Kick-off at the studio", body: "All came.", location: "Room 2" },
        ...{ start: ago(4), end: ago(3.96) },
      },
    ],
    ["task", { name: "Send the drawings", status: "done", completed_at: ago(5) }],
    ["task", { name: "Prepare the contract", due_at: ago(-2), priority: "high" }],
  ] as const;
  for (const [type, values] of activities) {
    const properties = Object.entries(values).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    const { id } = await api.records.create.mutate({ projectId, type, properties });
    await api.records.associate.mutate({
      projectId,
      one: { type, id: Number(id) },
      other: contact,
    });
  }
  for (const [key, label] of [
    ["decision_maker", "Decision maker"],
    ["works_for", "Works for"],
  ] as const) {
    await api.schema.saveAssociationLabel.mutate({
      ...{ projectId, type: "contact", toType: "company", isNew: true, key },
      settings: { label, maxPerSource: null, maxPerTarget: null },
    });
  }
  await api.records.associate.mutate({
    ...{ projectId, one: contact, other: { type: "company", id: 2 } },
    types: ["decision_maker", "works_for"],
  });
  await api.schema.updateType.mutate({
    ...{ projectId, type: "lead" },
    settings: { layout: { header: ["status", "source"] } },
  });
}

/** Adds contacts and companies that are there already. */
async function fillDuplicates(api: Api, projectId: number): Promise<void> {
  const make = (type: "contact" | "company", values: Readonly<Record<string, string>>) =>
    api.records.create.mutate({
      ...{ projectId, type },
      properties: Object.entries(values).map(([internal_name, value]) => ({
        internal_name,
        value,
      })),
    });
  const contact = { projectId, type: "contact" as const };
  const { records } = await api.records.list.query({ ...contact, limit: 6 });
  for (const [i, { properties }] of records.entries()) {
    const { email, firstname, lastname, phone } = properties as Record<string, string>;
    await make("contact", {
      ...{
        firstname: i % 2 === 0 ? `${firstname?.[0]}.` : `${firstname}`,
        lastname: `${lastname}`,
      },
      ...(i % 3 === 0 || !phone
        ? { email: `${email}` }
        : { phone, email: `office${i}@example.com` }),
      jobtitle: "Head of purchasing for the whole of northern Europe",
    });
  }
  await make("company", { name: "Fieldline Press", city: "Leeds" });
  await make("company", { name: "FIELDLINE PRESS", website: "https://fieldline.example" });
}

/** Makes the imported templates outdated again, so that a sync finds changes. */
export async function fillTemplates(api: Api, projectId: number): Promise<void> {
  const templates = TEMPLATES.map((one, i) => ({
    ...one,
    ...(i % 2 === 0 ? { status: "PENDING" } : {}),
    ...(i === 3 ? { category: "UTILITY" } : {}),
  }));
  await api.templates.import.mutate({
    projectId,
    templates: [...templates, { ...templates[0], name: "gone_from_the_platform" }],
  });
  await api.templates.account.set.mutate({
    projectId,
    wabaId: WABA_ID,
    accessToken: ACCESS_TOKEN,
  });
}

/** Returns a caller of the admin procedures with the role owner. */
export async function signedIn(app: Installation): Promise<Api> {
  const own = { "x-rapport-admin": "1", "content-type": "application/json" };
  const answer = await fetch(`${app.adminUrl}/session`, {
    method: "POST",
    headers: own,
    body: JSON.stringify(await app.admin("owner")),
  });
  const cookie = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  const headers = { ...own, cookie: cookie.join("; ") };
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${app.adminUrl}/trpc`, headers })],
  }).admin;
}

async function subscribe(api: Api, projectId: number, { works, fails }: Receivers): Promise<void> {
  fails.behave(() => ({ status: 503, body: '{"error":"maintenance until six"}' }));
  works.behave(() => ({ status: 200, body: '{"ok":true}' }));
  const { endpoints } = api.webhooks;
  await endpoints.create.mutate({
    projectId,
    url: works.url,
    events: ["contact.*", "company.*", "deal.stage_changed"],
    description: "Newsletter list",
  });
  await endpoints.create.mutate({
    projectId,
    url: `${fails.url}/a/path/that/is/longer/than/most/paths/are/on/a/narrow/screen`,
    events: ["*"],
  });
  const { id } = await endpoints.create.mutate({
    projectId,
    url: `${works.url}/archive`,
    events: ["association.created", "deal.deleted"],
    description: "Archive, out of use",
  });
  await endpoints.disable.mutate({ projectId, endpointId: id });
}

async function fillAccess(api: Api, { projectId, tenantId }: Installation): Promise<void> {
  const { clients, keys, admins } = api.access;
  const { public: scopes, workspace } = await api.access.scopes.query({ projectId });
  const few = Object.keys(scopes).slice(0, 2);
  const forms = await clients.create.mutate({ projectId, name: "Website forms", scopes: few });
  await clients.addSecret.mutate({ clientId: forms.clientId });
  const old = await clients.create.mutate({ projectId, name: "Old importer", scopes: few });
  await clients.disable.mutate({ clientId: old.clientId });
  const reading = Object.keys(workspace).slice(0, 3);
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await keys.create.mutate({ projectId, name: "Reports of the month", scopes: reading, expiresAt });
  await admins.invite.mutate({ email: "grace.hopper@northwind.example", role: "admin" });
  const email = "ada@northwind.example";
  await admins.invite.mutate({ email, role: "read-only" });
  const add = (email: string, role: "owner" | "admin" | "read-only") =>
    api.access.members.add.mutate({ tenantId, email, role });
  await add("margaret.hamilton@northwind.example", "owner");
  await add("grace.hopper@northwind.example", "admin");
  await add("a.person.with.a.rather.long.name@subsidiary.northwind.example", "read-only");
  const ada = (await admins.list.query()).find((one) => one.email === email);
  await admins.update.mutate({ adminId: ada?.id ?? 0, disabled: true });
}

async function fillSchema(api: Api, projectId: number): Promise<void> {
  await api.schema.saveProperty.mutate({
    projectId,
    type: "contact",
    isNew: true,
    settings: {
      name: "customer_tier",
      label: "Customer tier",
      type: "enumeration",
      indexed: true,
      closed: true,
      options: ["Gold", "Silver", "Bronze"].map((label) => ({ value: label.toLowerCase(), label })),
      description: "How much care a customer gets, agreed once a year.",
    },
  });
  await api.schema.savePipeline.mutate({
    projectId,
    type: "deal",
    pipeline: {
      label: "Renewals",
      stages: [
        { label: "Due", probability: "0.5" },
        { label: "Renewed", probability: 1, closed: true },
      ],
    },
  });
}

async function changeRecords(api: Api, projectId: number): Promise<void> {
  const { records } = api;
  const company = { type: "company", id: 1 } as const;
  const set = (one: { type: "company" | "contact" | "deal"; id: number }, item: object) =>
    records.set.mutate({ projectId, ...one, item: item as { internal_name: string } });
  await set(company, { internal_name: "employees", value: 112 });
  await set(company, { internal_name: "city", value: "Bath" });
  const found = await records.list.query({ projectId, type: "contact", limit: 30 });
  for (const { id } of found.records) {
    const other = { type: "contact", id } as const;
    await records.associate.mutate({ projectId, one: company, other });
  }
  const contact = { type: "contact", id: Number(found.records[0]?.id) } as const;
  await set(contact, { internal_name: "customer_tier", value: "gold" });
  for (const type of ["ticket", "contact", "deal"] as const) {
    const { records: newest } = await records.list.query({ projectId, type, limit: 3 });
    const id = Number(newest.at(-1)?.id);
    await records.delete.mutate({ projectId, type, id });
  }
}

async function fillOtherTenants(api: Api, { deps, tenantId }: Installation): Promise<void> {
  await api.tenants.create.mutate({ name: "Tenant without a project" });
  const { id: old } = await made(api, tenantId, "Campaign of last spring");
  await api.projects.delete.mutate({ projectId: old, confirm: "Campaign of last spring" });
  const name = "Donaudampfschifffahrtsgesellschaft, subsidiaries and agencies abroad";
  const { id: projectId } = await made(api, tenantId, name);
  const long = `${"Wolfeschlegelsteinhausenbergerdorff".repeat(2)} ${"and more words ".repeat(8)}`;
  const item = (internal_name: string, value: string) => ({ internal_name, value });
  await api.records.create.mutate({
    projectId,
    type: "contact",
    properties: [
      item("firstname", "Maximiliane-Alexandrina"),
      item("lastname", long.trim()),
      item("email", `${"long.".repeat(11)}name@${"sub.".repeat(20)}example.com`),
      item("company", long.trim()),
    ],
  });
  for (const amount of ["123456789012345.99", "0.1", "-1200"]) {
    await api.records.create.mutate({
      projectId,
      type: "deal",
      properties: [item("name", long.trim()), item("amount", amount), item("currency", "EUR")],
    });
  }
  await fillRates(api, projectId);
  const quotas = { records: 3_000, fileBytes: 50_000_000, projects: 2, requestsPerDay: 32 };
  await setQuota(deps, tenantId, quotas);
}

/** Adds a reporting currency and rates into it. */
async function fillRates(api: Api, projectId: number): Promise<void> {
  await api.currencies.setReporting.mutate({ projectId, currency: "EUR" });
  for (const [currency, from, rate] of [
    ["USD", "2026-01-01", "0.86"],
    ["USD", "2026-06-01", "0.9215"],
    ["GBP", "2026-01-01", "1.15"],
    ["JPY", "2026-01-01", "0.00612345"],
  ] as const) {
    await api.currencies.addRate.mutate({ projectId, base: "EUR", rate: { currency, from, rate } });
  }
}

async function made(api: Api, tenantId: number, name: string): Promise<{ readonly id: number }> {
  await api.projects.create.mutate({ tenantId, name });
  const projects = (await api.tenants.list.query()).flatMap((tenant) => tenant.projects);
  const project = projects.find((one) => one.name === name);
  if (project === undefined) throw new Error("the project is not listed");
  return project;
}

/** Calls the Workspace API, with errors among the calls. */
async function callApi({ workspace }: Installation): Promise<void> {
  await workspace("GET", "/v1/contacts?limit=5");
  await workspace("POST", "/v1/contacts", { email: "new-lead", firstName: "Ada" });
  await workspace("GET", "/v1/deals/999999");
  for (let i = 0; i < 20; i++) await workspace("GET", "/v1/companies");
}

const CUSTOMERS = {
  filterGroups: [
    {
      filters: [
        { internal_name: "lifecyclestage", operator: "IN", values: ["customer", "lead"] },
        { internal_name: "createdAt", operator: "GTE", value: "2026-01-01T00:00:00.000Z" },
      ],
    },
    { filters: [{ internal_name: "city", operator: "EQ", value: "Leeds" }] },
  ],
} as const;

/** Adds exports in every state: those that are open in the second project, whose jobs nobody does. */
async function fillExports(app: Installation, api: Api): Promise<void> {
  const { deps, tenantId, projectId } = app;
  const [, other] = (await api.tenants.list.query()).flatMap(({ projects }) => projects);
  const { id: admin } = await api.me.query();
  const create = (project: number, definition: object) =>
    createExport(
      {
        deps,
        principal: {
          kind: "user",
          id: String(admin),
          tenantId,
          projectId: project,
          scopes: new Set(),
        },
      },
      { object: "contact", format: "csv", gzip: false, labels: true, ...definition },
      { isCounted: true },
    );
  const set = (id: number, values: object) =>
    deps.db.kysely.updateTable("jobs").set(values).where("id", "=", id).execute();
  const failed = await create(projectId, { object: "deal", format: "ndjson", labels: false });
  const expired = await create(projectId, { object: "company", query: "press" });
  await create(projectId, { ...CUSTOMERS, gzip: true });
  const ended = async () => {
    const { exports } = await api.exports.list.query({ projectId });
    return exports.every(({ state }) => state === "done");
  };
  while (!(await ended())) await setTimeout(100);
  await set(failed.id, {
    state: "failed",
    failure: "The schema has changed. Deal has no property “amount”.",
  });
  await set(expired.id, { ended_at: "2026-01-01T00:00:00.000Z" });
  if (other === undefined) return;
  await holdJobs({ deps, projectId: other.id });
  const running = await create(other.id, CUSTOMERS);
  await create(other.id, { object: "ticket" });
  const total = { value: 48_210, relation: "eq" };
  const progress = { file: "none", rows: 31_500, bytes: 4_200_000, after: null, total };
  await set(running.id, { progress: JSON.stringify(progress) });
}
