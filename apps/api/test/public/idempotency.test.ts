import { randomUUID } from "node:crypto";
import { tidy } from "@rapport/core";
import { idempotency, projectSchema } from "@rapport/db";
import { countBlocked, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Caller, TestApp } from "../support/app.ts";
import { sharedApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";
import { inlined } from "../support/openapi.ts";
import { SYNC, startSyncing, template } from "../support/templates.ts";
import { eventually } from "../support/webhooks.ts";

const [CONTACT] = OBJECTS;

describe.each(DIALECTS)("idempotency keys of OAuth clients on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const create = (
    key: string,
    { plural, create: properties }: { plural: string; create: readonly object[] } = CONTACT,
    { token } = caller,
  ) =>
    app.call("POST", `/api/objects/${plural}`, {
      token,
      json: { properties },
      headers: { "idempotency-key": key },
    });
  const count = async ({ projectId } = caller) =>
    (
      await app.deps.db.kysely
        .selectFrom("records")
        .select("id")
        .where("project_id", "=", projectId)
        .execute()
    ).length;

  test.each(OBJECTS)("repeat the response to a create of a $type", async (object) => {
    const key = randomUUID();
    const before = await count();
    const first = await create(key, object);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const again = await create(key, object);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.body).toEqual(first.body);
    expect(await count()).toBe(before + 1);
  });

  test("return 422 for another body", async () => {
    const key = randomUUID();
    await create(key);
    const before = await count();
    const other = [{ internal_name: "email", value: "grace@example.com" }];
    const { status, body } = await create(key, { plural: "contacts", create: other });
    expect([status, body.success, body.code]).toEqual([422, false, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await count()).toBe(before);
  });

  test("return 422 for the same body of another type", async () => {
    const key = randomUUID();
    const named = [{ internal_name: "name", value: "Engines" }];
    expect((await create(key, { plural: "companies", create: named })).status).toBe(201);
    const { status, body } = await create(key, { plural: "leads", create: named });
    expect([status, body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });

  test("can be sent again after a failed request", async () => {
    const key = randomUUID();
    const bad = { plural: "contacts", create: [{ internal_name: "email", value: "none" }] };
    expect((await create(key, bad)).status).toBe(400);
    const made = await create(key);
    expect([made.status, made.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  test("are checked before the record is written", async () => {
    const before = await count();
    const { status, body } = await create("k".repeat(256));
    expect([status, body.issues[0].path]).toEqual([400, "Idempotency-Key"]);
    expect(await count()).toBe(before);
  });

  test("that are used again after they expired keep no response that shows an erased record", async () => {
    const { projectId, token } = await app.caller();
    const key = randomUUID();
    const upsert = async () => {
      const properties = [{ internal_name: "email", value: "ada@example.com" }];
      const json = { idProperty: "email", inputs: [{ properties }] };
      const headers = { "idempotency-key": key };
      const path = "/api/crm/objects/contacts/batch/upsert";
      return (await app.call("POST", path, { token, json, headers })).body.data.results[0].record
        .id;
    };
    const id = await upsert();
    const { kysely } = app.deps.db;
    const created_at = new Date(Date.now() - 25 * 60 * 60 * 1_000).toISOString();
    for (const table of ["idempotency_keys", "idempotency_records"] as const) {
      await kysely
        .updateTable(table)
        .set({ created_at })
        .where("project_id", "=", projectId)
        .execute();
    }
    expect(await upsert()).toBe(id);
    await tidy(app.deps);
    const erased = await app.call("POST", `/api/crm/objects/contacts/${id}/erase`, { token });
    expect(erased.status).toBe(200);
    const keys = kysely.selectFrom("idempotency_keys").where("project_id", "=", projectId);
    expect(await keys.select("response").execute()).toEqual([{ response: "" }]);
  });

  test("belong to the client, not to the project", async () => {
    const key = randomUUID();
    const { body } = await create(key);
    const colleague = await app.caller(caller);
    const other = await create(key, CONTACT, colleague);
    expect([other.status, other.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(other.body.data.id).not.toBe(body.data.id);
    const token = await app.token(caller, "crm.contacts.write");
    expect((await create(key, CONTACT, { ...caller, token })).body).toEqual(body);
  });

  test("are others than those of the project's API keys", async () => {
    const workspace = await app.workspace({ projectId: caller.projectId });
    const post = (key: string) =>
      workspace.call("POST", "/contacts", {
        json: { email: "ada@example.com" },
        headers: { "idempotency-key": key },
      });
    const key = randomUUID();
    const { body } = await create(key);
    const posted = await post(key);
    expect([posted.status, posted.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(posted.body.data.id).not.toBe(String(body.data.id));
    // Not even a key that is stored as the client's is.
    const disguised = await post(`${caller.clientId} ${key}`);
    expect(disguised.headers.get("idempotent-replayed")).toBeNull();
  });

  test("work for calls of tRPC, and repeat their response to a call over REST", async () => {
    const key = randomUUID();
    const call = () =>
      app.call("POST", "/trpc/public.contacts.create", {
        token: caller.token,
        json: { properties: CONTACT.create },
        headers: { "idempotency-key": key },
      });
    const first = await call();
    const again = await call();
    expect([first.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(again.body).toEqual(first.body);
    expect((await create(key)).body).toEqual(first.body.result.data);
  });

  test.each(["this", "another"])(
    "return 422 for another body while the first request runs in %s process",
    async (where) => {
      const { runningKeys, db } = app.deps;
      const key = randomUUID();
      const before = await count();
      const other = [{ internal_name: "email", value: "grace@example.com" }];
      const first = await db.transaction(async (tx) => {
        await projectSchema.lockSchema.all(tx, { project: caller.projectId });
        const running = create(key);
        await eventually(async () => expect(runningKeys.size).toBe(1));
        if (where === "another" && dialect === "postgres") {
          // It has its key by then, and waits for the schema.
          await eventually(async () => expect(await countBlocked(app.databaseUrl)).toBe(1));
          runningKeys.clear();
        }
        const second = await create(key, { plural: "contacts", create: other });
        expect([second.status, second.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
        const same = await create(key);
        expect([same.status, same.headers.get("retry-after")]).toEqual([409, "1"]);
        return { running };
      });
      expect((await first.running).status).toBe(201);
      expect(await count()).toBe(before + 1);
    },
  );

  test("create one record for 20 identical simultaneous requests", async () => {
    const key = randomUUID();
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)));
    for (const { status, headers } of answers.filter(({ status }) => status !== 201)) {
      expect([status, headers.get("retry-after")]).toEqual([409, "1"]);
    }
    const ids = new Set(idsOf(answers));
    expect([ids.size, await count()]).toEqual([1, before + 1]);
  });

  test.each([
    ["public", () => create],
    ["workspace", workspaceCreate],
  ])("return 410 and create nothing once a %s response was erased", async (_, of) => {
    const send = await of();
    const [key, kept] = [randomUUID(), randomUUID()];
    const { body } = await send(key);
    const other = await send(kept);
    await app.deps.db.transaction((tx) =>
      idempotency.eraseAnswersWithRecords(tx, caller, [Number(body.data.id)]),
    );
    const before = await count();
    for (let again = 0; again < 2; again++) {
      const replayed = await send(key);
      expect([replayed.status, replayed.body.code]).toEqual([410, "ERASED"]);
      expect(replayed.body.data).toBeNull();
    }
    expect(await count()).toBe(before);
    expect((await send(kept)).body).toEqual(other.body);
  });

  async function workspaceCreate() {
    const workspace = await app.workspace({ projectId: caller.projectId });
    return (key: string) =>
      workspace.call("POST", "/contacts", {
        json: { email: "ada@example.com" },
        headers: { "idempotency-key": key },
      });
  }

  test("are ignored by a search, which changes nothing", async () => {
    const key = randomUUID();
    const search = (query: string) =>
      app.call("POST", "/api/crm/objects/contacts/search", {
        token: caller.token,
        json: { query },
        headers: { "idempotency-key": key },
      });
    expect((await search("ada")).status).toBe(200);
    const other = await search("grace");
    expect([other.status, other.headers.get("idempotent-replayed")]).toEqual([200, null]);
  });

  test("are documented for every POST that changes something, and for no other", async () => {
    const { body } = await app.call("GET", "/openapi/public.json");
    const paths = inlined(body).paths as Record<
      string,
      Record<string, { parameters?: { name: string }[] }>
    >;
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { parameters = [] }] of Object.entries(operations)) {
        const isKeyed = parameters.some(({ name }) => name === "Idempotency-Key");
        const onlyReads = /\/search$|\/batch\/read$|^\/oauth2\//.test(path);
        expect([path, method, isKeyed]).toEqual([path, method, method === "post" && !onlyReads]);
      }
    }
  });
});

describe.each(DIALECTS)("the idempotency key of a template sync on %s", (dialect) => {
  test("repeats the result without asking the platform again", async () => {
    await using syncing = await startSyncing(dialect, [template("a")]);
    const caller = await syncing.tenant([template("a", { status: "PENDING" })]);
    const send = (key: string) =>
      syncing.app.call("POST", SYNC, {
        token: caller.token,
        headers: { "idempotency-key": key },
      });
    const first = await send("sync-1");
    expect([first.status, first.body.data.updated]).toEqual([200, 1]);
    const asked = syncing.platform.requests.length;
    const again = await send("sync-1");
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(syncing.platform.requests.length).toBe(asked);
    expect((await send("sync-2")).body.data).toMatchObject({ updated: 0, unchanged: 1 });
  });

  test("can be sent again after the platform refused the account", async () => {
    await using syncing = await startSyncing(dialect, [template("a")]);
    const caller = await syncing.tenant([template("a", { status: "PENDING" })]);
    const send = () =>
      syncing.app.call("POST", SYNC, { token: caller.token, headers: { "idempotency-key": "k" } });
    syncing.platform.fail(1, { error: { code: 100 } });
    expect((await send()).status).toBe(400);
    expect((await send()).body.data).toMatchObject({ updated: 1 });
  });
});

function idsOf(answers: readonly Answer[]): readonly number[] {
  return answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id);
}
