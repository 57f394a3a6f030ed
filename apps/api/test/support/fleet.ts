import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey, createClient, createProject, createTenant } from "@rapport/core";
import { type Database, openDatabase } from "@rapport/db";
import { type AnyJson, type Dialect, migratedDatabase } from "@rapport/testing";
import { onTestFinished } from "vitest";
import { fetchToken, type ServerProcess, startProcess } from "./process.ts";

/** A database with one project. Its servers run in separate processes, so that tests can kill them. */
export interface Fleet extends AsyncDisposable {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly projectId: number;
  /** Starts a server. All servers have the same settings, apart from `env`. */
  start(env?: Readonly<Record<string, string>>, program?: string): Promise<ServerProcess>;
  /** Creates a client and gets a token for it. Every server takes the token. */
  token(server: ServerProcess, scopes: readonly string[]): Promise<string>;
  /** Creates an API key. */
  apiKey(scopes: readonly string[]): Promise<string>;
}

/** Creates a fleet that ends with the test. */
export async function startFleet(dialect: Dialect): Promise<Fleet> {
  const fleet = await openFleet(dialect);
  onTestFinished(() => fleet[Symbol.asyncDispose]());
  return fleet;
}

/** Creates a fleet that ends when it is disposed of. */
export async function openFleet(dialect: Dialect): Promise<Fleet> {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-fleet-"));
  const database = await migratedDatabase(dialect);
  const db = openDatabase(database.url);
  const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString("base64"),
    PUBLIC_URL: "http://rapport.test",
    RATE_LIMIT: "0",
  };
  const servers: ServerProcess[] = [];
  return {
    db,
    databaseUrl: database.url,
    dataDir,
    projectId,
    async start(env = {}, program) {
      const server = await startProcess({ ...settings, ...env }, program);
      servers.push(server);
      return server;
    },
    async token(server, scopes) {
      const client = await createClient({ db }, { projectId, name: "c", scopes });
      return fetchToken(server, client, scopes);
    },
    async apiKey(scopes) {
      return (await createApiKey({ db }, { projectId, name: "k", scopes })).apiKey;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.end("SIGKILL")));
      await db.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type CallJson = (
  method: string,
  path: string,
  body?: object | string,
) => Promise<{ readonly status: number; readonly body: AnyJson }>;

/** Calls a server with a token. */
export function callerOf(
  server: Pick<ServerProcess, "url">,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): CallJson {
  return async (method, path, body) => {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === "object" && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}
