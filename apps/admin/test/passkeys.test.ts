import { resetFactorsByHand } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { authenticator, type Faults } from "./support/authenticator.ts";
import { codeOf } from "./support/totp.ts";

type Authenticator = ReturnType<typeof authenticator>;

describe.each(DIALECTS)("passkeys on %s", (dialect) => {
  // What an answer or a request says is checked without the database.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  let owner: SignedIn;
  beforeAll(async () => {
    app = await startAdminApp(dialect, "http://localhost:3001");
    owner = await app.admin("owner");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refused = (httpStatus: number) => ({ data: { httpStatus } });
  const REFUSED = { issues: [{ code: "passkey_refused" }] };
  const passkeysOf = ({ trpc }: SignedIn) => trpc.access.passkeys;
  const stateOf = async (cookie: string) => (await app.send("GET", "/session", { cookie })).status;

  /** Creates an admin with a passkey. */
  async function withPasskey(role: "owner" | "admin" = "admin") {
    const admin = await app.admin(role);
    const key = authenticator();
    const recoveryCodes = await add(admin, key);
    const { id } = await admin.trpc.me.query();
    return { admin, key, id, recoveryCodes: recoveryCodes ?? [] };
  }

  async function add(admin: SignedIn, key: Authenticator, name = "Laptop") {
    const options = await passkeysOf(admin).begin.mutate({ password: admin.password });
    const finished = passkeysOf(admin).finish.mutate({ name, response: key.create(options) });
    return (await finished).recoveryCodes;
  }

  /** Asks for a challenge; the cookie binds it to this browser. */
  async function challenge() {
    const answer = await app.send("POST", "/session/passkey/challenge");
    expect(answer.status).toBe(200);
    return { cookie: cookieOf(answer), options: await answer.json() };
  }

  const send = (passkey: ReturnType<Authenticator["get"]>, cookie: string) =>
    app.send("POST", "/session/passkey", { cookie, json: { passkey } });

  async function signIn(key: Authenticator, faults?: Faults) {
    const { cookie, options } = await challenge();
    return send(key.get(options, faults), cookie);
  }

  async function withPassword({ email, password }: SignedIn, more: object = {}, cookie = "") {
    return app.send("POST", "/session", { cookie, json: { email, password, ...more } });
  }

  const actionsOf = async (id: number) => {
    const { entries } = await owner.trpc.audit.list.query({ subject: `admin:${id}` });
    return entries.map(({ action }) => action);
  };

  it("sign an admin in without a password or a code", async () => {
    const { admin, key, id } = await withPasskey();
    const { options } = await challenge();
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    // Otherwise the answer would say who has a passkey.
    expect(options.allowCredentials ?? []).toEqual([]);
    const signedIn = await signIn(key, { userHandle: `admin:${id}` });
    expect(signedIn.status).toBe(204);
    const session = signedIn.headers.getSetCookie().find((one) => one.startsWith("rapport="));
    expect(session).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(await stateOf(session?.split(";")[0] ?? "")).toBe(200);
    const { passkeys, refusal } = await passkeysOf(admin).list.query();
    expect(passkeys).toMatchObject([{ id: key.id, name: "Laptop", host: "localhost" }]);
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
    expect(refusal).toBeNull();
  });

  it("are asked of authenticators that check who uses them and can find them by themselves", async () => {
    const { admin, key } = await withPasskey();
    const { password, email } = admin;
    const options = await passkeysOf(admin).begin.mutate({ password });
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: key.id }],
    });
    expect(Buffer.from(options.user.id, "base64url").toString()).not.toContain("@");
  });

  it("are a second factor after the password, and only the admin’s own", async () => {
    const { admin, key, recoveryCodes } = await withPasskey();
    const asked = await withPassword(admin);
    expect([asked.status, cookieOf(asked)]).toEqual([401, ""]);
    expect(await asked.json()).toMatchObject({
      issues: [{ code: "second_factor_required", ways: ["passkey"] }],
    });
    const mine = await challenge();
    const right = await withPassword(admin, { passkey: key.get(mine.options) }, mine.cookie);
    expect(right.status).toBe(204);
    const { key: theirs } = await withPasskey();
    const other = await challenge();
    const wrong = await withPassword(admin, { passkey: theirs.get(other.options) }, other.cookie);
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject(REFUSED);
    const third = await challenge();
    const guess = await withPassword(
      { ...admin, password: "not the password" },
      { passkey: key.get(third.options) },
      third.cookie,
    );
    expect(guess.status).toBe(401);
    expect((await withPassword(admin, { code: "000000" })).status).toBe(401);
    expect((await withPassword(admin, { code: recoveryCodes[0] })).status).toBe(204);
    expect((await withPassword(admin, { code: recoveryCodes[0] })).status).toBe(401);
  });

  onSqlite.each<[string, Faults]>([
    ["for another site", { origin: "https://localhost.example.com" }],
    ["for another port", { origin: "http://localhost:4000" }],
    ["of another host", { host: "example.com" }],
    ["without a check of who uses it", { isVerified: false }],
    ["without a touch", { isPresent: false }],
    ["to a challenge that was not given", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["with a forged signature", { isForged: true }],
    ["of the kind that creates a passkey", { type: "webauthn.create" }],
    ["that names another admin", { userHandle: "admin:1" }],
  ])("refuse an answer %s", async (_, faults) => {
    app.restart();
    const { key } = await withPasskey();
    const answer = await signIn(key, faults);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject(REFUSED);
    expect(answer.headers.getSetCookie().some((one) => one.startsWith("rapport="))).toBe(false);
    expect((await signIn(key)).status).toBe(204);
  });

  onSqlite("refuse an answer that was changed on its way", async () => {
    app.restart();
    const { key } = await withPasskey();
    const { cookie, options } = await challenge();
    const answer = key.get(options, { isVerified: false });
    const verified = key.get(options).response.authenticatorData;
    const changed = { ...answer, response: { ...answer.response, authenticatorData: verified } };
    expect((await send(changed, cookie)).status).toBe(401);
  });

  it("take each challenge once, even after a refusal, in any process", async () => {
    app.restart();
    const { key } = await withPasskey();
    const { cookie, options } = await challenge();
    const answer = key.get(options);
    const answers = await Promise.all([1, 2, 3].map(() => send(answer, cookie)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401]);
    app.restart();
    expect((await send(answer, cookie)).status).toBe(401);
    const next = await challenge();
    expect((await send(key.get(next.options, { isForged: true }), next.cookie)).status).toBe(401);
    expect((await send(key.get(next.options), next.cookie)).status).toBe(401);
  });

  it("take a challenge only from the browser that got it, within five minutes", async () => {
    app.restart();
    const { key } = await withPasskey();
    const mine = await challenge();
    const other = await challenge();
    expect((await send(key.get(mine.options), other.cookie)).status).toBe(401);
    expect((await send(key.get(mine.options), "")).status).toBe(401);
    expect((await send(key.get(mine.options), mine.cookie)).status).toBe(204);
    const old = await challenge();
    await app.deps.db.kysely
      .updateTable("passkey_challenges")
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .execute();
    expect((await send(key.get(old.options), old.cookie)).status).toBe(401);
  });

  it("refuse a copy of a passkey, whose counter does not grow, and note it", async () => {
    app.restart();
    const { key, id } = await withPasskey();
    expect((await signIn(key, { counter: 7 })).status).toBe(204);
    for (const counter of [7, 6, 0]) {
      expect((await signIn(key, { counter })).status).toBe(401);
    }
    expect((await actionsOf(id)).filter((one) => one === "admins.copiedPasskey")).toHaveLength(3);
    expect((await signIn(key, { counter: 99, isForged: true })).status).toBe(401);
    expect((await signIn(key, { counter: 8 })).status).toBe(204);
  });

  it("refuse unknown passkeys and those of disabled admins with the same answer", async () => {
    app.restart();
    const { key, id } = await withPasskey();
    await owner.trpc.access.admins.update.mutate({ adminId: id, disabled: true });
    const [disabled, unknown] = [await signIn(key), await signIn(authenticator())];
    expect([disabled.status, unknown.status]).toEqual([401, 401]);
    const [one, two] = [await disabled.json(), await unknown.json()];
    expect({ ...one, requestId: "" }).toEqual({ ...two, requestId: "" });
  });

  onSqlite.each([
    ["an empty body", {}],
    ["no passkey", { passkey: null }],
    ["a text as passkey", { passkey: "key" }],
    ["a passkey without an answer", { passkey: { id: "a", rawId: "a", type: "public-key" } }],
  ])("returns 400 for %s", async (_, json) => {
    expect((await app.send("POST", "/session/passkey", { json })).status).toBe(400);
  });

  describe("that are created", () => {
    onSqlite.each<[string, Faults]>([
      ["for another site", { origin: "https://evil.example.com" }],
      ["for another host", { host: "example.com" }],
      ["without a check of who uses it", { isVerified: false }],
      ["to a challenge that was not given", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
      ["of the kind that signs in", { type: "webauthn.get" }],
    ])("are refused %s", async (_, faults) => {
      const admin = await app.admin("admin");
      const options = await passkeysOf(admin).begin.mutate({ password: admin.password });
      const response = authenticator().create(options, faults);
      const finished = passkeysOf(admin).finish.mutate({ name: "Key", response });
      await expect(finished).rejects.toMatchObject(refused(400));
      expect((await passkeysOf(admin).list.query()).passkeys).toEqual([]);
    });

    it("take the password, and a challenge of the same session once", async () => {
      app.restart();
      const [admin, other] = [await app.admin("admin"), await app.admin("admin")];
      const wrong = passkeysOf(admin).begin.mutate({ password: "not the password" });
      await expect(wrong).rejects.toMatchObject(refused(400));
      const options = await passkeysOf(admin).begin.mutate({ password: admin.password });
      const response = authenticator().create(options);
      const theirs = passkeysOf(other).finish.mutate({ name: "Key", response });
      await expect(theirs).rejects.toMatchObject(refused(400));
      await passkeysOf(admin).finish.mutate({ name: "Key", response });
      const again = passkeysOf(admin).finish.mutate({ name: "Key", response });
      await expect(again).rejects.toMatchObject(refused(400));
    });

    it("belong to one admin only", async () => {
      const { key } = await withPasskey();
      const other = await app.admin("admin");
      await expect(add(other, key)).rejects.toMatchObject(refused(409));
    });

    it("give recovery codes and end the other sessions if they are the first factor", async () => {
      const admin = await app.admin("admin");
      const other = cookieOf(await withPassword(admin));
      const codes = await add(admin, authenticator());
      expect(codes).toHaveLength(10);
      expect([await stateOf(other), await stateOf(admin.cookie)]).toEqual([401, 200]);
      expect(await add(admin, authenticator(), "Phone")).toBeNull();
      const renewed = await admin.trpc.access.secondFactor.renewCodes.mutate({
        password: admin.password,
      });
      expect((await withPassword(admin, { code: codes?.[0] })).status).toBe(401);
      expect((await withPassword(admin, { code: renewed.recoveryCodes[0] })).status).toBe(204);
    });

    it("let their admin renew the recovery codes with the password, and say so", async () => {
      const { admin } = await withPasskey();
      const { renewCodes } = admin.trpc.access.secondFactor;
      await expect(renewCodes.mutate({ code: "123456" })).rejects.toMatchObject({
        ...refused(409),
        message: "You have no authenticator app. Enter your password instead of a code.",
      });
      const { recoveryCodes } = await renewCodes.mutate({ password: admin.password });
      expect(recoveryCodes).toHaveLength(10);
      const none = await app.admin("admin");
      const without = none.trpc.access.secondFactor.renewCodes;
      for (const proof of [{ code: "123456" }, { password: none.password }]) {
        await expect(without.mutate(proof)).rejects.toMatchObject({
          ...refused(409),
          message: "You have no second factor. Set one up first.",
        });
      }
    });

    it("are at most 20", async () => {
      const { admin, id } = await withPasskey();
      const row = { user_id: id, name: "K", public_key: "k", counter: 0, transports: "" };
      const made = { ...row, host: "localhost", created_at: "2027-01-31T12:00:00.000Z" };
      const rows = Array.from({ length: 19 }, (_, i) => ({ ...made, id: `${id}-${i}` }));
      await app.deps.db.kysely.insertInto("passkeys").values(rows).execute();
      await expect(add(admin, authenticator())).rejects.toMatchObject(refused(409));
    });
  });

  it("are renamed, and removed with the password, by their admin alone", async () => {
    const { admin, key, id } = await withPasskey();
    const other = await app.admin("owner");
    const change = { id: key.id, name: "Phone" };
    await expect(passkeysOf(other).rename.mutate(change)).rejects.toMatchObject(refused(404));
    const theirs = passkeysOf(other).remove.mutate({ id: key.id, password: other.password });
    await expect(theirs).rejects.toMatchObject(refused(404));
    await passkeysOf(admin).rename.mutate(change);
    expect((await passkeysOf(admin).list.query()).passkeys).toMatchObject([{ name: "Phone" }]);
    const wrong = passkeysOf(admin).remove.mutate({ id: key.id, password: "not the password" });
    await expect(wrong).rejects.toMatchObject(refused(400));
    await passkeysOf(admin).remove.mutate({ id: key.id, password: admin.password });
    expect((await signIn(key)).status).toBe(401);
    expect((await withPassword(admin)).status).toBe(204);
    expect(await admin.trpc.access.secondFactor.read.query()).toMatchObject({
      recoveryCodesLeft: 0,
    });
    expect((await actionsOf(id)).toReversed()).toEqual([
      "admins.addPasskey",
      "admins.renamePasskey",
      "admins.removePasskey",
    ]);
  });

  it("keep the recovery codes when the authenticator app is turned off", async () => {
    const { admin } = await withPasskey();
    const { secondFactor } = admin.trpc.access;
    const { secret } = await secondFactor.begin.mutate({ password: admin.password });
    await secondFactor.confirm.mutate({ code: codeOf(secret) });
    const asked = await withPassword(admin);
    expect(await asked.json()).toMatchObject({ issues: [{ ways: ["app", "passkey"] }] });
    await secondFactor.remove.mutate({ password: admin.password, code: codeOf(secret, 1) });
    expect(await secondFactor.read.query()).toMatchObject({ since: null, recoveryCodesLeft: 10 });
  });

  it("count as a required factor, of which the last cannot be removed", async () => {
    const { admin, key } = await withPasskey("owner");
    await admin.trpc.access.secondFactor.require.mutate();
    const newcomer = await app.admin("admin");
    await expect(newcomer.trpc.tenants.list.query()).rejects.toMatchObject(refused(403));
    await add(newcomer, authenticator());
    await newcomer.trpc.tenants.list.query();
    const remove = () => passkeysOf(admin).remove.mutate({ id: key.id, password: admin.password });
    await expect(remove()).rejects.toMatchObject(refused(409));
    await add(admin, authenticator(), "Spare");
    await remove();
    await admin.trpc.access.secondFactor.lift.mutate();
  });

  it("are removed by a reset of the second factor, by an owner and by hand", async () => {
    app.restart();
    const first = await withPasskey();
    const list = await owner.trpc.access.admins.list.query();
    expect(list.find(({ id }) => id === first.id)).toMatchObject({ hasSecondFactor: true });
    await owner.trpc.access.secondFactor.reset.mutate({ adminId: first.id });
    expect([await stateOf(first.admin.cookie), (await signIn(first.key)).status]).toEqual([
      401, 401,
    ]);
    expect((await withPassword(first.admin)).status).toBe(204);
    const second = await withPasskey();
    await resetFactorsByHand(app.deps, second.admin.email);
    expect((await signIn(second.key)).status).toBe(401);
  });

  it("limit the challenges of an address", async () => {
    app.restart();
    const ask = async () => (await app.send("POST", "/session/passkey/challenge")).status;
    const statuses = await Promise.all(Array.from({ length: 61 }, ask));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    app.restart();
  });

  onSqlite.each([
    ["http://127.0.0.1:3001", "ADMIN_PUBLIC_URL"],
    ["https://[2001:db8::1]", "ADMIN_PUBLIC_URL"],
    ["http://admin.crm.example.com", "HTTPS"],
  ])("are refused at %s, and the answer says why", async (publicUrl, reason) => {
    await using plain = await startAdminApp(dialect, publicUrl);
    const answer = await plain.send("POST", "/session/passkey/challenge");
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain(reason);
    const admin = await plain.admin("admin");
    expect((await passkeysOf(admin).list.query()).refusal).toContain(reason);
    const begun = passkeysOf(admin).begin.mutate({ password: admin.password });
    await expect(begun).rejects.toMatchObject(refused(409));
  });

  onSqlite("may be used by the app’s own pages alone", async () => {
    const policy = (await app.send("GET", "/session/methods")).headers.get("permissions-policy");
    expect(policy).toContain("publickey-credentials-get=(self)");
    expect(policy).toContain("publickey-credentials-create=(self)");
  });
});
