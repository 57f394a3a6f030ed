import { spawn } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { tidy } from "@rapport/core";
import { DIALECTS, type Dialect, PROGRAM_ENV, programPath } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../api/test/support/app.ts";
import {
  comparedPairs,
  type FilledProject,
  fillProject,
  observe,
} from "./support/moved-project.ts";
import { runHere } from "./support/run-here.ts";
import type { Ended } from "./support/run-to-end.ts";

const MAIN = programPath("rapport");
const PAIRS = DIALECTS.flatMap((from) => DIALECTS.map((to) => [from, to] as const));

const KILLS = 2;
const RECORDS = 6_000;

const secretKey = randomBytes(32);
const folder = mkdtempSync(join(tmpdir(), "rapport-project-"));
const apps = {} as Record<Dialect, TestApp>;
const filled = {} as Record<Dialect, FilledProject>;
const files = {} as Record<Dialect, string>;

beforeAll(async () => {
  for (const dialect of DIALECTS) {
    apps[dialect] = await start(dialect);
    filled[dialect] = await fillProject(apps[dialect]);
    files[dialect] = join(folder, `${dialect}.gz`);
    await exported(apps[dialect], filled[dialect].projectId, files[dialect]);
  }
});

afterAll(async () => {
  for (const app of Object.values(apps)) await app[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

it("writes the kinds of lines that the guide names, in its order", async () => {
  const guide = readFileSync(new URL("../../../docs/move-a-project.md", import.meta.url), "utf8");
  const [, ...named] = guide.match(/(?<=^\| `)\w+(?=` +\|)/gm) ?? [];
  const file = join(folder, "kinds.gz");
  const { counts } = await exported(apps.sqlite, filled.sqlite.projectId, file);
  expect(named).toEqual(Object.keys(counts));
});

describe.each(PAIRS)("a project moved from %s to %s", (from, to) => {
  it("answers as before, and its export has the same counts and digests", async () => {
    const source = filled[from];
    const tenant = await makeTenant(apps[to]);
    const told = await imported(apps[to], [files[from], "--tenant", tenant, "--name", "Moved"]);
    expect(told).toMatchObject({
      resumed: false,
      counts: {
        type: 2,
        property: 7,
        view: 1,
        reportingCurrency: 1,
        rate: 3,
        merge: 1,
        erasure: 1,
        difference: 1,
      },
    });
    expect(told.records).toBeGreaterThanOrEqual(18);
    expect(told.id_shift).toBeGreaterThan(0);

    const again = join(folder, `${from}-${to}.gz`);
    const second = await exported(apps[to], told.project_id, again);
    expect(second).toMatchObject({ counts: told.counts, digests: told.digests });
    const target = { ...source, projectId: told.project_id };
    expect(await observe(apps[to], target, told.id_shift)).toEqual(
      await observe(apps[from], source, 0),
    );
  });
});

describe.each(DIALECTS)("on %s, an import", (dialect) => {
  it("names the authors of changes that another installation made", async () => {
    const app = apps[dialect];
    const told = await imported(app, [files[dialect], "--tenant", await makeTenant(app)]);
    const { token } = await app.caller({ projectId: told.project_id });
    const id = filled[dialect].ids.primary + told.id_shift;
    const { body } = await app.call("GET", `/api/crm/objects/contacts/${id}/history`, { token });
    const actors = new Set(body.data.results.map((entry: Entry) => JSON.stringify(entry.actor)));
    expect([...actors]).toEqual([
      JSON.stringify({ type: "client", id: "name:Client", name: "Client" }),
      JSON.stringify({ type: "key", id: "name:Nightly sync", name: "Nightly sync" }),
    ]);
  });

  it("keeps the ids in an installation that never had as high ones", async () => {
    await using empty = await start(dialect);
    const { projectId } = await empty.caller();
    const told = await imported(empty, [files[dialect], "--project", String(projectId)]);
    expect(told).toMatchObject({ project_id: projectId, id_shift: 0 });
    const { token } = await empty.caller({ projectId });
    const json = { properties: [{ internal_name: "email", value: "next@example.com" }] };
    const { body } = await empty.call("POST", "/api/objects/contacts", { token, json });
    expect(body.data.id).toBeGreaterThan(idsOf(files[dialect]).at(-1) ?? Number.NaN);
  });

  it("leaves the words of records to the worker, which then finds them", async () => {
    const app = apps[dialect];
    const told = await imported(app, [files[dialect], "--tenant", await makeTenant(app)]);
    const { token } = await app.caller({ projectId: told.project_id });
    const found = await app.call("POST", "/api/crm/objects/companies/search", {
      token,
      json: { query: "sohne union" },
    });
    expect(found.body.data.results).toHaveLength(1);
  });

  it("keeps the pairs that an admin marked as different, with what both records have", async () => {
    const app = apps[dialect];
    const told = await imported(app, [files[dialect], "--tenant", await makeTenant(app)]);
    const [low, high] = filled[dialect].twins.map((id) => id + told.id_shift);
    const others = { reasons: ["phone", "name"], isDismissed: true };
    expect(await comparedPairs(app, told.project_id)).toEqual([
      { pair: [low, high], ...others },
      { pair: [high, low], ...others },
    ]);
    const again = await exported(app, told.project_id, join(folder, `pairs-${dialect}.gz`));
    expect(again.digests).toEqual(told.digests);
  });

  it("resumes after each of several SIGKILLs with no line lost or doubled", {
    timeout: 120_000,
  }, async () => {
    const source = apps[dialect];
    await using target = await start(dialect);
    const { projectId } = await source.caller();
    await addContacts(source, projectId, RECORDS);
    const file = join(folder, `many-${dialect}.gz`);
    const { digests } = await exported(source, projectId, file);
    const args = ["project", "import", file, "--tenant", await makeTenant(target), "--json"];
    let killed = 0;
    while (killed < KILLS && (await killInTheMiddle(target, args, 2_000 * (killed + 1)))) killed++;
    expect(killed).toBeGreaterThan(0);
    const told = await imported(target, args.slice(2, -1));
    expect(told).toMatchObject({ resumed: true, records: RECORDS, digests });
    expect(await unfinished(target)).toEqual([]);
  });

  it("is refused if the project has records", async () => {
    const app = apps[dialect];
    const project = String(filled[dialect].projectId);
    await expectRefusal(app, [files[dialect], "--project", project], /Project \d+ is not empty/);
  });

  it("fails if something else changed its records, and begins again in the same project", async () => {
    const app = apps[dialect];
    const args = [files[dialect], "--tenant", await makeTenant(app)];
    const first = await imported(app, args);
    // As if the import was stopped before its comparison.
    await markUnfinished(app, first, files[dialect]);
    await app.deps.db.kysely
      .updateTable("records")
      .set({ version: 99 })
      .where("project_id", "=", first.project_id)
      .execute();
    await expectRefusal(app, args, /differs from the file \(record\)/);
    const second = await imported(app, [...args, "--restart"]);
    const { project_id, digests } = first;
    expect(second).toMatchObject({ resumed: false, project_id, digests });
    expect(await rowsOf(app, project_id)).toMatchObject({ records: second.records });
    expect(await unfinished(app)).toEqual([]);
  });

  it("begins again in a new project if something else created records in the first one", async () => {
    const app = apps[dialect];
    const args = [files[dialect], "--tenant", await makeTenant(app)];
    const first = await imported(app, args);
    await markUnfinished(app, first, files[dialect]);
    const { token } = await app.caller({ projectId: first.project_id });
    const json = { properties: [{ internal_name: "email", value: "other@example.com" }] };
    const made = await app.call("POST", "/api/objects/contacts", { token, json });
    const second = await imported(app, [...args, "--restart"]);
    expect(second.project_id).not.toBe(first.project_id);
    expect(second.digests).toEqual(first.digests);
    expect(await rowsOf(app, first.project_id)).toMatchObject({ records: 1 });
    const path = `/api/crm/objects/contacts/${made.body.data.id}`;
    expect((await app.call("GET", path, { token })).status).toBe(200);
  });

  it("leaves no row of what it wrote when it is discarded, also if that is stopped and repeated", async () => {
    const app = apps[dialect];
    const { projectId, tenantId } = await app.caller();
    const empty = await rowsOf(app, projectId);
    const args = [files[dialect], "--project", String(projectId)];
    const first = await imported(app, args);
    await expectRefusal(app, [...args, "--discard"], /no unfinished import of this file/);
    await expectRefusal(app, [...args, "--discard", "--restart"], /cannot be used with option/);
    await markUnfinished(app, first, files[dialect]);
    // As if an earlier attempt was stopped.
    await app.deps.db.kysely.updateTable("project_imports").set({ lines: -1 }).execute();
    await expectRefusal(app, args, /is being removed/);
    const told = await rapport(app, ["project", "import", ...args, "--discard", "--json"]);
    expect(JSON.parse(told.stdout)).toEqual({ project_id: projectId, discarded: true });
    expect(await rowsOf(app, projectId)).toEqual(empty);
    expect(await unfinished(app)).toEqual([]);
    const again = await imported(app, [files[dialect], "--tenant", String(tenantId)]);
    expect(again.digests).toEqual(first.digests);
  });

  it("keeps deleted records from being purged until it is finished", async () => {
    const app = apps[dialect];
    const args = [files[dialect], "--tenant", await makeTenant(app)];
    const first = await imported(app, args);
    const { project_id, counts } = first;
    await markUnfinished(app, first, files[dialect]);
    const later = new Date(Date.now() + 100 * 24 * 60 * 60 * 1000);
    await tidy(app.deps, later);
    expect(await imported(app, args)).toMatchObject({ resumed: true, counts });
    await tidy(app.deps, later);
    const again = await exported(app, project_id, join(folder, `tidy-${dialect}.gz`));
    expect(again.records).toBe((counts.record ?? 0) - 1);
  });
});

describe("the file of a project", () => {
  it("is readable only by its owner, and has none of the installation's secrets", async () => {
    const content = gunzipSync(readFileSync(files.sqlite)).toString();
    expect(statSync(files.sqlite).mode & 0o777).toBe(0o600);
    expect(content).not.toMatch(/rpc[A-Za-z0-9]{8}|rpk_|whsec_|secret|hash/);
  });

  it("is the same for the same project on both databases, except its times and ids", () => {
    const kinds = DIALECTS.map((dialect) => linesOf(files[dialect]).map(({ kind }) => kind));
    expect(kinds[0]).toEqual(kinds[1]);
  });

  it("ends with the SHA-256 of all lines before", () => {
    const lines = gunzipSync(readFileSync(files.sqlite)).toString().trimEnd().split("\n");
    const end = JSON.parse(lines.at(-1) ?? "");
    const before = `${lines.slice(0, -1).join("\n")}\n`;
    expect(end.sha256).toBe(hash("sha256", before));
  });

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ["was cut off", (bytes) => bytes.subarray(0, bytes.length - 100), /cut off/],
    [
      "lost its end",
      (bytes) => edit(bytes, (text) => text.replace(/\{"kind":"end".*\n/, "")),
      /last line is missing/,
    ],
    [
      "lost a line",
      (bytes) => edit(bytes, (text) => text.replace(/\{"kind":"history".*\n/, "")),
      /SHA-256/,
    ],
    ["was edited", (bytes) => edit(bytes, (text) => text.replace("Roof", "Rook")), /SHA-256/],
    [
      "has more after its end",
      (bytes) => edit(bytes, (text) => `${text}{"kind":"end"}\n`),
      /Line \d+ is not/,
    ],
    [
      "is of a later version",
      (bytes) => edit(bytes, (text) => text.replace('"version":1', '"version":2')),
      /project export/,
    ],
    ["is not compressed", (bytes) => gunzipSync(bytes), /project export/],
    ["is empty", () => Buffer.alloc(0), /cut off|project export/],
    ["is another gzip file", () => gzipSync("a,b\n1,2\n"), /project export/],
  ])("is refused before anything is written if it %s", async (_, change, message) => {
    const app = apps.sqlite;
    const file = join(folder, "changed.gz");
    writeFileSync(file, change(readFileSync(files.sqlite)));
    const before = await projects(app);
    await expectRefusal(app, [file, "--tenant", "1"], message);
    expect(await projects(app)).toEqual(before);
  });

  it("is not left behind by an export that fails", async () => {
    const file = join(folder, "nothing.gz");
    const ended = await rapport(apps.sqlite, [
      "project",
      "export",
      "--project",
      "999",
      "--out",
      file,
    ]);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no project with id 999/),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith("nothing"))).toEqual([]);
  });

  it("is not read without a tenant or a project, or with both", async () => {
    await expectRefusal(apps.sqlite, [files.sqlite], /either --tenant or --project/);
    const both = [files.sqlite, "--tenant", "1", "--project", "1"];
    await expectRefusal(apps.sqlite, both, /either --tenant or --project/);
  });
});

