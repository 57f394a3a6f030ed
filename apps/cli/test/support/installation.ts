import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, migrate, openDatabase } from "@rapport/db";
import { type Dialect, PROGRAM_ENV, testDatabase } from "@rapport/testing";
import { expect } from "vitest";
import { type ServerProcess, startProcess } from "../../../api/test/support/process.ts";
import { type Ended, runToEnd } from "./run-to-end.ts";

export { DIALECTS } from "@rapport/testing";
export type { Ended, ServerProcess };

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** What a command of this file's tests may answer with; a number is read as its digits. */
type JsonDocument = Readonly<Record<JsonMember, string>>;

type JsonMember = "tenant_id" | "project_id" | "client_id" | "client_secret" | "api_key" | "kid";

export interface Installation extends AsyncDisposable {
  readonly dataDir: string;
  readonly databaseUrl: string;
  rapport(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Runs a command with `--json`, holds it to printing one document and nothing else, and returns that. */
  json(...args: string[]): Promise<JsonDocument>;
  /** The API server in a process of its own, on the same database and the same kept secret key. */
  serve(env?: Record<string, string>): Promise<ServerProcess>;
  /** A client of a new project of a new tenant, all made with the command line. */
  client(scope: string): Promise<{ projectId: string; clientId: string; clientSecret: string }>;
}

export async function install(dialect: Dialect): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-cli-"));
  const database = await testDatabase(dialect);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, RATE_LIMIT: "0" };
  const servers: ServerProcess[] = [];

  const rapport: Installation["rapport"] = (args, env = {}) => run(args, { ...settings, ...env });

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
    json,
    async serve(env = {}) {
      const server = await startProcess({ ...settings, ...env });
      servers.push(server);
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
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Looks into an installation's database, or a copy of it, past the command line and the server. */
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

function run(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return runToEnd(process.execPath, [MAIN, ...args], {
    env: { ...PROGRAM_ENV, ...env },
  });
}
