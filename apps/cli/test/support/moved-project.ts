import { createApiKey, WORKSPACE_SCOPES } from "@rapport/core";
import { duplicatePairs } from "@rapport/db";
import { expect, vi } from "vitest";
import type { TestApp } from "../../../api/test/support/app.ts";
import { type MergeApi, mergeApi } from "../../../api/test/support/merge.ts";

/** A project with records in every state, and what its API answers. */
export interface FilledProject {
  readonly projectId: number;
  readonly ids: Readonly<Record<"merged" | "primary" | "erased" | "deleted" | "moved", number>>;
  /** Two contacts with the same name, company and phone, which an admin marked as different. */
  readonly twins: readonly [low: number, high: number];
}

/** Fills a new project with 26 records of all types in every state, own properties and an own pipeline. */
export async function fillProject(app: TestApp): Promise<FilledProject> {
  const caller = await app.caller();
  const api = mergeApi(app, caller);
  const { projectId } = caller;
  const done = async (method: string, path: string, json?: object, token = caller.token) => {
    const answer = await app.call(method, path, json === undefined ? { token } : { token, json });
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body.data;
  };
  for (const property of PROPERTIES) await done("POST", "/api/crm/properties/contacts", property);
  await done("PATCH", "/api/crm/properties/contacts/lifecyclestage", { label: "Phase" });
  await done("POST", "/api/crm/pipelines/deals", PIPELINE);
  await done("POST", "/api/crm/types", LISTING);
  await done("PATCH", "/api/crm/types/deals", { label: "Opportunity" });
  const company = await api.make("companies", { name: "Ünïon & Söhne 🦆", tags: ["a", "b"] });
  const contacts: number[] = [];
  for (let i = 0; i < 12; i++) {
    const values = { email: `p${i}@example.com`, firstname: `Zoë ${i}`, badge: `B-${i}` };
    contacts.push(
      await api.contact({ ...values, shoe_size: `${i}.50` }, { company: [company.id] }),
    );
  }
  const twins = await differentTwins(app, projectId, (email) =>
    api.contact({ ...TWIN, email }, { company: [company.id] }),
  );
  await saveView(app, projectId, company.id);
  await saveRates(app, projectId);
  const [primary = 0, merged = 0, deleted = 0, erased = 0] = contacts;
  const deal = await api.make("deals", { name: "Roof", pipeline: "roofs", amount: "1250.50" });
  await api.set("deals", deal.id, "stage", "built");
  for (const [plural, values] of OTHERS) await api.make(plural, values);
  for (const street of ["1 Main Street", "Zoë’s Lane 2"]) {
    await api.make("listings", { street, price: "250000.50" });
  }
  const { apiKey } = await createApiKey(app.deps, {
    ...{ projectId, name: "Nightly sync" },
    scopes: [...WORKSPACE_SCOPES.keys()],
  });
  await done("PATCH", `/v1/contacts/${primary}`, { lastName: "Moreau" }, apiKey);
  const path = `/api/crm/objects/contacts/${primary}`;
  await done("PUT", `${path}/associations/deals/${deal.id}`);
  await done("DELETE", `/api/crm/objects/companies/${company.id}/associations/contacts/${deleted}`);
  await done("POST", "/api/crm/association-labels/contacts/companies", DECIDES);
  await done("POST", "/api/crm/association-labels/contacts/contacts", MANAGES);
  const associations = `/api/crm/objects/contacts/${merged}/associations`;
  const decides = { types: [DECIDES.key] };
  await done("PUT", `${associations}/companies/${company.id}`, decides);
  await done("PUT", `${associations}/contacts/${contacts[5]}`, { types: [MANAGES.key] });
  expect((await api.merge("contacts", primary, merged)).status).toBe(200);
  await api.remove("contacts", deleted);
  await done("POST", `/api/crm/objects/contacts/${erased}/erase`);
  return { projectId, ids: { merged, primary, erased, deleted, moved: deal.id }, twins };
}

const LISTING = {
  ...{ name: "listing", plural: "listings", label: "Listing", hasPipeline: true },
  ...{ nameProperties: [["street"]], required: [["street"]] },
  layout: { properties: ["price", "street"], header: ["price"] },
  properties: [
    { internal_name: "street", label: "Street", indexed: true },
    { internal_name: "price", label: "Price", type: "number" },
  ],
};

const DECIDES = { key: "decides", label: "Decides", inverseKey: "decided_by", maxPerTarget: 3 };
const MANAGES = { key: "manager_of", label: "Manages", inverseKey: "reports_to" };

