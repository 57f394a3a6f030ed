import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { mergeApi } from "../support/merge.ts";
import { type Issue, recordApi } from "../support/records.ts";

const SIZE = 1_000;
/** The first, the middle and the last input. */
const POSITIONS = [0, 499, 999];

type Ids = Readonly<
  Record<"live" | "merged" | "deleted" | "erased" | "theirs" | "company" | "mergedCompany", number>
>;
type Verb = "create" | "update" | "upsert" | "read" | "delete";

interface Fault {
  readonly name: string;
  readonly input: (ids: Ids) => unknown;
  /** Path of the fault in the input. */
  readonly path: string;
  readonly code: string;
  readonly status: number;
}

const item = (internal_name: string, value: unknown) => ({ internal_name, value });
const contact = (email: string, ...more: readonly object[]) => ({
  properties: [item("email", email), ...more],
});
const city = { properties: [item("city", "Rome")] };
const NOBODY = 999_999_999;
const PHONE = "+44 20 7000";

/** A fault of a record that the input names by its id. */
function lost(
  name: string,
  id: (ids: Ids) => number,
  more: object,
  [status, code]: readonly [number, string] = [404, "record_not_found"],
): Fault {
  return { name, input: (ids) => ({ id: id(ids), ...more }), path: "id", code, status };
}

/** Faults of the record that an input names, with the other members of the input. */
function lostRecords(more: object): readonly Fault[] {
  return [
    lost("the id of no record", () => NOBODY, more),
    lost("the id of a record of another type", ({ company }) => company, more),
    lost("the id of another tenant's record", ({ theirs }) => theirs, more),
    lost("the id of a deleted record", ({ deleted }) => deleted, more),
    lost("the id of an erased record", ({ erased }) => erased, more, [410, "record_erased"]),
    {
      name: "an id of letters",
      input: () => ({ id: "x", ...more }),
      path: "id",
      code: "invalid_format",
      status: 400,
    },
  ];
}

/** Faults of inputs that conflict with another version or record. */
function writtenRecords(more: object): readonly Fault[] {
  return [
    lost("the id of a merged record", ({ merged }) => merged, more, [409, "record_merged"]),
    {
      name: "another version",
      input: ({ live }) => ({ id: live, ifVersion: 9, ...more }),
      path: "ifVersion",
      code: "version_mismatch",
      status: 412,
    },
  ];
}

/** Faults of properties, of an input with these members. */
function wrongProperties(rest: (ids: Ids) => object, values: readonly object[]): readonly Fault[] {
  const at = values.length;
  const wrong = (
    name: string,
    one: object,
    {
      code,
      path,
      status = 400,
    }: { readonly code: string; readonly path: string; readonly status?: number },
  ): Fault => ({
    name,
    input: (ids) => ({ ...rest(ids), properties: [...values, one] }),
    path: `properties.${at}.${path}`,
    code,
    status,
  });
  return [
    wrong("an unknown property", item("emial", "x"), {
      code: "property_unknown",
      path: "internal_name",
    }),
    wrong("a forbidden property", item("tenant_id", "1"), {
      code: "property_forbidden",
      path: "internal_name",
    }),
    wrong("an invalid value", item("website", "x y"), { code: "value_invalid", path: "value" }),
    wrong("a value of another type", item("website", []), { code: "invalid_type", path: "value" }),
    wrong("a unique value of another record", item("phone", PHONE), {
      code: "value_not_unique",
      path: "value",
      status: 409,
    }),
  ];
}

/** Faults of the second association of an input with these members. */
function wrongAssociations(rest: object): readonly Fault[] {
  const wrong = (
    name: string,
    to: (ids: Ids) => readonly [unknown, unknown],
    code: string,
    member: "id" | "object" = "id",
    status = 400,
  ): Fault => ({
    name: `an association with ${name}`,
    input: (ids) => {
      const [object, id] = to(ids);
      const right = { to: { object: "company", id: String(ids.company) } };
      return { ...rest, associations: [right, { to: { object, id } }] };
    },
    path: `associations.1.to.${member}`,
    code,
    status,
  });
  return [
    wrong("no record", () => ["company", String(NOBODY)], "association_not_found"),
    wrong("an id of letters", () => ["company", "x"], "association_id_not_numeric"),
    wrong("an unknown type", () => ["planet", "1"], "object_type_unknown", "object"),
    wrong(
      "another tenant's record",
      ({ theirs }) => ["deal", `${theirs}`],
      "association_not_found",
    ),
    wrong(
      "a merged record",
      ({ mergedCompany }) => ["company", `${mergedCompany}`],
      "record_merged",
      "id",
      409,
    ),
  ];
}

