import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  createRecord,
  type Deps,
  eraseRecord,
  mergeRecords,
  type Principal,
  readRecord,
} from "@rapport/core";
import { openService } from "@rapport/service/service";
import { readConfig } from "@rapport/service/settings/config";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";

describe.each(DIALECTS)("the list of erasures on %s", (dialect) => {
  // What happens to files, and before a statement.
  const onSqlite = it.runIf(dialect === "sqlite");
  let installation: Installation;
  let principal: Principal;
  beforeEach(async () => {
    installation = await install(dialect);
    const { tenant_id } = await installation.json("tenant", "create", "--name", "Acme");
    const ids = await installation.json("project", "create", "--tenant", tenant_id, "--name", "P");
    principal = {
      kind: "client",
      id: "rpc1",
      tenantId: Number(tenant_id),
      projectId: Number(ids.project_id),
      scopes: new Set(),
    };
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  async function withService<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
    const { dataDir, databaseUrl } = installation;
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const service = await openService(readConfig(settings));
    try {
      return await work(service.deps);
    } finally {
      await service.close();
    }
  }
  const contact = () =>
    withService((deps) =>
      createRecord({ deps, principal }, "contact", {
        properties: [{ internal_name: "email", value: "ada@example.com" }],
      }),
    );
  const fileIn = (name: string) => join(installation.dataDir, name);

  async function readContact(deps: Deps, id: number) {
    const object = await deps.schemas.object(principal.projectId, "contact");
    return readRecord({ deps, principal, object }, id, {});
  }

  it("names each erased record without its values, and erases it again after a restore", async () => {
    const [first, second] = [await contact(), await contact()];
    await withService((deps) => eraseRecord({ deps, principal }, "contact", first.id));
    const list = fileIn("list.ndjson");
    expect(await installation.json("erasures", "--out", list)).toEqual({
      file: list,
      erasures: "1",
    });
    expect(statSync(list).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(list, "utf8"));
    expect(kept).toEqual({
      project_id: principal.projectId,
      object: "contact",
      id: first.id,
      created_at: first.createdAt,
      erased_at: expect.any(String),
      actor: "client:rpc1",
    });

    // As in a restored backup, the second record was not erased yet, and a third one never existed.
    const lines = [
      kept,
      { ...kept, id: second.id, created_at: second.createdAt },
      { ...kept, id: second.id + 1 },
      { ...kept, project_id: 99_999 },
    ];
    const restored = fileIn("restored.ndjson");
    writeFileSync(restored, lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(await installation.json("erase", "--from", restored)).toEqual({
      erased: "1",
      already: "1",
      missing: "2",
    });
    await expect(withService((deps) => readContact(deps, second.id))).rejects.toMatchObject({
      code: "ERASED",
    });
  });

  onSqlite("replaces its file in one step, once the new list is complete", async () => {
    const list = fileIn("list.ndjson");
    writeFileSync(list, "the old list", { mode: 0o644 });
    const link = fileIn("link.ndjson");
    symlinkSync(list, link);
    const { id } = await contact();
    await withService((deps) => eraseRecord({ deps, principal }, "contact", id));
    const other = openSync(list, "r");
    expect(await installation.json("erasures", "--out", link)).toMatchObject({ erasures: "1" });
    // A program that reads the old list meanwhile has all of it.
    expect(readFileSync(other, "utf8")).toBe("the old list");
    closeSync(other);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(list).mode & 0o777).toBe(0o600);
    const first = readFileSync(list, "utf8");
    expect(JSON.parse(first)).toMatchObject({ id });

    const rename = (from: string, to: string) =>
      inspect(installation, ({ kysely }) => kysely.schema.alterTable(from).renameTo(to).execute());
    await rename("erasures", "lost");
    const failed = await installation.rapport(["erasures", "--out", list, "--json"]);
    expect({ ...failed, stderr: "" }).toEqual({ code: 1, stdout: "", stderr: "" });
    expect(failed.stderr).toMatch(/^rapport: [^\n]+\n$/);
    expect(readFileSync(list, "utf8")).toBe(first);
    expect(readdirSync(installation.dataDir).filter((name) => /partial/.test(name))).toEqual([]);
  });

  onSqlite.each(["/dev/null", "/", "/nowhere/list.ndjson"])(
    "refuses %s as its file",
    async (path) => {
      const { code, stderr } = await installation.rapport(["erasures", "--out", path]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^rapport: [^\n]*(is not a file|There is no folder)[^\n]*\n$/);
    },
  );

  it("refuses a merged record alone, and erases it with the one that it was merged into", async () => {
    const [primary, merged] = [await contact(), await contact()];
    await withService((deps) =>
      mergeRecords({ deps, principal }, "contact", {
        primaryId: primary.id,
        mergeIds: [merged.id],
      }),
    );
    const line = ({ id, createdAt }: { id: number; createdAt: string }) =>
      JSON.stringify({
        ...{ project_id: principal.projectId, object: "contact", id, created_at: createdAt },
        ...{ erased_at: "2026-01-01T00:00:00.000Z", actor: "client:c" },
      });
    const list = fileIn("merged.ndjson");
    writeFileSync(list, line(merged));
    const alone = await installation.rapport(["erase", "--from", list]);
    expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining(String(primary.id))]);
    writeFileSync(list, [line(merged), line(primary)].join("\n"));
    expect(await installation.json("erase", "--from", list)).toEqual({
      ...{ erased: "1", already: "1", missing: "0" },
    });
    for (const { id } of [primary, merged]) {
      await expect(withService((deps) => readContact(deps, id))).rejects.toMatchObject({
        code: "ERASED",
      });
    }
  });

  it("keeps the actor of a moved project, whose name may have 255 characters and colons", async () => {
    const { id, createdAt } = await contact();
    await withService(async (deps) => {
      const associations = [{ to: { object: "contact", id: String(id) } }];
      // More than one transaction ends.
      for (let i = 0; i < 201; i++) {
        await createRecord({ deps, principal }, "company", { properties: [], associations });
      }
    });
    const actor = `client:name:${"Sync: nightly ".padEnd(255, "x")}`;
    const line = { project_id: principal.projectId, object: "contact", id, actor };
    const list = fileIn("moved.ndjson");
    writeFileSync(list, JSON.stringify({ ...line, created_at: createdAt, erased_at: createdAt }));
    expect(await installation.json("erase", "--from", list)).toMatchObject({ erased: "1" });
    const ended = await withService((deps) =>
      deps.db.kysely
        .selectFrom("record_history")
        .select("actor")
        .distinct()
        .where("action", "=", "dissociated")
        .execute(),
    );
    expect(ended.map((entry) => entry.actor).toSorted()).toEqual([actor, "system:erase"]);
  });

  it("does not erase another record that got the id after the restore", async () => {
    const { id } = await contact();
    const other = { project_id: principal.projectId, object: "contact", id, actor: "client:c" };
    const at = "2020-01-01T00:00:00.000Z";
    const list = fileIn("other.ndjson");
    writeFileSync(list, JSON.stringify({ ...other, created_at: at, erased_at: at }));
    expect(await installation.json("erase", "--from", list)).toMatchObject({
      erased: "0",
      missing: "1",
    });
    const found = await withService((deps) => readContact(deps, id));
    expect(found.properties.email).toBe("ada@example.com");
  });

  onSqlite("erases nothing if a line is not an erasure", async () => {
    const { id, createdAt } = await contact();
    const line = {
      project_id: principal.projectId,
      object: "contact",
      id,
      created_at: createdAt,
      erased_at: createdAt,
      actor: "client:c",
    };
    const list = fileIn("damaged.ndjson");
    writeFileSync(list, `${JSON.stringify(line)}\n{"object": "contact"}\n`);
    const { code, stderr } = await installation.rapport(["erase", "--from", list]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'rapport: Line 2 is not an erasure. Give a file that "rapport erasures" wrote.\n',
    );
    await withService((deps) => readContact(deps, id));
  });
});
