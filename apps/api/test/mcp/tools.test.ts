import { type AnyJson, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool } from "../support/agents.ts";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

interface Wrong {
  readonly tool: string;
  readonly args: object;
  /** Path of the issue, and what its message names. */
  readonly path: string;
  readonly near: string;
}

const filters = (...all: object[]) => ({ object: "deals", filters: all });
const deal = (properties: object, more = {}) => ({
  object: "deals",
  records: [{ properties: { name: "One", ...properties }, ...more }],
});
const to = (object: string, id: unknown) => ({ associations: [{ to: { object, id } }] });

/** A wrong name of each kind. */
const WRONG: Readonly<Record<string, Wrong>> = {
  "an argument": {
    ...{ tool: "search_records", args: { object: "deals", querry: "x" } },
    ...{ path: "querry", near: '"query"' },
  },
  "a type": {
    ...{ tool: "search_records", args: { object: "deels" }, path: "object", near: '"deals"' },
  },
  "a property of a filter": {
    ...{ tool: "search_records", path: "filters.0.property", near: '"amount"' },
    args: filters({ property: "ammount", operator: "EQ", value: 1 }),
  },
  "an operator": {
    ...{ tool: "search_records", path: "filters.0.operator", near: "GTE" },
    args: filters({ property: "amount", operator: ">=", value: 1 }),
  },
  "a member of BETWEEN": {
    ...{ tool: "search_records", path: "filters.0.high_value", near: '"high_value"' },
    args: filters({ property: "amount", operator: "BETWEEN", value: 1 }),
  },
  "a stage in a filter": {
    ...{ tool: "search_records", path: "filters.0.value", near: '"negotiation"' },
    args: filters({ property: "stage", operator: "EQ", value: "negotation" }),
  },
  "stages in a filter": {
    ...{ tool: "count_records", path: "filters.0.values.1", near: '"won"' },
    args: filters({ property: "stage", operator: "IN", values: ["new", "wonn"] }),
  },
  "the label of an option in a filter": {
    ...{ tool: "search_records", path: "filters.0.value", near: '"newbusiness"' },
    args: filters({ property: "dealType", operator: "EQ", value: "New business" }),
  },
  "an associated type in a filter": {
    ...{ tool: "search_records", path: "filters.0.property", near: '"associations.companies"' },
    args: filters({ property: "associations.compnies", operator: "EQ", value: 1 }),
  },
  "a label in a filter": {
    ...{ tool: "search_records", path: "filters.0.type", near: '"decision_maker"' },
    args: filters({
      ...{ property: "associations.contacts", operator: "HAS_PROPERTY", type: "decision_makr" },
    }),
  },
  "a property to sort by": {
    ...{ tool: "search_records", path: "sort.property", near: '"closeDate"' },
    args: { object: "deals", sort: { property: "closedate" } },
  },
  "a direction": {
    ...{ tool: "search_records", path: "sort.direction", near: "DESCENDING" },
    args: { object: "deals", sort: { property: "id", direction: "desc" } },
  },
  "a property to return": {
    ...{ tool: "get_records", path: "properties.0", near: '"amount"' },
    args: { object: "deals", ids: [1], properties: ["amont"] },
  },
  "a key": {
    ...{ tool: "get_records", path: "key.property", near: '"name"' },
    args: { object: "deals", key: { property: "nmae", value: "x" } },
  },
  "a property of a history": {
    ...{ tool: "get_history", path: "property", near: '"stage"' },
    args: { object: "deals", ids: [1], property: "stge" },
  },
  "a property to group by": {
    ...{ tool: "count_records", path: "group_by", near: '"stage"' },
    args: { object: "deals", group_by: "stag" },
  },
  "a number to add up": {
    ...{ tool: "count_records", path: "sum", near: "amount" },
    args: { object: "deals", sum: "name" },
  },
  "a property to write": {
    ...{ tool: "create_records", path: "records.0.properties.ammount", near: '"amount"' },
    args: deal({ ammount: 1 }),
  },
  "an internal name": {
    ...{ tool: "create_records", path: "records.0.properties.stage_id", near: '"stage"' },
    args: deal({ stage_id: 1 }),
  },
  "a stage to write": {
    ...{ tool: "create_records", path: "records.0.properties.stage", near: '"proposal"' },
    args: deal({ stage: "propsal" }),
  },
  "a pipeline to write": {
    ...{ tool: "create_records", path: "records.0.properties.pipeline", near: '"default"' },
    args: deal({ pipeline: "defalt" }),
  },
  "an option to write": {
    ...{ tool: "create_records", path: "records.0.properties.size", near: '"xl"' },
    args: deal({ size: "Extra large" }),
  },
  "a type to associate with": {
    ...{ tool: "create_records", path: "records.0.associations.0.to.object", near: '"companies"' },
    args: deal({}, to("compnies", 1)),
  },
  "a label to associate with": {
    ...{ tool: "associate_records", path: "type", near: '"decision_maker"' },
    args: { object: "deals", ids: [1], to: { object: "contacts", id: 1 }, type: "decisionmaker" },
  },
  "a key to upsert by": {
    ...{ tool: "upsert_records", path: "key.property", near: '"name"' },
    args: { ...deal({}), key: { property: "nam" } },
  },
  "a time": {
    ...{ tool: "recent_changes", path: "since", near: "2026-11-20T09:30:00Z" },
    args: { since: "yesterday" },
  },
};