const shape = (
  name: string,
  input: unknown,
  {
    code,
    path,
    status = 400,
  }: { readonly code: string; readonly path: string; readonly status?: number },
): Fault => ({
  name,
  input: () => input,
  path,
  code,
  status,
});

const FAULTS: Readonly<Record<Verb, readonly Fault[]>> = {
  create: [
    shape("text", "x", { code: "invalid_type", path: "" }),
    shape("no properties", {}, { code: "required", path: "properties" }),
    shape(
      "an unknown member",
      { ...contact("a@b.test"), all: 1 },
      { code: "unrecognized_key", path: "all" },
    ),
    shape("no email and no phone", city, { code: "email_or_phone_required", path: "properties" }),
    ...wrongProperties(() => ({}), contact("a@b.test").properties),
    ...wrongAssociations(contact("a@b.test")),
  ],
  update: [
    shape("null", null, { code: "invalid_type", path: "" }),
    shape("no id", city, { code: "required", path: "id" }),
    ...lostRecords(city),
    ...writtenRecords(city),
    ...wrongProperties(({ live }) => ({ id: live }), city.properties),
  ],
  upsert: [
    shape("a list", [], { code: "invalid_type", path: "" }),
    shape("no value of idProperty", city, { code: "key_missing", path: "properties" }),
    shape("an empty value of idProperty", contact(""), {
      code: "key_missing",
      path: "properties.0.value",
    }),
    shape("a value that several records have", contact("twice@b.test"), {
      code: "value_ambiguous",
      path: "properties.0.value",
      status: 409,
    }),
    ...wrongProperties(() => ({}), contact("a@b.test").properties),
    ...wrongAssociations(contact("a@b.test")),
  ],
  read: [
    shape("a number", 1, { code: "invalid_type", path: "" }),
    shape("a version", { id: 1, ifVersion: 1 }, { code: "unrecognized_key", path: "ifVersion" }),
    ...lostRecords({}),
  ],
  delete: [
    shape("text", "1", { code: "invalid_type", path: "" }),
    shape("properties", { id: 1, ...city }, { code: "unrecognized_key", path: "properties" }),
    ...lostRecords({}),
    ...writtenRecords({}),
  ],
};
const VERBS = ["create", "update", "upsert", "read", "delete"] as const;

