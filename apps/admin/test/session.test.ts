import { createAdmin, updateAdmin } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, startAdminApp } from "./support/admin-app.ts";

describe.each(DIALECTS)("sign-in on %s", (dialect) => {
  let app: AdminApp;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const stateOf = async (cookie: string) => (await app.send("GET", "/session", { cookie })).status;
  const signIn = (email: string, password: string) =>
    app.send("POST", "/session", { json: { email, password } });

  it("says of a path that its percent-encoding is wrong, and not of a body", async () => {
    const { cookie } = await app.admin("admin");
    const answer = await app.send("GET", "/downloads/attachments/1/%ff", { cookie });
    expect(answer.status).toBe(400);
    const message = "The path is not validly percent-encoded.";
    expect(await answer.json()).toMatchObject({ message });
  });

  it("sets an HttpOnly, SameSite cookie", async () => {
    const admin = await app.admin("owner");
    const response = await signIn(admin.email.toUpperCase(), admin.password);
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict$/);
    const me = await app.send("GET", "/session", { cookie: cookieOf(response) });
    expect(await me.json()).toMatchObject({ email: admin.email, role: "owner" });
  });

  it("sets a Secure __Host- cookie if the public address is https", async () => {
    await using secure = await startAdminApp(dialect, "https://crm.example.com");
    const { cookie } = await secure.admin("admin");
    expect(cookie).toMatch(/^__Host-rapport=/);
  });

  it("returns the same 401 for a wrong password, an unknown email and a disabled admin", async () => {
    const admin = await app.admin("admin");
    const disabled = await app.admin("admin");
    const all = await (await app.admin("owner")).trpc.access.admins.list.query();
    const id = all.find((one) => one.email === disabled.email)?.id ?? 0;
    await updateAdmin(app.deps, id, { disabled: true });
    const answers = await Promise.all([
      signIn(admin.email, "wrong password"),
      signIn("nobody@example.com", "wrong password"),
      signIn(disabled.email, disabled.password),
    ]);
    const told = await Promise.all(answers.map((one) => one.json()));
    expect(answers.map((one) => one.status)).toEqual([401, 401, 401]);
    expect(new Set(told.map((one) => (one as { message: string }).message)).size).toBe(1);
    expect(await stateOf(disabled.cookie)).toBe(401);
  });

  it("returns 429 after repeated wrong passwords, only for that account", async () => {
    const [admin, other] = [await app.admin("admin"), await app.admin("admin")];
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await signIn(admin.email, "wrong")).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = await signIn(admin.email, admin.password);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await signIn(other.email, other.password)).status).toBe(204);
  });

  it("returns 429 despite a forged X-Forwarded-For", async () => {
    const admin = await app.admin("admin");
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const headers = {
        "x-rapport-admin": "1",
        "content-type": "application/json",
        "x-forwarded-for": `192.0.2.${i}`,
        forwarded: `for=192.0.2.${i}`,
      };
      const json = { email: admin.email, password: "wrong" };
      statuses.push((await app.send("POST", "/session", { headers, json })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it("issues a new token on each sign-in, also if the browser sends a planted cookie", async () => {
    const admin = await app.admin("admin");
    const planted = `rapport=${"A".repeat(43)}`;
    const { email, password } = admin;
    const response = await app.send("POST", "/session", {
      cookie: planted,
      json: { email, password },
    });
    expect([planted, admin.cookie]).not.toContain(cookieOf(response));
    expect(await stateOf(planted)).toBe(401);
  });

  it.each<[number, string, Record<string, string>, string]>([
    [400, "an email with a NUL", {}, '{"email":"a\\u0000@b.c","password":"x"}'],
    [400, "a body cut short", {}, '{"email":'],
    [413, "a body that is too long", {}, JSON.stringify({ email: "x".repeat(11_000) })],
    [415, "an unknown charset", { "content-type": "application/json; charset=x" }, "{}"],
    [415, "an unknown encoding", { "content-encoding": "x" }, "{}"],
  ])("returns %i for %s and does not log it", async (status, _, more, body) => {
    const headers = { "x-rapport-admin": "1", "content-type": "application/json", ...more };
    const response = await fetch(`${app.url}/session`, { method: "POST", headers, body });
    expect([response.status, app.takeErrors()]).toEqual([status, []]);
  });

  it("ends this session on sign-out, and all sessions on sign-out everywhere", async () => {
    const admin = await app.admin("admin");
    const second = cookieOf(await signIn(admin.email, admin.password));
    await app.send("DELETE", "/session", { cookie: second });
    expect([await stateOf(second), await stateOf(admin.cookie)]).toEqual([401, 200]);
    await admin.trpc.access.sessions.endMine.mutate();
    expect(await stateOf(admin.cookie)).toBe(401);
  });

  it("lets an admin list and end single sessions of their own only", async () => {
    const admin = await app.admin("read-only");
    const other = await app.admin("read-only");
    const second = cookieOf(await signIn(admin.email, admin.password));
    const { sessions } = admin.trpc.access;
    const mine = await sessions.mine.query();
    expect(mine.map(({ email }) => email)).toEqual([admin.email, admin.email]);
    const { sessionId: current } = await admin.trpc.me.query();
    const [theirs] = await other.trpc.access.sessions.mine.query();
    const foreign = sessions.endOneOfMine.mutate({ sessionId: theirs?.id ?? "" });
    await expect(foreign).rejects.toMatchObject({ data: { httpStatus: 404 } });
    expect(await stateOf(other.cookie)).toBe(200);
    const last = mine.find(({ id }) => id !== current);
    await sessions.endOneOfMine.mutate({ sessionId: last?.id ?? "" });
    expect([await stateOf(second), await stateOf(admin.cookie)]).toEqual([401, 200]);
  });

  it("lets an admin end all of their other sessions, and keeps this one", async () => {
    const admin = await app.admin("read-only");
    const other = await app.admin("read-only");
    const second = cookieOf(await signIn(admin.email, admin.password));
    await admin.trpc.access.sessions.endMyOthers.mutate();
    expect([await stateOf(second), await stateOf(admin.cookie)]).toEqual([401, 200]);
    expect(await stateOf(other.cookie)).toBe(200);
  });

  it("lets an owner end all sessions of an admin, who can sign in again", async () => {
    const owner = await app.admin("owner");
    const admin = await app.admin("admin");
    const second = cookieOf(await signIn(admin.email, admin.password));
    const { id: adminId } = await admin.trpc.me.query();
    const refused = admin.trpc.access.sessions.endAllOf.mutate({ adminId });
    await expect(refused).rejects.toMatchObject({ data: { httpStatus: 403 } });
    await owner.trpc.access.sessions.endAllOf.mutate({ adminId });
    expect([await stateOf(second), await stateOf(admin.cookie)]).toEqual([401, 401]);
    expect(await stateOf(owner.cookie)).toBe(200);
    expect((await signIn(admin.email, admin.password)).status).toBe(204);
    const { entries } = await owner.trpc.audit.list.query({ subject: `admin:${adminId}` });
    expect(JSON.stringify(entries)).toContain("sessions.endAllOf");
  });

  it("ends a session after 12 hours without use", async () => {
    const admin = await app.admin("admin");
    const past = new Date(Date.now() - 1_000).toISOString();
    await app.deps.db.kysely.updateTable("sessions").set({ expires_at: past }).execute();
    expect(await stateOf(admin.cookie)).toBe(401);
  });

  it.each([
    ["without the app's header", { "content-type": "application/json" }],
    ["from another site", { "x-rapport-admin": "1", "sec-fetch-site": "cross-site" }],
    ["from a sibling host", { "x-rapport-admin": "1", "sec-fetch-site": "same-site" }],
    ["as a form", { "content-type": "application/x-www-form-urlencoded" }],
  ])("returns 403 for a write %s", async (_, headers) => {
    const admin = await app.admin("owner");
    const out = await app.send("DELETE", "/session", { cookie: admin.cookie, headers });
    const call = await app.send("POST", "/trpc/admin.tenants.create", {
      cookie: admin.cookie,
      headers,
      json: { name: "Forged" },
    });
    expect([out.status, call.status]).toEqual([403, 403]);
    const tenants = await admin.trpc.tenants.list.query();
    expect(tenants.map((tenant) => tenant.name)).not.toContain("Forged");
  });

  it("stores no password and no token in plain text", async () => {
    const admin = await app.admin("admin");
    // Hashed by the service itself.
    const { password } = await createAdmin(app.deps, { email: "hashed@example.com" });
    const { kysely } = app.deps.db;
    const rows = [
      ...(await kysely.selectFrom("users").selectAll().execute()),
      ...(await kysely.selectFrom("sessions").selectAll().execute()),
      ...(await kysely.selectFrom("audit_log").selectAll().execute()),
    ];
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(password);
    expect(stored).not.toContain(admin.cookie.split("=")[1]);
    expect(stored).toContain("$argon2id$v=19$m=19456,");
  });
});
