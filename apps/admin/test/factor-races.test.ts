import { type Db, passkeys, secondFactors, users } from "@rapport/db";
import { countBlocked, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, cookieOf, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { authenticator } from "./support/authenticator.ts";
import { codeOf } from "./support/totp.ts";

type Authenticator = ReturnType<typeof authenticator>;

// On SQLite, nothing shows what waits for the one writer.
describe.runIf(DIALECTS.includes("postgres"))("second factors that change at once", () => {
  let app: AdminApp;
  let owner: SignedIn;
  beforeAll(async () => {
    app = await startAdminApp("postgres", "http://localhost:3001");
    owner = await app.admin("owner");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const idOf = async ({ trpc }: SignedIn) => (await trpc.me.query()).id;

  async function addPasskey({ trpc, password }: SignedIn): Promise<Authenticator> {
    const key = authenticator();
    const { begin, finish } = trpc.access.passkeys;
    const response = key.create(await begin.mutate({ password }));
    await finish.mutate({ name: "Laptop", response });
    return key;
  }

  async function addApp({ trpc, password }: SignedIn): Promise<string> {
    const { begin, confirm } = trpc.access.secondFactor;
    const { secret } = await begin.mutate({ password });
    await confirm.mutate({ code: codeOf(secret) });
    return secret;
  }

  async function withPasskey(key: Authenticator) {
    const asked = await app.send("POST", "/session/passkey/challenge");
    const json = { passkey: key.get(await asked.json()) };
    return app.send("POST", "/session/passkey", { cookie: cookieOf(asked), json });
  }

  const withPassword = ({ email, password }: SignedIn, code?: string) =>
    app.send("POST", "/session", { json: { email, password, ...(code && { code }) } });

  /** Runs a request of an admin, and a change of their factors as soon as the request waits for the locked admin. */
  async function duringChange<Answer>(
    admin: SignedIn,
    request: () => Promise<Answer>,
    change: (tx: Db, userId: number) => Promise<unknown>,
  ): Promise<Answer> {
    const id = await idOf(admin);
    const blocked = () => countBlocked(app.config.databaseUrl, "users");
    const { answer } = await app.deps.db.transaction(async (tx) => {
      await users.lockUser.first(tx, { id });
      const answer = request();
      answer.catch(() => undefined);
      await expect.poll(blocked, { timeout: 20_000 }).toBe(1);
      await change(tx, id);
      return { answer };
    });
    return answer;
  }

  it("refuses a sign-in without a factor if the admin gets one meanwhile", async () => {
    const admin = await app.admin("admin");
    const at = new Date().toISOString();
    const { status } = await duringChange(
      admin,
      () => withPassword(admin),
      (tx, user) => passkeys.insertPasskey(tx, [["new", user, "Phone", "key", 0, "", "host", at]]),
    );
    expect(status).toBe(401);
  });

  it("refuses a sign-in with a passkey that is removed meanwhile", async () => {
    const admin = await app.admin("admin");
    const key = await addPasskey(admin);
    const { status } = await duringChange(
      admin,
      () => withPasskey(key),
      (tx, user) => passkeys.deletePasskey.all(tx, { user, id: key.id }),
    );
    expect(status).toBe(401);
  });

  it("refuses a sign-in with a code whose app is removed meanwhile", async () => {
    const admin = await app.admin("admin");
    const secret = await addApp(admin);
    const { status } = await duringChange(
      admin,
      () => withPassword(admin, codeOf(secret, 1)),
      (tx, user) => secondFactors.deleteFactor.all(tx, { user }),
    );
    expect(status).toBe(401);
  });

  it("keeps the last of two passkeys that are removed at once if owners require one", async () => {
    const [first, second] = [await addPasskey(owner), await addPasskey(owner)];
    await owner.trpc.access.secondFactor.require.mutate();
    const { remove, list } = owner.trpc.access.passkeys;
    const removed = duringChange(
      owner,
      () => remove.mutate({ id: second.id, password: owner.password }),
      (tx, user) => passkeys.deletePasskey.all(tx, { user, id: first.id }),
    );
    await expect(removed).rejects.toMatchObject({ data: { httpStatus: 409 } });
    expect((await list.query()).passkeys).toMatchObject([{ id: second.id }]);
  });
});
