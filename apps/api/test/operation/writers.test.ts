import { EVENT_PATTERNS, OBJECT_TYPES } from "@rapport/core";
import { appRouter, listProcedures, OBJECT_PARAM } from "@rapport/core/routers";
import { type AnyJson, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  type Caller,
  startApp,
  type TestApp,
  type Workspace,
} from "../support/app.ts";
import { createImport, endOf, sendData, undoImport } from "../support/imports.ts";
import { PLANTED, type Planter, planter } from "../support/planted.ts";
import { eventually, receiverOfTest, subscribe } from "../support/webhooks.ts";
import { SCHEMA_WRITES, WRITES } from "../support/writes.ts";

const PROCEDURES = listProcedures(appRouter);
const READS = /[.:]read$/;

/** Operations that write with scopes of their own, and the tests below that call them. */
const APART = {
  "public.imports.create": "an import",
  "public.imports.read": "an import",
  "public.imports.list": "an import",
  "public.imports.cancel": "an import",
  "public.imports.undo": "an import",
  "PUT /api/crm/imports/{importId}/data": "an import",
  "GET /api/crm/imports/{importId}/refused": "an import",
  "GET /api/crm/exports/{exportId}/file": "the feed and exports",
  "GET /api/crm/events/stream": "the feed and exports",
  "GET /api/crm/openapi.json": "the schema",
  "workspace.webhooks.endpoints.create": "webhooks",
  "workspace.webhooks.endpoints.update": "webhooks",
  "workspace.webhooks.endpoints.delete": "webhooks",
  "workspace.webhooks.endpoints.rotateSecret": "webhooks",
  "workspace.webhooks.endpoints.test": "webhooks",
  "workspace.webhooks.deliveries.replay": "webhooks",
  "workspace.webhooks.deliveries.replayFailed": "webhooks",
  "public.templates.syncStatus": "templates, which are not records",
  "POST /oauth2/token": "tokens, which are not records",
} as const;

/** Operations whose answers show the record to who may read it. */
const SHOWING = [
  "set",
  "upsert",
  "merge",
  "unmerge",
  "batch.create",
  "batch.update",
  "batch.upsert",
];

const CALLS = { ...WRITES, ...SCHEMA_WRITES };

/**
 * Types whose operations are called over both surfaces. What differs between the surfaces is the same for all types, so
 * those of the others are called over REST alone.
 */
const ON_BOTH = new Set(["contacts", "deals", "notes"]);

function surfacesOf(path: string): readonly string[] {
  const [front = "", plural = ""] = path.split(".");
  const isOther = Object.values(OBJECT_TYPES).some((type) => type.plural === plural);
  return front === "public" && isOther && !ON_BOTH.has(plural) ? ["REST"] : ["REST", "tRPC"];
}

test("every operation of both APIs that writes has a place here", async () => {
  const app = await startApp({ dialect: "sqlite" });
  try {
    const writing = Object.entries(PROCEDURES).flatMap(([path, { _def }]) =>
      path.startsWith("admin.") || READS.test(_def.meta?.scope ?? "") ? [] : [path],
    );
    const known = new Set(
      Object.values(PROCEDURES).flatMap(({ _def: { meta } }) =>
        meta?.openapi === undefined ? [] : [`${meta.openapi.method} ${meta.openapi.path}`],
      ),
    );
    const plain: string[] = [];
    for (const name of ["public", "workspace"]) {
      const { body } = await app.call("GET", `/openapi/${name}.json`);
      for (const [path, methods] of Object.entries<AnyJson>(body.paths)) {
        for (const method of Object.keys(methods)) {
          if (!["get", "put", "post", "patch", "delete"].includes(method)) continue;
          const operation = `${method.toUpperCase()} ${path}`;
          if (!known.has(operation.replace(" /v1/", " /"))) plain.push(operation);
        }
      }
    }
    const places = [...Object.keys(CALLS), ...Object.keys(APART)];
    expect(places.toSorted()).toEqual([...writing, ...plain].toSorted());
  } finally {
    await app[Symbol.asyncDispose]();
  }
});

