import { appRouter, listProcedures, type Procedure } from "@rapport/core/routers";
import { DIALECTS, type Dialect, startReceiver, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Caller, startApp, type TestApp, type Workspace } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";

type Ids = Readonly<Record<string, string>>;

const TYPES = {
  contacts: "contact",
  companies: "company",
  deals: "deal",
  tickets: "ticket",
  leads: "lead",
  appointments: "appointment",
  calls: "call",
  emails: "email",
  meetings: "meeting",
  notes: "note",
  tasks: "task",
} as const;
const TITLES = { calls: "title", emails: "subject", meetings: "title" };
const DETAILS: Readonly<Record<string, string>> = {
  ...{ ...TITLES, contacts: "lastname", notes: "body" },
};
const KEYS: Readonly<Record<string, string>> = {
  ...{ ...TITLES, contacts: "lastname", notes: "owner_id" },
};
const detailOf = (plural: string, value: string) => ({
  internal_name: DETAILS[plural] ?? "name",
  value,
});

/** The operations on records of each type, and those of any type with `object` in the input. */
const FRONTS = [
  ...Object.entries(TYPES).map(([plural, type]) => {
    return { front: plural, plural, type, idParam: `${type}Id`, of: {} };
  }),
  {
    front: "objects",
    plural: "contacts",
    type: "contact",
    idParam: "id",
    of: { object: "contacts" },
  },
] as const;