describe.each(DIALECTS)("batches of 1,000 inputs on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let ids: Ids;
  let made: readonly number[];
  beforeAll(async () => {
    app = await startApp({ dialect });
    caller = await app.caller();
    await saveProperty(app.deps, caller.projectId, "contact", { name: "phone", unique: true });
    const api = mergeApi(app, caller);
    const company = async () => (await api.make("companies", { name: "C" })).id;
    const [merged, deleted, erased, live] = await make(4);
    const lone = await make(1, { phone: PHONE });
    const companies = [await company(), await company()] as const;
    for (let twice = 0; twice < 2; twice++) await api.contact({ email: "twice@b.test" });
    await api.merge("contacts", Number(lone[0]), Number(merged));
    await api.merge("companies", ...companies);
    await api.remove("contacts", Number(deleted));
    await api.post(`/api/crm/objects/contacts/${erased}/erase`, {});
    const theirs = await recordApi(app, await app.caller()).make("contacts", { email: "t@b.test" });
    ids = {
      ...{ live: Number(live), merged: Number(merged), deleted: Number(deleted) },
      ...{ erased: Number(erased), theirs: theirs.id },
      ...{ company: companies[0], mergedCompany: companies[1] },
    };
    made = await make(SIZE);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const batch = (verb: Verb, inputs: readonly unknown[], more: object = {}) =>
    app.call("POST", `/api/crm/objects/contacts/batch/${verb}`, {
      token: caller.token,
      json: { inputs, ...more, ...(verb === "upsert" && { idProperty: "email" }) },
    });
  let named = 0;
  const emails = (count: number) => Array.from({ length: count }, () => `n${++named}@b.test`);
  async function make(count: number, more: object = {}): Promise<readonly number[]> {
    const others = Object.entries(more).map(([name, value]) => item(name, value));
    const inputs = emails(count).map((email) => contact(email, ...others));
    const { body } = await batch("create", inputs);
    return body.data.results.map(({ record }: { record: { id: number } }) => record.id);
  }
  /** Returns inputs without faults. */
  function validInputs(verb: Verb, of: readonly number[]): unknown[] {
    if (verb === "create" || verb === "upsert") return emails(SIZE).map((email) => contact(email));
    return of.map((id) => ({ id, ...(verb === "update" && city) }));
  }
  async function rows(): Promise<readonly number[]> {
    const { kysely } = app.deps.db;
    const tables = ["records", "record_history", "events", "record_index", "associations"] as const;
    const counted = tables.map(async (table) => {
      const all = kysely.selectFrom(table).select((eb) => eb.fn.countAll<number>().as("rows"));
      return Number((await all.executeTakeFirstOrThrow()).rows);
    });
    return Promise.all(counted);
  }
  const issueOf = (index: number, { path, code }: Fault) =>
    `inputs.${index}${path === "" ? "" : `.${path}`} ${code}`;

  test.each(VERBS)(
    "an atomic %s reports each of its faults first, in the middle and last, and changes nothing",
    async (verb) => {
      const before = await rows();
      for (const fault of FAULTS[verb]) {
        const inputs = validInputs(verb, made);
        for (const position of POSITIONS) inputs[position] = fault.input(ids);
        const { status, body } = await batch(verb, inputs, { atomic: true });
        expect([fault.name, status, body.success]).toEqual([fault.name, fault.status, false]);
        expect(body.issues.map(({ path, code }: Issue) => `${path} ${code}`)).toEqual(
          POSITIONS.map((position) => issueOf(position, fault)),
        );
      }
      expect(await rows()).toEqual(before);
    },
  );

  test.each(VERBS)(
    "a %s does what has no fault between faults first, in the middle and last",
    async (verb) => {
      const faults = FAULTS[verb];
      const inputs = validInputs(verb, verb === "delete" ? await make(SIZE) : made);
      const faulty = POSITIONS.flatMap((position) =>
        faults.map((fault, i) => [position === 999 ? position - i : position + i, fault] as const),
      );
      for (const [index, fault] of faulty) inputs[index] = fault.input(ids);
      const { status, body } = await batch(verb, inputs);
      expect([status, body.data.results.length]).toEqual([207, SIZE - faulty.length]);
      const found = body.data.errors.map(
        ({ index, issues }: { index: number; issues: Issue[] }) => [
          index,
          ...issues.map(({ path, code }) => `${path} ${code}`),
        ],
      );
      const wanted = faulty.map(([index, fault]) => [index, issueOf(index, fault)]);
      expect(found).toEqual(wanted.toSorted(([a], [b]) => Number(a) - Number(b)));
    },
  );

  test.each(VERBS)("a %s of 1,001 inputs is refused, and changes nothing", async (verb) => {
    const inputs = validInputs(verb, made);
    const before = await rows();
    const { status, body } = await batch(verb, [...inputs, inputs[0]]);
    expect([status, body.issues.map(({ path, code }: Issue) => `${path} ${code}`)]).toEqual([
      400,
      ["inputs too_many"],
    ]);
    expect(await rows()).toEqual(before);
  });

  test.each(["create", "update", "upsert"] as const)(
    "a %s lets others read between its chunks",
    async (verb) => {
      const { db } = app.deps;
      const transaction = db.transaction.bind(db);
      const writing = Promise.withResolvers<void>();
      let isWriting = false;
      const spy = vi.spyOn(db, "transaction").mockImplementation((run, options) => {
        const isBatch = options?.hasOwnCommit === true;
        const observed: typeof run = async (tx) => {
          isWriting = isBatch;
          writing.resolve();
          try {
            return await run(tx);
          } finally {
            isWriting = false;
          }
        };
        return transaction(isBatch ? observed : run, options);
      });
      onTestFinished(() => spy.mockRestore());
      const answer = batch(verb, validInputs(verb, made));
      await writing.promise;
      let answered = 0;
      while (isWriting) {
        const path = `/api/crm/objects/contacts/${ids.live}`;
        expect((await app.call("GET", path, { token: caller.token })).status).toBe(200);
        if (isWriting) answered++;
      }
      expect((await answer).status).toBe(200);
      expect(answered).toBeGreaterThan(0);
    },
  );
});
