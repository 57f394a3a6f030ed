import http from "node:http";
import { createProject, createTenant } from "@rapport/core";
import { openPlaces, PLACES, type PlaceKind } from "@rapport/service/http/places";
import { DIALECTS, openSession } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { exportApi, insertContacts } from "../support/exports.ts";
import { createImport } from "../support/imports.ts";

const KINDS = Object.keys(PLACES) as PlaceKind[];
const SOON = { timeout: 30_000 };
const JSON_TYPE = { "content-type": "application/json" };

/** A request that keeps its place, because its client sends or reads nothing more. */
interface Held {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** How one tenant takes all places that it can. */
interface Taking {
  /** Clients, each with a project of its own, and requests of each. */
  readonly clients: number;
  readonly requests: number;
  /** Clients of one project; 1 if not given. */
  readonly ofProject?: number;
  readonly request: (app: TestApp, caller: Caller, isLarge: boolean) => Promise<Held>;
}

/** The file of these contacts is larger than what the operating system takes for a client that does not read. */
const [COUNT, LONG] = [240, "x".repeat(60_000)];

const batch = { method: "POST", path: "/api/crm/objects/contacts/batch/read" };

/** Every kind that the API's server has is here, or this does not compile. */
const TAKINGS: Record<Exclude<PlaceKind, "requests" | "tables" | "pages">, Taking> = {
  bodies: {
    ...{ clients: 8, requests: 30 },
    request: async () => ({ ...batch, headers: { ...JSON_TYPE, "content-length": 1_000 } }),
  },
  largeBodies: {
    ...{ clients: 4, requests: 3 },
    request: async () => ({ ...batch, headers: { ...JSON_TYPE, "content-length": 2 << 20 } }),
  },
  uploads: {
    ...{ clients: 4, requests: 3 },
    request: async (app, { token }) => {
      const path = `/api/crm/imports/${await createImport(app, token)}/data`;
      return { method: "PUT", path, headers: { "content-length": 1_000 } };
    },
  },
  downloads: {
    ...{ clients: 4, requests: 10, ofProject: 2 },
    request: async (app, { token, projectId }, isLarge) => {
      if (isLarge) await insertContacts(app.deps.db, projectId, COUNT, { city: LONG });
      const { id } = await exportApi(app, token).run({ object: "contact", format: "csv" });
      return { method: "GET", path: `/api/crm/exports/${id}/file`, headers: {} };
    },
  },
  streams: {
    ...{ clients: 27, requests: 10, ofProject: 9 },
    request: async () => ({ method: "GET", path: "/api/crm/events/stream", headers: {} }),
  },
};

/** Begins a request, and sends and reads nothing more. Returns the first answer that it gets, if any. */
function begin(app: TestApp, { token }: Caller, { method, path, headers }: Held) {
  const seen: { status?: number | undefined; text: string } = { text: "" };
  const request = http.request(`${app.url}${path}`, {
    method,
    agent: false,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  request.on("error", () => undefined);
  request.on("response", (response) => {
    seen.status = response.statusCode;
    response.on("error", () => undefined);
    if (response.statusCode === 200) return void response.pause();
    response.setEncoding("utf8").on("data", (text) => {
      seen.text += text;
    });
  });
  if (headers["content-length"] === undefined) request.end();
  else request.write("{");
  onTestFinished(() => void request.destroy());
  return seen;
}

describe.each(DIALECTS)("the places of a server on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  // Places are counted in memory. Only a download reads the database while it holds its place.
  const takings = Object.entries(TAKINGS).filter(
    ([kind]) => dialect === "sqlite" || kind === "downloads",
  );
  it.each(takings)(
    "are not all taken by one tenant: %s",
    async (kind, { clients, requests, ofProject = 1, request }) => {
      const tenantId = await createTenant(app.deps, "Slow");
      const begun: ReturnType<typeof begin>[] = [];
      let projectId = 0;
      let held: Held | undefined;
      for (let i = 0; i < clients; i++) {
        const isNew = i % ofProject === 0;
        if (isNew) projectId = await createProject(app.deps, tenantId, "Slow");
        const caller = await app.caller({ tenantId, projectId });
        if (isNew) held = await request(app, caller, true);
        for (let n = 0; n < requests; n++) begun.push(begin(app, caller, held as Held));
      }
      const { ofTenant, what, retrySeconds } = PLACES[kind as PlaceKind];
      const refused = () => begun.filter(({ status }) => status === 429).length;
      await expect.poll(refused, SOON).toBe(clients * requests - ofTenant);
      for (const { status, text } of begun) {
        if (status !== 429) continue;
        expect(text).toContain(`This tenant has ${ofTenant} ${what}. Retry in ${retrySeconds} `);
      }

      const other = await app.caller();
      const theirs = begin(app, other, await request(app, other, false));
      const isServed = () => theirs.status === 200 || (theirs.status ?? "waits");
      const expected = held?.headers["content-length"] === undefined ? true : "waits";
      await expect.poll(isServed, SOON).toBe(expected);
      const read = "/api/crm/objects/contacts?limit=1";
      expect((await app.call("GET", read, { token: other.token })).status).toBe(200);
    },
  );
});

// SQLite answers a statement before it can see that a client is gone.
describe("the place of a request", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect: "postgres", settings: { metricsPort: 0 } });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const underWay = async () =>
    /rapport_http_requests_under_way (\d+)/.exec(
      await (await fetch(`${app.metricsUrl}/metrics`)).text(),
    )?.[1];

