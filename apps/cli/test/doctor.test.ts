import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runSql, startGraphPlatform } from "@rapport/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly message: string;
}

type Kysely = Parameters<Parameters<typeof inspect>[1]>[0]["kysely"];

const LONG_AGO = "2020-01-01T00:00:00.000Z";
const AHEAD = "2999-01-01T00:00:00.000Z";
/** A local port where nothing listens, so that no request leaves this machine. */
const NO_PLATFORM = { META_GRAPH_URL: "http://127.0.0.1:1/v24.0" };

/** What doctor finds: its name, the check, the state, the message, and the change that causes it. */
type Fault = [string, string, string, RegExp, (kysely: Kysely) => Promise<unknown>];

const FAULTS: readonly Fault[] = [
  [
    "migrations that have not run",
    ...(["migrations", "failed", /004-admin have not run; run "rapport migrate"/] as const),
    (kysely) =>
      kysely
        .deleteFrom("kysely_migration" as never)
        .where("name" as never, "=", "004-admin" as never)
        .execute(),
  ],
  [
    "a later version that removed something",
    ...([
      "migrations",
      "failed",
      /later version \(999-contract-after-998\); run that version/,
    ] as const),
    (kysely) => addMigration(kysely, "999-contract-after-998"),
  ],
  [
    "a later version that only added something",
    ...(["migrations", "warning", /later version \(999-later\)\. This version works/] as const),
    (kysely) => addMigration(kysely, "999-later"),
  ],
  [
    "an unfinished copy",
    ...(["migrations", "failed", /run the same "rapport copy" again/] as const),
    (kysely) => kysely.schema.createTable("rapport_copy").addColumn("x", "text").execute(),
  ],
  [
    "an import of a project that was stopped",
    ...(["imports", "warning", /from a file: projects 1; run .*project import/] as const),
    (kysely) =>
      kysely
        .insertInto("project_imports")
        .values({ project_id: 1, digest: "x", id_shift: 0, lines: 1, begun_at: AHEAD })
        .execute(),
  ],
  [
    "an import from HubSpot that was stopped",
    ...(["imports", "warning", /from HubSpot: projects 1; run .*import hubspot/] as const),
    (kysely) =>
      kysely
        .insertInto("jobs")
        .values({
          ...{ project_id: 1, kind: "hubspot", type: "contact", state: "waiting" },
          ...{ settings: "{}", progress: "{}", actor: "system:cli", failures: 0 },
          created_at: AHEAD,
        })
        .execute(),
  ],
  [
    "an erasure that does not finish",
    ...(["erasures", "warning", /An erasure of 2020-01-01.* is not finished/] as const),
    (kysely) =>
      kysely
        .insertInto("erasures")
        .values({
          ...{ project_id: 1, record_id: 7, type: "contact", record_created_at: LONG_AGO },
          ...{ version: 2, actor: "client:c", at: LONG_AGO, step: "words", after_id: 0 },
        })
        .execute(),
  ],
  [
    "changes with a time in the future",
    ...(["clock", "warning", /dated 2999-01-01T00:00:00\.000Z.*NTP/] as const),
    (kysely) =>
      kysely
        .insertInto("events")
        .values({
          ...{ project_id: 1, message_id: "m", type: "contact.created", payload: "{}" },
          ...{ created_at: AHEAD, pending: 0 },
        })
        .execute(),
  ],
  [
    "a secret encrypted with another key",
    ...([
      "secrets",
      "failed",
      /cannot decrypt signing_keys\.private_key[^;]*; set SECRET_KEY/,
    ] as const),
    (kysely) =>
      kysely.updateTable("signing_keys").set({ private_key: "v1.00000000.AAAA" }).execute(),
  ],
  [
    "no active signing key",
    ...(["signing keys", "failed", /No signing key is active.*rapport keys rotate/] as const),
    (kysely) => kysely.updateTable("signing_keys").set({ signs_until: LONG_AGO }).execute(),
  ],
  [
    "an old signing key",
    ...(["signing keys", "warning", /signed since 2020-01-01.*rapport keys rotate/] as const),
    (kysely) => kysely.updateTable("signing_keys").set({ signs_from: LONG_AGO }).execute(),
  ],
  [
    "a clock before the oldest signing key",
    ...([
      "signing keys",
      "failed",
      /clock is before 2999-01-01.*synchronize the clock with NTP/,
    ] as const),
    (kysely) => kysely.updateTable("signing_keys").set({ signs_from: AHEAD }).execute(),
  ],
  [
    "no signing key",
    ...(["signing keys", "warning", /no signing key yet; the server creates one/] as const),
    (kysely) => kysely.deleteFrom("signing_keys").execute(),
  ],
  [
    "overdue deliveries, some leased by a dead worker",
    ...([
      "deliveries",
      "warning",
      /2 deliveries have been due.*1 of them.*"rapport worker"/,
    ] as const),
    async (kysely) => {
      await addEndpoint(kysely, { enabled: 1 });
      await addDeliveries(kysely, ["a-worker", null]);
    },
  ],
  [
    "an endpoint that was disabled",
    ...(["endpoints", "warning", /Disabled: \d; fix the receivers/] as const),
    (kysely) => addEndpoint(kysely, { enabled: 0 }),
  ],
  [
    "an endpoint that fails",
    ...(["endpoints", "warning", /Failing now: \d/] as const),
    (kysely) => addEndpoint(kysely, { enabled: 1, failing_since: LONG_AGO }),
  ],
];

