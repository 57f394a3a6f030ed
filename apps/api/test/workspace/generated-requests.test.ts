import { amount, DIALECTS } from "@rapport/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, startApp, type TestApp, type Workspace } from "../support/app.ts";
import { fingerprint } from "../support/fingerprint.ts";
import { expectOwnWords } from "../support/own-words.ts";

const RUNS = amount("requests", 300);
const DEAL = { name: "Engine", amount: 1, currency: "GBP" };
const SUCCESS_KEYS = [
  ["data", "status"],
  ["data", "pagination", "status"],
];

/** Values that are valid in some places, and values that are valid nowhere. */
const anything = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\u0000", "\ud800", "__proto__", "GBP", "won", "lead", "a@example.com", "1"),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);

const FIELDS = {
  contacts: ["email", "firstName", "lastName", "lifecycleStage"],
  companies: ["name", "domain", "website", "lifecycleStage"],
  deals: ["name", "amount", "currency", "companyId", "companyIds", "stage", "pipeline"],
} as const;

/** The smallest valid create. */
const LEAST = { contacts: { email: "ada@example.com" }, companies: { name: "E" }, deals: DEAL };

const PARAMETERS = [
  "limit",
  "cursor",
  "email",
  "domain",
  "lifecycleStage",
  "stage",
  "pipeline",
  "companyId",
];

const LIKELY = {
  email: "b@example.com",
  firstName: "Ada",
  lastName: null,
  lifecycleStage: "customer",
  name: "Engine 2",
  amount: 2.5,
  currency: "EUR",
  companyId: "1",
  companyIds: ["1"],
  domain: "engines.example",
  website: "https://engines.example",
  stage: "won",
  pipeline: "default",
};

const likely = (plural: keyof typeof FIELDS) =>
  fc
    .subarray([...FIELDS[plural]])
    .map((names) => Object.fromEntries(names.map((name) => [name, LIKELY[name]])));

const members = (plural: keyof typeof FIELDS) =>
  fc.dictionary(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...FIELDS[plural]) },
      {
        weight: 1,
        arbitrary: fc.oneof(fc.constantFrom("__proto__", "id", "toString"), fc.string()),
      },
    ),
    anything,
    { maxKeys: 6 },
  );

const body = (plural: keyof typeof FIELDS) =>
  fc.oneof(
    { weight: 6, arbitrary: members(plural) },
    {
      weight: 5,
      arbitrary: fc.oneof(likely(plural), members(plural)).map((more) => ({
        ...LEAST[plural],
        ...more,
      })),
    },
    { weight: 3, arbitrary: likely(plural) },
    {
      weight: 3,
      arbitrary: fc.constant(LEAST[plural]),
    },
    { weight: 1, arbitrary: anything },
  );

const query = fc.dictionary(
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PARAMETERS) }, fc.string()),
  fc.oneof(
    fc.constantFrom("1", "7", "200", "0", "lead", "won", "default", "\u0000"),
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
  ),
  { maxKeys: 3 },
);

const request = (ids: readonly string[]) =>
  fc.constantFrom("contacts" as const, "companies" as const, "deals" as const).chain((plural) =>
    fc.record({
      plural: fc.constant(plural),
      operation: fc.constantFrom("create", "list", "read", "update", "delete"),
      id: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...ids) },
        { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1 }) },
      ),
      query,
      body: body(plural),
      key: fc.option(fc.constantFrom("k1", "k2", "k3", "", "\u00e9", "k".repeat(256)), {
        nil: undefined,
      }),
    }),
  );

type Generated = ReturnType<typeof request> extends fc.Arbitrary<infer T> ? T : never;

describe.each(DIALECTS)("generated requests to the Workspace API on %s", (dialect) => {
  let app: TestApp;
  let workspace: Workspace;
  const ids: string[] = [];
  beforeAll(async () => {
    app = await startApp({ dialect });
    workspace = await app.workspace();
    for (let round = 0; round < 15; round++) {
      const contact = { email: `c${round}@example.com`, lifecycleStage: "lead" };
      for (const [path, json] of [
        ["/contacts", contact],
        ["/companies", { name: `e${round}`, domain: "engines.example" }],
        ["/deals", DEAL],
      ] as const)
        ids.push((await workspace.call("POST", path, { json })).body.data.id);
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("never get 5xx or another shape of error, and change nothing if they are refused", async ({
    annotate,
  }) => {
    let before = await fingerprint(app.deps.db);
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(request(ids), async (generated) => {
        const answer = await send(generated);
        statuses.add(answer.status);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        expectShape(answer);
        const isRead = generated.operation === "list" || generated.operation === "read";
        const isReplay = answer.headers.has("idempotent-replayed");
        const previous = before;
        before = await fingerprint(app.deps.db);
        if (answer.status >= 400 || isRead || isReplay) expect(before).toBe(previous);
      }),
      { numRuns: RUNS },
    );
    await annotate(`${RUNS} generated requests, none answered with 5xx`, "figures");
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400]));
  });

  function send({ plural, operation, id, query, body, key }: Generated): Promise<Answer> {
    const one = `/${plural}/${encodeURIComponent(id.toWellFormed())}`;
    const headers = key === undefined ? {} : { "idempotency-key": key };
    switch (operation) {
      case "create":
        return workspace.call("POST", `/${plural}`, { json: body, headers });
      case "update":
        return workspace.call("PATCH", one, { json: body, headers });
      case "delete":
        return workspace.call("DELETE", one);
      default: {
        const search = new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [
            name.toWellFormed(),
            value.toWellFormed(),
          ]),
        );
        return workspace.call("GET", `${operation === "list" ? `/${plural}` : one}?${search}`);
      }
    }
  }

  function expectShape({ status, body, headers }: Answer): void {
    if (status < 400) {
      expect(SUCCESS_KEYS).toContainEqual(Object.keys(body).sort());
      expect(body.status).toBe("success");
      return;
    }
    expect(body).toEqual({
      status: "error",
      message: expect.any(String),
      data: null,
      code: expect.any(String),
      issues: expect.any(Array),
      requestId: headers.get("x-request-id"),
    });
    if (status === 400) expect(body.issues.length).toBeGreaterThan(0);
    expectOwnWords(body.issues);
  }
});
