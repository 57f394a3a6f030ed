import { restoreRecord, tidy } from "@rapport/core";
import { recordWords, wordSearch } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type Workspace } from "../support/app.ts";

const DAY = 24 * 60 * 60 * 1000;

describe.each(DIALECTS)("retention on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const inDays = (days: number) => new Date(Date.now() + days * DAY);
  const principal = (workspace: Workspace) =>
    ({
      kind: "system",
      id: "test",
      tenantId: 0,
      projectId: workspace.projectId,
      scopes: new Set<string>(),
    }) as const;
  const countOf = async (
    table: "records" | "record_history" | "associations" | "idempotency_keys" | "events",
    workspace: Workspace,
  ) => {
    const rows = await app.deps.db.kysely
      .selectFrom(table)
      .select("project_id")
      .where("project_id", "=", workspace.projectId)
      .execute();
    return rows.length;
  };

  async function deletedDeal(workspace: Workspace): Promise<number> {
    const { token } = await app.caller({ projectId: workspace.projectId });
    const company = await app.call("POST", "/api/objects/companies", {
      token,
      json: { properties: [{ internal_name: "name", value: "Engines" }] },
    });
    const deal = await workspace.call("POST", "/deals", {
      json: { name: "D", amount: 1, currency: "GBP", companyId: String(company.body.data.id) },
    });
    await workspace.call("DELETE", `/deals/${deal.body.data.id}`);
    return Number(deal.body.data.id);
  }

  test("restores a record with its associations for 90 days after its deletion", async () => {
    const workspace = await app.workspace();
    const id = await deletedDeal(workspace);
    await tidy(app.deps, inDays(89));
    await restoreRecord({ deps: app.deps, principal: principal(workspace) }, "deal", id);
    expect((await workspace.call("GET", `/deals/${id}`)).status).toBe(200);
    expect(await countOf("associations", workspace)).toBe(1);
  });

  test("purges a record with its associations and history 90 days after its deletion", async () => {
    const workspace = await app.workspace();
    const id = await deletedDeal(workspace);
    await tidy(app.deps, inDays(91));
    expect(await countOf("records", workspace)).toBe(1);
    // The company that stays: its creation, and the association that it had.
    expect(await countOf("record_history", workspace)).toBe(2);
    expect(await countOf("associations", workspace)).toBe(0);
    await expect(
      restoreRecord({ deps: app.deps, principal: principal(workspace) }, "deal", id),
    ).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("purges the words that a record got after its deletion, also from the index of words", async () => {
    const workspace = await app.workspace();
    const { projectId } = workspace;
    const id = await deletedDeal(workspace);
    const { db } = app.deps;
    const record = { projectId, type: "deal", id };
    await db.transaction((tx) => recordWords.addWords(tx, record, new Set(["lateword"])));
    const page = { above: 0, below: id + 1, direction: "asc", limit: 9 } as const;
    const find = () =>
      wordSearch.findByWords(db, { projectId }, "deal", { wanted: [["lateword"]], page });
    expect(await find()).toEqual([id]);
    await tidy(app.deps, inDays(91));
    expect(await find()).toEqual([]);
  });

  test("removes idempotency keys after 24 hours and events after 30 days", async () => {
    const workspace = await app.workspace();
    await workspace.call("POST", "/contacts", {
      json: { email: "a@example.com" },
      headers: { "idempotency-key": "k" },
    });
    await expect
      .poll(async () => {
        await tidy(app.deps, inDays(0.9));
        return countOf("idempotency_keys", workspace);
      })
      .toBe(1);
    await tidy(app.deps, inDays(1.1));
    expect(await countOf("idempotency_keys", workspace)).toBe(0);
    await tidy(app.deps, inDays(29));
    expect(await countOf("events", workspace)).toBe(1);
    await expect
      .poll(async () => {
        await tidy(app.deps, inDays(31));
        return countOf("events", workspace);
      })
      .toBe(0);
  });
});
