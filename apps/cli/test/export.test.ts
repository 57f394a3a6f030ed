import { hash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createRecord, type Principal } from "@rapport/core";
import { openService } from "@rapport/service/service";
import { readConfig } from "@rapport/service/settings/config";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, install } from "./support/installation.ts";

describe.each(DIALECTS)("rapport export on %s", (dialect) => {
  let installation: Installation;
  let project: string;
  const ids: number[] = [];
  let company: number;
  beforeAll(async () => {
    installation = await install(dialect);
    const { tenant_id } = await installation.json("tenant", "create", "--name", "Acme");
    const ids_ = await installation.json("project", "create", "--tenant", tenant_id, "--name", "P");
    project = ids_.project_id;
    const { dataDir, databaseUrl } = installation;
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const { deps, close } = await openService(config);
    const principal: Principal = {
      ...{ kind: "client", id: "rpc1", scopes: new Set() },
      ...{ tenantId: Number(tenant_id), projectId: Number(project) },
    };
    for (const email of ["ada@example.com", "bea@example.com", "cleo@other.org"]) {
      const properties = [{ internal_name: "email", value: email }];
      ids.push((await createRecord({ deps, principal }, "contact", { properties })).id);
    }
    const name = [{ internal_name: "name", value: "Acme Engines" }];
    const associations = [{ to: { object: "contact", id: String(ids[0]) } }];
    const made = { properties: name, associations };
    company = (await createRecord({ deps, principal }, "company", made)).id;
    await close();
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  const fileIn = (name: string) => join(installation.dataDir, name);
  const run = (out: string, ...more: string[]) =>
    installation.rapport([
      ...["export", "--project", project, "--object", "contact", "--out", out],
      ...more,
    ]);

  it("writes a new file that only its owner can read, and says how many records it has", async () => {
    const out = fileIn("contacts.csv");
    // A line of progress is on stderr if it takes more than five seconds.
    const { code, stdout } = await run(out, "--properties", "email", "--sort=-email");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `file: ${out}\nrows: 3\n` });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const lines = readFileSync(out, "utf8").split("\r\n");
    expect(lines[0]).toBe("id,createdAt,updatedAt,email");
    expect(lines.slice(1, -1).map((line) => line.split(",")[3])).toEqual([
      "cleo@other.org",
      "bea@example.com",
      "ada@example.com",
    ]);
    const again = await run(out);
    expect(again.stderr).toContain("The file already exists");
  });

  it("removes the partial file of an export that was killed", async () => {
    // A process with this id has ended, because it is above the highest that Linux gives.
    const host = hash("sha256", hostname()).slice(0, 4);
    writeFileSync(fileIn(`killed.csv.4194305-${host}abcd.partial`), "id,createdAt");
    const out = fileIn("killed.csv");
    expect((await run(out)).code).toBe(0);
    const left = readdirSync(installation.dataDir).filter((name) => name.startsWith("killed"));
    expect(left).toEqual(["killed.csv"]);
  });

  it("takes the format and the compression from the name of the file", async () => {
    const filters = fileIn("filters.json");
    const ends = { internal_name: "email", operator: "EQ", value: "CLEO@other.org" };
    writeFileSync(filters, JSON.stringify([{ filters: [ends] }]));
    const out = fileIn("contacts.ndjson.gz");
    expect((await run(out, "--filters", filters, "--associations", "company")).code).toBe(0);
    const text = gunzipSync(readFileSync(out)).toString("utf8");
    expect(JSON.parse(text)).toMatchObject({ id: ids[2], associations: { company: [] } });
  });

  it("takes the types of associations in the singular and the plural", async () => {
    for (const more of [[], ["--labels"]]) {
      const [one, other] = ["company", "companies"].map((type) => fileIn(`${type}${more}.csv`));
      expect((await run(one!, "--associations", "company", ...more)).code).toBe(0);
      expect((await run(other!, "--associations", "companies", ...more)).code).toBe(0);
      const text = readFileSync(other!, "utf8");
      expect(text).toBe(readFileSync(one!, "utf8"));
      expect(text).toContain(more.length > 0 ? ",Acme Engines\r\n" : `,${company}\r\n`);
    }
  });

  it("refuses what the search or the schema does not know, and leaves no file", async () => {
    const malformed = fileIn("malformed.json");
    writeFileSync(malformed, JSON.stringify([{ filters: [{ property: "email" }] }]));
    const out = fileIn("refused.csv");
    for (const [more, said] of [
      [["--properties", "nosuch"], "nosuch"],
      [["--filters", malformed], "internal_name"],
      [["--sort", "notes"], "not indexed"],
      [["--labels", "--format", "ndjson"], "Only CSV files can have labels"],
    ] as const) {
      const { code, stderr } = await run(out, ...more);
      expect(code).not.toBe(0);
      expect(stderr).toContain(said);
      expect(readdirSync(installation.dataDir).join()).not.toContain("refused");
    }
    const missing = ["export", "--project", "999", "--object", "deal", "--out", out];
    expect((await installation.rapport(missing)).stderr).toContain("no project with id 999");
  });
});