/** Doctor runs for a fault of migrations alone, because it looks at little else then, and for one of each other check at once. */
const ROUNDS: readonly (readonly Fault[])[] = [
  ...FAULTS.filter(([, check]) => check === "migrations").map((fault) => [fault]),
  ...[0, 1, 2, 3].map((round) =>
    FAULTS.filter(([, check], i) => {
      const before = FAULTS.slice(0, i).filter(([, other]) => other === check);
      return check !== "migrations" && before.length === round;
    }),
  ),
];

describe.each(DIALECTS)("rapport doctor on %s", (dialect) => {
  // The statements of these are those of the rounds above.
  const onSqlite = it.runIf(dialect === "sqlite");
  let installation: Installation;
  beforeEach(async () => {
    installation = await install(dialect);
    await installation.client("crm.contacts.read");
    // Those of PostgreSQL are mostly made by other programs, so doctor does not miss them.
    if (dialect === "sqlite")
      await installation.json("backup", join(installation.dataDir, "copy.db"));
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  const change = (work: (kysely: Kysely) => Promise<unknown>) =>
    inspect(installation, ({ kysely }) => work(kysely));

  it("finds nothing wrong with a sound installation, and changes nothing", async () => {
    await using platform = await startGraphPlatform({
      ...{ wabaId: "1", accessToken: "x", templates: [] },
    });
    const before = readdirSync(installation.dataDir);
    const env = { META_GRAPH_URL: platform.url };
    const { code, findings } = await doctor(installation, env, installation.spawn);
    expect(findings.filter((one) => one.state !== "ok")).toEqual([]);
    expect(findings.map((one) => one.check)).toEqual([
      ...["settings", "proxy", "secret key", "disk", "database", "migrations", "clock"],
      ...["secrets", "signing keys", "deliveries", "endpoints", "imports"],
      ...["erasures", "backup", "platform"],
    ]);
    expect(code).toBe(0);
    expect(readdirSync(installation.dataDir)).toEqual(before);
  });

  it.each(ROUNDS.map((faults) => [faults.map(([name]) => name).join(", "), faults] as const))(
    "finds %s",
    async (_, faults) => {
      for (const [, , , , work] of faults) await change(work);
      const { code, findings, text } = await doctor(installation);
      for (const [name, check, state, message] of faults) {
        expect(
          findings.find((one) => one.check === check),
          name,
        ).toMatchObject({
          state,
          message: expect.stringMatching(message),
        });
      }
      expect(code).toBe(faults.some(([, , state]) => state === "failed") ? 1 : 0);
      expect(text).not.toMatch(/whsec|BEGIN|v1\.[0-9a-f]{8}\./);
    },
  );

  onSqlite("ignores overdue deliveries of a disabled endpoint", async () => {
    await change(async (kysely) => {
      await addEndpoint(kysely, { enabled: 0 });
      await addDeliveries(kysely, [null]);
    });
    const { findings } = await doctor(installation);
    expect(findings.find((one) => one.check === "deliveries")).toMatchObject({ state: "ok" });
  });

  onSqlite("only warns when the messaging platform cannot be reached", async () => {
    const { code, findings } = await doctor(installation);
    expect(code).toBe(0);
    expect(findings.filter((one) => one.state !== "ok")).toMatchObject(
      [{ check: "platform", state: "warning", message: /ECONNREFUSED.*META_GRAPH_URL/ }].map(
        (one) => ({ ...one, message: expect.stringMatching(one.message) }),
      ),
    );
  });
});

describe("rapport doctor of settings", () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await install("sqlite", { isNew: true });
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  const found = async (check: string, env: Record<string, string> = {}) => {
    const { code, findings, text } = await doctor(installation, env);
    return { code, text, ...findings.find((one) => one.check === check) };
  };

  it("reports a missing key and database before the first start, and creates neither", async () => {
    expect(await found("secret key")).toMatchObject({ state: "warning" });
    const database = await found("database");
    expect(database).toMatchObject({ code: 1, state: "failed" });
    expect(database.message).toMatch(/no database at .*rapport migrate/);
    expect(readdirSync(installation.dataDir)).toEqual([]);
  });

  it("distinguishes a database deleted while a server had it open from one not yet created", async () => {
    const server = await installation.serve();
    const live = installation.databaseUrl.replace(/^sqlite:/, "");
    rmSync(live);
    const database = await found("database");
    expect(database).toMatchObject({ code: 1, state: "failed" });
    expect(database.message).toMatch(/rapport\.db was deleted or moved while it was open.*restore/);
    expect(existsSync(live)).toBe(false);
    await server.end("SIGKILL");
  });

  it("reports a wrong setting as one failed check", async () => {
    expect(await found("settings", { PORT: "x" })).toMatchObject({
      code: 1,
      message: 'PORT must be a whole number from 0 to 65535, not "x".',
    });
    expect(await found("settings", { PROT: "1", POORT: "2" })).toMatchObject({
      message:
        "PROT is not a setting; did you mean PORT? POORT is not a setting; did you mean PORT?",
    });
  });

  it("warns about a public address without TLS, unless it is a loopback address", async () => {
    await installation.json("migrate");
    const open = await found("settings", { PUBLIC_URL: "http://crm.example.com" });
    expect(open).toMatchObject({ code: 0, state: "warning" });
    expect(open.message).toMatch(/not https.*PUBLIC_URL/);
    for (const PUBLIC_URL of ["https://crm.example.com", "http://[::1]:3000"]) {
      expect(await found("settings", { PUBLIC_URL })).toMatchObject({ state: "ok" });
    }
  });

  it("warns about an https address without a trusted proxy", async () => {
    await installation.json("migrate");
    const secure = { PUBLIC_URL: "https://crm.example.com" };
    const untrusted = await found("proxy", secure);
    expect(untrusted).toMatchObject({ code: 0, state: "warning" });
    expect(untrusted.message).toMatch(/TRUST_PROXY is not set.*share one limit/);
    const trusted = { ...secure, TRUST_PROXY: "10.0.0.0/8" };
    expect(await found("proxy", trusted)).toMatchObject({ state: "ok" });
  });

  it("fails if other users can read the secret key", async () => {
    await installation.json("migrate");
    const file = join(installation.dataDir, "secret-key");
    chmodSync(file, 0o644);
    const open = await found("secret key");
    expect(open).toMatchObject({ code: 1, state: "failed" });
    expect(open.message).toMatch(/mode 644\)\. Run "chmod 600 .*secret-key"/);
  });

  it("fails if the secret key is lost, and creates no other", async () => {
    await installation.json("migrate");
    const file = join(installation.dataDir, "secret-key");
    rmSync(file);
    expect(await found("secrets")).toMatchObject({ code: 1, state: "failed" });
    expect(existsSync(file)).toBe(false);
  });

  it("fails if the secret key is damaged, and checks the rest", async () => {
    await installation.json("migrate");
    writeFileSync(join(installation.dataDir, "secret-key"), "damaged");
    expect(await found("secret key")).toMatchObject({
      ...{ code: 1, state: "failed" },
      message: expect.stringMatching(/secret-key\) must be 32 bytes in base64/),
    });
    expect(await found("migrations")).toMatchObject({ state: "ok" });
  });

  it("fails if DATA_DIR is a file", async () => {
    const file = join(installation.dataDir, "file");
    writeFileSync(file, "");
    const message = `DATA_DIR ${file} is a file. Set it to a folder.`;
    expect(await found("disk", { DATA_DIR: file })).toMatchObject({ state: "failed", message });
    const key = await found("secret key", { DATA_DIR: file });
    expect(key.message).toMatch(/cannot be read: a part of the path is a file, not a folder\.$/);
  });

  it("fails if the database does not answer, without printing its password", async () => {
    const DATABASE_URL = "postgres://u:hunter2@127.0.0.1:1/x";
    const down = await found("database", { DATABASE_URL });
    expect(down).toMatchObject({ code: 1, state: "failed" });
    expect(down.message).toMatch(/ECONNREFUSED/);
    expect(down.text).not.toContain("hunter2");
  });

  it("fails if the tables of PostgreSQL belong to another role", async () => {
    await using restored = await install("postgres");
    await restored.json("migrate");
    const url = new URL(restored.databaseUrl);
    const role = `reader_${process.pid}`;
    await runSql(url.href, `create role ${role} login password 'reader'`);
    try {
      Object.assign(url, { username: role, password: "reader" });
      expect(await found("database", { DATABASE_URL: url.href })).toMatchObject({
        code: 1,
        state: "failed",
        message: expect.stringMatching(/permission denied.*must own the tables/),
      });
    } finally {
      await runSql(restored.databaseUrl, `drop role ${role}`);
    }
  });

  it("prints a line for each check without --json", async () => {
    await installation.json("migrate");
    const { stdout } = await installation.rapport(["doctor"], NO_PLATFORM);
    expect(stdout).toMatch(/^ok {7}settings {6}The public address/);
    expect(stdout).toMatch(/\nwarning {2}platform {6}The messaging platform at 127\.0\.0\.1:1/);
  });
});

