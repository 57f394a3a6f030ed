import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  type Caller,
  sharedApp,
  type TestApp,
  type Workspace,
} from "../support/app.ts";
import { importFile, refusedOf } from "../support/imports.ts";

interface Case {
  readonly type: string;
  readonly rules: Readonly<Record<string, string | number>>;
  readonly good: string;
  readonly bad: string;
  /** The sentence after the name of the property. */
  readonly says: string;
}

/** One case for each rule, and those at which a naive check goes wrong. */
const CASES: Readonly<Record<string, Case>> = {
  minLength: {
    ...{ type: "string", rules: { minLength: 3 }, good: "😀😀😀", bad: "😀😀" },
    says: "must have at least 3 characters, got 2.",
  },
  maxLength: {
    ...{ type: "text", rules: { maxLength: 2 }, good: "😀😀", bad: "abc" },
    says: "must have at most 2 characters, got 3.",
  },
  pattern: {
    ...{ type: "string", rules: { pattern: "[A-Z]{2}\\d+|x" }, good: "AB12", bad: "xAB12x" },
    says: "must match the pattern [A-Z]{2}\\d+|x",
  },
  min: {
    type: "number",
    rules: { min: "90071992547409930.1" },
    good: "90071992547409930.1",
    bad: "90071992547409930.0",
    says: "must be at least 90071992547409930.1, got 90071992547409930.0.",
  },
  max: {
    ...{ type: "number", rules: { max: -1 }, good: "-1.0", bad: "-0.999" },
    says: "must be at most -1, got -0.999.",
  },
  decimals: {
    ...{ type: "number", rules: { decimals: 2 }, good: "12.5000", bad: "12.5051" },
    says: "must have at most 2 decimals, got 12.5051.",
  },
  notBefore: {
    ...{ type: "date", rules: { notBefore: "2026-01-02" }, good: "2026-01-02", bad: "2026-01-01" },
    says: "must not be before 2026-01-02, got 2026-01-01.",
  },
  notAfter: {
    type: "datetime",
    rules: { notAfter: "2026-01-31" },
    good: "2026-01-31T23:59:59.999Z",
    bad: "2026-02-01T00:00:00.001Z",
    says: "must not be after 2026-01-31, got 2026-02-01T00:00:00.001Z.",
  },
};
const RULES = Object.keys(CASES);

