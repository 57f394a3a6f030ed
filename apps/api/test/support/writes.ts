import { OBJECT_TYPES } from "@rapport/core";
import { expect } from "vitest";
import type { Planter } from "./planted.ts";

/** Creates what a call needs, and returns its input. */
type Build = (plant: Planter) => Promise<object>;

type Calls = Readonly<Record<string, readonly Build[]>>;

const NO_SUCH = { internal_name: "no_such", value: "x" };
const STALE = 99;
const item = (internal_name: string, value: unknown) => ({ internal_name, value });
/** Changes that break a rule only together with values that the record has. */
const BROKEN_RULES: readonly { readonly plural: string; readonly items: readonly object[] }[] = [
  { plural: "appointments", items: [item("appointment_end_ts", "1970-01-01T00:00:00Z")] },
  { plural: "appointments", items: [item("appointment_start_ts", "2070-01-01T00:00:00Z")] },
  { plural: "contacts", items: [item("email", null), item("phone", null)] },
  { plural: "deals", items: [item("stage", "no such stage")] },
  { plural: "meetings", items: [item("end", "1970-01-01T00:00:00Z")] },
  { plural: "tasks", items: [item("completed_at", "2026-01-01T00:00:00Z")] },
];

/** The calls of each operation that writes: such that succeed, and such that are refused. */
export const WRITES: Calls = {
  ...Object.fromEntries(
    Object.values(OBJECT_TYPES).flatMap(({ plural, idParam }) =>
      Object.entries(recordWrites(plural, idParam)).map(([verb, calls]) => [
        `public.${plural}.${verb}`,
        calls,
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(recordWrites("contacts", "id")).map(([verb, calls]) => [
      `public.objects.${verb}`,
      calls.map((build) => async (plant) => ({ object: "contacts", ...(await build(plant)) })),
    ]),
  ),
  ...workspaceWrites("contacts", "contactId", { lastName: "Mine" }),
  ...workspaceWrites("companies", "companyId", { website: "https://own.example" }),
  ...workspaceWrites("deals", "dealId", { amount: 1 }),
  "workspace.contacts.upsert": [
    async (plant) => ({ email: (await plant.record("contacts")).key.value, lastName: "Mine" }),
    async (plant) => ({ email: (await plant.record("contacts")).key.value }),
    async (plant) => ({ email: plant.unused("contacts").value }),
    async (plant) => {
      const { key } = await plant.record("contacts");
      await plant.record("contacts", key.value);
      return { email: key.value };
    },
  ],
  "workspace.companies.create": [async () => ({ name: "Mine" })],
  "workspace.contacts.create": [
    async (plant) => ({ email: plant.unused("contacts").value }),
    async () => ({ email: "no email" }),
  ],
  "workspace.deals.create": [
    async (plant) => {
      const { id } = await plant.record("companies");
      return { name: "Mine", amount: 1, currency: "EUR", companyId: id, companyIds: [id] };
    },
    async () => ({ name: "Mine", amount: 1, currency: "no", companyId: "999999" }),
  ],
};

/** The calls that change the schema of deals. Each part is new, so that none is in use but the property. */
export const SCHEMA_WRITES: Calls = {
  "public.associationLabels.create": [
    async () => ({ ...SIDES, ...part("key") }),
    async () => ({ ...SIDES, key: "no key!", label: "Mine" }),
  ],
  "public.associationLabels.update": [
    async (plant) => ({ ...(await madeLabel(plant)), label: "Mine" }),
    async (plant) => ({ ...(await madeLabel(plant)), maxPerSource: 0 }),
  ],
  "public.associationLabels.delete": [
    madeLabel,
    async (plant) => {
      const { key } = await madeLabel(plant);
      const [deal, company] = [await plant.record("deals"), await plant.record("companies")];
      const path = `/api/crm/objects/deals/${deal.id}/associations/companies/${company.id}`;
      await plant.call("PUT", path, { types: [key] });
      return { ...SIDES, key };
    },
  ],
  "public.types.create": [
    async () => ownType(),
    async () => ({ ...ownType(), required: [["no_such"]] }),
  ],
  "public.types.update": [
    async () => ({ ...DEALS, label: "Mine" }),
    async () => ({ ...DEALS, nameProperties: [["no_such"]] }),
  ],
  "public.types.delete": [
    async (plant) => {
      const type = ownType();
      await plant.call("POST", "/api/crm/types", type);
      return { plural: type.plural };
    },
    async () => DEALS,
  ],
  "public.properties.create": [
    async () => ({ ...DEALS, ...part("internal_name"), type: "string" }),
  ],
  "public.properties.update": [
    async (plant) => ({ ...(await madeProperty(plant)), label: "Mine" }),
    async () => ({ ...DEALS, internal_name: "serial", type: "number" }),
  ],
  "public.properties.delete": [
    madeProperty,
    async (plant) => {
      await plant.record("deals");
      return { ...DEALS, internal_name: "serial" };
    },
  ],
  "public.pipelines.create": [async () => ({ ...DEALS, label: part("key").label })],
  "public.pipelines.order": [
    async (plant) => ({ ...DEALS, order: (await pipelinesOf(plant)).map(({ key }) => key) }),
    async () => ({ ...DEALS, order: [] }),
  ],
  "public.pipelines.update": [
    async (plant) => ({ ...(await madePipeline(plant)), label: part("key").label }),
  ],
  "public.pipelines.delete": [
    madePipeline,
    async (plant) => {
      await plant.record("deals");
      return { ...DEALS, key: "default" };
    },
  ],
  "public.pipelines.stages.create": [
    async (plant) => ({ ...(await madePipeline(plant)), label: "Mine", probability: "0.5" }),
  ],
  "public.pipelines.stages.order": [
    async (plant) => ({ ...(await madePipeline(plant)), order: ["two", "one"] }),
  ],
  "public.pipelines.stages.update": [
    async (plant) => ({ ...(await madePipeline(plant)), stage: "one", label: "Mine" }),
  ],
  "public.pipelines.stages.delete": [
    async (plant) => ({ ...(await madePipeline(plant)), stage: "one" }),
    async (plant) => {
      await plant.record("deals");
      return { ...DEALS, key: "default", stage: "new" };
    },
  ],
};

const DEALS = { plural: "deals" };
const SIDES = { plural: "deals", toPlural: "companies" };

async function madeLabel({ call }: Planter) {
  const { key, label } = part("key");
  const made = await call("POST", "/api/crm/association-labels/deals/companies", { key, label });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { ...SIDES, key };
}

/** Returns a new type that nothing else has. */
function ownType() {
  const { key } = part("key");
  return { name: `one_${key}`, plural: `all_${key}`, label: "Mine" };
}

let parts = 0;

function part<Name extends string>(name: Name) {
  const key = `part${++parts}`;
  return { [name]: key, label: key } as Record<Name | "label", string>;
}

async function madeProperty({ call }: Planter) {
  const property = part("internal_name");
  await call("POST", "/api/crm/properties/deals", { ...property, type: "string" });
  return { ...DEALS, internal_name: property.internal_name };
}

async function madePipeline({ call }: Planter) {
  const { key, label } = part("key");
  const stages = ["One", "Two"].map((label) => ({ label, probability: "0.5" }));
  const made = await call("POST", "/api/crm/pipelines/deals", { label, stages });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { ...DEALS, key };
}

async function pipelinesOf({ call }: Planter): Promise<readonly { key: string }[]> {
  return (await call("GET", "/api/crm/pipelines/deals")).body.data.results;
}

function recordWrites(plural: string, idParam: string): Calls {
  const one = async (plant: Planter) => (await plant.record(plural)).id;
  const merged = async (plant: Planter) => {
    const [primary, other] = [await one(plant), await one(plant)];
    const json = { primaryId: Number(primary), mergeIds: [Number(other)] };
    await plant.call("POST", `/api/crm/objects/${plural}/merge`, json);
    return { primary, other };
  };
  const deleted = async (plant: Planter) => {
    const id = await one(plant);
    await plant.call("DELETE", `/api/crm/objects/${plural}/${id}`);
    return id;
  };
  /** Items that are refused: an unknown property, and a unique value that another record has. */
  const refused = [
    async (_: Planter) => NO_SUCH,
    async (plant: Planter) => (await plant.record(plural)).serial,
  ];
  const to = plural === "companies" ? "contacts" : "companies";
  const object = plural === "companies" ? "contact" : "company";
  const pair = async (plant: Planter) => ({
    [idParam]: await one(plant),
    toPlural: to,
    toId: (await plant.record(to)).id,
  });
  const associated = async (plant: Planter) => {
    const input = await pair(plant);
    const path = `/api/crm/objects/${plural}/${input[idParam]}/associations/${to}/${input.toId}`;
    await plant.call("PUT", path);
    return input;
  };

  const inBatch = (input: Record<string, string>) => ({
    id: input[idParam],
    to: { object, id: input.toId },
  });

  const creates: readonly Build[] = [
    async (plant: Planter) => ({
      properties: [plant.unused(plural), plant.detail(plural)],
      associations: [{ to: { object, id: (await plant.record(to)).id } }],
    }),
    ...refused.map((item) => async (plant: Planter) => ({
      properties: [plant.unused(plural), plant.detail(plural), await item(plant)],
      associations: [{ to: { object, id: "999999" } }],
    })),
  ].map((build) => async (plant: Planter) => withoutRepeats(await build(plant)));
  const updates: readonly Build[] = [
    async (plant) => ({ id: await one(plant), properties: [plant.detail(plural)] }),
    async (plant) => ({ id: (await merged(plant)).other, properties: [plant.detail(plural)] }),
    async (plant) => ({
      id: await one(plant),
      properties: [plant.detail(plural)],
      ifVersion: STALE,
    }),
    ...refused.map((item) => async (plant: Planter) => ({
      id: await one(plant),
      properties: [await item(plant)],
    })),
    async (plant) => ({ id: await one(plant), properties: [] }),
  ];
  const upserts: readonly Build[] = [
    async (plant) => {
      const { key } = await plant.record(plural);
      return { idProperty: key.internal_name, properties: [key] };
    },
    async (plant) => {
      const { key } = await plant.record(plural);
      const { serial } = await plant.record(plural);
      return { idProperty: key.internal_name, properties: [key, serial, NO_SUCH] };
    },
    async (plant) => {
      const { key } = await plant.record(plural);
      await plant.record(plural, key.value);
      return { idProperty: key.internal_name, properties: [key] };
    },
  ];
  const deletes: readonly Build[] = [
    async (plant) => ({ id: await one(plant) }),
    async (plant) => ({ id: (await merged(plant)).other }),
    async (plant) => ({ id: await one(plant), ifVersion: STALE }),
  ];
  const inPath =
    (build: Build): Build =>
    async (plant) => {
      const { id, ...rest } = (await build(plant)) as { readonly id: string };
      return { [idParam]: id, ...rest };
    };
  const batch = (builds: readonly Build[]): readonly Build[] =>
    builds.map((build, i) => async (plant: Planter) => {
      const { idProperty, ...input } = (await build(plant)) as { readonly idProperty?: string };
      const key = idProperty !== undefined && { idProperty };
      return { inputs: [input], atomic: i % 2 === 1, ...key };
    });
  return {
    create: creates,
    createWhole: creates,
    set: [
      ...updates.map(inPath),
      async (plant) => ({ [idParam]: await one(plant), ...plant.detail(plural) }),
      async (plant) => ({ [idParam]: await one(plant), ...NO_SUCH }),
      ...BROKEN_RULES.filter((one) => one.plural === plural).map(
        ({ items }) =>
          async (plant: Planter) => ({ [idParam]: await one(plant), properties: items }),
      ),
    ],
    delete: deletes.map(inPath),
    restore: [
      async (plant) => ({ [idParam]: await deleted(plant) }),
      async (plant) => {
        const { id, serial } = await plant.record(plural);
        const path = `/api/crm/objects/${plural}`;
        await plant.call("DELETE", `${path}/${id}`);
        await plant.call("PATCH", `${path}/${await one(plant)}`, serial);
        return { [idParam]: id };
      },
    ],
    erase: [
      async (plant) => ({ [idParam]: await one(plant) }),
      async (plant) => ({ [idParam]: (await merged(plant)).other }),
    ],
    upsert: upserts,
    merge: [
      async (plant) => ({
        primaryId: Number(await one(plant)),
        mergeIds: [Number(await one(plant))],
      }),
      async (plant) => {
        const { other } = await merged(plant);
        return { primaryId: Number(other), mergeIds: [Number(await one(plant))] };
      },
    ],
    unmerge: [
      async (plant) => {
        const { primary, other } = await merged(plant);
        return { [idParam]: primary, mergeId: Number(other) };
      },
      async (plant) => ({ [idParam]: await one(plant), mergeId: Number(await one(plant)) }),
    ],
    associate: [pair, async (plant) => ({ ...(await pair(plant)), toId: "999999" })],
    dissociate: [associated],
    "batch.create": batch(creates),
    "batch.update": batch(updates),
    "batch.upsert": batch(upserts),
    "batch.delete": batch(deletes),
    "batch.associate": batch([
      async (plant) => inBatch(await pair(plant)),
      async (plant) => inBatch({ ...(await pair(plant)), toId: "999999" }),
    ]),
    "batch.dissociate": batch([async (plant) => inBatch(await associated(plant))]),
  };
}

/** The key of a type may be the property that a writer sets. */
function withoutRepeats<
  Input extends { readonly properties: readonly { internal_name: string }[] },
>(input: Input): Input {
  const byName = new Map(input.properties.map((item) => [item.internal_name, item]));
  return { ...input, properties: [...byName.values()] };
}

function workspaceWrites(plural: string, idParam: string, change: object): Calls {
  const one = async (plant: Planter) => (await plant.record(plural)).id;
  return {
    [`workspace.${plural}.update`]: [
      async (plant) => ({ [idParam]: await one(plant), ...change }),
      async (plant) => ({ [idParam]: await one(plant) }),
      async (plant) => ({ [idParam]: await one(plant), no_such: 1 }),
      ...(plural === "deals"
        ? [
            async (plant: Planter) => {
              const [own, other] = [
                await plant.record("companies"),
                await plant.record("companies"),
              ];
              const id = await one(plant);
              await plant.call(
                "PUT",
                `/api/crm/objects/deals/${id}/associations/companies/${own.id}`,
              );
              return { dealId: id, companyIds: [other.id] };
            },
          ]
        : []),
    ],
    [`workspace.${plural}.delete`]: [async (plant) => ({ [idParam]: await one(plant) })],
  };
}
