import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, startAdminApp } from "./support/admin-app.ts";

describe.each(DIALECTS)("signing in through a trusted proxy on %s", (dialect) => {
  let app: AdminApp;
  beforeAll(async () => {
    app = await startAdminApp(dialect, undefined, { TRUST_PROXY: "127.0.0.0/8" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function signIn(
    { email, password }: { email: string; password: string },
    forwardedFor: string,
  ) {
    const headers = {
      "x-rapport-admin": "1",
      "content-type": "application/json",
      "x-forwarded-for": forwardedFor,
    };
    return (await app.send("POST", "/session", { headers, json: { email, password } })).status;
  }

  it("is limited for the forwarded address, not for everyone behind the proxy", async () => {
    const admin = await app.admin("admin");
    const wrong = { email: admin.email, password: "wrong" };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push(await signIn(wrong, `198.51.100.${i}, 192.0.2.1`));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await signIn(admin, "192.0.2.1")).toBe(429);
    expect(await signIn(admin, "192.0.2.2")).toBe(204);
  });

  it("stores that address with the session", async () => {
    const owner = await app.admin("owner");
    expect(await signIn(owner, "192.0.2.77")).toBe(204);
    expect(await signIn(owner, "not an address")).toBe(204);
    const sessions = await owner.trpc.access.sessions.list.query();
    const addresses = sessions
      .filter(({ email }) => email === owner.email)
      .map(({ address }) => address);
    expect(addresses.toSorted()).toEqual(["127.0.0.1", "127.0.0.1", "192.0.2.77"]);
  });
});
