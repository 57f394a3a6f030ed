import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createApiKey,
  createClient,
  createProject,
  createTenant,
  type Deps,
  KEY_SCOPES,
  PUBLIC_SCOPES,
} from "@rapport/core";
import { HTTP_LIMITS } from "@rapport/service/http/limits";
import type { Config } from "@rapport/service/settings/config";
import { type AnyJson, CITUS_URL, type Dialect, migratedDatabase } from "@rapport/testing";
import { pino } from "pino";
import { giveSigningKey } from "../../../../packages/core/test/support/signing-key.ts";
import { startServer } from "../../src/server.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnyJson;
}

export interface Caller {
  readonly projectId: number;
  readonly tenantId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
}

export interface Workspace {
  readonly projectId: number;
  readonly key: string;
  call(
    method: string,
    path: string,
    options?: Omit<NonNullable<Parameters<TestApp["call"]>[2]>, "token">,
  ): Promise<Answer>;
}

export interface TestApp extends AsyncDisposable {
  readonly url: string;
  /** URL of the listener for health and metrics, if METRICS_PORT is set. */
  readonly metricsUrl: string;
  readonly deps: Deps;
  readonly databaseUrl: string;
  /** The lines that the server logged. */
  readonly logged: readonly string[];
  /** Stops the server as a signal does. */
  stop(): Promise<void>;
  /** Removes the files and the database of the server. */
  remove(): Promise<void>;
  /** Creates a client with a token for `scope`, in a new tenant and project unless they are given. */
  caller(options?: { scope?: string; tenantId?: number; projectId?: number }): Promise<Caller>;
  /** Creates an API key, in a new workspace unless one is given. Paths of its `call` have no `/v1`. */
  workspace(options?: { scope?: string; projectId?: number }): Promise<Workspace>;
  token(client: { clientId: string; clientSecret: string }, scope: string): Promise<string>;
  call(
    method: string,
    path: string,
    options?: {
      token?: string | undefined;
      json?: unknown;
      body?: string | Uint8Array<ArrayBuffer>;
      headers?: Record<string, string>;
    },
  ): Promise<Answer>;
}

const EVERY_KEY_SCOPE = [...KEY_SCOPES.keys()].join(" ");
const EVERY_SCOPE = [...PUBLIC_SCOPES.keys()].join(" ");

/** Starts the server with these settings in the process of the test, without logs. */
export async function serveHere(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startServer(config, pino({ level: "silent" }));
  return { url: `http://127.0.0.1:${server.port}`, stop: server.stop };
}

/** By database; a worker runs many files. */
const shared = new Map<Dialect, Promise<TestApp>>();

/**
 * Returns a server without settings that all files of a worker share. A file makes its own tenants, and neither stops the
 * server nor looks at the whole database, the log or the clock of the process; otherwise it calls `startApp`.
 */
export async function sharedApp(dialect: Dialect): Promise<TestApp> {
  // Databases on a server of someone else must be removed, which takes longer than the end of a worker may.
  if (dialect === "postgres" && (process.env.TEST_POSTGRES_URL || CITUS_URL)) {
    return startApp({ dialect });
  }
  let started = shared.get(dialect);
  if (started === undefined) {
    started = startApp({ dialect });
    shared.set(dialect, started);
    const app = await started;
    // Removes the files at once. The database on PostgreSQL ends with the server of the run.
    process.once("exit", () => void app.remove());
  }
  return { ...(await started), async [Symbol.asyncDispose]() {} };
}

/** Starts the real server on a real, migrated database: on a new one, or on that of the settings. */
export async function startApp(options: {
  dialect: Dialect;
  rateLimit?: number;
  graphUrl?: string;
  publicUrl?: string;
  trustedProxies?: readonly string[];
  settings?: Partial<Config>;
}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-test-"));
  const { databaseUrl } = options.settings ?? {};
  const database =
    databaseUrl === undefined
      ? await migratedDatabase(options.dialect)
      : { url: databaseUrl, drop: async () => undefined };
  const logged: string[] = [];
  const secretKey = randomBytes(32);
  const config: Config = {
    host: "127.0.0.1",
    port: 0,
    adminPort: 0,
    adminPublicUrl: "http://127.0.0.1:3001",
    invitationDays: 7,
    publicUrl: options.publicUrl ?? "http://127.0.0.1:3000",
    dataDir,
    databaseWait: 0,
    databaseUrl: database.url,
    secretKeys: () => [secretKey],
    keyFile: null,
    rateLimit: options.rateLimit ?? 0,
    webhookNetworks: ["127.0.0.0/8", "::1/128"],
    trustedProxies: options.trustedProxies ?? [],
    graphUrl: options.graphUrl ?? "http://127.0.0.1:9/v24.0",
    databaseReadUrl: null,
    databaseTimeout: 10_000,
    templateSyncEvery: null,
    oidc: null,
    logLevel: "info",
    traces: null,
    demo: false,
    historyDays: null,
    requestLog: { mode: "all", days: 7, withInput: true },
    metricsPort: null,
    adminMetricsPort: null,
    workerMetricsPort: null,
    processes: 1,
    metricsToken: null,
    stopGrace: 0,
    http: HTTP_LIMITS,
    ...options.settings,
  };
  // A key file may be made by the server.
  const [key] = config.keyFile === null ? config.secretKeys() : [];
  if (databaseUrl === undefined && key !== undefined) await giveSigningKey(database.url, key);
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const server = await startServer(config, log);
  const url = `http://127.0.0.1:${server.port}`;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };

  async function call(
    method: string,
    path: string,
    { token, json, body, headers = {} }: Parameters<TestApp["call"]>[2] = {},
  ): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(json === undefined
        ? body === undefined
          ? {}
          : { body }
        : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  }

  async function token(client: { clientId: string; clientSecret: string }, scope: string) {
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64");
    const { status, body } = await call("POST", "/oauth2/token", {
      headers: {
        authorization: `Basic ${basic}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ grant_type: "client_credentials", scope }).toString(),
    });
    if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
    return body.access_token as string;
  }

  async function newProject(tenantId?: number) {
    const tenant = tenantId ?? (await createTenant(server.deps, "Tenant"));
    return { tenant, project: await createProject(server.deps, tenant, "Project") };
  }

  async function remove() {
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  }

  return {
    url,
    metricsUrl: `http://127.0.0.1:${server.metricsPort}`,
    deps: server.deps,
    stop,
    remove,
    databaseUrl: database.url,
    logged,
    call,
    token,
    async caller({ scope = EVERY_SCOPE, tenantId, projectId } = {}) {
      const tenant = tenantId ?? (await createTenant(server.deps, "Tenant"));
      const project = projectId ?? (await createProject(server.deps, tenant, "Project"));
      const client = await createClient(server.deps, {
        projectId: project,
        name: "Client",
        scopes: scope.split(" "),
      });
      return {
        tenantId: tenant,
        projectId: project,
        clientId: client.clientId,
        clientSecret: client.clientSecret,
        token: await token(client, scope),
      };
    },
    async workspace({ scope = EVERY_KEY_SCOPE, projectId } = {}) {
      const project = projectId ?? (await newProject()).project;
      const { apiKey } = await createApiKey(server.deps, {
        projectId: project,
        name: "Key",
        scopes: scope.split(" "),
      });
      return {
        projectId: project,
        key: apiKey,
        call: (method, path, request = {}) =>
          call(method, `/v1${path}`, { ...request, token: apiKey }),
      };
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await remove();
    },
  };
}
