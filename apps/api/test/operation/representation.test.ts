import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { startReceiver, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

interface Raw {
  readonly status: number | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
  /** As it was sent: not decompressed. */
  readonly body: Buffer;
}

let app: TestApp;
let caller: Caller;
let small: string;
let large: string;
beforeAll(async () => {
  await trustReceivers();
  app = await sharedApp("sqlite");
  caller = await app.caller();
  small = `/api/crm/objects/companies/${await create("Analytical Engines")}`;
  large = `/api/crm/objects/companies/${await create("Engine ".repeat(400))}`;
});
afterAll(() => app[Symbol.asyncDispose]());

async function create(name: string): Promise<number> {
  const json = { properties: [{ internal_name: "name", value: name }] };
  const made = await app.call("POST", "/api/objects/companies", { token: caller.token, json });
  return made.body.data.id;
}

/** Sends a request with exactly these headers; `fetch` would ask for compressed answers and unpack them. */
function send(
  path: string,
  headers: Record<string, string> = {},
  { method = "GET", token = caller.token as string | null, json = undefined as unknown } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${app.url}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
    });
    outgoing.on("error", reject);
    outgoing.on("response", async (response) => {
      const { statusCode: status, headers } = response;
      resolve({ status, headers, body: await buffer(response) });
    });
    outgoing.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

const GZIP = { "accept-encoding": "gzip" };

describe("compression", () => {
  test("compresses an answer above 1 KiB for a client that accepts gzip", async () => {
    const plain = await send(large);
    const { status, headers, body } = await send(large, GZIP);
    expect([status, headers["content-encoding"], headers.vary]).toEqual([
      ...[200, "gzip", "Accept-Encoding"],
    ]);
    expect(Number(headers["content-length"])).toBe(body.length);
    expect(body.length).toBeLessThan(plain.body.length / 2);
    expect(gunzipSync(body)).toEqual(plain.body);
    expect([plain.headers["content-encoding"], plain.headers.vary]).toEqual([
      ...[undefined, "Accept-Encoding"],
    ]);
  });

  test("leaves a small answer as it is", async () => {
    const { headers, body } = await send(small, GZIP);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(body.toString()).data.properties.name).toBe("Analytical Engines");
  });

  test.each(["gzip, deflate, br", "*", "br;q=1, gzip;q=0.5", "GZIP"])(
    "uses gzip for Accept-Encoding: %s",
    async (accepted) => {
      const { headers } = await send(large, { "accept-encoding": accepted });
      expect(headers["content-encoding"]).toBe("gzip");
    },
  );

  test.each(["identity", "gzip;q=0", "br", "", "gzip;q=0, *"])(
    "does not compress for Accept-Encoding: %s",
    async (accepted) => {
      const { headers } = await send(large, { "accept-encoding": accepted });
      expect(headers["content-encoding"]).toBeUndefined();
    },
  );

  test("compresses a large error", async () => {
    const path = `${small}?properties=${Array.from({ length: 40 }, (_, i) => `nothing_${i}`)}`;
    const { status, headers, body } = await send(path, GZIP);
    expect([status, headers["content-encoding"]]).toEqual([400, "gzip"]);
    expect(JSON.parse(gunzipSync(body).toString()).issues).toHaveLength(40);
  });

  test("compresses discovery, the API reference, its script, the documents and the guides", async () => {
    for (const path of [
      ...["/docs", "/docs/reference.js", "/docs/authentication.md"],
      ...["/openapi/public.json", "/openapi/workspace.json"],
      ...["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"],
    ]) {
      const plain = await send(path, {}, { token: null });
      const { headers, body } = await send(path, GZIP, { token: null });
      expect([path, headers["content-encoding"], headers.vary]).toEqual([
        ...[path, "gzip", "Accept-Encoding"],
      ]);
      expect(gunzipSync(body).equals(plain.body)).toBe(true);
    }
  });

  test("never compresses what /oauth2 answers, nor an answer with a signing secret", async () => {
    const keys = await send("/oauth2/jwks", GZIP, { token: null });
    expect(keys.headers["content-encoding"]).toBeUndefined();
    await using receiver = await startReceiver();
    const { key } = await app.workspace();
    const path = "/v1/webhooks/endpoints";
    const json = { url: `${receiver.url}/${"x".repeat(1_500)}`, events: ["*"] };
    const made = await send(path, GZIP, { method: "POST", token: key, json });
    const { data } = JSON.parse(made.body.toString());
    expect([made.status, typeof data.signingSecret]).toEqual([201, "string"]);
    expect(made.headers["content-encoding"]).toBeUndefined();
    const rotate = `${path}/${data.id}/rotate-secret`;
    const rotated = await send(rotate, GZIP, { method: "POST", token: key });
    expect([rotated.status, rotated.headers["content-encoding"]]).toEqual([200, undefined]);
    const listed = await send(path, GZIP, { token: key });
    expect(listed.headers["content-encoding"]).toBe("gzip");
  });

  test("answers many large requests at once", async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(large, GZIP)));
    const bodies = new Set(answers.map(({ body }) => gunzipSync(body).toString()));
    expect([answers.every(({ status }) => status === 200), bodies.size]).toEqual([true, 1]);
  });
});