interface Told {
  readonly project_id: number;
  readonly id_shift: number;
  readonly resumed: boolean;
  readonly records: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly digests: Readonly<Record<string, string>>;
}

interface Entry {
  readonly actor: object;
}

function rapport(app: TestApp, args: readonly string[]): Promise<Ended> {
  return runHere(args, envOf(app));
}

function envOf(app: TestApp) {
  const SECRET_KEY = secretKey.toString("base64");
  return { DATA_DIR: folder, DATABASE_URL: app.databaseUrl, SECRET_KEY };
}

function start(dialect: Dialect): Promise<TestApp> {
  return startApp({ dialect, settings: { secretKeys: () => [secretKey] } });
}

async function exported(app: TestApp, project: number, file: string): Promise<Told> {
  rmSync(file, { force: true });
  return told(app, ["project", "export", "--project", String(project), "--out", file]);
}

function imported(app: TestApp, args: readonly string[]): Promise<Told> {
  return told(app, ["project", "import", ...args]);
}

async function told(app: TestApp, args: readonly string[]): Promise<Told> {
  const { code, stdout, stderr } = await rapport(app, [...args, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

async function expectRefusal(app: TestApp, args: readonly string[], message: RegExp) {
  const { code, stdout, stderr } = await rapport(app, ["project", "import", ...args, "--json"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^rapport: [^\n]+\n$/);
}

async function makeTenant(app: TestApp): Promise<string> {
  return String((await app.caller()).tenantId);
}

async function projects({ deps }: TestApp): Promise<readonly object[]> {
  return deps.db.kysely.selectFrom("projects").select("id").execute();
}

function unfinished({ deps }: TestApp) {
  return deps.db.kysely.selectFrom("project_imports").selectAll().execute();
}

/** The tables with rows of what a file brings. */
const FILLED = [
  ...["records", "record_index", "record_unique", "record_history", "associations"],
  ...[
    "record_merges",
    "merge_associations",
    "merge_labels",
    "association_labels",
    "erasures",
    "property_definitions",
    "pipelines",
  ],
  ...["views", "duplicate_keys", "duplicate_records", "duplicate_pairs"],
] as const;

/** Counts a project's rows, by table. */
async function rowsOf({ deps }: TestApp, project: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of FILLED) {
    const rows = await deps.db.kysely
      .selectFrom(table as "records")
      .selectAll()
      .where("project_id", "=", project)
      .execute();
    counts[table] = rows.length;
  }
  return counts;
}

async function markUnfinished({ deps }: TestApp, told: Told, file: string): Promise<void> {
  const lines = linesOf(file);
  const row = {
    ...{ project_id: told.project_id, digest: String(lines.at(-1)?.sha256) },
    ...{ lines: lines.length - 2, id_shift: told.id_shift, begun_at: new Date().toISOString() },
  };
  await deps.db.kysely.insertInto("project_imports").values(row).execute();
}

function linesOf(file: string): readonly Record<string, unknown>[] {
  const text = gunzipSync(readFileSync(file)).toString();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function idsOf(file: string): readonly number[] {
  return linesOf(file).flatMap(({ kind, id }) => (kind === "record" ? [Number(id)] : []));
}

function edit(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = gunzipSync(bytes).toString();
  const changed = change(text);
  expect(changed).not.toBe(text);
  return gzipSync(changed);
}

async function addContacts({ deps }: TestApp, project: number, count: number): Promise<void> {
  const at = "2026-01-31T12:34:56.789Z";
  const times = { created_at: at, updated_at: at, deleted_at: null };
  for (let made = 0; made < count; made += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, i) => ({
      ...{ project_id: project, type: "contact", version: 1, ...times },
      properties: JSON.stringify({ email: `p${made + i}@example.com`, firstname: "Zoë" }),
    }));
    await deps.db.kysely.insertInto("records").values(rows).execute();
  }
}

/** @returns false if the import ended before it could be killed */
async function killInTheMiddle(app: TestApp, args: readonly string[], after: number) {
  const env = { ...PROGRAM_ENV, ...envOf(app) };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: "ignore" });
  const closed = once(child, "close");
  while (child.exitCode === null) {
    const [progress] = await unfinished(app);
    if ((progress?.lines ?? 0) >= after) break;
    await sleep(20);
  }
  child.kill("SIGKILL");
  await closed;
  return child.signalCode === "SIGKILL";
}
