import { OBJECT_TYPES } from "@rapport/core";
import { amount, DIALECTS } from "@rapport/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Caller, startApp, type TestApp } from "../support/app.ts";
import { fingerprint } from "../support/fingerprint.ts";
import { expectOwnWords } from "../support/own-words.ts";

const TYPES = Object.values(OBJECT_TYPES);
const RUNS = amount("requests", 400);

/** Values that are valid in some places, and values that are valid nowhere. */
const anything = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    "\u0000",
    "\ud800",
    "__proto__",
    "constructor",
    "' or 1=1 --",
    "1e400",
    "NaN",
    "2026-01-01",
    "new",
    "won",
    "a@example.com",
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);

const propertyName = (type: (typeof TYPES)[number]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...type.properties.map((property) => property.name)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("__proto__", "cin", "project_id", "stage_id", "toString", ""),
    },
    { weight: 1, arbitrary: anything },
  );

const propertyItem = (type: (typeof TYPES)[number]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ internal_name: propertyName(type), value: anything }) },
    {
      weight: 2,
      arbitrary: fc.record({
        internal_name: propertyName(type),
        values: fc.array(anything, { maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: anything },
  );

const association = (ids: readonly number[]) =>
  fc.oneof(
    fc.record({
      to: fc.record({
        object: fc.oneof(fc.constantFrom(...TYPES.map((type) => type.name)), anything),
        id: fc.oneof(fc.constantFrom(...ids.map(String)), anything),
      }),
    }),
    anything,
  );

const body = (type: (typeof TYPES)[number], ids: readonly number[]) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        {
          properties: fc.array(propertyItem(type), { maxLength: 6 }),
          associations: fc.array(association(ids), { maxLength: 3 }),
        },
        { requiredKeys: ["properties"] },
      ),
    },
    { weight: 4, arbitrary: propertyItem(type) },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          properties: fc.array(propertyItem(type), { maxLength: 4 }),
          internal_name: fc.constant("name"),
          value: anything,
          ifVersion: fc.oneof(fc.integer({ min: -1, max: 4 }), anything),
        },
        { requiredKeys: ["properties"] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        properties: fc.array(propertyItem(type), { minLength: 150, maxLength: 300 }),
      }),
    },
    { weight: 1, arbitrary: anything },
  );

const QUERY = [
  "properties",
  "associations",
  "limit",
  "cursor",
  "archived",
  "updatedSince",
  "internal_name",
  "value",
  "types",
  "from",
];

const QUERY_VALUES = [
  "name,stage",
  "contact,deal",
  "contact.*,deal.created",
  "now",
  "1",
  "true",
  "2026-11-20T09:30:00Z",
  "name",
  "12345",
];
const OPERATORS = [
  "EQ",
  "NEQ",
  "LT",
  "LTE",
  "GT",
  "GTE",
  "BETWEEN",
  "IN",
  "NOT_IN",
  "HAS_PROPERTY",
  "NOT_HAS_PROPERTY",
  "CONTAINS_TOKEN",
  "NOT_CONTAINS_TOKEN",
  "__proto__",
];

/** The body of a search: mostly well-formed, with values of any kind. */
const searchBody = (type: (typeof TYPES)[number], ids: readonly number[]) => {
  const name = fc.oneof(
    propertyName(type),
    fc.constantFrom("id", "createdAt", "updatedAt", "associations.company", "associations.x"),
  );
  const value = fc.oneof(anything, fc.constantFrom(...ids));
  const filter = fc.record(
    {
      internal_name: name,
      operator: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...OPERATORS) },
        { weight: 1, arbitrary: anything },
      ),
      value,
      highValue: value,
      values: fc.array(value, { maxLength: 4 }),
    },
    { requiredKeys: ["internal_name", "operator"] },
  );
  const group = fc.record({
    filters: fc.array(fc.oneof(filter, filter, anything), { maxLength: 3 }),
  });
  const sort = fc.record({
    internal_name: name,
    direction: fc.constantFrom("ASCENDING", "DESCENDING", "asc"),
  });
  return fc.record(
    {
      filterGroups: fc.oneof(fc.array(group, { maxLength: 3 }), anything),
      query: fc.oneof(fc.string({ unit: "grapheme" }), anything),
      sorts: fc.array(sort, { maxLength: 2 }),
      properties: fc.array(name, { maxLength: 3 }),
      associations: fc.array(fc.oneof(fc.constantFrom("company", "deal"), anything), {
        maxLength: 2,
      }),
      limit: fc.oneof(fc.integer({ min: 1, max: 200 }), anything),
      cursor: fc.string(),
      total: fc.boolean(),
    },
    { requiredKeys: [] },
  );
};

