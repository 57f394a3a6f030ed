import { resetFactorsByHand, updateAdmin } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { authenticator, type Faults } from "./support/authenticator.ts";

const PASSWORD = "correct horse battery";

type Authenticator = ReturnType<typeof authenticator>;

describe.each(DIALECTS)("invitations accepted with a passkey on %s", (dialect) => {
  let app: AdminApp;
  let root: SignedIn;
  let made = 0;
  beforeAll(async () => {
    app = await startAdminApp(dialect, "http://localhost:3001");
    root = await app.admin("owner");
  });
  afterAll(() => app[Symbol.asyncDispose]());
  // The limit of failed attempts counts in memory.
  beforeEach(() => app.restart());

  const tokenIn = (link: string) => link.split("#")[1] ?? "";
  const invite = async () => {
    const email = `passkey${++made}@example.com`;
    const { id, link } = await root.trpc.access.admins.invite.mutate({ email, role: "admin" });
    return { id, email, link };
  };
  const begin = (link: string) =>
    app.send("POST", "/session/link/passkey", { json: { token: tokenIn(link) } });
  const finish = (link: string, response: object, name = "Firefox on Linux") =>
    app.send("POST", "/session/link", {
      json: { token: tokenIn(link), passkey: { name, response } },
    });
  /** Accepts an invitation with a new passkey. */
  const join = async (link: string, key: Authenticator, faults?: Faults) =>
    finish(link, key.create(await (await begin(link)).json(), faults));
  const read = async (link: string) =>
    (await app.send("POST", "/session/link/read", { json: { token: tokenIn(link) } })).json();
  const signIn = async (key: Authenticator) => {
    const asked = await app.send("POST", "/session/passkey/challenge");
    const json = { passkey: key.get(await asked.json()) };
    return app.send("POST", "/session/passkey", { cookie: cookieOf(asked), json });
  };
  const withPassword = (email: string) =>
    app.send("POST", "/session", { json: { email, password: PASSWORD } });
  const actions = async (id: number) => {
    const { entries } = await root.trpc.audit.list.query({ subject: `admin:${id}` });
    return entries.map(({ action }) => action);
  };
  const stored = async () => {
    const rows = await app.deps.db.kysely.selectFrom("passkeys").selectAll().execute();
    return rows.map(({ id, user_id: userId }) => ({ id, userId }));
  };
  const challenges = async () =>
    (await app.deps.db.kysely.selectFrom("passkey_challenges").selectAll().execute()).length;
  const expire = (id: number) =>
    app.deps.db.kysely
      .updateTable("account_links")
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where("user_id", "=", id)
      .execute();

  it("sign the admin in at once, and from then on without a password", async () => {
    const { id, email, link } = await invite();
    expect(await read(link)).toMatchObject({ kind: "invitation", passkey: true });
    const options = await (await begin(link)).json();
    expect(options).toMatchObject({
      ...{ rp: { id: "localhost" }, user: { name: email }, attestation: "none" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const key = authenticator();
    const joined = await join(link, key);
    expect([joined.status, await joined.json()]).toEqual([200, { email }]);
    const me = await app.send("GET", "/session", { cookie: cookieOf(joined) });
    expect(await me.json()).toMatchObject({ id, email, role: "admin" });
    expect((await signIn(key)).status).toBe(204);
    expect((await withPassword(email)).status).toBe(401);
    const again = await join(link, authenticator());
    expect(again.status).toBe(410);
    expect(await again.json()).toMatchObject({ issues: [{ code: "link_used" }] });
    expect(await stored()).toContainEqual({ id: key.id, userId: id });
    expect((await actions(id)).toReversed()).toEqual([
      ...["admins.invite", "admins.addPasskey", "admins.join", "admins.endedLink"],
    ]);
  });

  it("meet the rule that admins need a second factor", async () => {
    const owner = await app.admin("owner");
    const factor = authenticator();
    const asked = await owner.trpc.access.passkeys.begin.mutate({ password: owner.password });
    await owner.trpc.access.passkeys.finish.mutate({
      ...{ name: "Laptop", response: factor.create(asked) },
    });
    const { link } = await invite();
    await owner.trpc.access.secondFactor.require.mutate();
    try {
      expect(await read(link)).toMatchObject({ needsFactor: true });
      const cookie = cookieOf(await join(link, authenticator()));
      expect((await app.send("GET", "/trpc/admin.tenants.list", { cookie })).status).toBe(200);
    } finally {
      await owner.trpc.access.secondFactor.lift.mutate();
    }
  });

  it("register nothing for a link that was used, has expired, was revoked or was replaced", async () => {
    const used = await invite();
    const expired = await invite();
    const revoked = await invite();
    const replaced = await invite();
    const disabled = await invite();
    const ends = [
      [used, "link_used", () => app.useLink(used.link, PASSWORD)],
      [expired, "link_expired", () => expire(expired.id)],
      [
        revoked,
        "link_revoked",
        () => root.trpc.access.admins.revokeInvitation.mutate({ adminId: revoked.id }),
      ],
      [
        replaced,
        "link_revoked",
        () => root.trpc.access.admins.resetPassword.mutate({ adminId: replaced.id }),
      ],
      [disabled, "link_disabled", () => updateAdmin(app.deps, disabled.id, { disabled: true })],
    ] as const;
    const before = await stored();
    for (const [{ link }, code, end] of ends) {
      const key = authenticator();
      const late = key.create(await (await begin(link)).json());
      await end();
      const asked = await challenges();
      for (const answer of [await begin(link), await finish(link, late)]) {
        expect([answer.status, cookieOf(answer)]).toEqual([410, ""]);
        expect(await answer.json()).toMatchObject({ issues: [{ code }] });
      }
      expect(await challenges()).toBe(asked);
      expect((await signIn(key)).status).toBe(401);
    }
    expect(await stored()).toEqual(before);
    const unknown = `#${"x".repeat(43)}`;
    expect((await begin(unknown)).status).toBe(404);
    expect((await finish(unknown, authenticator().create({ challenge: "none" }))).status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it("let one of two win who use the link at the same time", async () => {
    const { id, email, link } = await invite();
    const key = authenticator();
    const response = key.create(await (await begin(link)).json());
    const answers = await Promise.all([finish(link, response), app.useLink(link, PASSWORD)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    const isPasskey = answers[0].status === 200;
    expect((await stored()).some(({ userId }) => userId === id)).toBe(isPasskey);
    expect((await signIn(key)).status).toBe(isPasskey ? 204 : 401);
    expect((await withPassword(email)).status).toBe(isPasskey ? 401 : 204);
  });

  it.each<[string, Faults]>([
    ["another origin", { origin: "https://evil.example.com" }],
    ["another host", { host: "evil.example.com" }],
    ["another challenge", { challenge: "not-the-challenge" }],
    ["no check of who uses it", { isVerified: false }],
    ["nobody present", { isPresent: false }],
    ["a sign-in instead", { type: "webauthn.get" }],
  ])("refuse a passkey with %s, and the link still works", async (_, faults) => {
    const { id, email, link } = await invite();
    const before = await stored();
    const refused = await join(link, authenticator(), faults);
    expect([refused.status, cookieOf(refused)]).toEqual([400, ""]);
    expect(await stored()).toEqual(before);
    expect(await actions(id)).toEqual(["admins.invite"]);
    expect((await app.useLink(link, PASSWORD)).status).toBe(200);
    expect((await withPassword(email)).status).toBe(204);
  });

  it("answer a challenge of this link alone, once", async () => {
    const [mine, theirs] = [await invite(), await invite()];
    const key = authenticator();
    const response = key.create(await (await begin(mine.link)).json());
    expect((await finish(theirs.link, response)).status).toBe(400);
    const other = await app.send("POST", "/session/passkey/challenge");
    expect((await finish(mine.link, key.create(await other.json()))).status).toBe(400);
    const owner = await app.admin("owner");
    const { passkeys } = owner.trpc.access;
    const own = await passkeys.begin.mutate({ password: owner.password });
    expect((await finish(mine.link, key.create(own))).status).toBe(400);
    expect((await finish(mine.link, response)).status).toBe(200);
    // A passkey belongs to one admin.
    expect((await join(theirs.link, key)).status).toBe(409);
    expect((await join(theirs.link, authenticator())).status).toBe(200);
  });

  it("leave the way to a password, and to a new passkey after the old one is lost", async () => {
    const { id, email, link } = await invite();
    const key = authenticator();
    await join(link, key);
    const reset = async () =>
      (await root.trpc.access.admins.resetPassword.mutate({ adminId: id })).link;
    // A passkey signs in alone, so a link must not add one beside a second factor.
    const first = await reset();
    expect(await read(first)).toMatchObject({ kind: "password", passkey: false });
    expect((await begin(first)).status).toBe(409);
    expect((await app.useLink(first, PASSWORD)).status).toBe(200);
    expect((await signIn(key)).status).toBe(204);
    expect(await (await withPassword(email)).json()).toMatchObject({
      issues: [{ code: "second_factor_required", ways: ["passkey"] }],
    });
    const second = await reset();
    await resetFactorsByHand(app.deps, email);
    expect(await read(second)).toMatchObject({ kind: "password", passkey: true });
    const next = authenticator();
    expect((await join(second, next)).status).toBe(200);
    expect([(await signIn(next)).status, (await signIn(key)).status]).toEqual([204, 401]);
    expect(await actions(id)).toContain("admins.setByLink");
  });

  it("are not offered if the address of the admin app can have no passkeys", async () => {
    await using other = await startAdminApp(dialect, "http://127.0.0.1:3001");
    const { trpc } = await other.admin("owner");
    const wanted = { email: "ada@example.com", role: null };
    const { link } = await trpc.access.admins.invite.mutate(wanted);
    const token = tokenIn(link);
    const view = await other.send("POST", "/session/link/read", { json: { token } });
    expect(await view.json()).toMatchObject({ passkey: false });
    const refused = await other.send("POST", "/session/link/passkey", { json: { token } });
    expect(refused.status).toBe(409);
    const passkey = { name: "Laptop", response: authenticator().create({ challenge: "none" }) };
    const forced = await other.send("POST", "/session/link", { json: { token, passkey } });
    expect(forced.status).toBe(409);
    expect((await other.useLink(link, PASSWORD)).status).toBe(200);
  });
});
