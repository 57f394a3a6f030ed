import { Readable } from "node:stream";
import {
  createExport,
  createImport,
  createProject,
  createTenant,
  type Principal,
  uploadDraft,
} from "@rapport/core";
import { appRouter, listProcedures, type Procedure } from "@rapport/core/routers";
import { duplicatePairs, requestLog } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import type { ChangeAction } from "./support/changes.ts";
import { make } from "./support/records.ts";

type Name = "contact" | "company" | "deleted" | "duplicate" | "merged" | "endpoint" | "delivery";
type Ids = Readonly<Record<Name | "template" | "import" | "export" | "change", number>> & {
  readonly draft: string;
  readonly view: string;
};

const contact = { type: "contact" as const };
const item = { internal_name: "lastname", value: "theirs" };
const pair = ({ contact: id, company }: Ids) => ({
  one: { type: "contact", id },
  other: { type: "company", id: company },
});

const action: ChangeAction = { kind: "edit", edits: [{ internal_name: "city", how: "clear" }] };

const options = {
  mode: "create",
  format: "csv",
  mapping: { Email: "email" },
  associations: [],
  dateFormat: "YYYY-MM-DD",
  decimalSeparator: ".",
  multiValueSeparator: ";",
  emptyCells: "keep",
} as const;

const REQUEST = {
  ...{ at: "2026-11-20T09:30:00.000Z", id: "req_1", method: "GET", route: "/v1/contacts" },
  ...{ status: 200, microseconds: 1_000, credential: "key:1", code: null, details: null },
};

/** Input with another project's id for each procedure that takes an id. */
const INPUTS: Readonly<Record<string, (ids: Ids) => object>> = {
  "audit.list": (ids) => ({ recordId: ids.contact }),
  "records.read": (ids) => ({ ...contact, id: ids.contact }),
  "records.associated": (ids) => ({ ...contact, id: ids.contact, other: "company" }),
  "records.history": (ids) => ({ id: ids.contact }),
  "records.timeline": (ids) => ({ ...contact, id: ids.contact }),
  "records.openTasks": (ids) => ({ ...contact, id: ids.contact }),
  "records.attachments": (ids) => ({ ...contact, id: ids.contact }),
  "records.removeAttachment": (ids) => ({ ...contact, id: ids.contact, attachment: "kept.a" }),
  "records.create": (ids) => ({
    ...{ type: "note", properties: [{ internal_name: "body", value: "theirs" }] },
    associatedWith: { ...contact, id: ids.contact },
  }),
  "records.set": (ids) => ({ ...contact, id: ids.contact, item }),
  "records.update": (ids) => ({ ...contact, id: ids.contact, properties: [item] }),
  "records.delete": (ids) => ({ ...contact, id: ids.contact }),
  "records.erase": (ids) => ({ ...contact, id: ids.contact }),
  "records.export": (ids) => ({ ...contact, id: ids.contact }),
  "records.restore": (ids) => ({ ...contact, id: ids.deleted }),
  "records.associate": pair,
  "records.dissociate": pair,
  "duplicates.dismiss": (ids) => ({
    ...{ oneId: ids.contact, otherId: ids.duplicate, isDifferent: true },
  }),
  "duplicates.preview": (ids) => ({ ...contact, ids: [ids.contact, ids.duplicate] }),
  "duplicates.merge": (ids) => ({ ...contact, primaryId: ids.contact, mergeIds: [ids.duplicate] }),
  "duplicates.unmerge": (ids) => ({ ...contact, primaryId: ids.contact, mergeId: ids.merged }),
  "webhooks.endpoints.update": (ids) => ({ endpointId: ids.endpoint, description: "theirs" }),
  ...Object.fromEntries(
    ["enable", "disable", "delete", "rotateSecret", "sendTest", "takeOver"].map((name) => [
      `webhooks.endpoints.${name}`,
      (ids: Ids) => ({ endpointId: ids.endpoint }),
    ]),
  ),
  "webhooks.deliveries.list": (ids) => ({ endpointId: ids.endpoint }),
  "webhooks.deliveries.read": (ids) => ({ id: ids.delivery }),
  "webhooks.deliveries.replay": (ids) => ({ id: ids.delivery }),
  "webhooks.deliveries.replayRetrying": (ids) => ({ endpointId: ids.endpoint }),
  "webhooks.deliveries.replayFailed": (ids) => ({
    endpointId: ids.endpoint,
    since: "2020-01-01T00:00:00Z",
  }),
  ...Object.fromEntries(
    ["read", "cancel", "undo"].map((name) => [
      `imports.${name}`,
      (ids: Ids) => ({ id: ids.import }),
    ]),
  ),
  ...Object.fromEntries(
    ["read", "check", "start", "discard"].map((name) => [
      `imports.drafts.${name}`,
      (ids: Ids) => ({ id: ids.draft }),
    ]),
  ),
  "exports.cancel": (ids) => ({ id: ids.export }),
  "exports.delete": (ids) => ({ id: ids.export }),
  "imports.drafts.rows": (ids) => ({ id: ids.draft, outcome: "created" }),
  "imports.drafts.setOptions": (ids) => ({ id: ids.draft, options }),
  "imports.drafts.setEncoding": (ids) => ({ id: ids.draft, encoding: "utf-8" }),
  "imports.drafts.fixRow": (ids) => ({ id: ids.draft, number: 1, cells: { Email: "x" } }),
  "views.change": ({ view }) => ({ id: view, version: 1, changes: { name: "theirs" } }),
  "views.delete": ({ view }) => ({ id: view }),
  "changes.preview": (ids) => ({ ...contact, selection: { ids: [ids.contact] }, action }),
  "changes.start": (ids) => ({ ...contact, selection: { ids: [ids.contact] }, action }),
  ...Object.fromEntries(
    ["read", "reasons", "cancel", "undo"].map((name) => [
      `changes.${name}`,
      (ids: Ids) => ({ id: ids.change }),
    ]),
  ),
  "templates.read": (ids) => ({ id: ids.template }),
  "templates.history": (ids) => ({ id: ids.template }),
  "usage.request": () => ({ at: REQUEST.at, id: REQUEST.id }),
};

