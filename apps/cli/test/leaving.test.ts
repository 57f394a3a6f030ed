import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeNow } from "@rapport/core";
import type { Database } from "@rapport/db";
import { PUBLIC_SCOPES } from "@rapport/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTACHED, fill, type Held } from "./support/full-installation.ts";
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";
import { createContact, requestToken } from "./support/server.ts";

/** A removal runs within a minute, but a busy test machine may need longer. */
const SOON = { timeout: 60_000, interval: 100 };
const LONG_AGO = "2020-01-01T00:00:00.000Z";

type Row = Readonly<Record<string, unknown>>;
type Dump = Readonly<Record<string, readonly Row[]>>;

/** Tables that are not content, or whose rows are none of a tenant's. */
const OTHERS = /^(kysely_|sqlite_|record_word_index|state_versions$|feed_epoch$)/;

/** Every row of every table of the database's catalogue. */
async function dump({ kysely }: Database): Promise<Dump> {
  const tables = (await kysely.introspection.getTables()).filter(
    ({ name, isView }) => !isView && !OTHERS.test(name),
  );
  const all: Record<string, readonly Row[]> = {};
  for (const { name } of tables) {
    const rows: readonly Row[] = await kysely
      .selectFrom(name as never)
      .selectAll()
      .execute();
    // The tokens of a removed project are void for as long as they would be valid. This names its id alone.
    const kept = rows.filter(({ jti }) => !String(jti).startsWith("project:"));
    all[name] = kept.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return all;
}

describe.each(DIALECTS)("a tenant that is removed on %s", (dialect) => {
  let installation: Installation;
  let held: Held;
  let own: { tenant: number; projects: ReadonlySet<number>; clients: ReadonlySet<string> };
  let keys: ReadonlySet<number>;
  let other: { tenant_id: string; project_id: string };
  beforeAll(async () => {
    installation = await install(dialect);
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  /** Makes a tenant with rows in every table, and one with the same records that stays. */
  async function prepare(): Promise<void> {
    held = await fill(installation);
    const { json } = installation;
    await inspect(installation, addRows);
    const file = join(installation.dataDir, "project.gz");
    const args = ["project", "export", "--project", "1", "--out", file];
    expect((await installation.rapport(args)).stderr).toContain(
      "attached to records are not in it",
    );
    const { tenant_id } = await json("tenant", "create", "--name", "Stays");
    const { project_id } = await json("project", "import", file, "--tenant", tenant_id);
    rmSync(file);
    const scope = [...PUBLIC_SCOPES.keys()].join(" ");
    await json("client", "create", "--project", project_id, "--name", "Stays", "--scope", scope);
    const read = "contacts:read";
    await json("key", "create", "--project", project_id, "--name", "Stays", "--scope", read);
    other = { tenant_id, project_id };
    own = await inspect(installation, async ({ kysely }) => {
      const of = { clients: await kysely.selectFrom("oauth_clients").selectAll().execute() };
      const made = await kysely.selectFrom("api_keys").selectAll().execute();
      keys = new Set(made.filter((one) => one.project_id === 1).map(({ id }) => id));
      const clients = of.clients.filter((one) => one.project_id === 1).map(({ id }) => id);
      return { tenant: 1, projects: new Set([1]), clients: new Set(clients) };
    });
  }

  /** The archive of a tenant has its projects, which can be imported, and no secret. */
  async function exportAll(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "rapport-tenant-"));
    const out = join(folder, "acme.tar");
    const args = ["tenant", "export", "--tenant", "1", "--out", out];
    const told = await installation.json(...args);
    expect(told).toMatchObject({ file: out, projects: "1" });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect((await installation.rapport(args)).stderr).toContain("already exists");
    execFileSync("tar", ["-xf", out, "-C", folder]);
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    const facts = JSON.parse(read("tenant.json"));
    expect(facts).toMatchObject({
      tenant: { id: 1, name: "Acme" },
      messagingAccount: { wabaId: expect.any(String) },
      members: [{ email: "grace@example.com", role: "admin" }],
      projects: [
        {
          file: "projects/1.ndjson.gz",
          clients: [{ id: held.clientId }],
          apiKeys: [{ prefix: expect.any(String) }],
          webhookEndpoints: [{ id: Number(held.endpointId) }],
        },
      ],
    });
    expect(read("templates.ndjson").split("\n")).toHaveLength(2);
    const attached = read("attachments/1.ndjson").trim().split("\n");
    const files = attached.map((line) => JSON.parse(line));
    expect(
      new Map(files.map(({ name, file }) => [name, readFileSync(join(folder, file))])),
    ).toEqual(ATTACHED);
    expect(files.map(({ recordId }) => recordId)).toEqual(files.map(() => held.contactIds[0]));
    for (const secret of [held.clientSecret, held.apiKey, held.password]) {
      expect(readFileSync(out, "latin1")).not.toContain(secret);
    }
    const { tenant_id } = await installation.json("tenant", "create", "--name", "Again");
    const file = join(folder, facts.projects[0].file);
    const again = await installation.json("project", "import", file, "--tenant", tenant_id);
    expect(again).toMatchObject({ records: (told as { records?: string }).records });
    rmSync(folder, { recursive: true });
  }

  /** Rows of kinds that filling leaves out, in every table that has a project or tenant and no row of it. */
  async function addRows(db: Database): Promise<void> {
    const tables = await db.kysely.introspection.getTables();
    const at = LONG_AGO;
    for (const { name, columns } of tables) {
      const owner = ["project_id", "tenant_id"].find((one) => columns.some((c) => c.name === one));
      if (name === "upsert_keys" || owner === undefined) continue;
      const own = db.kysely.selectFrom(name as never).selectAll();
      if ((await own.where(owner as never, "=", 1 as never).execute()).length > 0) continue;
      const needed = columns.filter(
        (column) =>
          column.name === owner ||
          (!column.isNullable && !column.hasDefaultValue && !column.isAutoIncrementing),
      );
      const value = (column: (typeof columns)[number]): unknown => {
        if (column.name === owner) return 1;
        if (/json/.test(column.dataType)) return "{}";
        if (/_at$|^at$|^until$|^hour$/.test(column.name)) return at;
        if (/int/i.test(column.dataType)) return 1;
        if (/blob|bytea/i.test(column.dataType)) return Buffer.from("x");
        return /^(content|definition|details|settings|progress|keys|changes)$/.test(column.name)
          ? "{}"
          : "x";
      };
      const row = Object.fromEntries(needed.map((column) => [column.name, value(column)]));
      await db.kysely
        .insertInto(name as never)
        .values(row as never)
        .execute();
    }
    // PostgreSQL has them in a table.
    if (dialect === "postgres") return;
    for (const folder of ["1-file", "1-stray", "11-file"]) {
      mkdirSync(join(installation.dataDir, "files", folder), { recursive: true });
      writeFileSync(join(installation.dataDir, "files", folder, "0"), "part");
    }
  }

  const isOwn = (name: string, row: Row): boolean =>
    own.projects.has(row.project_id as number) ||
    (name === "projects" && own.projects.has(row.id as number)) ||
    (name === "tenants" && row.id === own.tenant) ||
    row.tenant_id === own.tenant ||
    row.managed_by === own.tenant ||
    (name === "client_secrets" && own.clients.has(row.client_id as string)) ||
    (name === "rotated_keys" && keys.has(row.key_id as number));

  it("leaves no row in any table and no file, and another tenant's rows as they were", async () => {
    await prepare();
    await exportAll();
    const before = await inspect(installation, dump);
    const filled = Object.entries(before).filter(([name, rows]) =>
      rows.some((row) => isOwn(name, row)),
    );
    // What the test proves depends on rows in every table of projects and tenants.
    const named = await inspect(installation, async ({ kysely }) =>
      (await kysely.introspection.getTables())
        .filter(({ columns }) => columns.some(({ name }) => /^(project|tenant)_id$/.test(name)))
        .map(({ name }) => name),
    );
    const missing = named.filter((name) => !filled.some(([one]) => one === name));
    expect(missing).toEqual(["upsert_keys"]);

    const removed = await installation.json(
      ...["tenant", "delete", "--tenant", "1", "--confirm", "Acme", "--now"],
    );
    expect(removed).toEqual({ tenant_id: "1", removed: true });

    const after = await inspect(installation, dump);
    const left = Object.entries(after).filter(([name, rows]) =>
      rows.some((row) => isOwn(name, row)),
    );
    expect(left.map(([name]) => name)).toEqual([]);
    expect(JSON.stringify(after)).not.toContain(held.clientId);
    for (const [name, rows] of Object.entries(before)) {
      if (name === "audit_log" || name === "users") continue;
      const stayed = rows.filter((row) => !isOwn(name, row));
      expect(after[name], name).toEqual(stayed);
    }
    const files = join(installation.dataDir, "files");
    const folders = existsSync(files) ? readdirSync(files) : [];
    expect(folders).toEqual(dialect === "sqlite" ? ["11-file"] : []);
    // Only that it was removed is known, and by whom.
    const log = (after.audit_log ?? []).filter((row) => row.project_id === null);
    const entry = log.find((row) => row.action === "tenants.remove");
    expect(entry).toMatchObject({ actor: "cli:rapport", subject: "tenant:1", tenant_id: null });
    expect(JSON.stringify(log)).not.toContain("Acme");
    expect(JSON.stringify(log)).not.toContain("ada@example.com");
    const again = await installation.rapport(["tenant", "restore", "--tenant", "1"]);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no tenant with id 1"),
    });
  });

  it("is removed by the worker 30 days after its deletion, and resumes after an interruption", async () => {
    const { json } = installation;
    const { tenant_id } = await json("tenant", "create", "--name", "Leaves");
    const made = await json("project", "create", "--tenant", tenant_id, "--name", "Leaves");
    const scope = "crm.contacts.write";
    const client = await json(
      ...["client", "create", "--project", made.project_id, "--name", "Sync", "--scope", scope],
    );
    const first = await installation.serveHere();
    const { body } = await requestToken(first, client.client_id, client.client_secret, scope);
    for (let i = 0; i < 20; i++) {
      await createContact(first, body.access_token, `leaves${i}@example.com`);
    }
    await json("tenant", "delete", "--tenant", tenant_id, "--confirm", "Leaves");
    await first.stop();
    const id = Number(tenant_id);
    const project = Number(made.project_id);
    const rows = () =>
      inspect(installation, async ({ kysely }) => {
        const of = kysely.selectFrom("records").select("id").where("project_id", "=", project);
        const tenants = kysely.selectFrom("tenants").select("id").where("id", "=", id);
        return [(await of.execute()).length, (await tenants.execute()).length];
      });

    // A worker leaves it alone before.
    const early = await installation.serveHere();
    const stays = await json("tenant", "list");
    expect(JSON.stringify(stays)).toContain('"to_be_removed_at"');
    await early.stop();
    expect(await rows()).toEqual([20, 1]);

    await inspect(installation, async (db) => {
      await db.kysely
        .updateTable("tenants")
        .set({ deleted_at: LONG_AGO })
        .where("id", "=", id)
        .execute();
      let portions = 0;
      const fileParts = { removeAll: async () => undefined };
      const interrupted = removeNow({ db, fileParts } as never, "tenant", id, () => {
        if (++portions === 10) throw new Error("killed");
      });
      await expect(interrupted).rejects.toThrow("killed");
    });
    const refused = await installation.rapport(["tenant", "restore", "--tenant", tenant_id]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("is being removed") });

    const late = await installation.serveHere();
    await expect.poll(rows, SOON).toEqual([0, 0]);
    expect((await createContact(late, body.access_token, "late@example.com")).status).toBe(401);
    await late.stop();
    // This one has never known the tenant.
    const next = await installation.serveHere();
    expect((await createContact(next, body.access_token, "next@example.com")).status).toBe(401);
    await next.stop();
  });

  it("a removed project leaves its tenant and the other projects", async () => {
    const { json } = installation;
    const { project_id } = await json(
      ...["project", "create", "--tenant", other.tenant_id, "--name", "Short"],
    );
    const before = await inspect(installation, dump);
    const answer = await json(
      ...["project", "delete", "--project", project_id, "--confirm", "Short", "--now"],
    );
    expect(answer).toEqual({ project_id, removed: true });
    const after = await inspect(installation, dump);
    const gone = (row: Row) => row.project_id === Number(project_id);
    for (const [name, rows] of Object.entries(before)) {
      if (name === "audit_log") continue;
      const own = (row: Row) => gone(row) || (name === "projects" && row.id === Number(project_id));
      expect(after[name], name).toEqual(rows.filter((row) => !own(row)));
    }
  });
});
