import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

const PLAIN = { "accept-encoding": "identity" };

// The header is made of the record that was read.
describe("the ETag of a record", () => {
  let app: TestApp;
  let caller: Caller;
  let id: number;
  let path: string;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
    caller = await app.caller();
    id = await create("Analytical Engines");
    path = `/api/crm/objects/companies/${id}`;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function create(name: string): Promise<number> {
    const json = { properties: [{ internal_name: "name", value: name }] };
    const made = await app.call("POST", "/api/objects/companies", { token: caller.token, json });
    return made.body.data.id;
  }
  const read = (at: string, headers: Record<string, string> = {}, method = "GET") =>
    app.call(method, at, { token: caller.token, headers });
  const set = (internal_name: string, value: string) =>
    app.call("PATCH", path, { token: caller.token, json: { internal_name, value } });

  test("is the id and the version, and changes with each change of the record", async () => {
    expect((await read(path)).headers.get("etag")).toBe(`"${id}.1"`);
    await set("industry", "Manufacturing");
    expect((await read(path)).headers.get("etag")).toBe(`"${id}.2"`);
    await set("industry", "Manufacturing");
    const { headers, body } = await read(`${path}?properties=name`);
    expect([headers.get("etag"), body.data.version]).toEqual([`"${id}.2"`, 2]);
  });

  test("is that of the read by id in a read by a property", async () => {
    const name = "Difference Engines";
    const made = await create(name);
    const by = `/api/crm/objects/companies/by/name?value=${encodeURIComponent(name)}`;
    const { headers } = await read(by, PLAIN);
    expect(headers.get("etag")).toBe(`"${made}.1"`);
    const same = await read(by, { ...PLAIN, "if-none-match": `"${made}.1"` });
    expect([same.status, same.body]).toEqual([304, ""]);
    const associated = await read(`${by}&associations=contact`);
    expect([associated.status, associated.headers.get("etag")]).toEqual([200, null]);
  });

  test("is not sent with associations, for an error or over tRPC", async () => {
    const input = encodeURIComponent(JSON.stringify({ companyId: id }));
    for (const [at, status] of [
      [`${path}?associations=contact`, 200],
      [`${path}?properties=nothing`, 400],
      [`${path}0000`, 404],
      [`/trpc/public.companies.read?input=${input}`, 200],
    ] as const) {
      const answer = await read(at, { "if-none-match": "*" });
      expect([at, answer.status, answer.headers.get("etag")]).toEqual([at, status, null]);
    }
  });

  test.each([
    ["the tag", (tag: string) => tag],
    ["a weak tag", (tag: string) => `W/${tag}`],
    ["a list", (tag: string) => `"1.1", W/"x" ,${tag}`],
    ["any tag", () => "*"],
  ])("answers If-None-Match with %s by 304 without a body", async (_, wanted) => {
    const tag = (await read(path, PLAIN)).headers.get("etag") ?? "";
    for (const method of ["GET", "HEAD"]) {
      const headers = { ...PLAIN, "if-none-match": wanted(tag) };
      const answer = await read(path, headers, method);
      expect([answer.status, answer.body, answer.headers.get("etag")]).toEqual([304, "", tag]);
      for (const name of ["content-type", "content-length", "content-encoding"]) {
        expect([name, answer.headers.get(name)]).toEqual([name, null]);
      }
      expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    }
  });

  test.each([`"1.1"`, "", "nonsense", "W/", `"*"`])(
    "answers If-None-Match: %s by the record",
    async (wanted) => {
      const answer = await read(path, { "if-none-match": wanted });
      expect([answer.status, answer.body.data.id]).toEqual([200, id]);
    },
  );

  test("answers by the record after a change", async () => {
    const tag = (await read(path)).headers.get("etag") ?? "";
    await set("industry", `Not ${tag}`);
    expect((await read(path, { "if-none-match": tag })).status).toBe(200);
  });

  test("ends with -gzip if the body is compressed", async () => {
    const large = `/api/crm/objects/companies/${await create("Engine ".repeat(400))}`;
    const plain = (await read(large, PLAIN)).headers.get("etag") ?? "";
    const compressed = await read(large, { "accept-encoding": "gzip" });
    const tag = plain.replace(/"$/, '-gzip"');
    expect([compressed.headers.get("etag"), compressed.headers.get("vary")]).toEqual([
      ...[tag, "Accept-Encoding"],
    ]);
    const again = { "accept-encoding": "gzip", "if-none-match": tag };
    const unchanged = await read(large, again);
    expect([unchanged.status, unchanged.headers.get("etag")]).toEqual([304, tag]);
    expect((await read(large, { ...PLAIN, "if-none-match": tag })).status).toBe(200);
  });

  test("is checked after the credential and the scope", async () => {
    const headers = { "if-none-match": "*" };
    expect((await app.call("GET", path, { headers })).status).toBe(401);
    const { token } = await app.caller({ scope: "crm.deals.read" });
    expect((await app.call("GET", path, { token, headers })).status).toBe(403);
    const other = await app.caller();
    expect((await app.call("GET", path, { token: other.token, headers })).status).toBe(404);
  });
});
