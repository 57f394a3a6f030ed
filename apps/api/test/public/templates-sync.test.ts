import { createProject, setAccount } from "@rapport/core";
import { DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Syncing, startSyncing, template, templates } from "../support/templates.ts";
import { eventually, receiverOfTest, subscribe, verified } from "../support/webhooks.ts";

describe.each(DIALECTS)("syncing templates on %s", (dialect) => {
  let syncing: Syncing;
  beforeAll(async () => {
    await trustReceivers();
    syncing = await startSyncing(dialect);
  });
  beforeEach(() => void syncing.platform.templates.splice(0));
  afterAll(() => syncing[Symbol.asyncDispose]());

  const has = (...remote: ReturnType<typeof template>[]) =>
    void syncing.platform.templates.push(...remote);
  const localOf = (tenantId: number) =>
    syncing.app.deps.db.kysely
      .selectFrom("templates")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .orderBy("id")
      .execute();
  const historyOf = (tenantId: number) =>
    syncing.app.deps.db.kysely
      .selectFrom("template_history")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .orderBy("id")
      .execute();

  test("returns exactly the result of specification §2.7 for changed, unchanged, unknown and local templates", async () => {
    const caller = await syncing.tenant([
      template("order", { status: "PENDING", category: "MARKETING", components: [{ a: 1 }] }),
      template("same"),
      template("local_only", { status: "PENDING" }),
    ]);
    has(template("order"), template("same"), template("elsewhere"), template("other"));
    const before = await localOf(caller.tenantId);
    const { status, headers, body } = await caller.sync();
    expect([status, headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(body).toStrictEqual({
      success: true,
      message: expect.stringMatching(/1 of 2/),
      data: {
        total_fetched_from_meta: 4,
        matched: 2,
        updated: 1,
        unchanged: 1,
        not_found: 2,
        updated_templates: [
          {
            template_name: "order",
            language_code: "en_US",
            old_status: "PENDING",
            new_status: "APPROVED",
            old_category: "MARKETING",
            new_category: "UTILITY",
          },
        ],
      },
    });
    const [order, ...others] = await localOf(caller.tenantId);
    expect(order).toEqual({
      ...before[0],
      status: "APPROVED",
      category: "UTILITY",
      updated_at: expect.any(String),
    });
    expect(others).toEqual(before.slice(1));
  });

  test("writes nothing in a second sync", async () => {
    const caller = await syncing.tenant([template("order", { status: "PENDING" })]);
    has(template("order"));
    expect((await caller.sync()).body.data.updated).toBe(1);
    const before = await syncing.contents();
    expect((await caller.sync()).body.data).toEqual({
      total_fetched_from_meta: 1,
      matched: 1,
      updated: 0,
      unchanged: 1,
      not_found: 0,
      updated_templates: [],
    });
    expect(await syncing.contents()).toEqual(before);
  });

  test.each([
    ["status", { status: "PENDING" }],
    ["category", { category: "MARKETING" }],
  ])("returns old and new status and category if only the %s changed", async (_, more) => {
    const caller = await syncing.tenant([template("order", more)]);
    has(template("order"));
    const { body } = await caller.sync();
    const old = template("order", more);
    expect(body.data.updated_templates).toEqual([
      expect.objectContaining({
        ...{ old_status: old.status, new_status: "APPROVED" },
        ...{ old_category: old.category, new_category: "UTILITY" },
      }),
    ]);
  });

  test.each([
    ["en_US", "en-US"],
    ["en-US", "en_US"],
    ["pt_BR", "pt-BR"],
  ])("matches the local language %s with the remote %s", async (local, remote) => {
    const caller = await syncing.tenant([
      template("order", { language: local, status: "PENDING" }),
    ]);
    has(template("order", { language: remote }));
    const { data } = (await caller.sync()).body;
    expect(data).toMatchObject({ matched: 1, updated: 1, not_found: 0 });
    expect(await localOf(caller.tenantId)).toMatchObject([{ language: local, status: "APPROVED" }]);
  });

  test("does not match the same name in another language", async () => {
    const caller = await syncing.tenant([
      template("order", { status: "PENDING" }),
      template("order", { language: "en", status: "PENDING" }),
      template("Order", { status: "PENDING" }),
    ]);
    has(template("order", { language: "en_GB" }), template("order", { language: "en" }));
    const { data } = (await caller.sync()).body;
    expect(data).toMatchObject({ matched: 1, updated: 1, not_found: 1 });
    expect((await localOf(caller.tenantId)).map(({ status }) => status)).toEqual([
      "PENDING",
      "APPROVED",
      "PENDING",
    ]);
  });

  test.each(["PENDING_DELETION", "x", "статус", 'It\'s "so" \\ 100% {0}'])(
    "keeps the unknown status and category %s unchanged",
    async (value) => {
      const caller = await syncing.tenant([template("order")]);
      has(template("order", { status: value, category: value }));
      const { data } = (await caller.sync()).body;
      expect(data.updated_templates[0]).toMatchObject({ new_status: value, new_category: value });
      expect(await localOf(caller.tenantId)).toMatchObject([{ status: value, category: value }]);
      expect(await historyOf(caller.tenantId)).toMatchObject([{ new_status: value }]);
    },
  );

  test("leaves another tenant's templates of the same name unchanged", async () => {
    const other = await syncing.tenant([template("order", { status: "PENDING" })]);
    const caller = await syncing.tenant([template("order", { status: "PENDING" })]);
    const before = await localOf(other.tenantId);
    has(template("order"));
    expect((await caller.sync()).body.data.updated).toBe(1);
    expect(await localOf(other.tenantId)).toEqual(before);
    expect(await historyOf(other.tenantId)).toEqual([]);
  });

  test("writes one history row per change, with its actor", async () => {
    const caller = await syncing.tenant(templates(3, { status: "PENDING" }));
    has(...templates(2), template("template_2", { status: "PENDING" }));
    await caller.sync();
    const local = await localOf(caller.tenantId);
    expect(await historyOf(caller.tenantId)).toEqual(
      local.slice(0, 2).map(({ id, updated_at }) => ({
        id: expect.anything(),
        tenant_id: caller.tenantId,
        template_id: id,
        ...{ old_status: "PENDING", new_status: "APPROVED" },
        ...{ old_category: "UTILITY", new_category: "UTILITY" },
        actor: `client:${caller.clientId}`,
        at: updated_at,
      })),
    );
  });

  test("sends template.status_changed to the endpoints of the tenant's projects only", async () => {
    const caller = await syncing.tenant([template("order", { status: "PENDING" })]);
    const stranger = await syncing.tenant([template("order", { status: "PENDING" })]);
    const second = await createProject(syncing.app.deps, caller.tenantId, "Second");
    const projects = [caller.projectId, second, stranger.projectId];
    const ends = await Promise.all(
      projects.map(async (projectId) => {
        const receiver = await receiverOfTest();
        const api = await syncing.app.workspace({ projectId });
        const { secret } = await subscribe(api, receiver.url, ["template.status_changed"]);
        return { receiver, secret };
      }),
    );
    has(template("order", { language: "en-US", category: "MARKETING" }));
    await caller.sync();
    const [local] = await localOf(caller.tenantId);
    for (const { receiver, secret } of ends.slice(0, 2)) {
      const [arrived] = await receiver.waitFor(1);
      expect(verified(secret, arrived!)).toEqual({
        type: "template.status_changed",
        timestamp: expect.stringMatching(/Z$/),
        data: {
          ...{ id: String(local?.id), object: "template", version: expect.any(Number) },
          ...{ template_name: "order", language_code: "en-US" },
          ...{ old_status: "PENDING", new_status: "APPROVED" },
          ...{ old_category: "UTILITY", new_category: "MARKETING" },
        },
      });
    }
    await stranger.sync();
    await eventually(() => expect(ends[2]?.receiver.received).toHaveLength(1));
    expect(ends.map(({ receiver }) => receiver.received.length)).toEqual([1, 1, 1]);
  });

  test("requests the templates of each account by its own id", async () => {
    const caller = await syncing.tenant();
    const accessToken = "EAAGother";
    await setAccount(syncing.app.deps, caller.tenantId, { wabaId: "77", accessToken });
    expect((await caller.sync()).status).toBe(400);
    const { path, authorization } = syncing.platform.requests.at(-1)!;
    expect(path).toMatch(/^\/v24\.0\/77\/message_templates\?/);
    expect(authorization).toBe(`Bearer ${accessToken}`);
  });
});
