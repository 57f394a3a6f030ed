import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

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

  it("gives them a new one, and ends the old one and their sessions, nobody else's", async () => {
    const [admin, other] = [await app.admin("admin"), await app.admin("admin")];
    const adminId = await idOf(admin);
    const made = await owner.trpc.access.admins.resetPassword.mutate({ adminId });
    expect(made).toEqual({ email: admin.email, password: expect.stringMatching(/^\S{20}$/) });
    expect(await Promise.all([admin, other, owner].map(stateOf))).toEqual([401, 200, 200]);
    expect(await signIn(admin.email, admin.password)).toBe(401);
    expect(await signIn(admin.email, made.password)).toBe(204);
    expect(await signIn(other.email, other.password)).toBe(204);
  });

  it("is kept in the audit log without the password", async () => {
    const adminId = await idOf(await app.admin("read-only"));
    const { password } = await owner.trpc.access.admins.resetPassword.mutate({ adminId });
    const { entries } = await owner.trpc.audit.list.query({ subject: `admin:${adminId}` });
    expect(entries).toMatchObject([{ action: "admins.resetPassword", details: {} }]);
    expect(JSON.stringify(entries)).not.toContain(password);
  });

  it("leaves one who is disabled so", async () => {
    const admin = await app.admin("admin");
    const adminId = await idOf(admin);
    const { update, resetPassword } = owner.trpc.access.admins;
    await update.mutate({ adminId, disabled: true });
    const { password } = await resetPassword.mutate({ adminId });
    expect(await signIn(admin.email, password)).toBe(401);
    await update.mutate({ adminId, disabled: false });
    expect(await signIn(admin.email, password)).toBe(204);
  });

  it("400, 403, 404: not one's own, not by an admin, not of nobody; nothing changes", async () => {
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