// What an answer may show is decided after the database has answered. The comparison of both databases by random requests
// (test/dialects) has such a writer too.
describe("what a writer who may not read gets", () => {
  let app: TestApp;
  let owner: Caller;
  let ownKey: Workspace;
  let plant: Planter;
  const credentials = new Map<string, Promise<string>>();
  beforeAll(async () => {
    await trustReceivers();
    app = await startApp({ dialect: "sqlite" });
    owner = await app.caller();
    ownKey = await app.workspace({ projectId: owner.projectId });
    plant = await planter(
      app,
      owner.token,
      Object.values(OBJECT_TYPES).map(({ plural }) => plural),
    );
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Returns a credential with only these scopes: a token of the owner's client, or a key of the project. */
  function credential(isKey: boolean, scopes: readonly string[]): Promise<string> {
    const scope = scopes.join(" ");
    const { projectId } = owner;
    const made =
      credentials.get(scope) ??
      (isKey
        ? app.workspace({ scope, projectId }).then(({ key }) => key)
        : app.token(owner, scope));
    credentials.set(scope, made);
    return made;
  }

  function expectNothing({ body, headers }: Answer, what: string) {
    const text = `${JSON.stringify(body)}\n${JSON.stringify([...headers])}`;
    expect(text, what).not.toMatch(PLANTED);
  }

  /** Calls a procedure over tRPC or REST. */
  function call(
    surface: string,
    path: string,
    input: object,
    options: { token: string; headers?: Record<string, string> },
  ): Promise<Answer> {
    if (surface === "tRPC") return app.call("POST", `/trpc/${path}`, { ...options, json: input });
    const { method = "", path: template = "" } = PROCEDURES[path]?._def.meta?.openapi ?? {};
    const rest = { ...input } as Record<string, unknown>;
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => {
      const value = String(rest[name]);
      delete rest[name];
      return value;
    });
    const prefix = path.startsWith("workspace.") ? "/v1" : "";
    const query = new URLSearchParams(rest as Record<string, string>).toString();
    return method === "DELETE" || (method !== "PATCH" && query === "")
      ? app.call(method, `${prefix}${filled}${query && `?${query}`}`, options)
      : app.call(method, `${prefix}${filled}`, { ...options, json: rest });
  }

  test.each(Object.keys(CALLS))("%s shows no value of another's record", async (path) => {
    const { scope = "", alsoNeeds = [], openapi } = PROCEDURES[path]?._def.meta ?? {};
    const isKey = path.startsWith("workspace.");
    const scopes = [scope, ...alsoNeeds].map((one) => one.replace(OBJECT_PARAM, "contacts"));
    const writer = await credential(isKey, scopes);
    const whole = isKey ? ownKey.key : owner.token;
    const surfaces = surfacesOf(path);
    // Otherwise the search would find nothing in any answer.
    const verb = path.replace(/^(public|workspace)\.[a-z]+\./, "");
    const isShown = (isKey ? ["update", "upsert"] : SHOWING).includes(verb);
    const succeeded = new Set<string>();
    let isSeen = false;
    for (const build of CALLS[path] ?? []) {
      for (const surface of surfaces) {
        const headers = { prefer: "return=representation" };
        const input = await build(plant);
        const what = `${surface} ${path} ${JSON.stringify(input)}`;
        const answer = await call(surface, path, input, { token: writer, headers });
        expect(answer.status, what).toBeLessThan(500);
        expect([401, 403, 405], what).not.toContain(answer.status);
        if (answer.status < 300) succeeded.add(surface);
        expectNothing(answer, what);
        const isReplayed = openapi?.method === "POST";
        if (!isReplayed && (isSeen || !isShown)) continue;
        const keyed = {
          ...headers,
          "idempotency-key": `${surface} ${what.length} ${Math.random()}`,
        };
        const other = await build(plant);
        const first = await call(surface, path, other, { token: whole, headers: keyed });
        isSeen ||= PLANTED.test(JSON.stringify(first.body));
        if (!isReplayed || first.status >= 300) continue;
        const replayed = await call(surface, path, other, { token: writer, headers: keyed });
        expect(replayed.headers.get("idempotent-replayed"), what).toBe("true");
        expectNothing(replayed, `replay of ${what}`);
      }
    }
    expect([...succeeded].toSorted(), "each surface took a call").toEqual(surfaces);
    if (isShown && verb !== "batch.create") {
      expect(isSeen, "its owner sees the values").toBe(true);
    }
  });

  test("an import shows no value of the records that it changes", async () => {
    const { key } = await plant.record("contacts");
    const { serial } = await plant.record("contacts");
    const scopes = ["crm.contacts.write", "crm.contacts.delete"];
    const token = await credential(false, scopes);
    const json = { object: "contact", mode: "upsert", idProperty: "email", format: "csv" };
    const rows = [
      "email,lastname,serial",
      `${key.value},Mine,`,
      `new@own.example,Mine,${serial.value}`,
      "no email,Mine,",
    ];
    const id = await createImport(app, token, json);
    expectNothing(await sendData(app, token, id, { body: rows.join("\n") }), "data");
    expect(await endOf(app, token, id)).toMatchObject({ updated: 1, refused: 2 });
    const paths = ["", `/${id}`];
    for (const path of paths) {
      expectNothing(await app.call("GET", `/api/crm/imports${path}`, { token }), path);
    }
    const refused = await app.call("GET", `/api/crm/imports/${id}/refused`, { token });
    expect(refused.status).toBe(403);
    expectNothing(await app.call("POST", `/api/crm/imports/${id}/cancel`, { token }), "cancel");
    expect(JSON.stringify(await undoImport(app, token, id))).not.toMatch(PLANTED);
  });

  test("the feed and exports show nothing", async () => {
    await plant.record("contacts");
    const writes = Object.values(OBJECT_TYPES).flatMap(({ plural }) =>
      ["write", "delete", "erase"].map((verb) => `crm.${plural}.${verb}`),
    );
    const token = await credential(false, [...writes, "crm.events.read"]);
    const get = (path: string) => app.call("GET", path, { token });
    for (let cursor = "", isMore = true; isMore; ) {
      const { status, body } = await get(`/api/crm/events?limit=200${cursor}`);
      expect([status, body.data.results]).toEqual([200, []]);
      isMore = body.data.hasMore;
      cursor = `&cursor=${body.data.nextCursor}`;
    }
    for (const path of ["/api/crm/events", "/api/crm/events/stream"]) {
      expect((await get(`${path}?types=contact.created`)).status).toBe(403);
    }
    const json = { object: "contact" };
    expect((await app.call("POST", "/api/crm/exports", { token, json })).status).toBe(403);
    const made = await app.call("POST", "/api/crm/exports", { token: owner.token, json });
    const { id } = made.body.data;
    const path = `/api/crm/exports/${id}`;
    await expect
      .poll(async () => (await app.call("GET", path, owner)).body.data.state, { timeout: 60_000 })
      .toBe("done");
    for (const one of [path, `${path}/file`]) expect((await get(one)).status).toBe(403);
  });

  const writesOnly = () =>
    credential(true, [
      ...["webhooks:write", "webhooks:read"],
      ...["contacts", "companies", "deals"].flatMap((plural) => [
        ...[`${plural}:write`, `${plural}:delete`],
        ...["write", "delete", "erase"].map((verb) => `crm.${plural}.${verb}`),
      ]),
    ]);
  const ofEndpoints = async (method: string, path: string, json?: object) =>
    app.call(method, `/v1/webhooks/endpoints${path}`, { token: await writesOnly(), json });

  test.each(["compact", "full"])("webhooks: %s events are refused", async (payload) => {
    const receiver = await receiverOfTest();
    const url = receiver.url;
    const made = await ofEndpoints("POST", "", { url, events: ["webhook.*"], payload });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const path = `/${made.body.data.id}`;
    const options = { token: await writesOnly() };
    const ways: readonly ((input: { events: string[] }) => Promise<Answer>)[] = [
      (input) => ofEndpoints("POST", "", input),
      ({ events }) => ofEndpoints("PATCH", path, { events }),
      (input) => call("tRPC", "workspace.webhooks.endpoints.create", input, options),
    ];
    const patterns = EVENT_PATTERNS.filter((one) => !one.startsWith("webhook."));
    // Every way reads patterns alike, so each pattern goes one way with each payload.
    for (const [i, pattern] of patterns.entries()) {
      const input = { url, events: ["webhook.test", pattern], payload };
      const answer = await ways[(payload === "full" ? i + 1 : i) % ways.length]?.(input);
      const code = answer?.body.code ?? answer?.body.error.data.crmCode;
      expect([pattern, answer?.status, code]).toEqual([pattern, 403, "INSUFFICIENT_SCOPE"]);
    }
    await plant.record("contacts");
    await ofEndpoints("POST", `${path}/test`);
    const [first] = await receiver.waitFor(1);
    expect(first?.body).toContain("webhook.test");
    expect((await ofEndpoints("DELETE", path)).status).toBe(200);
    expect(receiver.received).toHaveLength(1);
  });

  test("webhooks: the endpoint of another shows nothing, and is not sent elsewhere", async () => {
    const receiver = await receiverOfTest();
    receiver.behave(({ body }) => ({ status: 500, body }));
    const { id } = await subscribe(ownKey, receiver.url, ["*"], "full");
    const path = `/${id}`;
    await plant.record("contacts");
    await eventually(() => expect(receiver.received.at(-1)?.body).toMatch(PLANTED));
    const deliveries = () => ownKey.call("GET", `/webhooks/endpoints${path}/deliveries`);
    await eventually(async () => {
      expect(JSON.stringify((await deliveries()).body)).toMatch(PLANTED);
    });
    const delivery = (await deliveries()).body.data[0].id;
    const since = "2020-01-01T00:00:00Z";
    for (const [method, more, json, status] of [
      ["GET", "", undefined, 200],
      ["GET", "/deliveries", undefined, 200],
      ["PATCH", "", { url: "https://127.0.0.1:9/" }, 403],
      ["PATCH", "", { payload: "compact" }, 403],
      ["PATCH", "", {}, 400],
      ["PATCH", "", { enabled: true }, 200],
      ["POST", "/test", undefined, 202],
      ["POST", `/deliveries/${delivery}/replay`, undefined, 202],
      ["POST", "/replay", { since }, 202],
      ["POST", "/rotate-secret", undefined, 200],
      ["DELETE", "", undefined, 200],
    ] as const) {
      const answer = await ofEndpoints(method, `${path}${more}`, json);
      expect([method, more, answer.status]).toEqual([method, more, status]);
      expectNothing(answer, `${method} ${more}`);
    }
  });
});