/** Input with another tenant's id for each procedure that takes an id. */
const INPUTS: Readonly<Record<string, (ids: Ids) => object>> = {
  ...Object.fromEntries(
    FRONTS.flatMap(({ front, plural, type, idParam, of }) => {
      const id = (ids: Ids) => ({ [idParam]: ids[type] });
      const object = type === "company" ? "contact" : "company";
      const made = (ids: Ids) => ({
        properties: [
          detailOf(plural, "theirs"),
          ...(plural === "notes" ? [{ internal_name: "owner_id", value: "theirs" }] : []),
        ],
        associations: [{ to: { object, id: ids[object] } }],
      });
      const changed = (ids: Ids) => ({
        id: ids[type],
        properties: [detailOf(plural, "theirs")],
      });
      const batch = (input: (ids: Ids) => object) => (ids: Ids) => ({
        inputs: [input(ids)],
        atomic: true,
      });
      const inputs: readonly (readonly [path: string, input: (ids: Ids) => object])[] = [
        [`public.${front}.create`, made],
        [`public.${front}.createWhole`, made],
        [`public.${front}.read`, id],
        [`public.${front}.set`, (ids: Ids) => ({ ...id(ids), ...detailOf(plural, "theirs") })],
        [`public.${front}.delete`, id],
        [`public.${front}.erase`, id],
        [`public.${front}.export`, id],
        [`public.${front}.restore`, id],
        [
          `public.${front}.associate`,
          (ids: Ids) => ({
            ...id(ids),
            toPlural: type === "company" ? "contacts" : "companies",
            toId: ids[object],
          }),
        ],
        [
          `public.${front}.dissociate`,
          (ids: Ids) => ({
            ...id(ids),
            toPlural: type === "company" ? "contacts" : "companies",
            toId: ids[object],
          }),
        ],
        ...["associate", "dissociate"].map(
          (verb) =>
            [
              `public.${front}.batch.${verb}`,
              batch((ids) => ({ id: ids[type], to: { object, id: ids[object] } })),
            ] as const,
        ),
        [`public.${front}.history`, id],
        [`public.${front}.batch.create`, batch(made)],
        [`public.${front}.batch.read`, batch((ids) => ({ id: ids[type] }))],
        [`public.${front}.batch.update`, batch(changed)],
        [
          `public.${front}.upsert`,
          (ids: Ids) => ({ ...made(ids), idProperty: KEYS[plural] ?? "name" }),
        ],
        [
          `public.${front}.batch.upsert`,
          (ids: Ids) => ({ ...batch(made)(ids), idProperty: KEYS[plural] ?? "name" }),
        ],
        [`public.${front}.batch.delete`, batch((ids) => ({ id: ids[type] }))],
        [
          `public.${front}.merge`,
          (ids: Ids) => ({ primaryId: Number(ids[type]), mergeIds: [Number(ids[type]) + 1] }),
        ],
        [`public.${front}.unmerge`, (ids: Ids) => ({ ...id(ids), mergeId: ids[type] })],
        [
          `public.${front}.associations`,
          (ids: Ids) => ({ ...id(ids), toPlural: plural === "deals" ? "leads" : "deals" }),
        ],
      ];
      return inputs.map(([path, input]) => [path, (ids: Ids) => ({ ...of, ...input(ids) })]);
    }),
  ),
  ...Object.fromEntries(
    ["read", "cancel", "undo"].map((verb) => [
      `public.imports.${verb}`,
      (ids: Ids) => ({ importId: ids.import }),
    ]),
  ),
  "public.exports.read": (ids) => ({ exportId: ids.export }),
  "public.exports.cancel": (ids) => ({ exportId: ids.export }),
  "public.exports.delete": (ids) => ({ exportId: ids.export }),
  "workspace.contacts.read": ({ contact }) => ({ contactId: contact }),
  "workspace.contacts.update": ({ contact }) => ({ contactId: contact, lastName: "Theirs" }),
  "workspace.contacts.delete": ({ contact }) => ({ contactId: contact }),
  "workspace.companies.read": ({ company }) => ({ companyId: company }),
  "workspace.companies.update": ({ company }) => ({ companyId: company, name: "Theirs" }),
  "workspace.companies.delete": ({ company }) => ({ companyId: company }),
  "workspace.deals.create": ({ company }) => ({ name: "Theirs", companyId: company }),
  "workspace.deals.list": ({ company }) => ({ companyId: company }),
  "workspace.deals.read": ({ deal }) => ({ dealId: deal }),
  "workspace.deals.update": ({ deal }) => ({ dealId: deal, name: "Theirs" }),
  "workspace.deals.delete": ({ deal }) => ({ dealId: deal }),
  "workspace.webhooks.endpoints.read": ({ endpoint }) => ({ endpointId: endpoint }),
  "workspace.webhooks.endpoints.update": ({ endpoint }) => ({
    endpointId: endpoint,
    enabled: false,
  }),
  "workspace.webhooks.endpoints.delete": ({ endpoint }) => ({ endpointId: endpoint }),
  "workspace.webhooks.endpoints.rotateSecret": ({ endpoint }) => ({ endpointId: endpoint }),
  "workspace.webhooks.endpoints.test": ({ endpoint }) => ({ endpointId: endpoint }),
  "workspace.webhooks.deliveries.list": ({ endpoint }) => ({ endpointId: endpoint }),
  "workspace.webhooks.deliveries.replay": ({ endpoint, delivery }) => ({
    endpointId: endpoint,
    deliveryId: delivery,
  }),
  "workspace.webhooks.deliveries.replayFailed": ({ endpoint }) => ({
    endpointId: endpoint,
    since: "2020-01-01T00:00:00Z",
  }),
};

/** Input with an own id in one position and another tenant's in the other. The code is the same for all types. */
const MIXED: readonly (readonly [
  path: string,
  position: string,
  (own: Ids, ids: Ids) => object,
])[] = [
  [
    "public.contacts.merge",
    "primaryId",
    (own, ids) => ({ primaryId: ids.contact, mergeIds: [own.contact] }),
  ],
  [
    "public.contacts.merge",
    "mergeIds",
    (own, ids) => ({ primaryId: own.contact, mergeIds: [own.other, ids.contact] }),
  ],
  [
    "public.contacts.unmerge",
    "contactId",
    (own, ids) => ({ contactId: ids.contact, mergeId: own.contact }),
  ],
  [
    "public.contacts.unmerge",
    "mergeId",
    (own, ids) => ({ contactId: own.contact, mergeId: ids.contact }),
  ],
  ...["associate", "dissociate"].flatMap(
    (verb) =>
      [
        [
          `public.contacts.${verb}`,
          "contactId",
          (own: Ids, ids: Ids) => ({
            ...{ contactId: ids.contact, toPlural: "companies", toId: own.company },
          }),
        ],
        [
          `public.contacts.${verb}`,
          "toId",
          (own: Ids, ids: Ids) => ({
            ...{ contactId: own.contact, toPlural: "companies", toId: ids.company },
          }),
        ],
      ] as const,
  ),
  [
    "public.contacts.batch.update",
    "inputs.1.id",
    (own, ids) => ({
      inputs: [own, ids].map(({ contact }) => ({
        id: contact,
        properties: [detailOf("contacts", "theirs")],
      })),
      atomic: true,
    }),
  ],
  [
    "public.contacts.batch.delete",
    "inputs.1.id",
    (own, ids) => ({ inputs: [{ id: own.contact }, { id: ids.contact }], atomic: true }),
  ],
];

