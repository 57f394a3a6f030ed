import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSecretKey } from "@rapport/core";
import { type Database, migrate, openDatabase } from "@rapport/db";
import { readConfig } from "@rapport/service/settings/config";
import { createKeyFile, keptKeys, keyFile } from "@rapport/service/settings/key-file";
import {
  type Dialect,
  migratedDatabase,
  PROGRAM_ENV,
  programPath,
  testDatabase,
} from "@rapport/testing";
import { expect } from "vitest";
import { giveSigningKey } from "../../../../packages/core/test/support/signing-key.ts";
import { serveHere } from "../../../api/test/support/app.ts";
import { type ServerProcess, startProcess } from "../../../api/test/support/process.ts";
import { runHere } from "./run-here.ts";
import { type Ended, runToEnd } from "./run-to-end.ts";

export { DIALECTS } from "@rapport/testing";
export type { Ended, ServerProcess };

const MAIN = programPath("rapport");

/** The members of a command's JSON output that tests use. Numbers become strings. */
type JsonDocument = Readonly<Record<JsonMember, string>>;

type JsonMember = "tenant_id" | "project_id" | "client_id" | "client_secret" | "api_key" | "kid";

export interface Installation extends AsyncDisposable {
  readonly dataDir: string;
  readonly databaseUrl: string;
  rapport(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Runs a command in a separate process. */
  spawn(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Runs a command with `--json`, checks that it prints exactly one document, and returns the document. */
  json(...args: string[]): Promise<JsonDocument>;
  /** Starts the API server in a separate process, with the same database and secret key file. */
  serve(env?: Record<string, string>): Promise<ServerProcess>;
  /** Starts it in the process of the test. */
  serveHere(env?: Record<string, string>): Promise<ServerHere>;
  /** Creates a tenant, a project and a client with the command line. */
  client(scope: string): Promise<{ projectId: string; clientId: string; clientSecret: string }>;
}

/** The issuer of tokens, which stays the same if a server is started again. */
const PUBLIC_URL = "http://127.0.0.1:3000";

export type ServerHere = Awaited<ReturnType<typeof serveHere>>;

/**
 * Creates an installation.
 *
 * @param options.isNew whether the database is empty, as before the first start; otherwise it is migrated
 * @param options.spawns whether each command runs in a separate process; otherwise in the process of the test
 */
export async function install(
  dialect: Dialect,
  { isNew = false, spawns = false }: { isNew?: boolean; spawns?: boolean } = {},
): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-cli-"));
  const database = await (isNew ? testDatabase(dialect) : migratedDatabase(dialect));
  const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, RATE_LIMIT: "0" };
  const servers: ServerProcess[] = [];
  const here: ServerHere[] = [];
  if (!isNew) {
    // As `rapport migrate` makes it.
    createKeyFile(keyFile(dataDir));
    const [key = ""] = keptKeys(keyFile(dataDir));
    await giveSigningKey(database.url, parseSecretKey(key));
  }

  const spawn: Installation["spawn"] = (args, env = {}) =>
    runToEnd(process.execPath, [MAIN, ...args], { env: { ...PROGRAM_ENV, ...settings, ...env } });
  const rapport: Installation["rapport"] = spawns
    ? spawn
    : (args, env = {}) => runHere(args, { ...settings, ...env });

  async function json(...args: string[]): Promise<JsonDocument> {
    const { code, stdout, stderr } = await rapport([...args, "--json"]);
    expect({ code, stderr }, args.join(" ")).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^[^\n]+\n$/);
    return JSON.parse(stdout, (_, value) => (typeof value === "number" ? String(value) : value));
  }

  return {
    dataDir,
    databaseUrl: database.url,
    rapport,
    spawn,
    json,
    async serve(env = {}) {
      const server = await startProcess({ ...settings, ...env });
      servers.push(server);
      return server;
    },
    async serveHere(env = {}) {
      const own = { PORT: "0", PUBLIC_URL, STOP_GRACE: "0" };
      const { url, stop } = await serveHere(readConfig({ ...settings, ...own, ...env }));
      let stopped: Promise<void> | undefined;
      const server = { url, stop: () => (stopped ??= stop()) };
      here.push(server);
      return server;
    },
    async client(scope) {
      const { tenant_id } = await json("tenant", "create", "--name", "Acme");
      const { project_id } = await json(
        ...["project", "create", "--tenant", tenant_id, "--name", "Sales"],
      );
      const made = await json(
        ...["client", "create", "--project", project_id, "--name", "Sync", "--scope", scope],
      );
      return {
        projectId: project_id,
        clientId: made.client_id,
        clientSecret: made.client_secret,
      };
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server.end("SIGKILL");
      for (const server of here) await server.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Reads an installation's database, or a copy of it, directly. */
export async function inspect<T>(
  { databaseUrl }: Pick<Installation, "databaseUrl">,
  look: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db);
    return await look(db);
  } finally {
    await db.close();
  }
}
