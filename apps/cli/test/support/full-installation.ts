import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createAdmin,
  createApiKey,
  createClient,
  createProject,
  createTenant,
  createType,
  type Deps,
  importTemplates,
  listApiKeys,
  PUBLIC_SCOPES,
  removeOldHistory,
  rotateApiKey,
  saveProperty,
  setAccount,
  setQuota,
  setRoleByHand,
  WORKSPACE_SCOPES,
} from "@rapport/core";
import { openService } from "@rapport/service/service";
import { readConfig } from "@rapport/service/settings/config";
import { type AnyJson, startGraphPlatform, startReceiver, trustReceivers } from "@rapport/testing";
import { expect } from "vitest";
import { createAdminApp } from "../../../admin/server/app.ts";
import { serveHere } from "../../../api/test/support/app.ts";
import type { Installation, ServerHere } from "./installation.ts";
import { requestToken } from "./server.ts";

/** The issuer of tokens, which must be the same for the servers of source and target. */
const PUBLIC_URL = "http://127.0.0.1:3000";
const WABA = { wabaId: "102290129340398", accessToken: "EAAGmRapportNeverShowsThis" };
const TEMPLATE = { name: "order", language: "en_US", status: "PENDING", category: "UTILITY" };
const SCOPE = [...PUBLIC_SCOPES.keys()].join(" ");
const CONTACTS = 24;
const OWN_PAGE = { "x-rapport-admin": "1", "content-type": "application/json" };
const IDEMPOTENT = { "idempotency-key": "once" };

/** Credentials of the source, which must also work on the target. */
export interface Held {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
  readonly revokedToken: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly contactIds: readonly number[];
  readonly endpointId: string;
}

type Call = (method: string, path: string, json?: unknown) => Promise<Answer>;

interface Answer {
  readonly status: number;
  readonly body: AnyJson;
}

