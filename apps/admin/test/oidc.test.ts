import { type AdminRole, updateAdmin } from "@rapport/core";
import {
  DIALECTS,
  type OidcAccount,
  type OidcFault,
  type OidcProvider,
  startOidcProvider,
  tampered,
} from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AdminApp, startAdminApp } from "./support/admin-app.ts";
import { browser } from "./support/browser.ts";

const PUBLIC_URL = "http://127.0.0.1:3001";

describe.each(DIALECTS)("single sign-on on %s", (dialect) => {
  // What the provider answers is checked before the database is asked.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  let provider: OidcProvider;
  beforeAll(async () => {
    provider = await startOidcProvider();
    app = await start();
  });
  beforeEach(() => {
    provider.fault = null;
    provider.emailInUserInfo = false;
    provider.authMethods = undefined;
    app.restart();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const start = (settings: Record<string, string> = {}, publicUrl = PUBLIC_URL) =>
    startAdminApp(dialect, publicUrl, {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      ...settings,
    });

  /** Signs in through the provider, where the admin has a session. Returns the last URL. */
  async function signIn(account: OidcAccount, to = "/") {
    provider.account = account;
    const chrome = browser(app.url, PUBLIC_URL);
    const end = await chrome.open(`/session/oidc?to=${encodeURIComponent(to)}`);
    return { chrome, end };
  }
  const accountOf = (email: string, sub = email): OidcAccount => ({
    sub,
    email,
    email_verified: true,
  });
  const who = async (chrome: ReturnType<typeof browser>) => {
    const response = await chrome.request("/session");
    return response.status === 200 ? ((await response.json()) as { email: string }).email : null;
  };
  const reported = () => app.takeErrors().map((error) => (error as Error).message);
  const userOf = (email: string) =>
    app.deps.db.kysely
      .selectFrom("users")
      .selectAll()
      .where("email", "=", email)
      .executeTakeFirst();
  const idOf = async (email: string) => (await userOf(email))?.id ?? 0;
  const newAdmin = async (role: AdminRole = "admin") => (await app.admin(role)).email;

  it("lists the available methods for the sign-in page", async () => {
    await using plain = await startAdminApp(dialect);
    const label = new URL(provider.issuer).host;
    const methods = await (await app.send("GET", "/session/methods")).json();
    expect(methods).toMatchObject({ password: true, passkey: false, oidc: { label } });
    const without = await (await plain.send("GET", "/session/methods")).json();
    expect(without).toMatchObject({ password: true, passkey: false, oidc: null });
    expect((await plain.send("GET", "/session/oidc")).status).toBe(404);
  });

  it("signs the admin in and redirects to the requested page", async () => {
    const email = await newAdmin();
    const { chrome, end } = await signIn(accountOf(email.toUpperCase()), "/p/1/contacts?q=a#b");
    expect(end).toBe(`${PUBLIC_URL}/p/1/contacts?q=a#b`);
    expect(await who(chrome)).toBe(email);
    const sessions = await app.deps.db.kysely
      .selectFrom("sessions")
      .select("opened_by")
      .where("user_id", "=", await idOf(email))
      .execute();
    // The first is that of the admin's password.
    expect(sessions.map((one) => one.opened_by).toSorted()).toEqual(["password", "single_sign_on"]);
    expect(chrome.seen.find((one) => one.startsWith("rapport="))).toMatch(
      /; HttpOnly; SameSite=Strict$/,
    );
    expect(chrome.seen.find((one) => one.startsWith("rapport-oidc=v1"))).toMatch(
      /^rapport-oidc=v1[^;]+; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
    expect([...chrome.jar.keys()]).toEqual(["rapport"]);
  });

  onSqlite("sets Secure __Host- cookies if the public address is https", async () => {
    await using secure = await start({}, "https://crm.example.com");
    const begun = await fetch(`${secure.url}/session/oidc`, { redirect: "manual" });
    expect(begun.headers.get("set-cookie")).toMatch(
      /^__Host-rapport-oidc=.*; Secure; SameSite=Lax$/,
    );
    const asked = new URL(begun.headers.get("location") ?? "").searchParams;
    expect(asked.get("redirect_uri")).toBe("https://crm.example.com/session/oidc/callback");
  });

  onSqlite.each(["client_secret_basic", "client_secret_post"] as const)(
    "authenticates with %s if the provider requires it",
    async (method) => {
      provider.authMethods = [method];
      const email = await newAdmin();
      expect(await who((await signIn(accountOf(email))).chrome)).toBe(email);
    },
  );

  onSqlite("reads the email from the user info if the ID token has none", async () => {
    provider.emailInUserInfo = true;
    const email = await newAdmin();
    expect(await who((await signIn(accountOf(email))).chrome)).toBe(email);
  });

  it("accepts an invitation, whose link then ends", async () => {
    const owner = await app.admin("owner");
    const email = "invited@example.com";
    const { invite, list } = owner.trpc.access.admins;
    const { id, link } = await invite.mutate({ email, role: "admin" });
    const { chrome } = await signIn(accountOf(email));
    expect(await who(chrome)).toBe(email);
    expect((await list.query()).find((one) => one.id === id)).toMatchObject({ link: null });
    expect((await app.useLink(link, "correct horse battery")).status).toBe(410);
    expect(await who(chrome)).toBe(email);
    const { entries } = await owner.trpc.audit.list.query({ subject: `admin:${id}` });
    expect(entries.map((one) => ("action" in one ? one.action : ""))).toEqual([
      ...["admins.endedLink", "admins.join", "admins.bind", "admins.invite"],
    ]);
  });

  it("recognizes the admin by the account after the first sign-in, even if the email changes", async () => {
    const email = await newAdmin();
    await signIn(accountOf(email, `${email}-1`));
    const { chrome } = await signIn({ sub: `${email}-1`, email: "married@example.com" });
    expect(await who(chrome)).toBe(email);
    const { entries } = await (await app.admin("owner")).trpc.audit.list.query({
      subject: `admin:${await idOf(email)}`,
    });
    expect(entries.map((entry) => entry.action)).toEqual(["admins.bind"]);
  });

  it("refuses another account with the admin's email", async () => {
    const email = await newAdmin();
    await signIn(accountOf(email, `${email}-1`));
    const { chrome, end } = await signIn(accountOf(email, `${email}-2`));
    expect([end, await who(chrome)]).toEqual([`${PUBLIC_URL}/sign-in?error=sso_not_allowed`, null]);
    expect(reported()).toEqual([expect.stringMatching(/linked to another account/)]);
  });

  it("binds an admin again who was disabled and enabled", async () => {
    await newAdmin("owner");
    const email = await newAdmin();
    await signIn(accountOf(email, `${email}-1`));
    await updateAdmin(app.deps, await idOf(email), { disabled: true });
    expect((await signIn(accountOf(email, `${email}-1`))).end).toMatch(/error=sso_not_allowed$/);
    expect(reported()).toEqual([expect.stringMatching(/the admin is disabled/)]);
    await updateAdmin(app.deps, await idOf(email), { disabled: false });
    expect(await who((await signIn(accountOf(email, `${email}-2`))).chrome)).toBe(email);
  });

  it.each<[string, Partial<OidcAccount>, RegExp]>([
    ["is no admin", { email: "stranger@example.com" }, /there is no admin/],
    ["whose email is not verified", { email_verified: false }, /not verified the email/],
    [
      "whose email is verified in words alone",
      { email_verified: "true" },
      /not verified the email/,
    ],
  ])("refuses an account that %s, and makes none", async (_, change, reason) => {
    const email = await newAdmin();
    const { chrome, end } = await signIn({ ...accountOf(email), ...change });
    expect([end, await who(chrome)]).toEqual([`${PUBLIC_URL}/sign-in?error=sso_not_allowed`, null]);
    expect(reported()).toEqual([expect.stringMatching(reason)]);
    expect(await userOf("stranger@example.com")).toBeUndefined();
    expect((await userOf(email))?.oidc_subject).toBeNull();
  });

  it("refuses an account without an email", async () => {
    await signIn({ sub: "without email" });
    expect(reported()).toEqual([expect.stringMatching(/gives no email/)]);
  });

  it("accepts an account if the provider does not say whether the email is verified", async () => {
    const email = await newAdmin();
    expect(await who((await signIn({ sub: `${email}-1`, email })).chrome)).toBe(email);
  });

  onSqlite.each<[OidcFault, string, RegExp | null]>([
    ["discovery answers 500", "sso_unavailable", /the provider returned 500/],
    ["discovery names another issuer", "sso_failed", /"issuer"/],
    ["the token endpoint answers 500", "sso_unavailable", /the provider returned 500/],
    ["the token endpoint breaks the connection", "sso_unavailable", /cannot be reached/],
    ["the key set answers 500", "sso_unavailable", /the provider returned 500/],
    ["the user cancels", "sso_cancelled", null],
    ["another state", "sso_expired", null],
    ["another issuer in the redirect", "sso_failed", /"iss"/],
    ["no issuer in the redirect", "sso_failed", /"iss"/],
    ["another nonce", "sso_failed", /"nonce"/],
    ["another issuer", "sso_failed", /"iss"/],
    ["another audience", "sso_failed", /"aud"/],
    ["an expired ID token", "sso_failed", /"exp"/],
    ["no ID token", "sso_failed", /id_token/],
    ["an unsigned ID token", "sso_failed", /"alg"/],
    ["another key", "sso_failed", /signature/],
  ])(
    "refuses the sign-in on %s, and accepts it once that is fixed",
    async (fault, code, reason) => {
      const email = await newAdmin();
      provider.fault = fault;
      const { chrome, end } = await signIn(accountOf(email));
      expect([end, await who(chrome)]).toEqual([`${PUBLIC_URL}/sign-in?error=${code}`, null]);
      expect([...chrome.jar.keys()]).toEqual([]);
      const told = reported();
      expect(told).toEqual(reason === null ? [] : [expect.stringMatching(reason)]);
      expect(told.join()).not.toMatch(/eyJ|s3cret|code=|text of the provider/);
      provider.fault = null;
      expect(await who((await signIn(accountOf(email))).chrome)).toBe(email);
    },
  );

  onSqlite("refuses user info of another account", async () => {
    provider.emailInUserInfo = true;
    provider.fault = "another account in the user info";
    expect((await signIn(accountOf(await newAdmin()))).end).toMatch(/error=sso_failed$/);
    expect(reported()).toEqual([expect.stringMatching(/"sub"/)]);
  });

  onSqlite("reports that the provider cannot be reached", async () => {
    await using alone = await start({ OIDC_ISSUER: "http://127.0.0.1:1/" });
    const response = await fetch(`${alone.url}/session/oidc`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe(`${PUBLIC_URL}/sign-in?error=sso_unavailable`);
    expect(alone.takeErrors()).toHaveLength(1);
  });

  onSqlite(
    "redirects to the sign-in page after a failure, and keeps the requested page",
    async () => {
      provider.fault = "the user cancels";
      const { end } = await signIn({ sub: "x" }, "/p/1/contacts");
      expect(end).toBe(`${PUBLIC_URL}/sign-in?error=sso_cancelled&to=%2Fp%2F1%2Fcontacts`);
    },
  );

  onSqlite("logs a wrong client secret without its value", async () => {
    await using wrong = await start({ OIDC_CLIENT_SECRET: "hunter2" });
    const chrome = browser(wrong.url, PUBLIC_URL);
    expect(await chrome.open("/session/oidc")).toMatch(/error=sso_failed$/);
    const errors = wrong.takeErrors() as Error[];
    expect(errors.map((error) => error.message)).toEqual([expect.stringMatching(/invalid_client/)]);
    expect(errors[0]?.cause).toBeUndefined();
  });

  it("accepts a callback once, and only from the browser that started it", async () => {
    const email = await newAdmin();
    provider.account = accountOf(email);
    const [chrome, victim] = [browser(app.url, PUBLIC_URL), browser(app.url, PUBLIC_URL)];
    const asked = (await chrome.request("/session/oidc")).headers.get("location") ?? "";
    const kept = new Map(chrome.jar);
    const back = (await fetch(asked, { redirect: "manual" })).headers.get("location") ?? "";

    expect(await victim.open(back)).toMatch(/error=sso_expired$/);
    await victim.request("/session/oidc");
    expect(await victim.open(back)).toMatch(/error=sso_expired$/);
    expect(await who(victim)).toBeNull();

    expect(await chrome.open(back)).toBe(`${PUBLIC_URL}/`);
    expect(await chrome.open(back)).toMatch(/error=sso_expired$/);
    const thief = browser(app.url, PUBLIC_URL, kept);
    expect(await thief.open(back)).toMatch(/error=sso_failed$/);
    expect([await who(chrome), await who(thief)]).toEqual([email, null]);
    expect(reported()).toEqual([expect.stringMatching(/invalid_grant/)]);
  });

  onSqlite.each(["changed", "of another purpose", "too old"])(
    "refuses a cookie that is %s",
    async (how) => {
      provider.account = accountOf(await newAdmin());
      const chrome = browser(app.url, PUBLIC_URL);
      const asked = (await chrome.request("/session/oidc")).headers.get("location") ?? "";
      const sealed = chrome.jar.get("rapport-oidc") ?? "";
      const content = JSON.parse(app.deps.secrets.open(sealed));
      const others: Record<string, string> = {
        changed: tampered(sealed),
        "of another purpose": app.deps.secrets.seal(JSON.stringify({ ...content, purpose: "x" })),
        "too old": app.deps.secrets.seal(JSON.stringify({ ...content, until: Date.now() - 1 })),
      };
      chrome.jar.set("rapport-oidc", others[how] ?? "");
      expect(await chrome.open(asked)).toMatch(/error=sso_expired$/);
    },
  );

  it("limits refused callbacks", async () => {
    provider.fault = "the token endpoint answers 500";
    for (let i = 0; i < 30; i++) await signIn({ sub: "x" });
    app.takeErrors();
    const asked = provider.requests.length;
    expect((await signIn({ sub: "x" })).end).toMatch(/error=rate_limited$/);
    expect(provider.requests.slice(asked)).toEqual(["/authorize"]);
  });

  onSqlite("fetches the discovery document once", async () => {
    const before = provider.requests.length;
    const begin = () => browser(app.url, PUBLIC_URL).request("/session/oidc");
    await Promise.all([begin(), begin(), begin()]);
    await signIn(accountOf(await newAdmin()));
    const found = provider.requests.slice(before).filter((path) => path.includes("well-known"));
    expect(found).toHaveLength(1);
  });
});