async function doctor(
  installation: Installation,
  env: Record<string, string> = {},
  run: Installation["rapport"] = installation.rapport,
) {
  const ended = await run(["doctor", "--json"], { ...NO_PLATFORM, ...env });
  expect(ended.stderr).toBe("");
  const { healthy, checks } = JSON.parse(ended.stdout) as { healthy: boolean; checks: Finding[] };
  expect(healthy).toBe(ended.code === 0);
  return { code: ended.code, findings: checks, text: ended.stdout };
}

async function addEndpoint(
  kysely: Kysely,
  settings: { enabled: number; failing_since?: string },
): Promise<void> {
  const secret = (await kysely.selectFrom("signing_keys").select("private_key").execute())[0];
  await kysely
    .insertInto("webhook_endpoints")
    .values({
      ...{ project_id: 1, url: "https://example.com/hook", event_types: '["*"]' },
      ...{ secret: secret?.private_key ?? "", created_at: LONG_AGO, updated_at: LONG_AGO },
      ...settings,
    })
    .execute();
}

async function addDeliveries(kysely: Kysely, leases: readonly (string | null)[]): Promise<void> {
  for (const lease of leases) {
    await kysely
      .insertInto("deliveries")
      .values({
        ...{ project_id: 1, endpoint_id: 1, event_id: 1, event_type: "contact.created" },
        ...{ status: "pending", attempt_count: 0, next_at: LONG_AGO, lease, created_at: LONG_AGO },
      })
      .execute();
  }
}

function addMigration(kysely: Kysely, name: string) {
  return kysely
    .insertInto("kysely_migration" as never)
    .values({ name, timestamp: AHEAD } as never)
    .execute();
}
