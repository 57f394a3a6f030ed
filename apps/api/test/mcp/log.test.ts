import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool, rpc } from "../support/agents.ts";
import { type Caller, startApp, type TestApp } from "../support/app.ts";

describe.each(DIALECTS)("what is logged of agents on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect });
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function logged(projectId = caller.projectId) {
    const { kysely } = app.deps.db;
    const rows = await kysely
      .selectFrom("request_log")
      .select(["route", "status", "credential", "code", "details"])
      .where("project_id", "=", projectId)
      .where("route", "like", "/mcp%")
      .orderBy("at")
      .execute();
    return rows.map(({ details, ...row }) => ({
      ...row,
      details: typeof details === "string" ? JSON.parse(details) : details,
    }));
  }

  it("the log of requests has the caller, the tool and the records of each call", async () => {
    const records = [{ properties: { name: "Secret name" } }, { properties: { name: "Other" } }];
    const made = await callTool(app, caller.token, "create_records", { object: "deals", records });
    const ids = made.structuredContent.results.map(
      ({ record }: { record: { id: number } }) => record.id,
    );
    await callTool(app, caller.token, "get_records", { object: "deals", ids });
    await callTool(app, caller.token, "search_records", {
      object: "deals",
      query: "Secret",
      nope: 1,
    });
    const { key } = await app.workspace({
      ...{ projectId: caller.projectId, scope: "crm.contacts.read crm.contacts.write" },
    });
    await callTool(app, key, "update_records", {
      object: "deals",
      records: [{ id: ids[0], properties: { name: "x" } }],
    });
    await rpc(app, caller.token, { jsonrpc: "2.0", id: 1, method: "tools/list" });
    await expect.poll(() => logged(), { timeout: 10_000 }).toHaveLength(5);
    const rows = await logged();
    const credential = `client:${caller.clientId}`;
    const call = (tool: string, ids?: readonly number[]) => ({
      input: { tool, object: "deals", ...(ids && { ids }) },
    });
    expect(rows).toMatchObject([
      {
        route: "/mcp create_records",
        status: 200,
        credential,
        details: call("create_records", ids),
      },
      { route: "/mcp get_records", status: 200, credential, details: call("get_records", ids) },
      {
        ...{ route: "/mcp search_records", status: 400, code: "INVALID_INPUT" },
        details: { ...call("search_records"), issues: [{ path: "nope" }] },
      },
      {
        ...{ route: "/mcp update_records", status: 403, code: "INSUFFICIENT_SCOPE" },
        ...{ credential: expect.stringMatching(/^key:/), details: call("update_records") },
      },
      { route: "/mcp", status: 200, details: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain("Secret");
    const line = app.logged.find((one) => one.includes("/mcp create_records"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ caller: credential, status: 200 });
  });

  it("the history names the credential", async () => {
    const { key } = await app.workspace({
      ...{ projectId: caller.projectId, scope: "crm.deals.read crm.deals.write" },
    });
    const records = [{ properties: { name: "By a key" } }];
    const made = await callTool(app, key, "create_records", { object: "deals", records });
    const ids = [made.structuredContent.results[0].record.id];
    const { structuredContent } = await callTool(app, key, "get_history", { object: "deals", ids });
    expect(structuredContent.results).toMatchObject([
      { action: "created", actor: { type: "key", name: "Key" } },
    ]);
  });

  it("a call ends when its client goes", async () => {
    const own = await app.caller();
    const records = Array.from({ length: 100 }, (_, i) => ({ properties: { name: `Deal ${i}` } }));
    await callTool(app, own.token, "create_records", { object: "deals", records });
    const { scans } = app.deps;
    const { begin } = scans;
    const began = Promise.withResolvers<() => boolean>();
    let parts = 0;
    const ended = Promise.withResolvers<void>();
    Object.assign(scans, {
      begin: (...[principal, hasDisconnected]: Parameters<typeof begin>) => {
        const scan = begin(principal, hasDisconnected);
        const isGone = hasDisconnected ?? (() => false);
        const part: typeof scan.part = async (run, bytesOf) => {
          parts++;
          began.resolve(isGone);
          await expect.poll(isGone, { timeout: 10_000 }).toBe(true);
          return scan.part(run, bytesOf);
        };
        const end = () => {
          scan.end();
          ended.resolve();
        };
        return { ...scan, part, end };
      },
    });
    try {
      const leaving = new AbortController();
      const params = { name: "count_records", arguments: { object: "deals", group_by: "stage" } };
      const asked = fetch(`${app.url}/mcp`, {
        method: "POST",
        headers: { authorization: `Bearer ${own.token}`, "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        signal: leaving.signal,
      }).catch((error: Error) => error.name);
      const isGone = await began.promise;
      expect(isGone()).toBe(false);
      leaving.abort();
      expect(await asked).toBe("AbortError");
      await ended.promise;
      expect(parts).toBe(1);
    } finally {
      Object.assign(scans, { begin });
    }
    await expect
      .poll(() => logged(own.projectId), { timeout: 10_000 })
      .toMatchObject([
        { route: "/mcp create_records" },
        { route: "/mcp count_records", status: 499 },
      ]);
  });
});
