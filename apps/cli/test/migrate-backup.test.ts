import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  DIALECTS,
  type Installation,
  inspect,
  install,
  type ServerProcess,
} from "./support/installation.ts";
import { createContact, requestToken } from "./support/server.ts";

const SCOPE = "crm.contacts.write";

describe.each(DIALECTS)("migrate on %s", (dialect) => {
  it("migrates an empty database, and changes nothing when it runs again", async () => {
    await using installation = await install(dialect, { isNew: true });
    expect(await installation.json("migrate")).toEqual({ migrated: true });
    await installation.client(SCOPE);
    const before = await everyTenantAndKey(installation);
    expect(before.keys).toHaveLength(1);
    expect(await installation.json("migrate")).toEqual({ migrated: true });
    expect(await everyTenantAndKey(installation)).toEqual(before);
  });

  // Without a lock on SQLite, the slower process failed with "table tenants already exists".
  it("succeeds in two processes that migrate an empty database at once", async () => {
    await using installation = await install(dialect, { isNew: true, spawns: true });
    const migrate = () => installation.json("migrate");
    expect(await Promise.all([migrate(), migrate()])).toEqual([
      { migrated: true },
      { migrated: true },
    ]);
    expect((await everyTenantAndKey(installation)).keys).toHaveLength(1);
  });
});

describe("backup of the embedded database", () => {
  it("contains everything acknowledged before it, while the server keeps writing", async () => {
    await using installation = await install("sqlite");
    const server = await installation.serve();
    const { clientId, clientSecret } = await installation.client(SCOPE);
    const { body } = await requestToken(server, clientId, clientSecret, SCOPE);
    const writing = writeContacts(server, body.access_token);
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(50);

    const file = join(installation.dataDir, "copy.db");
    const before = [...writing.acknowledged];
    const { stdout } = await installation.spawn(["backup", file, "--json"]);
    expect(JSON.parse(stdout)).toEqual({ file });
    const during = writing.acknowledged.length;
    await writing.stop();
    expect(during).toBeGreaterThan(before.length);

    await inspect({ databaseUrl: `sqlite:${file}` }, async (db) => {
      expect(await db.integrity()).toEqual([]);
      const rows = await db.kysely.selectFrom("records").select("id").execute();
      const copied = new Set(rows.map((row) => row.id));
      expect(before.filter((id) => !copied.has(id))).toEqual([]);
    });
  });

  it("refuses to overwrite an existing file", async () => {
    await using installation = await install("sqlite");
    await installation.json("migrate");
    const file = join(installation.dataDir, "notes.txt");
    writeFileSync(file, "keep me");
    const live = installation.databaseUrl.replace(/^sqlite:/, "");
    for (const existing of [file, live]) {
      const { code, stdout, stderr } = await installation.rapport(["backup", existing, "--json"]);
      expect({ code, stdout }, existing).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^rapport: .*already exists\. Name a new file.*\n$/);
    }
    expect(readFileSync(file, "utf8")).toBe("keep me");
  });

  it("refuses a folder that does not exist", async () => {
    await using installation = await install("sqlite");
    const file = join(installation.dataDir, "nowhere", "copy.db");
    const { code, stdout, stderr } = await installation.rapport(["backup", file, "--json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^rapport: .*There is no folder .*nowhere\. Create it first.*\n$/);
  });
});

function everyTenantAndKey(installation: Installation) {
  return inspect(installation, async ({ kysely }) => ({
    tenants: await kysely.selectFrom("tenants").selectAll().execute(),
    keys: await kysely.selectFrom("signing_keys").selectAll().execute(),
  }));
}

function writeContacts(server: ServerProcess, token: string) {
  const acknowledged: number[] = [];
  let stopping = false;
  const write = async (writer: number) => {
    for (let i = 0; !stopping; i++) {
      const { status, id } = await createContact(server, token, `w${writer}-${i}@example.com`);
      expect(status).toBe(201);
      acknowledged.push(id as number);
    }
  };
  const writers = Promise.all([0, 1, 2, 3].map(write));
  return {
    acknowledged: acknowledged as readonly number[],
    stop: async () => {
      stopping = true;
      await writers;
    },
  };
}