  it("is free once the work for a client that is gone has ended, at every surface", async () => {
    const { token, projectId } = await app.caller();
    const { key } = await app.workspace({ projectId });
    const count = { name: "search_records", arguments: { object: "contacts" } };
    const requests = [
      ["GET", "/v1/contacts", key],
      ["GET", "/api/crm/objects/contacts", token],
      ["POST", "/api/crm/objects/contacts/search", token, {}],
      ["POST", "/crm/v3/objects/contacts/search", token, {}],
      ["GET", "/crm/v3/objects/contacts", token],
      ["POST", "/mcp", token, { jsonrpc: "2.0", id: 1, method: "tools/call", params: count }],
      ["GET", "/trpc/public.contacts.list?input={}", token],
    ] as const;
    await using locker = await openSession(app.databaseUrl);
    await locker.query("begin; lock table records");
    const sent = requests.map(([method, path, bearer, body]) => {
      const headers = { ...JSON_TYPE, authorization: `Bearer ${bearer}` };
      const request = http.request(app.url + path, { method, agent: false, headers });
      request.on("error", () => undefined);
      return request.end(body && JSON.stringify(body));
    });
    await expect.poll(underWay, SOON).toBe(String(requests.length));
    for (const request of sent) request.destroy();
    await locker.query("rollback");
    await expect.poll(underWay, SOON).toBe("0");
  });
});

describe("the shares of places", () => {
  it.each(KINDS)("leave others room, from the caller to the process: %s", (kind) => {
    const places = openPlaces();
    const { ofCaller, ofProject, ofTenant, ofProcess } = PLACES[kind];
    const code = (holder: Parameters<typeof places.enter>[1]) => {
      try {
        places.enter(kind, holder);
        return "entered";
      } catch (error) {
        return String((error as Error).message)
          .split(" ")
          .slice(0, 2)
          .join(" ");
      }
    };
    const holder = (tenantId: number, projectId: number, id: number) => ({
      ...{ kind: "client", id: String(id), tenantId, projectId },
    });
    for (let i = 0; i < ofCaller; i++) expect(code(holder(1, 1, 1))).toBe("entered");
    expect(code(holder(1, 1, 1))).toBe("This credential");
    for (let i = ofCaller; i < ofProject; i++) expect(code(holder(1, 1, i + 2))).toBe("entered");
    expect(code(holder(1, 1, 9_999))).toBe("This project");
    for (let i = ofProject; i < ofTenant; i++)
      expect(code(holder(1, i + 2, i + 2))).toBe("entered");
    expect(code(holder(1, 9_998, 9_998))).toBe("This tenant");
    for (let i = ofTenant; i < (ofProcess ?? ofTenant + 1); i++) {
      expect(code(holder(i, i, i + 10_000))).toBe("entered");
    }
    if (ofProcess !== null) expect(code(holder(9_999, 9_999, 9_999))).toBe("The server");
  });
});