describe.each(DIALECTS)("rules of properties on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    for (const [name, { type, rules }] of Object.entries(CASES)) {
      const json = { internal_name: `r_${name}`, label: name, type, rules };
      const made = await send("POST", "/api/crm/properties/contacts", json);
      expect([made.status, made.body.data?.rules]).toEqual([
        201,
        Object.fromEntries(
          Object.entries(rules).map(([rule, limit]) => [
            rule,
            rule === "max" ? String(limit) : rule === "notAfter" ? `${limit}T00:00:00.000Z` : limit,
          ]),
        ),
      ]);
    }
    const key = { internal_name: "key", label: "Key", indexed: true };
    await send("POST", "/api/crm/properties/contacts", key);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const send = (method: string, path: string, json?: unknown, { token } = caller) =>
    app.call(method, path, { token, ...(json === undefined ? {} : { json }) });
  const objects = (path: string, json: unknown, method = "POST") =>
    send(method, `/api/crm/objects/contacts${path}`, json);
  let made = 0;
  const email = () => `r${++made}@example.com`;
  const contact = async (values: object = {}) =>
    Number((await objects("", { properties: { email: email(), ...values } })).body.data.id);
  const valueIn = async (id: number, name: string) =>
    (await send("GET", `/api/crm/objects/contacts/${id}?properties=${name}`)).body.data.properties[
      name
    ];
  const item = (internal_name: string, value: string) => ({ internal_name, value });
  const trpc = (procedure: string, json: unknown) =>
    send("POST", `/trpc/public.${procedure}`, json);
  /** The issues of a refusal, wherever the operation has them. */
  const issuesIn = ({ body }: Answer): readonly { path: string; code: string; message: string }[] =>
    body.issues ??
    body.error?.data?.issues ??
    body.data?.errors?.flatMap((one: { issues: unknown[] }) => one.issues) ??
    [];

  type Write = (name: string, value: string) => Promise<Answer>;
  const WRITES: Readonly<Record<string, readonly [write: Write, path: (name: string) => string]>> =
    {
      "create by array": [
        (name, value) =>
          send("POST", "/api/objects/contacts", {
            properties: [item("email", email()), item(name, value)],
          }),
        () => "properties.1.value",
      ],
      "create by object": [
        (name, value) => objects("", { properties: { email: email(), [name]: value } }),
        (name) => `properties.${name}`,
      ],
      "update of one property": [
        async (name, value) => objects(`/${await contact()}`, item(name, value), "PATCH"),
        () => "value",
      ],
      "update of several": [
        async (name, value) =>
          objects(`/${await contact()}`, { properties: { [name]: value } }, "PATCH"),
        (name) => `properties.${name}`,
      ],
      "batch create": [
        (name, value) =>
          objects("/batch/create", { inputs: [{ properties: { email: email(), [name]: value } }] }),
        (name) => `inputs.0.properties.${name}`,
      ],
      "batch create, atomic": [
        (name, value) =>
          objects("/batch/create", {
            inputs: [{ properties: { email: email(), [name]: value } }],
            atomic: true,
          }),
        (name) => `inputs.0.properties.${name}`,
      ],
      "batch update": [
        async (name, value) =>
          objects("/batch/update", {
            inputs: [{ id: await contact(), properties: [item(name, value)] }],
          }),
        () => "inputs.0.properties.0.value",
      ],
      "upsert that creates": [
        (name, value) =>
          objects("/upsert", {
            idProperty: "key",
            properties: { email: email(), key: `k${++made}`, [name]: value },
          }),
        (name) => `properties.${name}`,
      ],
      "upsert that updates": [
        async (name, value) => {
          const key = `k${++made}`;
          await contact({ key });
          return objects("/upsert", { idProperty: "key", properties: { key, [name]: value } });
        },
        (name) => `properties.${name}`,
      ],
      "batch upsert": [
        (name, value) =>
          objects("/batch/upsert", {
            idProperty: "email",
            inputs: [{ properties: { email: email(), [name]: value } }],
          }),
        (name) => `inputs.0.properties.${name}`,
      ],
      "tRPC create": [
        (name, value) =>
          trpc("contacts.create", { properties: [item("email", email()), item(name, value)] }),
        () => "properties.1.value",
      ],
      "tRPC update": [
        async (name, value) =>
          trpc("contacts.set", { contactId: await contact(), ...item(name, value) }),
        () => "value",
      ],
    };

  // A value is checked before anything is written, so PostgreSQL has one rule for each way to write.
  const refusals = Object.keys(WRITES).flatMap((write, i) =>
    RULES.filter((_, n) => dialect === "sqlite" || n === i % RULES.length).map(
      (rule) => [write, rule] as const,
    ),
  );
  test.each(refusals)(
    "%s refuses a value that breaks %s, and takes one that does not",
    async (write, rule) => {
      const [run, path] = WRITES[write] as (typeof WRITES)[string];
      const { good, bad, says } = CASES[rule] as Case;
      const name = `r_${rule}`;
      const refused = await run(name, bad);
      expect(issuesIn(refused)).toEqual([
        {
          ...{ path: path(name), code: "rule_violated", message: `"${name}" ${says}`, rule },
          limit: expect.anything(),
        },
      ]);
      if (!write.startsWith("batch")) expect(refused.status).toBe(400);
      const taken = await run(name, good);
      expect([taken.status >= 200 && taken.status < 300, issuesIn(taken)]).toEqual([true, []]);
    },
  );

  test("an import refuses the rows whose values break a rule, with the column and the sentence", async () => {
    for (const rule of RULES) {
      const { good, bad, says } = CASES[rule] as Case;
      const csv = `email,r_${rule}\n${email()},${good}\n${email()},${bad}\n`;
      const done = await importFile(app, caller.token, {}, { body: csv });
      expect([rule, done]).toMatchObject([rule, { created: 1, refused: 1 }]);
      const refused = await refusedOf(app, caller.token, done.id);
      expect(refused.replaceAll('""', '"')).toContain(`r_${rule}: "r_${rule}" ${says}`);
    }
  });

  test.each([
    ["minLength", "name", { minLength: 3 }, "ab", "abc"],
    ["maxLength", "name", { maxLength: 3 }, "abcd", "abc"],
    ["pattern", "name", { pattern: "[a-c]+" }, "abcd", "abc"],
    ["min", "amount", { min: 1 }, 0.5, 1],
    ["max", "amount", { max: "10.5" }, 10.75, 10.5],
    ["decimals", "amount", { decimals: 1 }, 1.25, 1.5],
  ])("the Workspace API refuses a value that breaks %s", async (rule, field, rules, bad, good) => {
    const workspace: Workspace = await app.workspace();
    const { token } = await app.caller({ projectId: workspace.projectId });
    const path = `/api/crm/properties/deals/${field}`;
    const changed = await app.call("PATCH", path, { token, json: { rules } });
    expect(changed.body.data.violations).toEqual({ records: 0, isMore: false });
    const deal = (value: unknown) => ({
      name: "abc",
      amount: 1.5,
      currency: "EUR",
      [field]: value,
    });
    const made = await workspace.call("POST", "/deals", { json: deal(good) });
    expect(made.status).toBe(201);
    for (const refused of [
      await workspace.call("POST", "/deals", { json: deal(bad) }),
      await workspace.call("PATCH", `/deals/${made.body.data.id}`, { json: { [field]: bad } }),
    ]) {
      expect([refused.status, refused.body.issues]).toMatchObject([
        400,
        [{ path: field, code: "rule_violated", rule }],
      ]);
    }
  });

  test("all faults of a request come together, each broken rule of a value too", async () => {
    const json = {
      internal_name: "both",
      label: "Both",
      rules: { pattern: "\\d*", maxLength: 2 },
    };
    await send("POST", "/api/crm/properties/contacts", json);
    const refused = await objects("", {
      properties: { both: "abc", emial: "x", r_min: "x", r_max: "5", phone: "1" },
      foo: 1,
    });
    expect(refused.status).toBe(400);
    const broken = issuesIn(refused).filter(({ path }) => path === "properties.both");
    expect(broken).toMatchObject([{ rule: "maxLength" }, { rule: "pattern" }]);
    expect(
      issuesIn(refused)
        .map(({ path, code }) => `${path} ${code}`)
        .sort(),
    ).toEqual([
      "foo unrecognized_key",
      "properties email_or_phone_required",
      "properties.both rule_violated",
      "properties.both rule_violated",
      "properties.emial property_unknown",
      "properties.phone value_invalid",
      "properties.r_max rule_violated",
      "properties.r_min value_invalid",
    ]);
  });

  test("checks each of several values, but not those that the record has already", async () => {
    const json = { internal_name: "codes", label: "Codes", multi: true };
    await send("POST", "/api/crm/properties/contacts", json);
    const id = await contact({ codes: ["abc", "d"] });
    const path = "/api/crm/properties/contacts/codes";
    const changed = await send("PATCH", path, { rules: { maxLength: 1 } });
    expect(changed.body).toMatchObject({
      message:
        "Property changed. 1 record has a value that breaks its rules. It stays until it is written.",
      data: { rules: { maxLength: 1 }, violations: { records: 1, isMore: false } },
    });
    const kept = await objects(`/${id}`, { properties: { codes: ["abc", "e"] } }, "PATCH");
    expect(kept.status).toBe(200);
    const refused = await objects(`/${id}`, { properties: { codes: ["e", "fg"] } }, "PATCH");
    expect(issuesIn(refused)).toMatchObject([
      { path: "properties.codes.1", code: "rule_violated", rule: "maxLength", limit: 1 },
    ]);
  });

  test("values from before a rule stay until they are written", async () => {
    const json = { internal_name: "size", label: "Size", type: "number" };
    await send("POST", "/api/crm/properties/contacts", json);
    const ids = [await contact({ size: "5" }), await contact({ size: "6" }), await contact()];
    const [id] = ids as [number];
    const path = "/api/crm/properties/contacts/size";
    const changed = await send("PATCH", path, { rules: { max: 4 } });
    expect([changed.status, changed.body.message, changed.body.data]).toMatchObject([
      200,
      "Property changed. 2 records have values that break its rules. They stay until they are written.",
      { rules: { max: "4" }, violations: { records: 2, isMore: false } },
    ]);
    const other = await objects(`/${id}`, item("city", "Rome"), "PATCH");
    expect(other.status).toBe(200);
    const same = await objects(`/${id}`, { properties: { size: "5", city: "Oslo" } }, "PATCH");
    expect(same.status).toBe(200);
    expect(await valueIn(id, "size")).toBe("5");
    expect((await objects(`/${id}`, item("size", "5.5"), "PATCH")).status).toBe(400);
    expect((await objects(`/${id}`, item("size", "4"), "PATCH")).status).toBe(200);
    expect((await objects(`/${id}`, item("size", "5"), "PATCH")).status).toBe(400);
    const merged = await send("POST", "/api/crm/objects/contacts/merge", {
      primaryId: ids[2],
      mergeIds: [ids[1]],
    });
    expect([merged.status, await valueIn(ids[2] as number, "size")]).toEqual([200, "6"]);
  });

  test("null clears the rules, the default and the group, each alone", async () => {
    const settings = { rules: { minLength: 1, pattern: "a+" }, default: "a", group: "Contract" };
    const json = { internal_name: "cleared", label: "Cleared", ...settings };
    const made = await send("POST", "/api/crm/properties/leads", json);
    expect(made.body.data).toMatchObject(settings);
    const path = "/api/crm/properties/leads/cleared";
    const left: Record<string, unknown> = { ...settings };
    for (const name of Object.keys(settings)) {
      left[name] = null;
      const { status, body } = await send("PATCH", path, { [name]: null });
      expect([status, body.data]).toMatchObject([200, left]);
      expect((await send("GET", path)).body.data).toMatchObject(left);
    }
    const built = await send("PATCH", "/api/crm/properties/leads/source", settings);
    expect(built.body.data).toMatchObject({ ...settings, builtIn: true });
    const listed = (await send("GET", "/api/crm/properties/leads")).body.data.results;
    expect(listed).toContainEqual(
      expect.objectContaining({ internal_name: "source", ...settings }),
    );
    const replaced = await send("PATCH", "/api/crm/properties/leads/source", {
      rules: { maxLength: 9 },
    });
    expect(replaced.body.data.rules).toEqual({ maxLength: 9 });
  });

  test.each<[string, object, string[]]>([
    [
      "a rule of another type",
      { type: "number", rules: { maxLength: 1 } },
      ["rules.maxLength rule_not_of_type"],
    ],
    ["a rule of a boolean", { type: "boolean", rules: { min: 1 } }, ["rules.min rule_not_of_type"]],
    [
      "a rule of an enumeration",
      { type: "enumeration", rules: { pattern: "a" } },
      ["rules.pattern rule_not_of_type"],
    ],
    ["an unknown rule", { rules: { minimum: 1 } }, ["rules.minimum unrecognized_key"]],
    [
      "min above max",
      { type: "number", rules: { min: "1.01", max: 1 } },
      ["rules.min rules_contradict"],
    ],
    [
      "minLength above maxLength",
      { rules: { minLength: 2, maxLength: 1 } },
      ["rules.minLength rules_contradict"],
    ],
    [
      "notBefore after notAfter",
      { type: "date", rules: { notBefore: "2026-01-02", notAfter: "2026-01-01" } },
      ["rules.notBefore rules_contradict"],
    ],
    [
      "a length that is no whole number",
      { rules: { minLength: 1.5 } },
      ["rules.minLength invalid_type"],
    ],
    ["a length below 0", { rules: { minLength: -1 } }, ["rules.minLength out_of_range"]],
    [
      "a limit that is no number",
      { type: "number", rules: { min: "x" } },
      ["rules.min value_invalid"],
    ],
    [
      "a limit that is no day",
      { type: "date", rules: { notAfter: "2026-02-30" } },
      ["rules.notAfter value_invalid"],
    ],
    [
      "a moment without a zone",
      { type: "datetime", rules: { notAfter: "2026-01-01T10:00" } },
      ["rules.notAfter value_invalid"],
    ],
    ["a look-ahead", { rules: { pattern: "(?=a)" } }, ["rules.pattern pattern_invalid"]],
    ["a back-reference", { rules: { pattern: "(a)\\1" } }, ["rules.pattern pattern_invalid"]],
    ["an open bracket", { rules: { pattern: "[a" } }, ["rules.pattern pattern_invalid"]],
    [
      "a pattern that is too complex",
      { rules: { pattern: "(a{1,99}){1,9}" } },
      ["rules.pattern pattern_invalid"],
    ],
    [
      "a pattern that is too long",
      { rules: { pattern: "a".repeat(501) } },
      ["rules.pattern pattern_invalid"],
    ],
    ["a default of another type", { type: "number", default: "x" }, ["default value_invalid"]],
    [
      "a default that breaks a rule",
      { rules: { maxLength: 1 }, default: "ab" },
      ["default rule_violated"],
    ],
    [
      "a default that is no option",
      { type: "enumeration", closed: true, options: [{ value: "a", label: "A" }], default: "b" },
      ["default value_not_allowed"],
    ],
    ["a list as the default of one value", { default: ["a"] }, ["default property_single_value"]],
    ["a default of a unique property", { unique: true, default: "a" }, ["default default_unique"]],
    ["a group that is too long", { group: "g".repeat(101) }, ["group too_long"]],
    ["a group with a line end", { group: "a\nb" }, ["group control_characters"]],
    [
      "several faults",
      { type: "date", rules: { min: 1, notAfter: "x" }, default: "y", group: "\u202ea", foo: 1 },
      [
        "default value_invalid",
        "foo unrecognized_key",
        "group control_characters",
        "rules.min rule_not_of_type",
        "rules.notAfter value_invalid",
      ],
    ],
  ])("refuses %s with 400", async (_, settings, faults) => {
    const json = { internal_name: "refused", label: "Refused", ...settings };
    const { status, body } = await send("POST", "/api/crm/properties/contacts", json);
    expect(status).toBe(400);
    const found = body.issues.map(({ path, code }: Record<string, string>) => `${path} ${code}`);
    expect(found.sort()).toEqual(faults);
  });

  test("says which rules a type has, and why a pattern is refused", async () => {
    const message = async (settings: object) => {
      const json = { internal_name: "refused", label: "Refused", ...settings };
      return (await send("POST", "/api/crm/properties/contacts", json)).body.issues[0].message;
    };
    expect(await message({ type: "number", rules: { pattern: "a" } })).toBe(
      "A property of type number has no rule pattern. It can have min, max and decimals.",
    );
    expect(await message({ rules: { pattern: "(?=a)" } })).toBe(
      "The pattern is not a regular expression in RE2 syntax, which has no look-around and no back-references: invalid or unsupported Perl syntax: `(?=`.",
    );
  });

  test("a default and rules of a property are refused where something else sets its values", async () => {
    for (const name of ["stage", "pipeline", "probability"]) {
      const json = { rules: {}, default: "won" };
      const { status, body } = await send("PATCH", `/api/crm/properties/deals/${name}`, json);
      expect([status, body.issues]).toMatchObject([400, [{ code: "default_not_allowed" }]]);
    }
  });

  test("a later change is checked against the default that stays", async () => {
    const json = { internal_name: "rank", label: "Rank", type: "number", default: 5 };
    const made = await send("POST", "/api/crm/properties/contacts", json);
    expect(made.body.data.default).toBe("5");
    const path = "/api/crm/properties/contacts/rank";
    const refused = await send("PATCH", path, { rules: { max: 4 } });
    expect(refused.body.issues).toMatchObject([{ path: "default", code: "rule_violated" }]);
    const both = await send("PATCH", path, { rules: { max: 4 }, default: 4 });
    expect(both.body.data).toMatchObject({ rules: { max: "4" }, default: "4" });
    await send("PATCH", path, { default: null });
  });

  test("every way to create a record gives it the defaults, unless it has a value", async () => {
    const own = await app.caller();
    const post = (path: string, json: unknown) => send("POST", path, json, own);
    const properties: [string, object, unknown][] = [
      ["d_text", { default: "new" }, "new"],
      ["d_flag", { type: "boolean", default: false }, false],
      ["d_list", { multi: true, default: ["a", "b"] }, ["a", "b"]],
      ["d_time", { type: "datetime", default: "2026-01-01" }, "2026-01-01T00:00:00.000Z"],
    ];
    for (const [internal_name, settings] of properties) {
      const json = { internal_name, label: internal_name, ...settings };
      expect((await post("/api/crm/properties/contacts", json)).status).toBe(201);
    }
    const city = { default: "Rome" };
    await send("PATCH", "/api/crm/properties/contacts/city", city, own);
    const defaults = {
      ...Object.fromEntries(properties.map(([name, , value]) => [name, value])),
      city: "Rome",
    };
    const idOf = async (answer: Promise<Answer>, at: (body: Answer["body"]) => unknown) =>
      String(at((await answer).body));
    const address = () => ({ email: email() });
    const inBatch = (body: Answer["body"]) => body.data.results[0].record.id;
    const created = [
      await idOf(
        post("/api/objects/contacts", { properties: [item("email", email())] }),
        (b) => b.data.id,
      ),
      await idOf(
        post("/api/crm/objects/contacts", {
          properties: { ...address(), city: null, d_list: [], d_text: "" },
        }),
        (b) => b.data.id,
      ),
      await idOf(
        post("/api/crm/objects/contacts/batch/create", { inputs: [{ properties: address() }] }),
        inBatch,
      ),
      await idOf(
        post("/api/crm/objects/contacts/upsert", { idProperty: "email", properties: address() }),
        (b) => b.data.record.id,
      ),
      await idOf(
        post("/api/crm/objects/contacts/batch/upsert", {
          idProperty: "email",
          inputs: [{ properties: address() }],
        }),
        inBatch,
      ),
      await idOf(
        post("/trpc/public.contacts.create", { properties: [item("email", email())] }),
        (b) => b.result.data.data.id,
      ),
    ];
    const workspace = await app.workspace({ projectId: own.projectId });
    const json = address();
    created.push(await idOf(workspace.call("POST", "/contacts", { json }), (b) => b.data.id));
    await importFile(app, own.token, {}, { body: `email,city\n${email()},\n` });
    const newest = await send("GET", "/api/crm/objects/contacts?limit=1", undefined, own);
    created.push(newest.body.data.results[0].id);
    for (const id of created) {
      const read = await send("GET", `/api/crm/objects/contacts/${id}`, undefined, own);
      expect([id, read.body.data.properties]).toMatchObject([id, defaults]);
    }
    const named = await post("/api/crm/objects/contacts", {
      properties: { ...address(), city: "Oslo", d_flag: true },
    });
    expect(named.body.data.properties).toMatchObject({ city: "Oslo", d_flag: true, d_text: "new" });
    const id = named.body.data.id;
    await send("PATCH", `/api/crm/objects/contacts/${id}`, item("d_text", ""), own);
    const cleared = await send("GET", `/api/crm/objects/contacts/${id}`, undefined, own);
    expect(cleared.body.data.properties.d_text ?? null).toBeNull();
  });

  test("a pattern that makes other engines backtrack is answered at once", async () => {
    const json = { internal_name: "slow", label: "Slow", rules: { pattern: "(a+)+b" } };
    expect((await send("POST", "/api/crm/properties/contacts", json)).status).toBe(201);
    const refused = await objects("", { properties: { email: email(), slow: "a".repeat(60_000) } });
    expect([refused.status, issuesIn(refused)]).toMatchObject([400, [{ rule: "pattern" }]]);
  });
});