const TWIN = { firstname: "Ada", lastname: "Twin", phone: "+44 20 7946 0123" };

async function differentTwins(
  { deps }: TestApp,
  projectId: number,
  make: (email: string) => Promise<number>,
): Promise<FilledProject["twins"]> {
  const low = await make("ada@example.com");
  const high = await make("ada.twin@example.com");
  const pair = { low, high };
  // The worker finds the phone first, and opens the pair again when it finds the name at the company.
  await vi.waitFor(
    async () => {
      const [found] = await duplicatePairs.findPairs(deps.db, { projectId }, [pair]);
      expect(found?.keys).toHaveLength(2);
    },
    { timeout: 60_000, interval: 50 },
  );
  const at = new Date().toISOString();
  expect(await duplicatePairs.markPair(deps.db, { projectId }, pair, at)).toBe(true);
  return [low, high];
}

/** Returns the pairs of a project, once a worker has compared all its records. */
export async function comparedPairs({ deps }: TestApp, projectId: number) {
  const left = () =>
    deps.db.kysely
      .selectFrom("duplicate_backfills")
      .select("type")
      .where("project_id", "=", projectId)
      .execute();
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  const rows = await deps.db.kysely
    .selectFrom("duplicate_pairs")
    .select(["record_id", "other_id", "keys", "dismissed_at"])
    .where("project_id", "=", projectId)
    .orderBy("record_id")
    .execute();
  return rows.map(({ record_id, other_id, keys, dismissed_at }) => ({
    pair: [record_id, other_id],
    reasons: keys.split(",").map((key) => key.split(":")[0]),
    isDismissed: dismissed_at !== null,
  }));
}

/** Saves a shared view of the contacts of a company, and a private one. */
async function saveView({ deps }: TestApp, projectId: number, company: number): Promise<void> {
  const filter = { property: "associations.company", operator: "in", values: [company] };
  const city = { property: "city", operator: "eq", value: "7" };
  const at = new Date().toISOString();
  const row = {
    ...{ project_id: projectId, type: "contact", name: "Ours", version: 3, maker: "user:1" },
    ...{ content: JSON.stringify({ layout: "table", groups: [[filter, city]] }) },
    ...{ created_at: at, updated_at: at },
  };
  await deps.db.kysely
    .insertInto("views")
    .values([
      { ...row, id: "v1", audience: "project" },
      { ...row, id: "v2", audience: "user:1" },
    ])
    .execute();
}

/** Sets a reporting currency, with rates into it and into an earlier one. */
async function saveRates({ deps }: TestApp, project_id: number): Promise<void> {
  const { kysely } = deps.db;
  await kysely.insertInto("reporting_currencies").values({ project_id, currency: "EUR" }).execute();
  const rates = [
    { base: "EUR", currency: "USD", starts_on: "2026-01-01", rate: "0.915" },
    { base: "EUR", currency: "USD", starts_on: "2026-02-15", rate: "0.9" },
    { base: "CHF", currency: "USD", starts_on: "2025-01-01", rate: "0.85" },
  ];
  const rows = rates.map((rate) => ({ project_id, ...rate }));
  await kysely.insertInto("currency_rates").values(rows).execute();
}

/** Returns the reporting currency of a project, and all its rates. */
async function ratesOf({ deps }: TestApp, projectId: number) {
  const { kysely } = deps.db;
  return [
    await kysely
      .selectFrom("reporting_currencies")
      .select("currency")
      .where("project_id", "=", projectId)
      .execute(),
    await kysely
      .selectFrom("currency_rates")
      .select(["base", "currency", "starts_on", "rate"])
      .where("project_id", "=", projectId)
      .orderBy("starts_on")
      .execute(),
  ];
}

/** Returns the shared views of a project. */
async function viewsOf({ deps }: TestApp, projectId: number, shift: number) {
  const rows = await deps.db.kysely
    .selectFrom("views")
    .select(["type", "name", "content", "version", "created_at", "updated_at"])
    .where("project_id", "=", projectId)
    .where("audience", "=", "project")
    .execute();
  return rows.map(({ content, ...row }) => {
    const { groups, layout } = JSON.parse(content);
    const [[filter, city]] = groups;
    return { ...row, layout, city, values: filter.values.map((one: number) => one - shift) };
  });
}