/**
 * Procedures whose ids belong to no project that the input names: those of admins and tenants, and of clients and keys,
 * which find their project themselves. tenant-access.test.ts tries those of other tenants.
 */
const OTHER_IDS = [
  ...["rename", "contents", "quota", "delete", "restore"].map((name) => `tenants.${name}`),
  ...["projects.create", "projects.move"],
  ...["list", "add", "setRole", "remove", "resetPassword", "resetSecondFactor"].map(
    (name) => `access.members.${name}`,
  ),
  ...["addSecret", "endSecret", "update", "enable", "disable"].map(
    (name) => `access.clients.${name}`,
  ),
  ...["update", "rotate", "endOlder", "enable", "disable"].map((name) => `access.keys.${name}`),
  ...["update", "resetPassword", "revokeInvitation"].map((name) => `access.admins.${name}`),
  ...["access.sessions.end", "access.sessions.endOneOfMine", "access.sessions.endAllOf"],
  "access.secondFactor.reset",
  // The ids of one's own passkeys; passkeys.test.ts tries those of others.
  ...["finish", "rename", "remove"].map((name) => `access.passkeys.${name}`),
];

/** Lists, which may return an empty page instead of an error. */
const LISTS = ["audit.list", "records.history", "webhooks.deliveries.list"];

const PROCEDURES = Object.entries(listProcedures(appRouter)).flatMap(([path, procedure]) =>
  path.startsWith("admin.") ? [[path.slice("admin.".length), procedure] as const] : [],
);

