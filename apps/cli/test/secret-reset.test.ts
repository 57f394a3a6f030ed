import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { sealed as sealedColumns } from "@rapport/db";
import { openService } from "@rapport/service/service";
import { readConfig } from "@rapport/service/settings/config";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportApi } from "../../api/test/support/exports.ts";
import { runToEnd } from "../../api/test/support/process.ts";
import {
  cursorOf,
  delivered,
  findSealed,
  keyIdOf,
  repeat,
  type Sealed,
  startSealed,
} from "./support/sealed-installation.ts";

const GUIDE = /"rapport secrets reset --i-lost-the-key"; docs\/secret-key\.md /;

describe.each(DIALECTS)("a lost secret key on %s", (dialect) => {
  // What is said about results that the other tests have on both databases.
  const onSqlite = it.runIf(dialect === "sqlite");
  let sealed: Sealed;
  let report: Record<string, Record<string, unknown>>;

  beforeAll(async () => {
    sealed = await startSealed(dialect);
  });
  afterAll(() => sealed[Symbol.asyncDispose]());

  const started = async () => (await openService(readConfig(sealed.env))).close();
  const columns = async () => {
    const { app } = await sealed.start();
    const found = await findSealed(app);
    await sealed.stop();
    return found;
  };

  it("is not lost while it decrypts everything", async () => {
    const { code, stderr } = await sealed.rapport("secrets", "reset", "--i-lost-the-key");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^rapport: The secret key decrypts all \d+ stored secrets, so none is lost\./,
      ),
    });
    const { token } = sealed.held.caller;
    const page = await sealed.first.app.call("GET", "/api/crm/objects/contacts", { token });
    expect(page.status).toBe(200);
    await sealed.stop();
  });

  // Nothing is written, so one database is enough for the others.
  const states = ["a missing key file", "another key", "a damaged key file"];
  describe.each(dialect === "sqlite" ? states : ["another key"])("with %s", (state) => {
    const kept = () => `${sealed.dataDir}.kept`;
    beforeAll(() => {
      renameSync(sealed.file, kept());
      if (state === "another key")
        writeFileSync(sealed.file, `${randomBytes(32).toString("base64")}\n`);
      if (state === "a damaged key file") writeFileSync(sealed.file, "\0\0\0");
    });
    afterAll(() => renameSync(kept(), sealed.file));

    const content = () => (existsSync(sealed.file) ? readFileSync(sealed.file, "utf8") : null);

    it("no start and no command writes a key, and each says in one line what to do", async () => {
      const before = content();
      await expect(started()).rejects.toThrow(GUIDE);
      for (const args of [["migrate"], ["tenant", "list"], ["secrets", "rotate"], ["worker"]]) {
        const { code, stdout, stderr } = await sealed.rapport(...args);
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
        expect(stderr).toMatch(/^rapport: [^\n]+\n$/);
        expect(stderr).toMatch(GUIDE);
      }
      expect(content()).toBe(before);
    });

    it("a reset that is not sure only says what would be given up", async () => {
      const before = [content(), readdirSync(sealed.dataDir).toSorted()];
      const { code, stdout, stderr } = await sealed.rapport("secrets", "reset");
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      for (const column of sealedColumns.COLUMNS) expect(stderr).toContain(` of ${column}`);
      expect(stderr).toMatch(/add --i-lost-the-key\.\n$/);
      expect([content(), readdirSync(sealed.dataDir).toSorted()]).toEqual(before);
    });
  });

  onSqlite("leaves the programs of an installation stopped with one line, too", async () => {
    const kept = `${sealed.dataDir}.kept`;
    renameSync(sealed.file, kept);
    const { code, output } = await runToEnd(sealed.env);
    expect(code).toBe(1);
    expect(output).toMatch(/^rapport: There is no secret key in [^\n]+\n$/);
    expect(output).toMatch(GUIDE);
    expect(existsSync(sealed.file)).toBe(false);
    renameSync(kept, sealed.file);
  });

  it("is reset with a report of what was lost, made again and has to be entered again", async () => {
    const before = await columns();
    expect(new Set(before.map(({ column }) => column))).toEqual(new Set(sealedColumns.COLUMNS));
    rmSync(sealed.file);
    // Run by root, it makes a file for the user whose folder it is.
    const user = process.getuid?.() === 0 ? 65_534 : statSync(sealed.dataDir).uid;
    chownSync(sealed.dataDir, user, -1);
    const { code, stdout, stderr } = await sealed.rapport(
      ...["secrets", "reset", "--i-lost-the-key", "--json"],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    report = JSON.parse(stdout);
    const { tenantId, projectId, hook } = sealed.held;
    const place = { tenant_id: tenantId, tenant: "Acme", project_id: projectId, project: "Sales" };
    expect(report).toEqual({
      replaced: { signing_keys: 1, cursor_keys: 1, webhook_secrets: 1 },
      removed: {
        ...{ idempotent_responses: 1, messaging_tokens: 1, authenticator_apps: 1 },
        files: [{ ...place, files: expect.any(Number) }],
      },
      enter_again: {
        messaging_tokens: [{ tenant_id: tenantId, tenant: "Acme", waba_id: expect.any(String) }],
        webhook_secrets: [{ ...place, endpoint_id: Number(hook.id), url: sealed.receiver.url }],
        authenticator_apps: [{ email: sealed.held.admin.email }],
      },
    });
    const { mode, uid } = statSync(sealed.file);
    expect([mode & 0o777, uid]).toEqual([0o600, user]);
    for (const path of [sealed.file, sealed.dataDir]) chownSync(path, process.getuid?.() ?? -1, -1);
    expect(sealed.keys()).toHaveLength(1);
  });

  it("leaves nothing that the lost key encrypted, and doctor finds no fault", async () => {
    const [key = ""] = sealed.keys();
    const { app } = await sealed.start();
    expect(new Set((await findSealed(app)).map(({ keyId }) => keyId))).toEqual(
      new Set([keyIdOf(key)]),
    );
    const { stdout } = await sealed.rapport("doctor", "--json");
    const { checks = JSON.parse(stdout) } = JSON.parse(stdout);
    expect(JSON.stringify(checks)).toMatch(/decrypts all \d+ stored secrets/);
    const noted = await app.deps.db.kysely
      .selectFrom("audit_log")
      .select(["actor", "action"])
      .where("action", "=", "secrets.reset")
      .execute();
    expect(noted).toEqual([{ actor: "cli:rapport", action: "secrets.reset" }]);
  });

  it("lets clients get tokens again, and ends those from before", async () => {
    const { app } = await sealed.start();
    const { caller } = sealed.held;
    const read = (token: string) => app.call("GET", "/api/crm/objects/contacts?limit=1", { token });
    expect((await read(caller.token)).status).toBe(401);
    const token = await app.token(caller, "crm.contacts.read");
    const page = await read(token);
    expect(page.status).toBe(200);
    const next = await app.call(
      "GET",
      `/api/crm/objects/contacts?limit=1&cursor=${cursorOf(page)}`,
      { token },
    );
    expect(next.status).toBe(200);
  });

  it("refuses cursors from before with 400, and feeds begin without one", async () => {
    const { app } = await sealed.start();
    const { token } = await app.caller(sealed.held);
    const old = await app.call("GET", `/api/crm/events?cursor=${sealed.held.feedCursor}`, {
      token,
    });
    expect([old.status, old.body.issues[0].code]).toEqual([400, "cursor_invalid"]);
    const fresh = await app.call("GET", "/api/crm/events?from=now", { token });
    const again = await app.call("GET", `/api/crm/events?cursor=${cursorOf(fresh)}`, { token });
    expect(again.status).toBe(200);
  });

  it("never runs a request with an Idempotency-Key from before again", async () => {
    const { app } = await sealed.start();
    const count = async () =>
      (await app.deps.db.kysely.selectFrom("records").select("id").execute()).length;
    const before = await count();
    const again = await repeat(app, sealed.held);
    expect([again.status, await count()]).toEqual([410, before]);
    expect(JSON.stringify(again.body)).toMatch(/no longer stored/);
  });

  it("delivers webhooks, with a secret that the next rotation shows", async () => {
    const { app } = await sealed.start();
    expect(await delivered(app, sealed, [])).toEqual([]);
    const { hook, apiKey } = sealed.held;
    const rotated = await app.call("POST", `/v1${hook.path}/rotate-secret`, { token: apiKey });
    const { signingSecret } = rotated.body.data;
    expect(await delivered(app, sealed, [signingSecret])).toEqual(["webhook.test"]);
    await expect(delivered(app, sealed, sealed.held.secrets)).rejects.toThrow();
  });

  it("exports again, and says that files from before are gone", async () => {
    const { app } = await sealed.start();
    const { token } = await app.caller(sealed.held);
    const exports = exportApi(app, token);
    expect((await exports.file(sealed.held.exportId)).status).toBe(410);
    expect(await exports.text({ object: "contact" })).toContain("ada@example.com");
  });

  it("lets admins sign in with the password alone", async () => {
    const { admin } = await sealed.start();
    const { email, password } = sealed.held.admin;
    expect((await admin.signIn({ email, password })).status).toBe(204);
  });

  it("takes the messaging account again", async () => {
    const { app } = await sealed.start();
    const { token } = await app.caller(sealed.held);
    const without = await app.call("POST", "/templates/sync-status", { token });
    expect(without.status).toBe(400);
    const set = ["--waba-id", "102290129340398", "--access-token", "EAAGmRapportNeverShowsThis"];
    const { code } = await sealed.rapport(
      ...["messaging", "set", "--tenant", String(sealed.held.tenantId), ...set],
    );
    expect(code).toBe(0);
    expect((await app.call("POST", "/templates/sync-status", { token })).status).toBe(200);
  });

  onSqlite("says the same in words", async () => {
    await sealed.stop();
    writeFileSync(sealed.file, "not a key");
    const { code, stdout, stderr } = await sealed.rapport("secrets", "reset", "--i-lost-the-key");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^A new signing key was made\./);
    expect(stdout).toContain(
      `  Acme, Sales: endpoint ${sealed.held.hook.id}, ${sealed.receiver.url}`,
    );
    expect(stdout).toContain(`  Acme (tenant ${sealed.held.tenantId}): account 102290129340398`);
    expect(
      readdirSync(sealed.dataDir).filter((name) => /secret-key\.unreadable/.test(name)),
    ).toHaveLength(1);
    await started();
  });
});
