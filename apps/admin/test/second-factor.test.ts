import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { codeOf, wrongCode } from "./support/totp.ts";

describe.each(DIALECTS)("the second factor on %s", (dialect) => {
  let app: AdminApp;
  let owner: SignedIn;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    owner = await app.admin("owner");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const signIn = (admin: SignedIn, code?: string, password = admin.password) =>
    app.send("POST", "/session", {
      json: { email: admin.email, password, ...(code !== undefined && { code }) },
    });
  const statusOf = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).status;
  const stateOf = async (cookie: string) => (await app.send("GET", "/session", { cookie })).status;
  const refused = (httpStatus: number) => ({ data: { httpStatus } });

  /** Creates an admin with a second factor. Its next code is that of the next step. */
  async function withFactor(role: "owner" | "admin" | "read-only" = "admin") {
    const admin = await app.admin(role);
    const { secondFactor } = admin.trpc.access;
    const { secret } = await secondFactor.begin.mutate({ password: admin.password });
    const used = codeOf(secret);
    const { recoveryCodes } = await secondFactor.confirm.mutate({ code: used });
    const { id } = await admin.trpc.me.query();
    return { admin, secondFactor, secret, used, recoveryCodes, id };
  }
  const setFactor = (user: number, values: { last_step?: number; blocked_until?: string | null }) =>
    app.deps.db.kysely
      .updateTable("second_factors")
      .set(values)
      .where("user_id", "=", user)
      .execute();

  it("asks for a code after the right password, and takes each code once", async () => {
    const { admin, secret, used } = await withFactor();
    const asked = await signIn(admin);
    expect([asked.status, cookieOf(asked)]).toEqual([401, ""]);
    expect(await asked.json()).toMatchObject({ issues: [{ code: "second_factor_required" }] });
    // The code that turned it on is used up.
    expect(await statusOf(admin, used)).toBe(401);
    const code = codeOf(secret, 1);
    const signedIn = await signIn(admin, code);
    expect(signedIn.status).toBe(204);
    expect(await stateOf(cookieOf(signedIn))).toBe(200);
    const again = await signIn(admin, code);
    expect(await again.json()).toMatchObject({ issues: [{ code: "second_factor_wrong" }] });
    expect([again.status, cookieOf(again)]).toEqual([401, ""]);
  });

  it("opens one session for one code, however often it is sent at the same time", async () => {
    const { admin, secret } = await withFactor();
    const code = codeOf(secret, 1);
    const answers = await Promise.all(Array.from({ length: 4 }, () => statusOf(admin, code)));
    expect(answers.toSorted()).toEqual([204, 401, 401, 401]);
  });

  it("says nothing of the second factor to a wrong password", async () => {
    const { admin, secret } = await withFactor();
    const answer = await signIn(admin, codeOf(secret, 1), "not the password");
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ issues: [] });
    expect(await statusOf(admin, codeOf(secret, 1))).toBe(204);
  });

  it("counts no right password as a failed attempt because the code is missing", async () => {
    const { admin, secret } = await withFactor();
    // More in all than one address may fail, and at the same time fewer than one account may.
    for (let i = 0; i < 8; i++) {
      const asked = await Promise.all(Array.from({ length: 4 }, () => statusOf(admin)));
      expect(asked).toEqual([401, 401, 401, 401]);
    }
    expect(await statusOf(admin, codeOf(secret, 1))).toBe(204);
  });

  it("refuses every code for 15 minutes after five wrong ones, also after a restart", async () => {
    const { admin, secret, id } = await withFactor();
    for (let i = 0; i < 5; i++) {
      expect(await statusOf(admin, wrongCode(secret))).toBe(401);
      // Forgets the limits by address, as another address or process would have its own.
      app.restart();
    }
    const blocked = await signIn(admin, codeOf(secret, 1));
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(14 * 60);
    const { entries } = await owner.trpc.audit.list.query({ actor: `admin:${id}` });
    expect(entries[0]).toMatchObject({ action: "admins.secondFactorBlocked" });
    await setFactor(id, { blocked_until: new Date(Date.now() - 1_000).toISOString() });
    app.restart();
    expect(await statusOf(admin, codeOf(secret, 1))).toBe(204);
  });

  // The form of a code is checked without the database.
  if (dialect === "sqlite") {
    it.each(["", " ", "12345", "1234567", "abcdef", "٠٠٠٠٠٠", "000000\u0000", "A".repeat(65)])(
      "refuses the code %j",
      async (code) => {
        const { admin } = await withFactor();
        expect([400, 401]).toContain(await statusOf(admin, code));
        app.restart();
      },
    );
  }

  it("takes each recovery code once, with or without its dashes, and counts them", async () => {
    const { admin, secondFactor, recoveryCodes } = await withFactor();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    expect(await statusOf(admin, first.replaceAll("-", "").toLowerCase())).toBe(204);
    expect(await statusOf(admin, first)).toBe(401);
    expect(await statusOf(admin, ` ${second} `)).toBe(204);
    expect(await secondFactor.read.query()).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it("replaces the recovery codes", async () => {
    const { admin, secondFactor, secret, recoveryCodes } = await withFactor();
    const code = codeOf(secret, 1);
    const renewed = await secondFactor.renewCodes.mutate({ code });
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await statusOf(admin, recoveryCodes[0])).toBe(401);
    expect(await statusOf(admin, renewed.recoveryCodes[0])).toBe(204);
  });

  it("begins only with the password, and counts only once a code has confirmed it", async () => {
    const admin = await app.admin("read-only");
    const { secondFactor } = admin.trpc.access;
    const early = secondFactor.confirm.mutate({ code: "000000" });
    await expect(early).rejects.toMatchObject(refused(409));
    const wrong = secondFactor.begin.mutate({ password: "not the password" });
    await expect(wrong).rejects.toMatchObject(refused(400));
    const first = await secondFactor.begin.mutate({ password: admin.password });
    expect(first.address).toMatch(/^otpauth:\/\/totp\/Rapport:/);
    expect(first.address).toContain(`secret=${first.secret}`);
    expect(await statusOf(admin)).toBe(204);
    const guess = secondFactor.confirm.mutate({ code: wrongCode(first.secret) });
    await expect(guess).rejects.toMatchObject(refused(400));
    const { secret } = await secondFactor.begin.mutate({ password: admin.password });
    expect(secret).not.toBe(first.secret);
    await secondFactor.confirm.mutate({ code: codeOf(secret) });
    expect(await statusOf(admin)).toBe(401);
    const over = secondFactor.begin.mutate({ password: admin.password });
    await expect(over).rejects.toMatchObject(refused(409));
  });

  it("ends the admin's other sessions when it is turned on", async () => {
    const admin = await app.admin("admin");
    const other = cookieOf(await signIn(admin));
    const { secondFactor } = admin.trpc.access;
    const { secret } = await secondFactor.begin.mutate({ password: admin.password });
    await secondFactor.confirm.mutate({ code: codeOf(secret) });
    expect([await stateOf(other), await stateOf(admin.cookie)]).toEqual([401, 200]);
  });

  it("is turned off only with the password and a code", async () => {
    const { admin, secondFactor, secret, recoveryCodes } = await withFactor();
    const remove = (password: string, code: string) =>
      secondFactor.remove.mutate({ password, code });
    const code = codeOf(secret, 1);
    await expect(remove("not the password", code)).rejects.toMatchObject(refused(400));
    const guess = remove(admin.password, wrongCode(secret));
    await expect(guess).rejects.toMatchObject(refused(400));
    expect(await statusOf(admin)).toBe(401);
    await remove(admin.password, code);
    expect(await secondFactor.read.query()).toMatchObject({ since: null, recoveryCodesLeft: 0 });
    expect(await statusOf(admin)).toBe(204);
    await expect(remove(admin.password, recoveryCodes[0] ?? "")).rejects.toMatchObject(
      refused(409),
    );
  });

  it("stays on after a reset of the password", async () => {
    const { admin, id, secret } = await withFactor();
    const { link } = await owner.trpc.access.admins.resetPassword.mutate({ adminId: id });
    const password = "another good password";
    await app.useLink(link, password);
    expect(await statusOf(admin, undefined, password)).toBe(401);
    expect(await statusOf(admin, codeOf(secret, 1), password)).toBe(204);
  });

  it("is reset by another owner for an admin who has lost it, which ends the sessions", async () => {
    const { admin, id } = await withFactor("owner");
    const helper = await app.admin("admin");
    const { secondFactor } = owner.trpc.access;
    const forbidden = helper.trpc.access.secondFactor.reset.mutate({ adminId: id });
    await expect(forbidden).rejects.toMatchObject(refused(403));
    const own = admin.trpc.access.secondFactor.reset.mutate({ adminId: id });
    await expect(own).rejects.toMatchObject(refused(400));
    const list = async () =>
      (await owner.trpc.access.admins.list.query()).find((one) => one.id === id);
    expect(await list()).toMatchObject({ hasSecondFactor: true });
    await secondFactor.reset.mutate({ adminId: id });
    expect(await list()).toMatchObject({ hasSecondFactor: false });
    expect(await stateOf(admin.cookie)).toBe(401);
    expect(await statusOf(admin)).toBe(204);
    const again = secondFactor.reset.mutate({ adminId: id });
    await expect(again).rejects.toMatchObject(refused(404));
    const { entries } = await owner.trpc.audit.list.query({ subject: `admin:${id}` });
    expect(entries.map(({ action }) => action)).toContain("admins.resetSecondFactor");
  });

  it("keeps the secret sealed, and of the recovery codes only digests", async () => {
    const { secret, recoveryCodes } = await withFactor();
    const { kysely } = app.deps.db;
    const stored = JSON.stringify([
      await kysely.selectFrom("second_factors").selectAll().execute(),
      await kysely.selectFrom("recovery_codes").selectAll().execute(),
      await kysely.selectFrom("audit_log").selectAll().execute(),
    ]);
    for (const text of [
      secret,
      ...recoveryCodes.flatMap((one) => [one, one.replaceAll("-", "")]),
    ]) {
      expect(stored).not.toContain(text);
    }
  });
});
