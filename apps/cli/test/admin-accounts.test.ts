import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, startAdminApp } from "../../admin/test/support/admin-app.ts";
import { codeOf } from "../../admin/test/support/totp.ts";
import { runHere } from "./support/run-here.ts";

const SECRET_KEY = Buffer.alloc(32, 3).toString("base64");
const NEW_PASSWORD = "correct horse battery";

describe.each(DIALECTS)("accounts of admins, by the command line on %s", (dialect) => {
  // Refused before a statement, or by the statement that finds an admin.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  beforeAll(async () => {
    app = await startAdminApp(dialect, "http://127.0.0.1:3001", { SECRET_KEY });
    await app.admin("owner");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const rapport = (args: readonly string[], { env = {}, input = "" } = {}) =>
    runHere(
      ["admin", ...args],
      { DATABASE_URL: app.config.databaseUrl, SECRET_KEY, ...env },
      input,
    );
  const json = async (verb: string, email: string, ...more: string[]) => {
    const { code, stdout, stderr } = await rapport([verb, "--email", email, ...more, "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    const response = await app.send("POST", "/session", { json: { email, password } });
    return { status: response.status, cookie: cookieOf(response) };
  };
  const stateOf = async (cookie: string) => (await app.send("GET", "/session", { cookie })).status;
  const noted = async () => {
    const rows = await app.deps.db.kysely
      .selectFrom("audit_log")
      .select(["actor", "surface", "action"])
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    return rows[0];
  };
  const byHand = (action: string) => ({ actor: "cli:rapport", surface: "cli", action });

  /** Creates an admin with an authenticator app, a passkey and recovery codes. */
  async function withFactors() {
    const admin = await app.admin("admin");
    const { secondFactor } = admin.trpc.access;
    const { secret } = await secondFactor.begin.mutate({ password: admin.password });
    await secondFactor.confirm.mutate({ code: codeOf(secret) });
    const { id } = await admin.trpc.me.query();
    const at = new Date().toISOString();
    const passkey = { name: "Laptop", public_key: "a2V5", counter: 0, transports: "internal" };
    await app.deps.db.kysely
      .insertInto("passkeys")
      .values({
        ...{ id: `key${id}`, user_id: id, ...passkey, host: "127.0.0.1" },
        ...{ created_at: at, last_used_at: null },
      })
      .execute();
    return { admin, id };
  }

  it("disable ends the sessions and refuses to sign in; enable allows it again", async () => {
    const admin = await app.admin("admin");
    expect(await json("disable", admin.email)).toEqual({ email: admin.email, disabled: true });
    expect(await noted()).toEqual(byHand("admins.update"));
    expect([await stateOf(admin.cookie), (await signIn(admin)).status]).toEqual([401, 401]);
    expect(await json("enable", admin.email.toUpperCase())).toMatchObject({ disabled: false });
    expect(await noted()).toEqual(byHand("admins.update"));
    expect([await stateOf(admin.cookie), (await signIn(admin)).status]).toEqual([401, 204]);
  });

  it("set-password makes a password, or takes one from standard input or the environment", async () => {
    const admin = await app.admin("admin");
    const made = await json("set-password", admin.email);
    expect(made).toEqual({ email: admin.email, password: expect.stringMatching(/^.{12,}$/) });
    expect(await noted()).toEqual(byHand("admins.resetPassword"));
    expect([await stateOf(admin.cookie), (await signIn(admin)).status]).toEqual([401, 401]);
    const given = ["set-password", "--email", admin.email, "--password"];
    let last = await signIn(made);
    expect(last.status).toBe(204);
    for (const [form, options] of [
      ["-", { input: `${NEW_PASSWORD} one\n` }],
      ["env:NEXT", { env: { NEXT: `${NEW_PASSWORD} two` } }],
    ] as const) {
      const set = await rapport([...given, form], options);
      expect({ ...set, stdout: "" }).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(set.stdout).not.toContain(NEW_PASSWORD);
      expect(await stateOf(last.cookie)).toBe(401);
      const password = `${NEW_PASSWORD} ${form === "-" ? "one" : "two"}`;
      last = await signIn({ email: admin.email, password });
      expect(last.status).toBe(204);
    }
  });

  onSqlite("set-password refuses a password among the arguments, and a bad one", async () => {
    const admin = await app.admin("admin");
    const given = ["set-password", "--email", admin.email, "--password"];
    const typed = await rapport([...given, NEW_PASSWORD]);
    expect(typed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/must be - or env:NAME/),
    });
    expect(typed.stderr).not.toContain(NEW_PASSWORD);
    const short = await rapport([...given, "-"], { input: "short\n" });
    expect(short).toMatchObject({ code: 1, stderr: expect.stringMatching(/12 to 1000 char/) });
    expect([await stateOf(admin.cookie), (await signIn(admin)).status]).toEqual([200, 204]);
  });

  it.each(["reset-factors", "reset-factor"])(
    "%s removes the app, the passkeys and the recovery codes, and ends the sessions",
    async (verb) => {
      const { admin, id } = await withFactors();
      expect((await signIn(admin)).status).toBe(401);
      expect(await json(verb, admin.email)).toEqual({ email: admin.email, second_factor: false });
      expect(await noted()).toEqual(byHand("admins.resetSecondFactor"));
      expect([await stateOf(admin.cookie), (await signIn(admin)).status]).toEqual([401, 204]);
      const left = (["second_factors", "passkeys", "recovery_codes"] as const).map((table) =>
        app.deps.db.kysely.selectFrom(table).select("user_id").where("user_id", "=", id).execute(),
      );
      expect((await Promise.all(left)).flat()).toEqual([]);
      const again = await rapport([verb, "--email", admin.email]);
      expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/no second factor/) });
    },
  );

  onSqlite.each(["disable", "enable", "set-password", "reset-factors"])(
    "%s says if there is no such admin",
    async (verb) => {
      const { code, stdout, stderr } = await rapport([verb, "--email", "nobody@example.com"]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toBe("rapport: There is no admin with the email nobody@example.com.\n");
    },
  );

  it("the last owner who is not disabled stays, and others are enabled beside", async () => {
    const [first, second] = [await app.admin("owner"), await app.admin("owner")];
    for (const { email } of JSON.parse((await rapport(["list", "--json"])).stdout)) {
      if (email !== first.email && email !== second.email)
        await rapport(["disable", "--email", email]);
    }
    await json("disable", first.email);
    const last = await rapport(["disable", "--email", second.email]);
    expect(last).toMatchObject({ code: 1, stderr: expect.stringMatching(/the last owner/) });
    expect(await stateOf(second.cookie)).toBe(200);
    // Whatever made the installation lose its last owner.
    await app.deps.db.kysely
      .updateTable("users")
      .set({ disabled_at: new Date().toISOString() })
      .where("email", "=", second.email)
      .execute();
    for (const { email } of [await app.admin("admin"), second]) await json("enable", email);
    expect((await signIn(second)).status).toBe(204);
  });
});
