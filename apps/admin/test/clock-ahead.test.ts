import { issueToken, tokenVerifier } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AdminApp, startAdminApp } from "./support/admin-app.ts";

const HOUR_MS = 60 * 60 * 1000;

describe.each(DIALECTS)("what was made while the clock was ahead on %s", (dialect) => {
  let app: AdminApp;
  beforeEach(async () => {
    app = await startAdminApp(dialect);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await app[Symbol.asyncDispose]();
  });

  /** Runs `work` with a clock that is ahead, and sets it right again. */
  async function ahead<T>(ms: number, work: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    try {
      return await work();
    } finally {
      vi.useRealTimers();
    }
  }

  it.each([
    [30_000, true],
    [HOUR_MS, false],
  ])("is an access token; by %i ms, it is valid: %s", async (ms, isValid) => {
    const verify = tokenVerifier(app.deps);
    const client = { id: "rpc1", tenant_id: app.tenantId, project_id: app.projectId };
    const { access_token: token } = await ahead(ms, async () => {
      const made = await issueToken(app.deps, client, ["crm.contacts.read"], Date.now());
      // A process that has seen it may have it in its cache.
      expect(await verify(made.access_token)).not.toBeNull();
      return made;
    });
    for (const check of [verify, tokenVerifier(app.deps)]) {
      expect((await check(token)) !== null).toBe(isValid);
    }
  });

  it.each([
    [30_000, 200],
    [HOUR_MS, 401],
  ])("is a session of an admin; by %i ms, it gets %i", async (ms, status) => {
    const { cookie } = await ahead(ms, () => app.admin("owner"));
    expect((await app.send("GET", "/session", { cookie })).status).toBe(status);
  });
});
