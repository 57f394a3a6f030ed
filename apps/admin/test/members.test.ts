import { createTenant, setRoleByHand } from "@rapport/core";
import { tenantRoles, users } from "@rapport/db";
import { countBlocked, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { authenticator } from "./support/authenticator.ts";

describe.each(DIALECTS)("members of a tenant on %s", (dialect) => {
  let app: AdminApp;
  /** An owner of the installation, and owners of two tenants. */
  let root: SignedIn;
  let owner: SignedIn;
  let stranger: SignedIn;
  let tenantId: number;
  let otherId: number;
  let made = 0;
  beforeAll(async () => {
    // Passkeys need a host name.
    app = await startAdminApp(dialect, "http://localhost:3001");
    tenantId = app.tenantId;
    otherId = await createTenant(app.deps, "Other");
    root = await app.admin("owner");
    owner = await app.admin(null, { [tenantId]: "owner" });
    stranger = await app.admin(null, { [otherId]: "owner" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refused = (httpStatus: number, message?: RegExp) => ({
    data: { httpStatus },
    ...(message && { message: expect.stringMatching(message) }),
  });
  const membersOf = ({ trpc }: SignedIn) => trpc.access.members;
  const newEmail = () => `member${++made}@example.com`;
  const signIn = (email: string, password: string) =>
    app.send("POST", "/session", { json: { email, password } });
  /** Adds an admin with a new account to the first tenant. */
  async function managed(role: "owner" | "admin" | "read-only" = "read-only") {
    const email = newEmail();
    const { id, invitation } = await membersOf(owner).add.mutate({ tenantId, email, role });
    const password = `the password of ${email}`;
    expect((await app.useLink(invitation?.link ?? "", password)).status).toBe(200);
    return { id, email, password };
  }
  const idOf = async ({ trpc }: SignedIn) => (await trpc.me.query()).id;

  it("lists only those who have a role in the tenant, to every one of them", async () => {
    const { email } = await managed();
    const reader = await app.admin(null, { [tenantId]: "read-only" });
    const list = await membersOf(reader).list.query({ tenantId });
    const emails = list.map((one) => one.email);
    expect(emails).toContain(email);
    expect(emails).toContain(owner.email);
    expect(emails).not.toContain(root.email);
    expect(emails).not.toContain(stranger.email);
    const { projectId } = app;
    const colleagues = await membersOf(reader).colleagues.query({ projectId });
    expect(colleagues.map((one) => one.email).toSorted()).toEqual(emails.toSorted());
    const all = await membersOf(root).colleagues.query({ projectId });
    expect(all.map((one) => one.email)).toContain(root.email);
    expect(all.map((one) => one.email)).not.toContain(stranger.email);
  });

  it("lets an owner of the tenant add a new admin, who sees that tenant alone", async () => {
    const { email, password } = await managed("admin");
    const cookie = cookieOf(await signIn(email, password));
    const me = await (await app.send("GET", "/session", { cookie })).json();
    expect(me).toMatchObject({ email, role: null });
    const tenants = await (await app.send("GET", "/trpc/admin.tenants.list", { cookie })).json();
    expect(tenants.result.data).toMatchObject([{ id: tenantId, role: "admin" }]);
    const again = membersOf(owner).add.mutate({ tenantId, email, role: "admin" });
    await expect(again).rejects.toMatchObject(refused(409, /already has a role in this tenant/));
    const bad = membersOf(owner).add.mutate({ tenantId, email: "nobody", role: "admin" });
    await expect(bad).rejects.toMatchObject(refused(400));
  });

  it("adds an admin of the installation without a link", async () => {
    const { email } = await app.admin(null);
    const added = await membersOf(owner).add.mutate({ tenantId, email, role: "admin" });
    expect(added).toMatchObject({ email, invitation: null });
  });

  it("refuses an account of another tenant's owners, who may know its password", async () => {
    const { email, id, password } = await managed();
    const wanted = { tenantId: otherId, email, role: "owner" } as const;
    const added = membersOf(stranger).add.mutate(wanted);
    await expect(added).rejects.toMatchObject(refused(409, /Ask an owner of the installation/));
    const given = membersOf(root).add.mutate(wanted);
    await expect(given).rejects.toMatchObject(refused(409, /Reset the password first/));
    const raised = root.trpc.access.admins.update.mutate({ adminId: id, role: "admin" });
    await expect(raised).rejects.toMatchObject(refused(409, /Reset the password first/));
    const byHand = setRoleByHand(app.deps, { email, role: "admin", tenantId: otherId });
    await expect(byHand).rejects.toThrow("Reset the password first");

    const cookie = cookieOf(await signIn(email, password));
    const call = async (path: string, json: object) =>
      (await app.send("POST", `/trpc/admin.access.passkeys.${path}`, { cookie, json })).json();
    const begun = await call("begin", { password });
    const response = authenticator().create(begun.result.data);
    await call("finish", { name: "Key", response });
    await root.trpc.access.admins.resetPassword.mutate({ adminId: id });
    expect((await app.send("GET", "/session", { cookie })).status).toBe(401);
    await membersOf(stranger).add.mutate(wanted);
    const list = await membersOf(stranger).list.query({ tenantId: otherId });
    expect(list.find((one) => one.id === id)).toMatchObject({
      ...{ hasSecondFactor: false, isManaged: false },
    });
  });

  it("resets the password and the second factor of an account that the tenant's owners made, and of no other", async () => {
    const { id, email, password } = await managed();
    const cookie = cookieOf(await signIn(email, password));
    const renewed = await membersOf(owner).resetPassword.mutate({ tenantId, adminId: id });
    expect((await app.send("GET", "/session", { cookie })).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(401);
    expect((await app.useLink(renewed.link, "another good password")).status).toBe(200);
    expect((await signIn(email, "another good password")).status).toBe(204);
    const none = membersOf(owner).resetSecondFactor.mutate({ tenantId, adminId: id });
    await expect(none).rejects.toMatchObject(refused(404));

    const guest = await app.admin("read-only", { [tenantId]: "read-only" });
    const theirs = { tenantId, adminId: await idOf(guest) };
    const reset = membersOf(owner).resetPassword.mutate(theirs);
    await expect(reset).rejects.toMatchObject(refused(409, /did not create this account/));
    const factor = membersOf(owner).resetSecondFactor.mutate(theirs);
    await expect(factor).rejects.toMatchObject(refused(409));
    expect((await signIn(guest.email, guest.password)).status).toBe(204);
  });

  it("leaves an account to the installation once one of its owners has reset it", async () => {
    const { id } = await managed();
    await membersOf(root).resetPassword.mutate({ tenantId, adminId: id });
    const again = membersOf(owner).resetPassword.mutate({ tenantId, adminId: id });
    await expect(again).rejects.toMatchObject(refused(409, /did not create this account/));
  });

  it("keeps the tenant's owners from an account that version 0.2 gave another role", async () => {
    const { id } = await managed();
    const users = app.deps.db.kysely.updateTable("users").set({ role: "admin" });
    await users.where("id", "=", id).execute();
    const reset = membersOf(owner).resetPassword.mutate({ tenantId, adminId: id });
    await expect(reset).rejects.toMatchObject(refused(409, /has a role elsewhere/));
  });

  it("finds no admin without a role in the tenant, also no owner of the installation", async () => {
    for (const adminId of [await idOf(root), await idOf(stranger), 999_999]) {
      const one = { tenantId, adminId };
      const expected = refused(404, new RegExp(`There is no admin with id ${adminId}`));
      const members = membersOf(owner);
      await expect(members.setRole.mutate({ ...one, role: "admin" })).rejects.toMatchObject(
        expected,
      );
      await expect(members.remove.mutate(one)).rejects.toMatchObject(expected);
      await expect(members.resetPassword.mutate(one)).rejects.toMatchObject(expected);
      await expect(members.resetSecondFactor.mutate(one)).rejects.toMatchObject(expected);
    }
  });

  it("changes and takes roles, but no owner's own one", async () => {
    const admin = await app.admin(null, { [tenantId]: "read-only" });
    const one = { tenantId, adminId: await idOf(admin) };
    await membersOf(owner).setRole.mutate({ ...one, role: "owner" });
    await membersOf(admin).list.query({ tenantId });
    const own = membersOf(admin).setRole.mutate({ ...one, role: "admin" });
    await expect(own).rejects.toMatchObject(refused(400, /your own role/));
    await expect(membersOf(admin).remove.mutate(one)).rejects.toMatchObject(refused(400));
    await membersOf(owner).remove.mutate(one);
    await expect(membersOf(admin).list.query({ tenantId })).rejects.toMatchObject(refused(404));
    expect(await admin.trpc.tenants.list.query()).toEqual([]);
    await expect(membersOf(owner).remove.mutate(one)).rejects.toMatchObject(refused(404));
  });

  it.each(["removed", "demoted"])(
    "keeps one of two owners who are %s by each other at once",
    async (what) => {
      const tenantId = await createTenant(app.deps, "Two owners");
      const [one, other] = [
        await app.admin(null, { [tenantId]: "owner" }),
        await app.admin(null, { [tenantId]: "owner" }),
      ];
      const change = async (by: SignedIn, adminId: number) =>
        what === "removed"
          ? void (await membersOf(by).remove.mutate({ tenantId, adminId }))
          : membersOf(by).setRole.mutate({ tenantId, adminId, role: "read-only" });
      const ids = [await idOf(one), await idOf(other)] as const;
      const results = await Promise.allSettled([change(one, ids[1]), change(other, ids[0])]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const list = await membersOf(root).list.query({ tenantId });
      expect(list.filter(({ role }) => role === "owner")).toHaveLength(1);
    },
  );

  // On SQLite, nothing shows what waits for the one writer.
  it.runIf(dialect === "postgres")(
    "refuses every change by an owner who was removed meanwhile",
    async () => {
      const { id, email } = await managed();
      const gone = await app.admin(null, { [tenantId]: "owner" });
      const lost = await app.admin("owner");
      const member = { tenantId, adminId: id };
      const { members } = gone.trpc.access;
      const { admins } = lost.trpc.access;
      const blocked = () => countBlocked(app.config.databaseUrl, "users");
      const steps: readonly (() => Promise<unknown>)[] = [
        () => members.add.mutate({ tenantId, email: newEmail(), role: "owner" }),
        () => members.setRole.mutate({ ...member, role: "owner" }),
        () => members.remove.mutate(member),
        () => members.resetPassword.mutate(member),
        () => members.resetSecondFactor.mutate(member),
        () => admins.invite.mutate({ email: newEmail(), role: "owner" }),
        () => admins.update.mutate({ adminId: id, disabled: true }),
        () => admins.resetPassword.mutate({ adminId: id }),
        () => admins.revokeInvitation.mutate({ adminId: id }),
      ];
      const [goneId, lostId] = [await idOf(gone), await idOf(lost)];
      const answers = await app.deps.db.transaction(async (tx) => {
        for (const one of [goneId, lostId]) await users.lockUser.first(tx, { id: one });
        const sent = Promise.allSettled(steps.map((step) => step()));
        await expect.poll(blocked, { timeout: 20_000 }).toBe(steps.length);
        await tenantRoles.deleteRole.all(tx, { user: goneId, tenant: tenantId });
        await users.saveUser.all(tx, { id: lostId, role: "none", disabledAt: null });
        return { sent };
      });
      for (const answer of await answers.sent) {
        expect(answer).toMatchObject({
          status: "rejected",
          reason: { data: { httpStatus: expect.toBeOneOf([403, 404]) } },
        });
      }
      const list = await membersOf(owner).list.query({ tenantId });
      expect(list.find((one) => one.email === email)).toMatchObject({
        role: "read-only",
        link: null,
      });
    },
  );

  it("refuses all of it to members who are no owners", async () => {
    const admin = await app.admin(null, { [tenantId]: "admin" });
    const one = { tenantId, adminId: await idOf(owner) };
    const members = membersOf(admin);
    const email = newEmail();
    await expect(members.add.mutate({ tenantId, email, role: "admin" })).rejects.toMatchObject(
      refused(403),
    );
    await expect(members.setRole.mutate({ ...one, role: "admin" })).rejects.toMatchObject(
      refused(403),
    );
    await expect(members.remove.mutate(one)).rejects.toMatchObject(refused(403));
    await expect(members.resetPassword.mutate(one)).rejects.toMatchObject(refused(403));
    await expect(members.resetSecondFactor.mutate(one)).rejects.toMatchObject(refused(403));
  });

  it("writes giving, changing and taking to the logs of the installation and the tenant", async () => {
    const { id, email } = await managed("admin");
    await membersOf(owner).setRole.mutate({ tenantId, adminId: id, role: "owner" });
    await membersOf(owner).remove.mutate({ tenantId, adminId: id });
    const { entries } = await root.trpc.audit.list.query({ subject: `admin:${id}` });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["members.remove", { tenantId }],
      ["members.setRole", { tenantId, role: "owner" }],
      ["admins.join", { email }],
      ["members.invite", { tenantId, role: "admin" }],
    ]);
    const authors = entries.map(({ actor }) => actor.label);
    expect(authors).toEqual([owner.email, owner.email, email, owner.email]);

    const reader = await app.admin(null, { [tenantId]: "read-only" });
    const own = await reader.trpc.audit.list.query({ tenantId, subject: `admin:${id}` });
    expect(own.entries).toEqual(entries);
    const ofOther = await stranger.trpc.audit.list.query({ tenantId: otherId });
    expect(ofOther.entries.map(({ subject }) => subject.id)).not.toContain(String(id));
    await expect(stranger.trpc.audit.list.query({ tenantId })).rejects.toMatchObject(refused(404));
    await expect(owner.trpc.audit.list.query({})).rejects.toMatchObject(refused(403));
    const both = owner.trpc.audit.list.query({ tenantId, projectId: app.projectId });
    await expect(both).rejects.toMatchObject(refused(400));
  });

  it("writes the name of the tenant, its projects and roles given on the server to its log", async () => {
    const name = "Other, renamed";
    await root.trpc.tenants.rename.mutate({ tenantId: otherId, name });
    await root.trpc.projects.create.mutate({ tenantId: otherId, name: "First" });
    await setRoleByHand(app.deps, { email: stranger.email, role: "owner", tenantId: otherId });
    const { entries } = await stranger.trpc.audit.list.query({ tenantId: otherId, limit: 3 });
    expect(entries.map(({ action, surface }) => [action, surface])).toEqual([
      ["members.setRole", "cli"],
      ["projects.create", "admin"],
      ["tenants.rename", "admin"],
    ]);
  });

  it("shows owners of the installation everyone's roles, and keeps the last of them", async () => {
    const list = await root.trpc.access.admins.list.query();
    expect(list.find(({ email }) => email === owner.email)).toMatchObject({
      ...{ role: null, tenants: [{ tenantId, role: "owner" }] },
    });
    const adminId = await idOf(root);
    const taken = root.trpc.access.admins.update.mutate({ adminId, role: null });
    await expect(taken).rejects.toMatchObject(refused(409, /last owner/));
  });

  it("lets only one of two owners of the installation go at the same time", async () => {
    const second = await app.admin("owner");
    const [one, other] = [await idOf(root), await idOf(second)];
    const results = await Promise.allSettled([
      setRoleByHand(app.deps, { email: root.email, role: null }),
      setRoleByHand(app.deps, { email: second.email, role: null }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const owners = await app.deps.db.kysely
      .selectFrom("users")
      .select("id")
      .where("role", "=", "owner")
      .execute();
    expect(owners.map(({ id }) => id)).toHaveLength(1);
    expect([one, other]).toContain(owners[0]?.id);
  });
});