/** Types whose operations are called on PostgreSQL too. The statements are the same for all types. */
const ON_POSTGRES = ["contacts", "deals"];

function inputsOn(dialect: Dialect): readonly string[] {
  const paths = Object.keys(INPUTS);
  if (dialect === "sqlite") return paths;
  return paths.filter((path) => {
    const [surface, plural = ""] = path.split(".");
    return surface !== "public" || !(plural in TYPES) || ON_POSTGRES.includes(plural);
  });
}

/** Procedures whose filter may match nothing, which is an empty page and no error. */
const EMPTY = ["workspace.deals.list"];

const PROCEDURES = Object.entries(listProcedures(appRouter)).filter(
  ([path]) => !path.startsWith("admin."),
);

/** Whether an input contains an id at any depth. */
function takesId({ _def }: Procedure): boolean {
  const shape = _def.inputs.map((input) =>
    z.toJSONSchema(input, { io: "input", unrepresentable: "any" }),
  );
  return /"(id|\w+Id)":\{/.test(JSON.stringify(shape));
}

it("the test covers every procedure of both APIs that takes an id", () => {
  const taking = PROCEDURES.filter(([, procedure]) => takesId(procedure)).map(([path]) => path);
  expect(Object.keys(INPUTS).toSorted()).toEqual(taking.toSorted());
});

describe.each(DIALECTS)("another tenant's ids over tRPC on %s", (dialect) => {
  let app: TestApp;
  let ids: Ids;
  let caller: Caller;
  let workspace: Workspace;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let tables: readonly string[];
  /** The rows after the call before. */
  let known: Awaited<ReturnType<typeof content>>;

  beforeAll(async () => {
    await trustReceivers();
    receiver = await startReceiver();
    app = await startApp({ dialect });
    ids = await fill(app, receiver.url);
    // The worker numbers the events for the feed after their commit, and then looks for duplicates.
    const { kysely } = app.deps.db;
    const pending = () =>
      kysely.selectFrom("events").select("id").where("pending", "=", 1).execute();
    const uncompared = () =>
      kysely
        .selectFrom("project_feeds")
        .select("project_id")
        .whereRef("compared_number", "<", "last_number")
        .execute();
    await vi.waitFor(async () => expect([await pending(), await uncompared()]).toEqual([[], []]), {
      timeout: 20_000,
    });
    caller = await app.caller();
    workspace = await app.workspace({ projectId: caller.projectId });
    tables = await contentTables(app);
    known = await content(app, tables);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  it.each(inputsOn(dialect))("are not found by %s, which changes nothing", async (path) => {
    const type = PROCEDURES.find(([name]) => name === path)?.[1]._def.type;
    const token = path.startsWith("public.") ? caller.token : workspace.key;
    const input = INPUTS[path]?.(ids) ?? {};
    const answer =
      type === "query"
        ? await app.call(
            "GET",
            `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`,
            {
              token,
            },
          )
        : await app.call("POST", `/trpc/${path}`, { token, json: input });
    const before = known;
    known = await content(app, tables);
    expect(known).toEqual(before);
    if (EMPTY.includes(path)) {
      expect(answer.body.result.data.data).toEqual([]);
    } else {
      expect([400, 404], JSON.stringify(answer.body)).toContain(answer.status);
      expect(["INVALID_INPUT", "NOT_FOUND"]).toContain(answer.body.error.data.crmCode);
    }
  });

  it.each(MIXED)("beside own ids are not found by %s as %s", async (path, _, inputOf) => {
    const { token } = caller;
    const made = async (plural: string) => {
      const json = { properties: [detailOf(plural, "Own")] };
      if (plural === "contacts") json.properties.push({ internal_name: "email", value: "o@b.co" });
      return (await app.call("POST", `/api/objects/${plural}`, { token, json })).body.data.id;
    };
    const [contact, other] = [await made("contacts"), await made("contacts")];
    const own = { contact, other, company: await made("companies") };
    const before = await content(app, WRITTEN);
    const answer = await app.call("POST", `/trpc/${path}`, { token, json: inputOf(own, ids) });
    expect([answer.status, answer.body.error?.data.crmCode]).toEqual([404, "NOT_FOUND"]);
    expect(await content(app, WRITTEN)).toEqual(before);
  });

  it("are valid in the same calls for their own tenant", async () => {
    const token = ids.token ?? "";
    for (const type of Object.values(TYPES)) {
      const plural = Object.entries(TYPES).find(([, one]) => one === type)?.[0];
      const input = encodeURIComponent(JSON.stringify({ [`${type}Id`]: ids[type] }));
      const path = `/trpc/public.${plural}.read?input=${input}`;
      expect((await app.call("GET", path, { token })).status).toBe(200);
    }
  });
});

/** Creates a tenant with one object of each kind that has an id. */
async function fill(app: TestApp, url: string): Promise<Ids> {
  const owner = await app.caller();
  const { token, projectId } = owner;
  const ids: Record<string, string> = { token };
  for (const [plural, type] of Object.entries(TYPES)) {
    const json = { properties: [detailOf(plural, "Own")] };
    if (type === "contact") json.properties.push({ internal_name: "email", value: "a@b.co" });
    const made = await app.call("POST", `/api/objects/${plural}`, { token, json });
    expect([type, made.status], JSON.stringify(made.body)).toEqual([type, 201]);
    ids[type] = String(made.body.data.id);
  }
  const waiting = { object: "contact", mode: "create" };
  const made = await app.call("POST", "/api/crm/imports", { token, json: waiting });
  ids.import = String(made.body.data.id);
  ids.export = String((await exportApi(app, token).run({ object: "contact" })).id);
  const { call } = await app.workspace({ projectId });
  const json = { url, events: ["webhook.test"] };
  const endpoint = await call("POST", "/webhooks/endpoints", { json });
  const path = `/webhooks/endpoints/${endpoint.body.data.id}`;
  await call("POST", `${path}/test`, { json: {} });
  await vi.waitFor(
    async () => {
      const { body } = await call("GET", `${path}/deliveries`);
      expect(body.data[0]?.status).toBe("delivered");
      ids.delivery = body.data[0].id;
    },
    { timeout: 60_000, interval: 50 },
  );
  ids.endpoint = endpoint.body.data.id;
  const uncompared = app.deps.db.kysely
    .selectFrom("project_feeds")
    .select("project_id")
    .whereRef("compared_number", "<", "last_number");
  await vi.waitFor(async () => expect(await uncompared.execute()).toEqual([]), {
    timeout: 60_000,
    interval: 50,
  });
  return ids;
}

/** Tables that a write of records changes, and no worker. */
const WRITTEN = ["records", "record_index", "record_history", "record_merges", "associations"];

/**
 * Every call is counted and logged, and changes when its credential was last used. Workers add up the own tenant's
 * records meanwhile, and note when to look for its deliveries again.
 */
const NOTED = new Set([
  ...["oauth_clients", "api_keys", "state_versions", "api_usage", "request_log"],
  ...["sum_changes", "record_sums", "sum_locks", "delivery_queue"],
]);

/** Each written count of calls raises this revision, which pages follow. */
function isUsageRevision(row: object): boolean {
  return "revision" in row && "subject" in row && row.subject === "usage";
}

/** Returns the names of the tables but for those that change with every call. */
async function contentTables({ deps }: TestApp): Promise<readonly string[]> {
  // Citus adds views, which show the sizes of tables.
  const tables = (await deps.db.kysely.introspection.getTables()).filter(({ isView }) => !isView);
  return tables.map(({ name }) => name).filter((name) => !NOTED.has(name));
}

/** Returns the rows of these tables, but for those that change with every call. */
async function content({ deps }: TestApp, tables: readonly string[]) {
  const found = tables.map(async (name) => {
    const rows = await deps.db.kysely
      .selectFrom(name as "records")
      .selectAll()
      .execute();
    const settled = rows.filter((row) => !isUsageRevision(row));
    return [name, settled.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
