import { liftFactorRuleByHand } from "@rapport/core";
import { appRouter, listProcedures } from "@rapport/core/routers";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { codeOf } from "./support/totp.ts";

/** What an admin may call who has to set a second factor up first. */
const FOR_SET_UP: ReadonlySet<string> = new Set([
  "admin.me",
  "admin.access.secondFactor.read",
  "admin.access.secondFactor.begin",
  "admin.access.secondFactor.confirm",
  "admin.access.passkeys.list",
  "admin.access.passkeys.begin",
  "admin.access.passkeys.finish",
]);

/** All procedures, so that the test finds a new one that the rule does not cover. */
const PROCEDURES = Object.entries(listProcedures(appRouter)).filter(([path]) =>
  path.startsWith("admin."),
);

const ROUTES = [
  ["GET", "/session"],
  ["GET", "/live/1"],
  ["PUT", "/uploads/imports/1?object=contact&name=a.csv"],
  ["POST", "/downloads/records"],
  ["GET", "/downloads/exports/1/e1"],
  ["GET", "/downloads/imports/1/1/refused.csv"],
  ["GET", "/downloads/changes/1/1/refused.csv"],
] as const;

describe.each(DIALECTS)("the rule that admins need a second factor on %s", (dialect) => {
  // The rule is checked in one place, with a statement that the other tests run on both databases.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  let owner: SignedIn;
  let ownersSecret: string;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    owner = await app.admin("owner");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refused = (httpStatus: number) => ({ data: { httpStatus } });
  const NEEDED = { issues: [{ code: "second_factor_setup_required" }] };
  const factorOf = ({ trpc }: SignedIn) => trpc.access.secondFactor;
  const isOn = async () => (await factorOf(owner).rule.query()).requiredSince !== null;
  const actions = async () => {
    const { entries } = await owner.trpc.audit.list.query({ subject: "admins" });
    return entries.map(({ action, surface }) => [action, surface]);
  };

  async function setUp(admin: SignedIn): Promise<string> {
    const { secret } = await factorOf(admin).begin.mutate({ password: admin.password });
    await factorOf(admin).confirm.mutate({ code: codeOf(secret) });
    return secret;
  }

  it("is refused to an owner who has no second factor, and to every other role", async () => {
    await expect(factorOf(owner).require.mutate()).rejects.toMatchObject(refused(409));
    const other = await app.admin("admin");
    await expect(factorOf(other).require.mutate()).rejects.toMatchObject(refused(403));
    expect(await isOn()).toBe(false);
    expect(await actions()).toEqual([]);
  });

  it("counts at once for sessions that are open", async () => {
    const admin = await app.admin("admin");
    const member = await app.admin(null, { [app.tenantId]: "owner" });
    await admin.trpc.tenants.list.query();
    await member.trpc.tenants.list.query();
    ownersSecret = await setUp(owner);
    await factorOf(owner).require.mutate();
    await factorOf(owner).require.mutate();
    expect(await actions()).toEqual([["admins.requireSecondFactor", "admin"]]);
    for (const { trpc } of [admin, member]) {
      await expect(trpc.tenants.list.query()).rejects.toMatchObject({
        data: { httpStatus: 403, ...NEEDED },
      });
    }
    await owner.trpc.tenants.list.query();
  });

  describe("for an admin who has none", () => {
    let admin: SignedIn;
    beforeAll(async () => {
      admin = await app.admin("owner");
    });

    onSqlite.each(PROCEDURES.filter(([path]) => !FOR_SET_UP.has(path)))(
      "refuses %s",
      async (path, { _def }) => {
        const { cookie } = admin;
        const answer = await (_def.type === "mutation"
          ? app.send("POST", `/trpc/${path}`, { cookie, json: {} })
          : app.send("GET", `/trpc/${path}?input={}`, { cookie }));
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ error: { data: NEEDED } });
      },
    );

    onSqlite.each(ROUTES)("refuses %s %s", async (method, path) => {
      const { cookie } = admin;
      const json = method === "GET" ? {} : { json: {} };
      const answer = await app.send(method, path, { cookie, ...json });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject(NEEDED);
    });

    it("allows everything once it is set up, without another sign-in", async () => {
      expect(await admin.trpc.me.query()).toMatchObject({ needsFactor: true });
      await setUp(admin);
      expect(await admin.trpc.me.query()).toMatchObject({ needsFactor: false });
      await admin.trpc.tenants.list.query();
    });

    it("allows signing out", async () => {
      const { cookie } = await app.admin("admin");
      expect((await app.send("DELETE", "/session", { cookie })).status).toBe(204);
      expect((await app.send("GET", "/session", { cookie })).status).toBe(401);
    });
  });

  it("exempts sessions of single sign-on, and not the same admin's password", async () => {
    const admin = await app.admin("admin");
    const { id } = await admin.trpc.me.query();
    await app.deps.db.kysely
      .updateTable("sessions")
      .set({ opened_by: "single_sign_on" })
      .where("user_id", "=", id)
      .execute();
    await admin.trpc.tenants.list.query();
    const { email, password } = admin;
    const signedIn = await app.send("POST", "/session", { json: { email, password } });
    const cookie = cookieOf(signedIn);
    expect((await app.send("GET", "/session", { cookie })).status).toBe(403);
  });

  it("lets admins replace the app, but not turn the second factor off", async () => {
    const admin = await app.admin("admin");
    const old = await setUp(admin);
    const { password, email } = admin;
    const code = codeOf(old, 1);
    const off = factorOf(admin).remove.mutate({ password, code });
    await expect(off).rejects.toMatchObject(refused(409));
    expect(await factorOf(admin).read.query()).toMatchObject({ isRequired: true });
    const bare = factorOf(admin).begin.mutate({ password });
    await expect(bare).rejects.toMatchObject(refused(409));
    const guess = factorOf(admin).begin.mutate({ password, code: "000000" });
    await expect(guess).rejects.toMatchObject(refused(400));

    const { secret } = await factorOf(admin).begin.mutate({ password, code });
    const signIn = async (code: string) => {
      const answer = await app.send("POST", "/session", { json: { email, password, code } });
      app.restart();
      return answer.status;
    };
    // The new app counts from its first code on.
    expect(await signIn(codeOf(secret))).toBe(401);
    const { recoveryCodes } = await factorOf(admin).confirm.mutate({ code: codeOf(secret) });
    expect(await signIn(codeOf(old, 1))).toBe(401);
    expect(await signIn(recoveryCodes[0] ?? "")).toBe(204);
    expect(await signIn(codeOf(secret, 1))).toBe(204);
    await admin.trpc.tenants.list.query();
  });

  it("asks again after a reset of the second factor", async () => {
    const admin = await app.admin("admin");
    await setUp(admin);
    const { id } = await admin.trpc.me.query();
    await factorOf(owner).reset.mutate({ adminId: id });
    const { email, password } = admin;
    const signedIn = await app.send("POST", "/session", { json: { email, password } });
    expect(signedIn.status).toBe(204);
    const cookie = cookieOf(signedIn);
    expect((await app.send("GET", "/session", { cookie })).status).toBe(403);
  });

  it("is lifted by an owner, and by hand on the server", async () => {
    const admin = await app.admin("admin");
    await factorOf(owner).lift.mutate();
    await factorOf(owner).lift.mutate();
    await admin.trpc.tenants.list.query();
    await factorOf(owner).require.mutate();
    await expect(admin.trpc.tenants.list.query()).rejects.toMatchObject(refused(403));
    await liftFactorRuleByHand(app.deps);
    await admin.trpc.tenants.list.query();
    await expect(liftFactorRuleByHand(app.deps)).rejects.toThrow("do not need a second factor");
    expect((await actions()).slice(0, 3)).toEqual([
      ["admins.liftFactorRule", "cli"],
      ["admins.requireSecondFactor", "admin"],
      ["admins.liftFactorRule", "admin"],
    ]);
    expect(await isOn()).toBe(false);
    const off = { password: owner.password, code: codeOf(ownersSecret, 1) };
    await factorOf(owner).remove.mutate(off);
  });
});
