import { updateAdmin } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const PASSWORD = "correct horse battery";

describe.each(DIALECTS)("invitations on %s", (dialect) => {
  let app: AdminApp;
  let root: SignedIn;
  let owner: SignedIn;
  let tenantId: number;
  let made = 0;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    tenantId = app.tenantId;
    root = await app.admin("owner");
    owner = await app.admin(null, { [tenantId]: "owner" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refused = (httpStatus: number, message?: RegExp) => ({
    data: { httpStatus },
    ...(message && { message: expect.stringMatching(message) }),
  });
  const newEmail = () => `invited${++made}@example.com`;
  const tokenIn = (link: string) => link.split("#")[1] ?? "";
  const read = async (link: string) => {
    const answer = await app.send("POST", "/session/link/read", { json: { token: tokenIn(link) } });
    return { status: answer.status, body: await answer.json() };
  };
  const signIn = (email: string, password = PASSWORD) =>
    app.send("POST", "/session", { json: { email, password } });
  const invite = (role: "owner" | "admin" | null = "admin", email = newEmail()) =>
    root.trpc.access.admins.invite.mutate({ email, role });
  const inTenant = async (by = owner) => {
    const wanted = { tenantId, email: newEmail(), role: "admin" } as const;
    const { id, invitation } = await by.trpc.access.members.add.mutate(wanted);
    return { id, email: wanted.email, link: invitation?.link ?? "" };
  };
  const actions = async (id: number) => {
    const { entries } = await root.trpc.audit.list.query({ subject: `admin:${id}` });
    return entries.map((entry) => ("action" in entry ? entry.action : ""));
  };
  const links = () => app.deps.db.kysely.updateTable("account_links");
  const expire = (id: number) =>
    links()
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where("user_id", "=", id);

  it("say who invites whom to what, and let the admin join with a password once", async () => {
    const { id, email, link } = await inTenant();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3001\/welcome#[0-9A-Za-z]{43}$/);
    expect(await read(link)).toMatchObject({
      status: 200,
      body: {
        ...{ kind: "invitation", email, by: owner.email, role: null, needsFactor: false },
        tenants: [{ name: "Acme", role: "admin" }],
      },
    });
    expect((await signIn(email, "none")).status).toBe(401);
    const short = await app.useLink(link, "short");
    expect(short.status).toBe(400);
    expect(await short.json()).toMatchObject({ issues: [{ path: "password" }] });
    expect(await (await app.useLink(link, PASSWORD)).json()).toEqual({ email });
    const cookie = cookieOf(await signIn(email));
    const tenants = await (await app.send("GET", "/trpc/admin.tenants.list", { cookie })).json();
    expect(tenants.result.data).toMatchObject([{ id: tenantId, role: "admin" }]);
    const again = await app.useLink(link, "another good password");
    expect(again.status).toBe(410);
    expect(await again.json()).toMatchObject({ issues: [{ code: "link_used" }] });
    expect((await signIn(email)).status).toBe(204);
    expect(await actions(id)).toEqual(["admins.endedLink", "admins.join", "members.invite"]);
  });

  it("are listed until they are accepted, and after their end", async () => {
    const { id, link, expiresAt } = await invite();
    const linkOf = async () =>
      (await root.trpc.access.admins.list.query()).find((one) => one.id === id)?.link;
    expect(await linkOf()).toEqual({ isInvitation: true, expiresAt });
    const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await app.useLink(link, PASSWORD);
    expect(await linkOf()).toBeNull();
    const member = await inTenant();
    const inList = (await owner.trpc.access.members.list.query({ tenantId })).find(
      (one) => one.id === member.id,
    );
    expect(inList).toMatchObject({ isManaged: true, link: { isInvitation: true } });
  });

  it("let one of two win who use the link at the same time", async () => {
    const { email, link } = await invite();
    const passwords = ["the password of one", "the password of two"];
    const answers = await Promise.all(passwords.map((one) => app.useLink(link, one)));
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 410]);
    const winner = answers.findIndex((one) => one.status === 200);
    expect((await signIn(email, passwords[winner] ?? "")).status).toBe(204);
    expect((await signIn(email, passwords[1 - winner] ?? "")).status).toBe(401);
  });

  it("end when they expire, are revoked or are replaced, and say so; the first try is in the log", async () => {
    const expired = await invite();
    await expire(expired.id).execute();
    const gone = await invite();
    await root.trpc.access.admins.revokeInvitation.mutate({ adminId: gone.id });
    const member = await inTenant();
    await owner.trpc.access.members.remove.mutate({ tenantId, adminId: member.id });
    const replaced = await inTenant();
    const { link } = await owner.trpc.access.members.resetPassword.mutate({
      ...{ tenantId, adminId: replaced.id },
    });
    for (const [{ link, id }, code] of [
      [expired, "link_expired"],
      [gone, "link_revoked"],
      [member, "link_revoked"],
      [replaced, "link_revoked"],
    ] as const) {
      for (const answer of [await read(link), await read(link)]) {
        expect(answer).toMatchObject({ status: 410, body: { issues: [{ code }] } });
        expect(answer.body.message).toContain("Ask the person who sent it for a new one.");
      }
      expect((await app.useLink(link, PASSWORD)).status).toBe(410);
      expect((await actions(id)).filter((one) => one === "admins.endedLink")).toHaveLength(1);
    }
    expect(await actions(gone.id)).toContain("admins.revokeInvitation");
    expect(await actions(member.id)).toContain("members.revokeInvitation");
    expect(await actions(replaced.id)).toContain("members.renewInvitation");
    expect((await app.useLink(link, PASSWORD)).status).toBe(200);
    const emails = (await root.trpc.access.admins.list.query()).map((one) => one.email);
    expect(emails).not.toContain(gone.email);
    expect(emails).not.toContain(member.email);
    const [again] = [await invite("admin", gone.email)];
    expect((await app.useLink(again.link, PASSWORD)).status).toBe(200);
  });

  it("refuse what is no link, and limit the guesses of one address", async () => {
    for (const token of ["", "short", "x".repeat(44), 5]) {
      const answer = await app.send("POST", "/session/link/read", { json: { token } });
      expect(answer.status).toBe(400);
    }
    const guess = () => read(`#${"x".repeat(43)}`);
    expect(await guess()).toMatchObject({ status: 404 });
    const statuses = new Set<number>();
    for (let i = 0; i < 31; i++) statuses.add((await guess()).status);
    expect([...statuses]).toEqual([404, 429]);
    app.restart();
  });

  it("keep only the hash of the link, and no part of it in the log", async () => {
    const { id, link } = await invite();
    const rows = await app.deps.db.kysely.selectFrom("account_links").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(tokenIn(link));
    expect(rows.find((row) => row.user_id === id)?.hash).toMatch(/^[0-9a-f]{64}$/);
    const log = await root.trpc.audit.list.query({ limit: 200 });
    expect(JSON.stringify(log)).not.toContain(tokenIn(link));
  });

  it("do not count as owners until they are accepted", async () => {
    const other = await startAdminApp(dialect);
    try {
      const last = await other.admin("owner");
      const { id } = await last.trpc.me.query();
      const { update, invite } = last.trpc.access.admins;
      const { link } = await invite.mutate({ email: "second@example.com", role: "owner" });
      const step = () => update.mutate({ adminId: id, role: "admin" });
      await expect(step()).rejects.toMatchObject(refused(409, /last owner/));
      expect((await other.useLink(link, PASSWORD)).status).toBe(200);
      await step();
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });

  it("are refused for an admin who exists, and cannot be revoked once accepted", async () => {
    const { id, email, link } = await invite();
    await expect(invite("admin", email)).rejects.toMatchObject(refused(409, /already exists/));
    await app.useLink(link, PASSWORD);
    const revoke = root.trpc.access.admins.revokeInvitation.mutate({ adminId: id });
    await expect(revoke).rejects.toMatchObject(refused(409, /has joined already/));
    const helper = await app.admin("admin");
    const { access } = helper.trpc;
    await expect(
      access.admins.invite.mutate({ email: newEmail(), role: "admin" }),
    ).rejects.toMatchObject(refused(403));
    await expect(access.admins.revokeInvitation.mutate({ adminId: id })).rejects.toMatchObject(
      refused(403),
    );
  });

  it("do not let a disabled admin join until they are enabled", async () => {
    const { id, link } = await invite();
    await updateAdmin(app.deps, id, { disabled: true });
    expect(await read(link)).toMatchObject({
      status: 410,
      body: { issues: [{ code: "link_disabled" }] },
    });
    await updateAdmin(app.deps, id, { disabled: false });
    expect((await app.useLink(link, PASSWORD)).status).toBe(200);
  });

  it("last as many days as INVITATION_DAYS says", async () => {
    const other = await startAdminApp(dialect, undefined, { INVITATION_DAYS: "2" });
    try {
      const { trpc } = await other.admin("owner");
      const wanted = { email: "two@example.com", role: null };
      const { expiresAt } = await trpc.access.admins.invite.mutate(wanted);
      const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(1.9);
      expect(days).toBeLessThanOrEqual(2);
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });
});