/** Fills an installation with rows of every kind, through its services and its servers. */
export async function fill(installation: Installation): Promise<Held> {
  await using receiver = await startReceiver();
  await using platform = await startGraphPlatform({
    ...WABA,
    templates: [{ ...TEMPLATE, status: "APPROVED" }],
  });
  const made = await makeAccess(installation);
  await trustReceivers();
  const server = await installation.serveHere({
    ...{ PUBLIC_URL, WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8", META_GRAPH_URL: platform.url },
  });
  const [token, revokedToken] = [await tokenOf(server, made), await tokenOf(server, made)];
  const key = caller(server.url, made.apiKey);
  const events = ["contact.*", "deal.*"];
  const hook = await key("POST", "/v1/webhooks/endpoints", { url: receiver.url, events });
  expect(hook.status, JSON.stringify(hook.body)).toBe(201);
  const contactIds = await makeRecords(caller(server.url, token));
  const once = await caller(server.url, made.apiKey, IDEMPOTENT)("POST", "/v1/contacts", PERSON);
  expect(once.status, JSON.stringify(once.body)).toBe(201);
  expect((await caller(server.url, token)("POST", "/templates/sync-status")).status).toBe(200);
  await receiver.waitFor(CONTACTS + 1);
  await revoke(server, made, revokedToken);
  await expect.poll(() => waiting(installation)).toBe(0);
  await expect.poll(() => pairs(installation)).toBe(2);
  await server.stop();
  await attachFiles(installation, made.cookie, contactIds[0] ?? 0);
  await removeHistory(installation);
  return { ...made, token, revokedToken, contactIds, endpointId: hook.body.data.id };
}

/** Files of a record, by name: one of several parts, and an empty one. */
export const ATTACHED: ReadonlyMap<string, Buffer> = new Map([
  ["Vertrag Größe 🦆.pdf", randomBytes(2_500_000)],
  ["empty.txt", Buffer.alloc(0)],
]);

function attachFiles(installation: Installation, cookie: string, contact: number): Promise<void> {
  return withAdminApp(installation, installation.databaseUrl, async (url) => {
    for (const [name, content] of ATTACHED) {
      const path = `/uploads/attachments/1/contact/${contact}?name=${encodeURIComponent(name)}`;
      const headers = { ...OWN_PAGE, cookie };
      const body = new Uint8Array(content);
      const answer = await fetch(`${url}${path}`, { method: "PUT", headers, body });
      expect(answer.status, await answer.text()).toBe(200);
    }
  });
}

/** Returns the digests of the files of the record, by name. */
async function digests(url: string, { cookie, contactIds: [id] }: Held) {
  const input = encodeURIComponent(JSON.stringify({ projectId: 1, type: "contact", id }));
  const path = `/trpc/admin.records.attachments?input=${input}`;
  const { body } = await admins(url, cookie)("GET", path);
  const found: [name: string, digest: string][] = [];
  for (const { id, name } of body.result.data) {
    const file = await fetch(`${url}/downloads/attachments/1/${id}`, { headers: { cookie } });
    found.push([name, hash("sha256", Buffer.from(await file.arrayBuffer()))]);
  }
  return found;
}

/** Removes the history as if two days had passed. */
async function removeHistory(installation: Installation): Promise<void> {
  const service = await open(installation, installation.databaseUrl);
  const later = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
  await removeOldHistory(service.deps, 1, undefined, later);
  await service.close();
}

const PERSON = { email: "once@example.com", firstName: "Ünïcode 🦆", lastName: 'O\'Hara \\ "x"' };

/** Returns all data of an installation that the credentials give access to. */
export async function observe(
  installation: Installation,
  databaseUrl: string,
  held: Held,
): Promise<Readonly<Record<string, unknown>>> {
  const server = await serveHere(configOf(installation, databaseUrl));
  const [client, key] = [caller(server.url, held.token), caller(server.url, held.apiKey)];
  const endpoint = `/v1/webhooks/endpoints/${held.endpointId}`;
  const contacts = held.contactIds.map((id) =>
    client("GET", `/api/crm/objects/contacts/${id}?associations=company`),
  );
  const seen = {
    contacts: await Promise.all(contacts),
    revoked: (await caller(server.url, held.revokedToken)("GET", "/api/crm/objects/contacts/1"))
      .status,
    list: await key("GET", "/v1/contacts?limit=100"),
    endpoint: await key("GET", endpoint),
    deliveries: await key("GET", `${endpoint}/deliveries`),
    replayed: await caller(server.url, held.apiKey, IDEMPOTENT)("POST", "/v1/contacts", PERSON),
    templates: await client("GET", "/templates"),
    newToken: (await requestToken(server, held.clientId, held.clientSecret, SCOPE)).status,
  };
  await server.stop();
  return { ...seen, admin: await observeAdmin(installation, databaseUrl, held) };
}

/** Returns the id of the next record in a database. It follows the last one, even if that was deleted. */
export async function nextId(
  installation: Installation,
  databaseUrl: string,
  held: Held,
): Promise<number> {
  const server = await serveHere(configOf(installation, databaseUrl));
  const made = await caller(server.url, held.token)("POST", "/api/objects/contacts", {
    properties: [{ internal_name: "email", value: "next@example.com" }],
  });
  await server.stop();
  expect(made.status).toBe(201);
  return made.body.data.id;
}

const LABEL = {
  ...{ type: "contact", to_type: "company", key: "decision_maker" },
  definition: JSON.stringify({
    ...{ label: "Decision maker", inverseKey: "decides_at", inverseLabel: "Decides at" },
    ...{ maxPerSource: null, maxPerTarget: 1 },
  }),
  created_at: "2027-01-31T12:00:00.000Z",
};

const MERGED_LABEL = {
  ...{ merged_id: 1, type: "company:decision_maker", other_id: 2 },
  created_at: "2027-01-31T12:00:00.000Z",
};

const ENDED_JOB = {
  ...{
    kind: "import",
    type: "contact",
    state: "done" as const,
    settings: "{}",
    progress: '{"read":2}',
  },
  ...{ actor: "system:test", failure: null, failures: 0, created_at: "2027-01-31T12:00:00.000Z" },
  ...{ started_at: "2027-01-31T12:00:01.000Z", ended_at: "2027-01-31T12:00:02.000Z" },
};

const VIEW = {
  layout: "table",
  groups: [[{ property: "shoe_size", operator: "gte", value: 40 }]],
  sort: null,
  columns: [{ name: "shoe_size", width: 90 }],
  board: { pipeline: null, collapsed: [], cards: null },
};

async function makeAccess(installation: Installation) {
  const service = await open(installation, installation.databaseUrl);
  const { deps } = service;
  const tenantId = await createTenant(deps, "Acme");
  const projectId = await createProject(deps, tenantId, "Sales");
  await setQuota(deps, tenantId, { requestsPerDay: 1_000_000 });
  const options = { projectId, name: "Sync" };
  const client = await createClient(deps, { ...options, scopes: [...PUBLIC_SCOPES.keys()] });
  const { apiKey } = await createApiKey(deps, {
    ...options,
    scopes: [...WORKSPACE_SCOPES.keys()],
  });
  // The older form of a rotated key still works.
  for (const { id } of await listApiKeys(deps, projectId)) await rotateApiKey(deps, id);
  const admin = await createAdmin(deps, { email: "ada@example.com", role: "owner" });
  await deps.db.kysely
    .insertInto("association_labels")
    .values({ project_id: projectId, ...LABEL })
    .execute();
  await deps.db.kysely
    .insertInto("merge_labels")
    .values({ project_id: projectId, ...MERGED_LABEL })
    .execute();
  await deps.db.kysely
    .insertInto("jobs")
    .values({ project_id: projectId, ...ENDED_JOB })
    .execute();
  await addSecondFactor(deps);
  await setRoleByHand(deps, { email: "grace@example.com", role: "admin", tenantId });
  await createType(deps, projectId, { name: "listing", plural: "listings", hasPipeline: true });
  await saveProperty(deps, projectId, "contact", {
    name: "shoe_size",
    label: "Shoe size",
    type: "number",
    indexed: true,
  });
  await saveProperty(deps, projectId, "contact", {
    name: "badge",
    label: "Badge",
    type: "string",
    unique: true,
  });
  await setAccount(deps, tenantId, WABA);
  await importTemplates(deps, tenantId, [
    { ...TEMPLATE, components: [{ type: "BODY", text: "Grüße {{1}}", n: 1.5, none: null }] },
  ]);
  await service.close();
  const cookie = await withAdminApp(installation, installation.databaseUrl, async (url) => {
    const cookie = await signIn(url, admin);
    const created = await admins(url, cookie)("POST", "/trpc/admin.tenants.create", {
      name: "Second",
    });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const view = { projectId, type: "contact", name: "Größe", isShared: true, content: VIEW };
    const saved = await admins(url, cookie)("POST", "/trpc/admin.views.create", view);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const pins = [{ report: "usage", settings: { period: "24h" } }];
    const pinned = { projectId, pins };
    await admins(url, cookie)("POST", "/trpc/admin.reports.pins.set", pinned);
    const seen = { projectId, until: "2026-11-01T09:00:00.000Z" };
    const noted = await admins(url, cookie)("POST", "/trpc/admin.home.seeMentions", seen);
    expect(noted.status, JSON.stringify(noted.body)).toBe(200);
    for (const [procedure, input] of [
      ["setReporting", { currency: "EUR" }],
      ["addRate", { base: "EUR", rate: { currency: "USD", from: "2026-01-01", rate: "0.915" } }],
    ] as const) {
      const path = `/trpc/admin.currencies.${procedure}`;
      const answer = await admins(url, cookie)("POST", path, { projectId, ...input });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    return cookie;
  });
  return { ...client, apiKey, ...admin, cookie, projectId, tenantId };
}

/** Adds an admin who has set up a second factor. */
async function addSecondFactor(deps: Deps): Promise<void> {
  await createAdmin(deps, { email: "grace@example.com", role: "read-only" });
  const { kysely } = deps.db;
  const { id: user_id } = await kysely
    .selectFrom("users")
    .select("id")
    .where("email", "=", "grace@example.com")
    .executeTakeFirstOrThrow();
  const secret = deps.secrets.seal("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
  const at = "2027-01-31T12:00:00.000Z";
  await kysely
    .insertInto("second_factors")
    .values({ user_id, secret, last_step: 1, created_at: at, confirmed_at: at, failures: 0 })
    .execute();
  await kysely.insertInto("recovery_codes").values({ user_id, hash: "h" }).execute();
  const link = { hash: "l", made_by: "user:1", made_at: at, expires_at: at, used_at: at };
  await kysely
    .insertInto("account_links")
    .values({ user_id, ...link })
    .execute();
  await kysely
    .insertInto("passkeys")
    .values({
      id: "cGFzc2tleQ",
      user_id,
      name: "Größe",
      public_key: "a2V5",
      counter: 7,
      transports: "internal,hybrid",
      host: "admin.example.com",
      created_at: at,
      last_used_at: at,
    })
    .execute();
  // With the factor rule, this admin's own session would be refused.
  await kysely
    .insertInto("installation_settings")
    .values({ name: "example", value: "true", changed_at: at })
    .execute();
}

async function makeRecords(call: Call): Promise<readonly number[]> {
  const ids: number[] = [];
  const company = await call("POST", "/api/objects/companies", {
    properties: [{ internal_name: "name", value: "Acme" }],
  });
  expect(company.status, JSON.stringify(company.body)).toBe(201);
  const duplicate = await call("POST", "/api/objects/companies", {
    properties: [{ internal_name: "name", value: "ACME" }],
  });
  expect(duplicate.status, JSON.stringify(duplicate.body)).toBe(201);
  for (let i = 0; i < CONTACTS; i++) {
    const made = await call("POST", "/api/objects/contacts", {
      properties: [
        { internal_name: "email", value: `person${i}@example.com` },
        { internal_name: "firstname", value: `Zoë ${i} 🦆` },
        { internal_name: "badge", value: `B-${i}` },
        { internal_name: "shoe_size", value: `${36 + i}.5` },
      ],
      associations: [{ to: { object: "company", id: String(company.body.data.id) } }],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    ids.push(made.body.data.id);
  }
  await mergeAndErase(call, String(company.body.data.id));
  return ids;
}

async function mergeAndErase(call: Call, companyId: string): Promise<void> {
  const ids: number[] = [];
  for (const associations of [[], [{ to: { object: "company", id: companyId } }], []]) {
    const properties = [{ internal_name: "name", value: "Charles" }];
    const made = await call("POST", "/api/objects/leads", { properties, associations });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    ids.push(made.body.data.id);
  }
  const [primaryId, mergeId, erasedId] = ids;
  const merge = { primaryId, mergeIds: [mergeId] };
  expect((await call("POST", "/api/crm/objects/leads/merge", merge)).status).toBe(200);
  expect((await call("POST", `/api/crm/objects/leads/${erasedId}/erase`)).status).toBe(200);
}

/** Counts the rows of pairs of duplicates, which the worker finds. */
async function pairs(installation: Installation): Promise<number> {
  const service = await open(installation, installation.databaseUrl);
  try {
    const rows = await service.deps.db.kysely
      .selectFrom("duplicate_pairs")
      .select("record_id")
      .execute();
    return rows.length;
  } finally {
    await service.close();
  }
}

async function waiting(installation: Installation): Promise<number> {
  const service = await open(installation, installation.databaseUrl);
  try {
    const rows = await service.deps.db.kysely
      .selectFrom("deliveries")
      .select("id")
      .where("status", "=", "pending")
      .execute();
    return rows.length;
  } finally {
    await service.close();
  }
}

async function tokenOf(
  server: ServerHere,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  return (await requestToken(server, clientId, clientSecret, SCOPE)).body.access_token;
}

async function revoke(
  server: ServerHere,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  token: string,
): Promise<void> {
  const response = await fetch(`${server.url}/oauth2/revoke`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ token }),
  });
  expect(response.status).toBe(200);
}

function observeAdmin(installation: Installation, databaseUrl: string, held: Held) {
  return withAdminApp(installation, databaseUrl, async (url) => {
    const call = admins(url, held.cookie);
    const of = (input: object) => `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return {
      tenants: await call("GET", "/trpc/admin.tenants.list"),
      views: await call("GET", `/trpc/admin.views.list${of({ projectId: 1, type: "contact" })}`),
      currencies: await call("GET", `/trpc/admin.currencies.read${of({ projectId: 1 })}`),
      pins: await call("GET", `/trpc/admin.reports.pins.list${of({ projectId: 1 })}`),
      audit: await call("GET", `/trpc/admin.audit.list${of({ projectId: 1, limit: 200 })}`),
      history: await call(
        "GET",
        `/trpc/admin.records.history${of({ projectId: 1, type: "contact", id: held.contactIds[0] })}`,
      ),
      files: await digests(url, held),
      signedInAnew: (await signIn(url, held)) !== "",
    };
  });
}

async function withAdminApp<T>(
  installation: Installation,
  databaseUrl: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const service = await open(installation, databaseUrl);
  const app = createAdminApp({
    deps: service.deps,
    publicUrl: "http://127.0.0.1:3001",
    onError: (error) => {
      throw error;
    },
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
    await service.close();
  }
}

async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const response = await fetch(`${url}/session`, {
    method: "POST",
    headers: OWN_PAGE,
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBeLessThan(300);
  return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

function admins(url: string, cookie: string): Call {
  return request(url, { ...OWN_PAGE, cookie });
}

function caller(url: string, token: string, headers: Record<string, string> = {}): Call {
  return request(url, {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...headers,
  });
}

function request(url: string, headers: Record<string, string>): Call {
  return async (method, path, json) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const response = await fetch(`${url}${path}`, { method, headers, ...body });
    return { status: response.status, body: await response.json() };
  };
}

function open(installation: Installation, databaseUrl: string) {
  return openService(configOf(installation, databaseUrl));
}

function configOf({ dataDir }: Installation, databaseUrl: string) {
  return readConfig({
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PUBLIC_URL, PORT: "0" },
    ...{ RATE_LIMIT: "0", STOP_GRACE: "0", WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" },
  });
}
