import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAdmin,
  createProject,
  createTenant,
  parseSecretKey,
  secretBox,
  setAccount,
} from "@rapport/core";
import { readConfig } from "@rapport/service/settings/config";
import {
  type AnyJson,
  type Dialect,
  migratedDatabase,
  startGraphPlatform,
  startReceiver,
  trustReceivers,
} from "@rapport/testing";
import { expect } from "vitest";
import { createAdminApp } from "../../../admin/server/app.ts";
import { cookieOf } from "../../../admin/test/support/admin-app.ts";
import { codeOf } from "../../../admin/test/support/totp.ts";
import { type Answer, startApp, type TestApp } from "../../../api/test/support/app.ts";
import { exportApi } from "../../../api/test/support/exports.ts";
import { subscribe, verified } from "../../../api/test/support/webhooks.ts";
import { runHere } from "./run-here.ts";
import type { Ended } from "./run-to-end.ts";

const OWN = { "x-rapport-admin": "1", "content-type": "application/json" };
const WABA = { wabaId: "102290129340398", accessToken: "EAAGmRapportNeverShowsThis" };
const ONCE = { headers: { "idempotency-key": "once" }, json: { email: "once@example.com" } };

/** Starts an installation with a secret of each kind, and what people hold of them. */
export async function startSealed(dialect: Dialect) {
  await trustReceivers();
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-sealed-"));
  const file = join(dataDir, "secret-key");
  const database = await migratedDatabase(dialect);
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url };
  const receiver = await startReceiver();
  const platform = await startGraphPlatform({ ...WABA, templates: [] });
  const servers: Servers[] = [];
  async function start(): Promise<Servers> {
    const { secretKeys, keyFile } = readConfig(env);
    const settings = { secretKeys, keyFile, dataDir, databaseUrl: database.url };
    const app = await startApp({ dialect, graphUrl: platform.url, settings });
    const opened = { app, admin: await serveAdmin(app) };
    servers.push(opened);
    return opened;
  }
  async function stop(): Promise<void> {
    for (const { app, admin } of servers.splice(0)) {
      await admin.stop();
      await app[Symbol.asyncDispose]();
    }
  }
  const first = await start();
  const held = await hold(first, receiver.url);
  return {
    ...{ dataDir, file, databaseUrl: database.url, env, receiver, held, start, stop, first },
    keys: () => readFileSync(file, "utf8").trim().split("\n"),
    rapport: (...args: string[]): Promise<Ended> => runHere(args, env),
    async [Symbol.asyncDispose]() {
      await stop();
      await receiver[Symbol.asyncDispose]();
      await platform[Symbol.asyncDispose]();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Sealed = Awaited<ReturnType<typeof startSealed>>;

interface Servers {
  readonly app: TestApp;
  readonly admin: AdminServer;
}

interface AdminServer {
  signIn(json: object): Promise<Response>;
  /** Calls a procedure with the cookie of a session, and returns its result. */
  change(cookie: string, procedure: string, input: object): Promise<AnyJson>;
  stop(): Promise<void>;
}

async function serveAdmin({ deps }: TestApp): Promise<AdminServer> {
  const onError = (error: unknown) => {
    throw error;
  };
  const app = createAdminApp({ deps, publicUrl: "http://127.0.0.1:3001", onError });
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    signIn: (json: object) =>
      fetch(`${url}/session`, { method: "POST", headers: OWN, body: JSON.stringify(json) }),
    async change(cookie, procedure, input) {
      const body = JSON.stringify(input);
      const headers = { ...OWN, cookie };
      const response = await fetch(`${url}/trpc/admin.${procedure}`, {
        method: "POST",
        headers,
        body,
      });
      const answer: AnyJson = await response.json();
      expect(response.status, JSON.stringify(answer)).toBe(200);
      return answer.result.data;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function hold({ app, admin }: Servers, url: string) {
  const tenantId = await createTenant(app.deps, "Acme");
  const projectId = await createProject(app.deps, tenantId, "Sales");
  const caller = await app.caller({ tenantId, projectId });
  const api = await app.workspace({ projectId });
  for (const email of ["ada@example.com", "grace@example.com"]) {
    expect((await api.call("POST", "/contacts", { json: { email } })).status).toBe(201);
  }
  const answered = await api.call("POST", "/contacts", ONCE);
  expect(answered.status).toBe(201);
  const hook = await subscribe(api, url, ["webhook.test"]);
  const rotated = await api.call("POST", `${hook.path}/rotate-secret`);
  const secrets = [hook.secret, rotated.body.data.signingSecret as string];
  await setAccount(app.deps, tenantId, WABA);
  const { token } = caller;
  const page = await app.call("GET", "/api/crm/objects/contacts?limit=1", { token });
  const feed = await app.call("GET", "/api/crm/events?from=now", { token });
  const exported = await exportApi(app, token).run({ object: "contact" });
  return {
    ...{ tenantId, projectId, caller, apiKey: api.key, hook, secrets, answered },
    pageCursor: cursorOf(page),
    feedCursor: cursorOf(feed),
    exportId: exported.id,
    admin: await factorOf({ app, admin }),
  };
}

export type Held = Sealed["held"];

/** Returns the cursor of a page. */
export function cursorOf({ body }: Answer): string {
  const [, cursor = ""] = /"nextCursor":"([^"]+)"/.exec(JSON.stringify(body)) ?? [];
  expect(cursor, JSON.stringify(body)).not.toBe("");
  return cursor;
}

/** Creates an admin with an authenticator app, who has begun to replace it. */
async function factorOf({ app, admin }: Servers) {
  const made = await createAdmin(app.deps, { email: "ada@example.com" });
  const cookie = cookieOf(await admin.signIn(made));
  const change = (verb: string, input: object) =>
    admin.change(cookie, `access.secondFactor.${verb}`, input);
  const { password } = made;
  const { secret } = await change("begin", { password });
  const { recoveryCodes } = await change("confirm", { code: codeOf(secret) });
  const next = await change("begin", { password, code: recoveryCodes[0] });
  return { ...made, secret, next: next.secret };
}

const call = (
  app: TestApp,
  held: Held,
  method: string,
  { path, request = {} }: { readonly path: string; readonly request?: object | undefined },
) => app.call(method, `/v1${path}`, { ...request, token: held.apiKey });

/** Sends the request with an Idempotency-Key again. */
export const repeat = (app: TestApp, held: Held): Promise<Answer> =>
  call(app, held, "POST", { path: "/contacts", request: ONCE });

/** Sends an event to the endpoint, and returns its body if all of the secrets signed it. */
export async function delivered(
  app: TestApp,
  { held, receiver }: Pick<Sealed, "held" | "receiver">,
  secrets: readonly string[],
) {
  const before = receiver.received.length;
  const sent = await call(app, held, "POST", { path: `${held.hook.path}/test` });
  expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
  const received = (await receiver.waitFor(before + 1)).at(-1);
  if (received === undefined) throw new Error("nothing was received");
  return secrets.map((secret) => verified(secret, received).type);
}

/** Checks that everything that people hold of the secrets works. */
export const WORKS: Readonly<
  Record<string, (servers: Servers, sealed: Sealed) => Promise<unknown>>
> = {
  "an access token and the keys that clients verify it with": async ({ app }, { held }) => {
    const { token } = held.caller;
    const read = await app.call("GET", "/api/crm/objects/contacts?limit=1", { token });
    expect(read.status, JSON.stringify(read.body)).toBe(200);
    await app.token(held.caller, "crm.contacts.read");
  },
  "cursors of lists and of the feed": async ({ app }, { held }) => {
    const { token } = held.caller;
    const query = `/api/crm/objects/contacts?limit=1&cursor=${held.pageCursor}`;
    for (const path of [query, `/api/crm/events?cursor=${held.feedCursor}`]) {
      const page = await app.call("GET", path, { token });
      expect(page.status, JSON.stringify(page.body)).toBe(200);
    }
  },
  "the response to an Idempotency-Key": async ({ app }, { held }) => {
    const again = await repeat(app, held);
    expect([again.status, again.body]).toEqual([201, held.answered.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  },
  "the signatures of webhooks, with the new and the old secret": async ({ app }, sealed) => {
    const types = await delivered(app, sealed, sealed.held.secrets);
    expect(types).toEqual(["webhook.test", "webhook.test"]);
  },
  "the file of an export, and a new one": async ({ app }, { held }) => {
    const exports = exportApi(app, held.caller.token);
    expect(await (await exports.file(held.exportId)).text()).toContain("ada@example.com");
    expect(await exports.text({ object: "contact" })).toContain("ada@example.com");
  },
  "the messaging platform's token": async ({ app }, { held }) => {
    const { token } = held.caller;
    const synced = await app.call("POST", "/templates/sync-status", { token });
    expect(synced.status, JSON.stringify(synced.body)).toBe(200);
  },
};

/** A secret in a column: `table.column`, and the id of its key. */
interface Found {
  readonly column: string;
  readonly keyId: string;
}

/** Finds everything in a database that looks like a sealed text, in whatever column and inside whatever text. */
export async function findSealed({ deps: { db } }: TestApp): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const { name } of await db.kysely.introspection.getTables()) {
    const rows = await db.kysely
      .selectFrom(name as "users")
      .selectAll()
      .execute();
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const text = typeof value === "object" ? JSON.stringify(value) : String(value);
      for (const [, keyId = ""] of text.matchAll(/v1\.([0-9a-f]{8})\.[\w-]{38,}/g)) {
        found.push({ column: `${name}.${column}`, keyId });
      }
    }
  }
  return found;
}

/** Returns the id of a key in what it seals. */
export function keyIdOf(key: string): string {
  return (
    secretBox([parseSecretKey(key)])
      .seal("")
      .split(".")[1] ?? ""
  );
}
