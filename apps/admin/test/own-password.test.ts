import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, startAdminApp } from "./support/admin-app.ts";

const NEXT = "a password of my own";

describe.each(DIALECTS)("changing one's own password on %s", (dialect) => {
  let app: AdminApp;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refused = (httpStatus: number) => ({ data: { httpStatus } });
  const stateOf = async (cookie: string) => (await app.send("GET", "/session", { cookie })).status;
  const signIn = (email: string, password: string) =>
    app.send("POST", "/session", { json: { email, password } });

  it.each(["owner", "admin", "read-only"] as const)(
    "signs the role %s in only with the new password",
    async (role) => {
      const { email, password, trpc } = await app.admin(role);
      await trpc.access.admins.setMyPassword.mutate({ current: password, next: NEXT });
      expect((await signIn(email, password)).status).toBe(401);
      expect((await signIn(email, NEXT)).status).toBe(204);
    },
  );

  it("ends the admin's other sessions, and keeps this one and those of other admins", async () => {
    const [admin, other] = [await app.admin("admin"), await app.admin("admin")];
    const second = cookieOf(await signIn(admin.email, admin.password));
    await admin.trpc.access.admins.setMyPassword.mutate({ current: admin.password, next: NEXT });
    const states = await Promise.all([second, admin.cookie, other.cookie].map(stateOf));
    expect(states).toEqual([401, 200, 200]);
  });

  it("is recorded in the audit log without the passwords", async () => {
    const { password, trpc } = await app.admin("owner");
    const { id } = await trpc.me.query();
    await trpc.access.admins.setMyPassword.mutate({ current: password, next: NEXT });
    const { entries } = await trpc.audit.list.query({ subject: `admin:${id}` });
    expect(entries).toMatchObject([{ action: "admins.setMyPassword", details: {} }]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${NEXT}|${password}`));
  });

  it("returns 400 for a wrong current password or an invalid new one", async () => {
    const { email, password, trpc } = await app.admin("admin");
    const { setMyPassword } = trpc.access.admins;
    for (const input of [
      { current: "not my password", next: NEXT },
      { current: password, next: "too short" },
      { current: password, next: "x".repeat(1_001) },
      { current: password, next: password },
      { current: "", next: NEXT },
    ]) {
      await expect(setMyPassword.mutate(input)).rejects.toMatchObject(refused(400));
    }
    const wrong = setMyPassword.mutate({ current: "not my password", next: NEXT });
    await expect(wrong).rejects.toMatchObject({
      data: { issues: [{ path: "current", code: "password_wrong" }] },
    });
    expect((await signIn(email, password)).status).toBe(204);
  });

  it("returns 429 after too many guesses, counted with sign-ins and in parallel too", async () => {
    const { email, password, trpc } = await app.admin("admin");
    const { setMyPassword } = trpc.access.admins;
    const guess = (current: string) =>
      setMyPassword.mutate({ current, next: NEXT }).catch((error) => error.data.httpStatus);
    await signIn(email, "a wrong password");
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => guess(`guess ${i}`)));
    expect(answers.toSorted()).toEqual([400, 400, 400, 400, 429]);
    expect(await guess(password)).toBe(429);
    expect((await signIn(email, password)).status).toBe(429);
  });

  it("applies only one of two parallel changes", async () => {
    const { email, password, trpc } = await app.admin("admin");
    const { setMyPassword } = trpc.access.admins;
    const wanted = ["the first of two passwords", "the second of two passwords"];
    const answers = await Promise.allSettled(
      wanted.map((next) => setMyPassword.mutate({ current: password, next })),
    );
    const done = answers.findIndex(({ status }) => status === "fulfilled");
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await signIn(email, wanted[done] ?? "")).status).toBe(204);
  });
});