describe("long lists", () => {
  test.each([50, 51, 100, 101])("the response to a batch of %i is plain JSON", async (count) => {
    const json = {
      inputs: Array.from({ length: count }, (_, i) => ({
        properties: [{ internal_name: "name", value: `Zoë & 漢字 "🚀" ${i}` }],
      })),
    };
    const path = "/api/crm/objects/companies/batch";
    const made = await send(`${path}/create`, {}, { method: "POST", json });
    const { results } = JSON.parse(made.body.toString()).data;
    const ids = results.map(({ record }: { record: { id: number } }) => ({ id: record.id }));
    const read = { method: "POST", json: { inputs: ids } };
    const plain = await send(`${path}/read`, {}, read);
    expect([plain.status, plain.headers["content-length"]]).toEqual([200, `${plain.body.length}`]);
    const text = plain.body.toString();
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
    const names = JSON.parse(text).data.results.map(
      ({ record }: { record: { properties: { name: string } } }) => record.properties.name,
    );
    expect(names).toEqual(json.inputs.map(({ properties }) => properties[0]?.value));
    const compressed = await send(`${path}/read`, GZIP, read);
    expect(gunzipSync(compressed.body)).toEqual(plain.body);
  });

  test("a list of errors is plain JSON too", async () => {
    const json = { inputs: Array.from({ length: 60 }, () => ({ id: 999_999_999 })) };
    const path = "/api/crm/objects/companies/batch/read";
    const { status, body } = await send(path, {}, { method: "POST", json });
    const text = body.toString();
    expect([status, JSON.parse(text).data.errors.length]).toEqual([207, 60]);
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
  });
});

describe("HEAD", () => {
  test("has the status and headers of GET, and no body", async () => {
    const key = (await app.workspace()).key;
    for (const [path, token] of [
      ...[small, large, "/templates", "/api/crm/properties/deals"].map((one) => [
        one,
        caller.token,
      ]),
      ...["/v1/contacts", "/v1/webhooks/endpoints"].map((one) => [one, key]),
      ...["/docs", "/docs/limits.md", "/openapi/public.json", "/oauth2/jwks"].map((one) => [
        one,
        null,
      ]),
      ...["/.well-known/oauth-authorization-server", "/healthz", "/readyz"].map((one) => [
        one,
        null,
      ]),
      [`${small}0000`, caller.token],
      ["/v1/contacts?limit=0", key],
      ["/templates", null],
    ] as const) {
      for (const headers of [{}, GZIP]) {
        const get = await send(path as string, headers, { token });
        const head = await send(path as string, headers, { token, method: "HEAD" });
        expect([path, head.status, head.body.length]).toEqual([path, get.status, 0]);
        expect([path, comparable(head)]).toEqual([path, comparable(get)]);
      }
    }
  });

  test("returns 405 where there is no GET, with Allow", async () => {
    const { status, headers } = await send("/api/objects/contacts", {}, { method: "HEAD" });
    expect([status, headers.allow]).toEqual([405, "POST"]);
  });
});

/** The headers that do not differ between two requests for the same. */
function comparable({ headers }: Raw) {
  return { ...headers, date: "", "x-request-id": "", ratelimit: "" };
}