describe.each(DIALECTS)("tools for agents on %s", (dialect) => {
  // Every tool runs on both databases in the test of what agents do.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    const post = async (path: string, json: object) => {
      const { status, body } = await app.call("POST", path, { token: caller.token, json });
      expect(status, JSON.stringify(body)).toBe(201);
    };
    await post("/api/crm/association-labels/deals/contacts", {
      ...{ key: "decision_maker", label: "Decision maker", inverseKey: "decides" },
    });
    await post("/api/crm/properties/deals", {
      ...{ internal_name: "size", label: "Size", type: "enumeration", closed: true },
      options: [
        { value: "s", label: "Small" },
        { value: "xl", label: "Extra large" },
      ],
    });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = async (name: string, args: object): Promise<AnyJson> => {
    const { isError = false, structuredContent } = await callTool(app, caller.token, name, args);
    return { isError, ...structuredContent };
  };

  onSqlite.each(Object.keys(WRONG))("names what is near %s that is wrong", async (kind) => {
    const { tool, args, path, near } = WRONG[kind] as Wrong;
    const { isError, errors } = await call(tool, args);
    expect(isError).toBe(true);
    const issues = errors.flatMap((error: AnyJson) => error.issues);
    const issue = issues.find((one: AnyJson) => one.path === path);
    expect(issue, JSON.stringify(issues)).toBeDefined();
    expect(issue.message).toContain(near);
  });

  onSqlite("reports every fault at once, each once", async () => {
    const { errors } = await call("search_records", {
      ...{ object: "deals", limit: 0, nonsense: true, sort: { property: "nope" } },
      filters: [
        { property: "ammount", operator: "EQ", value: 1 },
        { property: "amount", operator: "LIKE", value: 1, high: 2 },
        { property: "stage", operator: "EQ", value: "wun" },
      ],
    });
    const paths = errors[0].issues.map(({ path }: AnyJson) => path);
    expect(paths.toSorted()).toEqual([
      ...["filters.0.property", "filters.1.high", "filters.1.operator", "filters.2.value"],
      ...["limit", "nonsense", "sort.property"],
    ]);
  });

  onSqlite.each([
    ["get_records", "ids"],
    ["create_records", "records"],
    ["update_records", "records"],
    ["delete_records", "ids"],
  ])("reports an empty list of %s once", async (tool, list) => {
    const { errors } = await call(tool, { object: "deals", [list]: [] });
    const issues = errors.flatMap((error: AnyJson) => error.issues);
    expect(issues.map(({ path, code }: AnyJson) => [path, code])).toEqual([[list, "too_few"]]);
  });

  onSqlite(
    "accepts labels of stages, ids as text, nulls for what is absent, and the singular",
    async () => {
      const made = await call("create_records", {
        ...{ object: "deal", idempotency_key: null },
        records: [
          { properties: { name: "Null", stage: "Negotiation", amount: null }, associations: null },
        ],
      });
      expect(made).toMatchObject({
        isError: false,
        results: [
          { index: 0, status: "created", record: { properties: { stage: "negotiation" } } },
        ],
      });
      const id = String(made.results[0].record.id);
      const read = await call("get_records", {
        object: "deal",
        ids: [id],
        key: null,
        cursor: null,
      });
      expect(read.results).toMatchObject([{ id: Number(id), properties: { name: "Null" } }]);
      const stage = { property: "stage", operator: "IN", values: ["NEGOTIATION"] };
      const found = await call("search_records", {
        object: "deal",
        filters: [stage],
        query: "null",
      });
      expect(found.results).toHaveLength(1);
      const update = { object: "deals", records: [{ id, properties: { amount: 5, name: null } }] };
      const [{ record }] = (await call("update_records", update)).results;
      expect(record.properties).not.toHaveProperty("name");
      expect(record.properties.amount).toBe("5");
    },
  );

  onSqlite("creates once for an idempotency key", async () => {
    const create = (name: string) =>
      call("create_records", { ...deal({ name }), idempotency_key: "agent-1" });
    const first = await create("Once");
    const again = await create("Once");
    expect(again.results[0].record.id).toBe(first.results[0].record.id);
    expect(again.message).toContain("earlier call");
    const other = await create("Twice");
    expect(other).toMatchObject({ isError: true, errors: [{ code: "IDEMPOTENCY_KEY_REUSED" }] });
    const found = await call("search_records", { object: "deals", query: "once" });
    expect(found.results).toHaveLength(1);
  });

  onSqlite("names arguments as they were given in every issue", async () => {
    const unknown = await call("get_history", { object: "contacts", id: 5 });
    const issues = unknown.errors.flatMap((error: AnyJson) => error.issues);
    expect(issues.map(({ path }: AnyJson) => path).toSorted()).toEqual(["id", "ids"]);
    const keyed = await call("create_records", { ...deal({ name: "A" }), idempotency_key: "é" });
    expect(keyed.errors[0].issues).toMatchObject([
      {
        path: "idempotency_key",
        message:
          'An idempotency_key must have 1 to 255 printable ASCII characters. Example: "order-4711"',
      },
    ]);
    const since = await call("recent_changes", { since: "yesterday" });
    expect(since.errors[0].issues[0].message).toMatch(/ Example: "2026-11-20T09:30:00Z"$/);
  });

  onSqlite("lists the types with their properties, options, pipelines and labels", async () => {
    const own = await app.caller();
    const ask = async (args: object): Promise<AnyJson> =>
      (await callTool(app, own.token, "list_types", args)).structuredContent;
    const { results, message } = await ask({});
    const deals = results.find(({ object }: AnyJson) => object === "deals");
    const details = (await ask({ object: "deals" })).results[0];
    const names = (of: AnyJson) => of.properties.map(({ name, type }: AnyJson) => [name, type]);
    expect(names(deals)).toEqual(names(details));
    expect(deals.pipelines).toMatchObject([
      { key: "default", stages: [{ key: "new" }, {}, {}, {}, {}, {}] },
    ]);
    const priority = deals.properties.find(({ name }: AnyJson) => name === "priority");
    expect(priority.options[0]).toEqual({ value: "low" });
    expect(message).toBe("Labels and rules are left out. Give object for all about a type.");
  });

  onSqlite("does what it can of a write, and says the rest by index", async () => {
    const properties = { name: "Partly", pipeline: null, stage: "", probability: null };
    const [{ record }] = (await call("create_records", deal(properties))).results;
    const records = [
      { id: record.id, properties: { amount: 1 } },
      { id: 999_999_999, properties: { amount: 1 } },
      { properties: { amount: 1 } },
      "nonsense",
      { id: record.id, properties: { amount: "many" } },
    ];
    const { isError, results, errors } = await call("update_records", { object: "deals", records });
    expect([isError, results.length]).toEqual([false, 1]);
    const paths = errors.map(({ index, issues }: AnyJson) => [index, issues[0].path]);
    expect(paths).toEqual([
      [1, "records.1.id"],
      [2, "records.2.id"],
      [3, "records.3"],
      [4, "records.4.properties.amount"],
    ]);
  });

  onSqlite("upserts one record by a key that is given apart", async () => {
    const key = { property: "name", value: "Apart" };
    const upsert = { object: "deals", key, records: [{ properties: { amount: 7 } }] };
    expect((await call("upsert_records", upsert)).results[0].status).toBe("created");
    expect((await call("upsert_records", upsert)).results[0].status).toBe("unchanged");
    const read = await call("get_records", { object: "deals", key });
    expect(read.results).toMatchObject([{ properties: { name: "Apart", amount: "7" } }]);
  });

  onSqlite("associates with a label, shows it with the name, and ends it", async () => {
    const person = {
      object: "contacts",
      records: [{ properties: { email: "grace@example.com", firstname: "Grace" } }],
    };
    const contact = (await call("create_records", person)).results[0].record.id;
    const ids = [(await call("create_records", deal({ name: "Labelled" }))).results[0].record.id];
    const pair = { object: "deals", ids, to: { object: "contacts", id: contact } };
    const labelled = { ...pair, type: "decision_maker" };
    expect((await call("associate_records", labelled)).isError).toBe(false);
    const entries = async () =>
      (await call("get_records", { object: "deals", ids })).results[0].associations.contact?.map(
        ({ type, name }: AnyJson) => `${type} ${name}`,
      );
    expect(await entries()).toEqual(["deal_to_contact Grace", "decision_maker Grace"]);
    await call("dissociate_records", labelled);
    expect(await entries()).toEqual(["deal_to_contact Grace"]);
    await call("dissociate_records", pair);
    expect(await entries()).toBeUndefined();
    const [type] = (await call("list_types", { object: "deals" })).results;
    expect(type.associationLabels).toEqual([
      { to: "contacts", type: "decision_maker", label: "Decision maker" },
    ]);
  });

  it("counts in groups, and adds up exactly in each currency", async () => {
    const own = await app.caller();
    const ask = async (name: string, args: object): Promise<AnyJson> =>
      (await callTool(app, own.token, name, args)).structuredContent;
    const amounts = [
      ["0.1", "EUR", "new"],
      ["0.2", "EUR", "new"],
      ["5", "GBP", "new"],
      [null, null, "won"],
    ];
    const records = amounts.map(([amount, currency, stage], i) => ({
      properties: { name: `D${i}`, amount, currency, stage, tags: ["a", `t${i % 2}`] },
    }));
    await ask("create_records", { object: "deals", records });
    const counted = await ask("count_records", {
      object: "deals",
      group_by: "stage",
      sum: "amount",
    });
    expect(counted).toMatchObject({
      results: [
        {
          ...{ value: "new", label: "New", count: 3, sum: null },
          sums: [
            { currency: "EUR", sum: "0.3" },
            { currency: "GBP", sum: "5" },
          ],
        },
        { value: "won", count: 1, sum: null },
      ],
      total: { value: 4, relation: "eq" },
      nextCursor: null,
    });
    const { kysely } = app.deps.db;
    const { projectId: project_id } = own;
    await kysely
      .insertInto("reporting_currencies")
      .values({ project_id, currency: "EUR" })
      .execute();
    const rates = [
      { base: "EUR", currency: "USD", starts_on: "2026-02-01", rate: "0.9" },
      { base: "EUR", currency: "USD", starts_on: "2026-01-01", rate: "0.82345" },
    ];
    await kysely
      .insertInto("currency_rates")
      .values(rates.map((rate) => ({ ...rate, project_id })))
      .execute();
    const more = [
      { amount: "10", currency: "USD", stage: "new", closeDate: "2026-01-15" },
      { amount: "10", currency: "USD", stage: "lost", closeDate: "2026-01-15" },
      { amount: "10", currency: "USD", stage: "lost", closeDate: "2025-12-31" },
      { amount: "1", stage: "lost", closeDate: "2026-01-15" },
    ].map((properties, i) => ({ properties: { name: `E${i}`, ...properties } }));
    await ask("create_records", { object: "deals", records: more });
    const grouped = { object: "deals", group_by: "stage", sum: "amount" };
    const { results } = await ask("count_records", grouped);
    expect(results.map(({ value, total }: AnyJson) => [value, total])).toEqual([
      ["new", { currency: "EUR", sum: "9.30", leftOut: [{ currency: "GBP", count: 1 }] }],
      ["won", undefined],
      [
        "lost",
        {
          ...{ currency: "EUR", sum: "8.23" },
          leftOut: [
            { currency: "USD", count: 1 },
            { currency: null, count: 1 },
          ],
        },
      ],
    ]);
    const all = await ask("count_records", { object: "deals", query: "d1" });
    expect(all.results).toEqual([{ value: null, count: 1 }]);
    const owners = await ask("count_records", { object: "deals", group_by: "owner_id" });
    expect(owners.results).toEqual([{ value: null, count: 8 }]);
  });

  onSqlite("follows changes from a cursor", async () => {
    // In a project without events of other tests, which may come into the feed a moment later.
    const own = await app.caller();
    const call = async (name: string, args: object): Promise<AnyJson> =>
      (await callTool(app, own.token, name, args)).structuredContent;
    const start = await call("recent_changes", { limit: 1 });
    await call("create_records", deal({ name: "Followed" }));
    const seen: string[] = [];
    let cursor = start.nextCursor;
    await expect
      .poll(
        async () => {
          const page = await call("recent_changes", { cursor, object: "deals" });
          cursor = page.nextCursor;
          seen.push(...page.results.map(({ type, name }: AnyJson) => `${type} ${name}`));
          return seen;
        },
        { timeout: 10_000 },
      )
      .toEqual(["deal.created Followed"]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await call("recent_changes", { since: tomorrow })).results).toEqual([]);
    const wrong = await call("recent_changes", { cursor: "nonsense" });
    expect(wrong.errors[0].issues[0]).toMatchObject({ path: "cursor", code: "cursor_invalid" });
  });
});
