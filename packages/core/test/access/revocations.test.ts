import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRevocations } from "../../src/access/tokens/revocations.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const LATER = Math.floor(Date.now() / 1000) + 600;
const claimsOf = (jti: string) => ({ jti, iat: LATER, principal: { id: "client", projectId: 1 } });

describe.each(DIALECTS)("the revocations of tokens on %s", (dialect) => {
  let test: TestDeps;
  beforeAll(async () => {
    test = await openTestDeps(dialect);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("keep a token that is revoked while they are read", async () => {
    const { db } = test;
    const read = Promise.withResolvers<void>();
    const delayed = Promise.withResolvers<void>();
    let isDelayed = false;
    const slow: typeof db = {
      ...db,
      kysely: db.kysely,
      execute: async (query, values) => {
        const rows = await db.execute(query, values);
        if (isDelayed && query.name === "revoked_live") {
          read.resolve();
          await delayed.promise;
        }
        return rows;
      },
    };
    const revocations = await openRevocations({ db: slow });
    isDelayed = true;
    const refreshed = revocations.refresh();
    await read.promise;
    await revocations.revoke({ jti: "token", exp: LATER, clientId: "client" });
    expect(revocations.isRevoked(claimsOf("token"))).toBe(true);
    delayed.resolve();
    await refreshed;
    expect(revocations.isRevoked(claimsOf("token"))).toBe(true);
    expect(revocations.isRevoked(claimsOf("another"))).toBe(false);
  });
});
