import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";
import {
  type Call,
  callsWithBody,
  changedAt,
  type Named,
  placesIn,
} from "../support/hubspot-bodies.ts";

/** The operations are the same for all records. */
const CALLS = callsWithBody({ id: "1", toId: "2" }).map(({ name }, i) => [name, i] as const);
const JSON_TYPE = { "content-type": "application/json" };
/** Characters. A batch may have an error for each of 1,000 inputs. */
const MAX_ANSWER = 1024 * 1024;

const repeat = (count: number, value: unknown) => Array.from({ length: count }, () => value);
const UNKNOWN = { associationTypeId: 99 };
const pairs =
  (count: number, types: unknown) =>
  ({ id, toId }: Named) => ({
    inputs: repeat(count, { from: { id }, to: { id: toId }, types }),
  });
const creates = (count: number, associations: unknown) => () => ({
  inputs: repeat(count, { properties: { phone: "+1 555" }, associations }),
});
const V4 = "/crm/v4/associations/contacts/companies";
const CREATE = "POST /crm/v3/objects/contacts/batch/create";

/** Many lists of which each is within its limit, or little above. */
const MANY: readonly (readonly [string, string, (named: Named) => object])[] = [
  ["8,000 types of a pair", `POST ${V4}/batch/create`, pairs(1, repeat(8_000, 0))],
  ["unknown types of 1,000 pairs", `POST ${V4}/batch/create`, pairs(1_000, repeat(100, UNKNOWN))],
  ["101 types of 1,000 pairs", `POST ${V4}/batch/create`, pairs(1_000, repeat(101, UNKNOWN))],
  [
    "unknown types to end of 1,000 pairs",
    `POST ${V4}/batch/labels/archive`,
    pairs(1_000, repeat(100, UNKNOWN)),
  ],
  [
    "400 pairs for each of 1,000 records",
    `POST ${V4}/batch/archive`,
    ({ id }) => ({ inputs: repeat(1_000, { from: { id }, to: repeat(400, 0) }) }),
  ],
  ["unknown types of new records", CREATE, creates(1_000, repeat(100, { types: [UNKNOWN] }))],
  ["100 types of new records", CREATE, creates(1_000, [{ types: repeat(100, UNKNOWN) }])],
  ["101 types of new records", CREATE, creates(1_000, [{ types: repeat(101, UNKNOWN) }])],
  ["101 associations of new records", CREATE, creates(1_000, repeat(101, 0))],
];

async function makeRecords(app: TestApp, caller: Caller): Promise<Named> {
  const client = hubspot(app, caller);
  const id = await client.make("contacts", { email: "ada@example.com" });
  return { id, toId: await client.make("companies", { name: "Engines" }) };
}

describe("bodies of any shape at HubSpot's paths", () => {
  let app: TestApp;
  let caller: Caller;
  let lacking: Caller;
  let named: Named;
  /** A project whose schema the calls change. */
  let changed: Caller;
  let ofChanged: Named;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
    caller = await app.caller();
    lacking = await app.caller({ ...caller, scope: "crm.emails.read" });
    named = await makeRecords(app, caller);
    changed = await app.caller();
    ofChanged = await makeRecords(app, changed);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const callAt = (index: number, of = named) => callsWithBody(of)[index] as Call;

  it.each(CALLS)("%s checks the scope before the body", async (_, index) => {
    const { method, path, body } = callAt(index);
    const { token } = lacking;
    for (const options of [
      { body: "{}", headers: { "content-type": "text/plain" } },
      { body: "{", headers: JSON_TYPE },
      { body: "{}", headers: { ...JSON_TYPE, "if-match": '"1"' } },
      { body: `"${"x".repeat(1024 * 1024)}"`, headers: JSON_TYPE },
      { json: body },
    ]) {
      const answer = await app.call(method, path, { token, ...options });
      expect([answer.status, answer.body.category]).toEqual([403, "MISSING_SCOPES"]);
    }
  });

  it.each(CALLS)("%s takes any value of every member without failing", async (_, index) => {
    const { method, path, body } = callAt(index, ofChanged);
    for (const place of placesIn(body)) {
      for (const value of [{ toString: 1 }, "toString", [], {}, null, 7, true]) {
        const json = changedAt(body, place.path, value);
        const { status, body: answer } = await app.call(method, path, {
          token: changed.token,
          json,
        });
        const failed = status >= 500 ? [place.path, value, answer] : [];
        expect(failed).toEqual([]);
      }
    }
  });

  it.each(CALLS)("%s refuses the longest lists of the smallest items", async (_, index) => {
    const { method, path, body } = callAt(index);
    const lists = placesIn(body).filter(({ value }) => Array.isArray(value));
    for (const { path: place } of lists) {
      for (const item of ["0", "{}"]) {
        const [start = "", end = ""] = JSON.stringify(changedAt(body, place, "HERE")).split(
          '"HERE"',
        );
        const room = 1024 * 1024 - start.length - end.length - 2;
        const items = `${item},`.repeat(room / (item.length + 1) - 1);
        const long = `${start}[${items}${item}]${end}`;
        const options = { body: long, headers: JSON_TYPE };
        const answer = await app.call(method, path, { ...caller, ...options });
        expect([place, item, answer.status]).toEqual([place, item, 400]);
        expect(JSON.stringify(answer.body).length).toBeLessThan(MAX_ANSWER);
      }
    }
  });

  it.each(MANY)("answers %s in few words", async (_, path, makeBody) => {
    const [method, at] = path.split(" ") as [string, string];
    const json = makeBody(named);
    const answer = await app.call(method, at, { ...caller, json });
    expect([400, 207]).toContain(answer.status);
    expect(JSON.stringify(answer.body).length).toBeLessThan(MAX_ANSWER);
    expect(answer.body.results ?? []).toEqual([]);
    expect((await app.call("POST", at, { token: lacking.token, json })).status).toBe(403);
  });

  it.each([
    ["POST gdpr-delete", {}, /^Give objectId/],
    ["PATCH 1", {}, /^Give the properties to change/],
    ["POST search", { after: "x" }, /^after does not come from this list. Start without after.$/],
    ["POST search", { after: {} }, /^after must be that of the page before/],
    ["POST batch/read", { inputs: [{ id: 1 }], idProperty: {} }, /^idProperty must be the name/],
    [
      "POST ",
      { properties: { phone: "+1 555" }, associations: [{ to: { id: 1 }, types: [UNKNOWN] }] },
      /^Association type 99 doesn't exist from contacts/,
    ],
    [
      "POST ",
      { properties: { phone: "+1 555" }, associations: [{ to: { id: 1 } }] },
      /^An association without a type doesn't exist/,
    ],
  ])("%s %j is 400, and says why", async (operation, json, message) => {
    const [method, path] = operation.split(" ") as [string, string];
    const at = `/crm/v3/objects/contacts/${path}`.replace(/\/$/, "");
    const { status, body } = await app.call(method, at, { ...caller, json });
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it("refuses the inputs of a batch whose association types are unknown, and creates the others", async () => {
    const inputs = [[{ to: { id: named.toId }, types: [UNKNOWN] }], []].map((associations) => ({
      ...{ properties: { phone: "+1 555" }, associations },
    }));
    const path = "/crm/v3/objects/contacts/batch/create";
    const { status, body } = await app.call("POST", path, { ...caller, json: { inputs } });
    expect([status, body.results.length, body.errors.length]).toEqual([207, 1, 1]);
    expect(body.errors[0]).toMatchObject({
      context: { index: ["0"] },
      errors: [{ in: "inputs.0.associations.0.types.0" }],
    });
  });
});
