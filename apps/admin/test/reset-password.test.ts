import { users } from "@rapport/db";
import { countBlocked, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const NEXT = "another good password";

describe.each(DIALECTS)("resetting another admin's password on %s", (dialect) => {
  let app: AdminApp;
  let owner: SignedIn;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    owner = await app.admin("owner");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refused = (httpStatus: number) => ({ data: { httpStatus } });
  const idOf = async ({ trpc }: SignedIn) => (await trpc.me.query()).id;
  const stateOf = async ({ cookie }: SignedIn) =>
    (await app.send("GET", "/session", { cookie })).status;
  const signIn = async (email: string, password: string) =>
    (await app.send("POST", "/session", { json: { email, password } })).status;

  it("makes a link, and ends the old password and only this admin's sessions", async () => {
    const [admin, other] = [await app.admin("admin"), await app.admin("admin")];
    const adminId = await idOf(admin);
    const made = await owner.trpc.access.admins.resetPassword.mutate({ adminId });
    const link = expect.stringMatching(/^http:\/\/127\.0\.0\.1:3001\/welcome#[0-9A-Za-z]{43}$/);
    expect(made).toMatchObject({ email: admin.email, isInvitation: false, link });
    expect(await Promise.all([admin, other, owner].map(stateOf))).toEqual([401, 200, 200]);
    expect(await signIn(admin.email, admin.password)).toBe(401);
    expect((await app.useLink(made.link, NEXT)).status).toBe(200);
    expect(await signIn(admin.email, NEXT)).toBe(204);
    expect(await signIn(other.email, other.password)).toBe(204);
  });

  it("is recorded in the audit log without the link", async () => {
    const adminId = await idOf(await app.admin("read-only"));
    const { link } = await owner.trpc.access.admins.resetPassword.mutate({ adminId });
    const { entries } = await owner.trpc.audit.list.query({ subject: `admin:${adminId}` });
    expect(entries).toMatchObject([{ action: "admins.resetPassword", details: {} }]);
    expect(JSON.stringify(entries)).not.toContain(link.split("#")[1]);
  });

  it("keeps a disabled admin disabled", async () => {
    const admin = await app.admin("admin");
    const adminId = await idOf(admin);
    const { update, resetPassword } = owner.trpc.access.admins;
    await update.mutate({ adminId, disabled: true });
    const { link } = await resetPassword.mutate({ adminId });
    expect((await app.useLink(link, NEXT)).status).toBe(410);
    await update.mutate({ adminId, disabled: false });
    expect((await app.useLink(link, NEXT)).status).toBe(200);
    expect(await signIn(admin.email, NEXT)).toBe(204);
  });

  // On SQLite, nothing shows what waits for the one writer.
  it.runIf(dialect === "postgres").each(["reset", "disabled"])(
    "refuses a sign-in whose account is %s after its password was checked",
    async (change) => {
      const admin = await app.admin("admin");
      const adminId = await idOf(admin);
      const blocked = () => countBlocked(app.config.databaseUrl, "last_sign_in_at");
      const answer = await app.deps.db.transaction(async (tx) => {
        if (change === "reset") await users.setPassword.first(tx, { id: adminId, hash: "another" });
        else {
          const disabledAt = new Date().toISOString();
          await users.saveUser.all(tx, { id: adminId, role: "admin", disabledAt });
        }
        const status = signIn(admin.email, admin.password);
        await expect.poll(blocked, { timeout: 20_000 }).toBe(1);
        return { status };
      });
      expect(await answer.status).toBe(401);
    },
  );

  it("returns 400 for the own password, 403 for non-owners and 404 for unknown admins", async () => {
    const admin = await app.admin("admin");
    const [adminId, ownerId] = [await idOf(admin), await idOf(owner)];
    const { resetPassword } = owner.trpc.access.admins;
    await expect(resetPassword.mutate({ adminId: ownerId })).rejects.toMatchObject(refused(400));
    await expect(resetPassword.mutate({ adminId: 999_999 })).rejects.toMatchObject(refused(404));
    await expect(
      admin.trpc.access.admins.resetPassword.mutate({ adminId: ownerId }),
    ).rejects.toMatchObject(refused(403));
    expect(await Promise.all([admin, owner].map(stateOf))).toEqual([200, 200]);
    const { entries } = await owner.trpc.audit.list.query({ subject: `admin:${adminId}` });
    expect(entries).toEqual([]);
  });
});