const request = (ids: readonly number[]) =>
  fc.constantFrom(...TYPES).chain((type) =>
    fc.record({
      plural: fc.constant(type.plural),
      method: fc.constantFrom("POST", "GET", "PATCH", "PUT", "DELETE", "SEARCH", "ASK"),
      id: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...ids.map(String)) },
        { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
      ),
      rest: fc.oneof(
        { weight: 3, arbitrary: fc.constant("/{id}") },
        fc.constantFrom(
          "",
          "/{id}/history",
          "/{id}/associations/companies",
          "/by/name",
          "/by/{id}",
        ),
      ),
      ask: fc.constantFrom(
        "events",
        "properties/{plural}",
        "properties/{plural}/{id}",
        "pipelines/{plural}",
        "pipelines/{plural}/{id}",
      ),
      query: fc.dictionary(
        fc.oneof(fc.constantFrom(...QUERY), fc.string()),
        fc.oneof(fc.constantFrom(...QUERY_VALUES), fc.string({ unit: "grapheme" })),
        { maxKeys: 3 },
      ),
      body: body(type, ids),
      match: fc.option(
        fc.oneof(
          fc.constantFrom("*", `"${ids[0]}.1"`, `W/"${ids[0]}.1-gzip", "x"`),
          fc.string({ unit: "grapheme-ascii" }),
        ),
        { freq: 2 },
      ),
      prefer: fc.oneof(fc.constant("return=representation"), fc.string({ unit: "grapheme-ascii" })),
      search: searchBody(type, ids),
    }),
  );

/** A property that a record needs, where it is not the name. */
const NAMED_BY: Readonly<Record<string, string>> = {
  ...{ contacts: "phone", notes: "body" },
  ...{ calls: "title", emails: "subject", meetings: "title" },
};

type Generated = typeof request extends (ids: readonly number[]) => fc.Arbitrary<infer T>
  ? T
  : never;

describe.each(DIALECTS)("generated requests on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let ids: number[];
  beforeAll(async () => {
    app = await startApp({ dialect });
    caller = await app.caller();
    ids = [];
    for (let round = 0; round < 5; round++) {
      for (const { plural } of TYPES) {
        const internal_name = NAMED_BY[plural] ?? "name";
        const made = await app.call("POST", `/api/objects/${plural}`, {
          token: caller.token,
          json: { properties: [{ internal_name, value: "12345" }] },
        });
        ids.push(made.body.data.id);
      }
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("never get 5xx or another shape of error, and change nothing if they are refused", async ({
    annotate,
  }) => {
    let before = await fingerprint(app.deps.db);
    await fc.assert(
      fc.asyncProperty(request(ids), async (generated) => {
        const answer = await send(generated);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        expectShape(answer);
        const previous = before;
        before = await fingerprint(app.deps.db);
        const isRead = ["GET", "SEARCH", "ASK"].includes(generated.method);
        if (answer.status >= 400 || isRead) expect(before).toBe(previous);
      }),
      { numRuns: RUNS },
    );
    await annotate(`${RUNS} generated requests, none answered with 5xx`, "figures");
  });

  function send({
    method,
    plural,
    id,
    rest,
    ask,
    query,
    body,
    match,
    prefer,
    search: json,
  }: Generated): Promise<Answer> {
    const { token } = caller;
    const changes = method === "PATCH" || method === "DELETE";
    const headers = { prefer, ...(changes && match !== null && { "if-match": match }) };
    if (method === "PUT") {
      const to = encodeURIComponent(id.toWellFormed());
      const pair = `${ids[0]}/associations/${plural}/${to}`;
      return app.call("PUT", `/api/crm/objects/contacts/${pair}`, { token });
    }
    if (method === "SEARCH") {
      return app.call("POST", `/api/crm/objects/${plural}/search`, { token, json });
    }
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [
        name.toWellFormed(),
        value.toWellFormed(),
      ]),
    ).toString();
    const withId = (path: string) => path.replace("{id}", encodeURIComponent(id.toWellFormed()));
    const asked = (path: string) => (search === "" ? path : `${path}?${search}`);
    if (method === "ASK") {
      const path = withId(ask).replace("{plural}", plural);
      return app.call("GET", asked(`/api/crm/${path}`), { token });
    }
    const path =
      method === "POST"
        ? `/api/objects/${plural}`
        : `/api/crm/objects/${plural}${withId(method === "GET" ? rest : "/{id}")}`;
    if (method === "POST" || method === "PATCH")
      return app.call(method, path, { token, json: body, headers });
    return app.call(method, asked(path), { token, headers });
  }

  function expectShape({ status, body }: Answer): void {
    expect(typeof body.success).toBe("boolean");
    expect(typeof body.message).toBe("string");
    if (status < 400) {
      expect(Object.keys(body).sort()).toEqual(["data", "message", "success"]);
      return;
    }
    expect(Object.keys(body).sort()).toEqual([
      "code",
      "data",
      "issues",
      "message",
      "requestId",
      "success",
    ]);
    expect(body).toMatchObject({ success: false, data: null });
    if (status === 400) expect(body.issues.length).toBeGreaterThan(0);
    expectOwnWords(body.issues);
  }
});