/** Whether an input contains an id within a project at any depth. wabaId belongs to the platform. */
function takesId({ _def }: Procedure): boolean {
  const shape = _def.inputs.map((input) =>
    z.toJSONSchema(input, { io: "input", unrepresentable: "any" }),
  );
  return /"(ids?|(?!project|waba)\w+Ids?)":\{/.test(JSON.stringify(shape));
}

it("the test covers every admin procedure that takes an id", () => {
  const taking = PROCEDURES.filter(([, procedure]) => takesId(procedure)).map(([path]) => path);
  expect([...Object.keys(INPUTS), ...OTHER_IDS].toSorted()).toEqual(taking.toSorted());
});

const NAMES = Object.keys(INPUTS);
const routerOf = (path: string) => path.slice(0, path.lastIndexOf("."));
/** Lists, and one more procedure of each router, whose procedures find an id in the same way. */
const ON_POSTGRES = NAMES.filter(
  (path, i) =>
    LISTS.includes(path) ||
    i === NAMES.findIndex((one) => !LISTS.includes(one) && routerOf(one) === routerOf(path)),
);

describe.each(DIALECTS)("another project's ids on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let ids: Ids;
  let other: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect, undefined, { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
    admin = await app.admin("owner");
    ids = await fill(app, admin);
    other = await createProject(app.deps, await createTenant(app.deps, "Other"), "Other");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (path: string, input: object) => {
    const type = PROCEDURES.find(([name]) => name === path)?.[1]._def.type;
    const { cookie } = admin;
    return type === "query"
      ? app.send("GET", `/trpc/admin.${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
          cookie,
        })
      : app.send("POST", `/trpc/admin.${path}`, { cookie, json: input });
  };

  const tried = dialect === "sqlite" ? NAMES : ON_POSTGRES;
  it.each(tried)("are not found by %s, which changes nothing", async (path) => {
    const input = { ...INPUTS[path]?.(ids), projectId: other };
    const before = await content(app);
    const answer = await call(path, input);
    const text = await answer.text();
    if (LISTS.includes(path) && answer.status === 200) expect(text).toMatch(/"\w+":\[\]/);
    else expect([400, 404], text).toContain(answer.status);
    expect(await content(app)).toEqual(before);
  });

  it.each(NAMES.filter((path) => /\.(read|list|history|associated)$/.test(path)))(
    "%s finds it in its own project",
    async (path) => {
      const answer = await call(path, { ...INPUTS[path]?.(ids), projectId: app.projectId });
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toMatch(/"(entries|deliveries|records|results)":\[\]/);
    },
  );
});

/** Creates one object of each kind that has an id, in a new project. */
async function fill(app: AdminApp, admin: SignedIn): Promise<Ids> {
  const { projectId } = app;
  const { trpc } = admin;
  const made = await make(admin, projectId, "contact", { email: "a@example.com" });
  const deleted = await make(admin, projectId, "contact", { email: "b@example.com" });
  const company = await make(admin, projectId, "company", { name: "Own" });
  const duplicate = await make(admin, projectId, "contact", { email: "a@example.com" });
  const merged = await make(admin, projectId, "contact", { email: "c@example.com" });
  const keys = ["email:x"];
  const found = [{ low: made, high: duplicate, keys }];
  const at = new Date().toISOString();
  await app.deps.db.transaction((tx) =>
    duplicatePairs.savePairs(tx, { projectId }, "contact", { pairs: found, at }),
  );
  await trpc.duplicates.merge.mutate({
    ...{ projectId, ...contact, primaryId: made, mergeIds: [merged] },
  });
  await trpc.records.delete.mutate({ projectId, ...contact, id: deleted });
  await trpc.records.associate.mutate({
    ...{ projectId, one: { ...contact, id: made } },
    other: { type: "company", id: company },
  });
  const endpoint = await trpc.webhooks.endpoints.create.mutate({
    ...{ projectId, url: "https://127.0.0.1:9/hook", events: ["*"] },
  });
  await trpc.webhooks.endpoints.sendTest.mutate({ projectId, endpointId: endpoint.id });
  const { kysely } = app.deps.db;
  const delivery = await kysely.selectFrom("deliveries").select("id").executeTakeFirstOrThrow();
  await app.deps.db.transaction((tx) =>
    requestLog.insertRequests(tx, [{ project_id: projectId, ...REQUEST }]),
  );
  await trpc.templates.create.mutate({
    ...{ projectId, name: "welcome", language: "en", status: "PENDING", category: "UTILITY" },
    components: [],
  });
  const template = await kysely.selectFrom("templates").select("id").executeTakeFirstOrThrow();
  const principal: Principal = {
    ...{ kind: "user", id: "1", tenantId: app.tenantId, projectId, scopes: new Set() },
  };
  const imported = await createImport({ deps: app.deps, principal }, "contact", options);
  const definition = { object: "contact", format: "csv", labels: true, gzip: false } as const;
  const exported = await createExport({ deps: app.deps, principal }, definition);
  const source = Readable.from([Buffer.from("Email\na@example.com\n")]);
  const file = { type: "contact", fileName: "people.csv", source } as const;
  const draft = await uploadDraft({ deps: app.deps, principal }, file);
  const view = await trpc.views.create.mutate({
    ...{ projectId, type: "deal", name: "Mine", isShared: true },
    content: {
      ...{ layout: "table", groups: [], sort: null, columns: null },
      board: { pipeline: null, collapsed: [], cards: null },
    },
  });
  const { changeId } = await trpc.changes.start.mutate({
    ...{ projectId, ...contact, selection: { ids: [made] }, action },
  });
  const rest = { endpoint: endpoint.id, delivery: delivery.id, template: template.id };
  return {
    draft,
    view: view.id,
    import: imported.id,
    export: exported.id,
    change: changeId,
    contact: made,
    deleted,
    duplicate,
    merged,
    company,
    ...rest,
  };
}

/** Returns all rows of all tables except sessions, whose last use changes. */
async function content({ deps }: AdminApp): Promise<Record<string, unknown>> {
  const { kysely } = deps.db;
  const tables = (await kysely.introspection.getTables()).map(({ name }) => name);
  const kept = tables.filter((name) => name !== "sessions");
  const rows = await Promise.all(
    kept.map((name) =>
      kysely
        .selectFrom(name as "records")
        .selectAll()
        .execute(),
    ),
  );
  return Object.fromEntries(
    kept.map((name, i) => [name, (rows[i] ?? []).map((row) => JSON.stringify(row)).toSorted()]),
  );
}