const PROPERTIES = [
  { internal_name: "badge", label: "Badge", type: "string", unique: true },
  { internal_name: "shoe_size", label: "Shoe size", type: "number", indexed: true },
  { internal_name: "a_Note", label: "Note", type: "text" },
  {
    ...{ internal_name: "tier", label: "Tier", type: "enumeration" },
    options: [{ value: "gold", label: "Gold", color: "yellow" }],
  },
];

const PIPELINE = {
  label: "Roofs",
  stages: [
    { label: "Planned", probability: "0.25", color: "purple" },
    { label: "Built", probability: "1", closed: true },
  ],
};

const OTHERS = [
  ["tickets", { name: "Leak" }],
  ["leads", { name: "Charles" }],
  ["leads", { name: "Mary", status: "new" }],
  ["appointments", { name: "Visit", appointment_start_ts: "2027-01-31T10:00:00Z" }],
  ["notes", { body: "The roof leaks.", occurred_at: "2027-01-30T10:00:00Z" }],
  ["tasks", { name: "Send a roofer", status: "done" }],
] as const;

/**
 * Returns what the API answers about a project, without the ids of its installation.
 *
 * @param shift what was added to the ids of its records
 */
export async function observe(
  app: TestApp,
  { projectId, ids }: FilledProject,
  shift: number,
): Promise<Readonly<Record<string, unknown>>> {
  const caller = await app.caller({ projectId });
  const api = mergeApi(app, caller);
  const get = async (path: string) => {
    const { status, body } = await api.get(path);
    return status === 200 ? body.data : { status, code: body.code };
  };
  const records = "/api/crm/objects";
  const at = (id: number) => `${records}/contacts/${id + shift}`;
  const all = [
    "contacts",
    "companies",
    "deals",
    "tickets",
    "leads",
    "appointments",
    "notes",
    "tasks",
    "listings",
  ];
  const types = all.map((plural) => SINGULAR[plural] ?? "");
  const lists: Record<string, unknown> = {};
  for (const plural of all) {
    const list = `${records}/${plural}?limit=200&associations=${types.join(",")}`;
    lists[plural] = await get(list);
    lists[`bin of ${plural}`] = await get(`${records}/${plural}?limit=200&archived=true`);
    lists[`properties of ${plural}`] = await get(`/api/crm/properties/${plural}`);
  }
  const seen = {
    lists,
    views: await viewsOf(app, projectId, shift),
    rates: await ratesOf(app, projectId),
    pipelines: await get("/api/crm/pipelines/deals"),
    types: await get("/api/crm/types"),
    labels: [
      await get("/api/crm/association-labels/contacts/companies"),
      await get("/api/crm/association-labels/contacts/contacts"),
    ],
    merged: await get(at(ids.merged)),
    erased: await get(at(ids.erased)),
    deleted: await get(at(ids.deleted)),
    history: await get(`${at(ids.primary)}/history?limit=100`),
    stages: await get(`${records}/deals/${ids.moved + shift}/history`),
    byKey: await get(`${records}/contacts/by/shoe_size?value=7.5`),
    taken: await conflict(api),
  };
  return JSON.parse(JSON.stringify(seen), (name, value) => withoutIds(name, value, shift));
}

const SINGULAR: Readonly<Record<string, string>> = {
  ...{ contacts: "contact", companies: "company", deals: "deal" },
  ...{ tickets: "ticket", leads: "lead", appointments: "appointment" },
  ...{ notes: "note", tasks: "task", calls: "call", emails: "email", meetings: "meeting" },
  listings: "listing",
};

async function conflict(api: MergeApi): Promise<unknown> {
  const { status, body } = await api.post("/api/objects/contacts", {
    properties: [
      { internal_name: "email", value: "other@example.com" },
      { internal_name: "badge", value: "b-7" },
    ],
  });
  return { status, conflictingId: Number(body.issues[0].conflictingId) };
}

interface Change {
  readonly internal_name: string;
}

function withoutIds(name: string, value: unknown, shift: number): unknown {
  if ((name === "id" || name === "conflictingId") && /^\d+$/.test(String(value))) {
    return Number(value) - shift;
  }
  if (name === "changes") {
    const changes = JSON.parse(JSON.stringify(value), (_, one) =>
      /^[1-9]\d*$/.test(String(one)) ? Number(one) - shift : one,
    );
    // Their order is that of the members of stored JSON, which the databases keep differently.
    return changes.toSorted((a: Change, b: Change) =>
      a.internal_name.localeCompare(b.internal_name),
    );
  }
  // The id of a client or key becomes its name.
  if (name === "actor") return { ...(value as object), id: null };
  return value;
}
