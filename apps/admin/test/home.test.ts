import { createProject, createTenant, importTemplates, setAccount } from "@rapport/core";
import { OBJECT_TYPE_NAMES } from "@rapport/model";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { backdate } from "./support/backdate.ts";
import { addPartnerPipeline, make } from "./support/records.ts";

const DAY = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

describe.each(DIALECTS)("Home on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let reader: SignedIn["trpc"];
  let tenantId: number;
  let projectId: number;
  let otherProject: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    reader = (await app.admin("read-only")).trpc;
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    tenantId = await createTenant(app.deps, "Northwind");
    projectId = await createProject(app.deps, tenantId, "Sales");
    const otherTenant = await createTenant(app.deps, "Contoso");
    otherProject = await createProject(app.deps, otherTenant, "Sales");
  });

  const remove = (type: "contact" | "deal", id: number) =>
    admin.trpc.records.delete.mutate({ projectId, type, id });

  it("counts live records of each type, and those created in the last 30 days and the 30 before", async () => {
    const person = (i: number) => make(admin, projectId, "contact", { email: `p${i}@example.com` });
    const [today, yesterday, edge, before, earlier, old, deleted] = [
      await person(1),
      await person(2),
      await person(3),
      await person(4),
      await person(5),
      await person(6),
      await person(7),
    ];
    await make(admin, projectId, "company", { name: "Northwind" });
    await make(admin, otherProject, "contact", { email: "p1@example.com" });
    await remove("contact", deleted);
    const made: [number, number][] = [
      [yesterday, 1],
      [edge, 29],
      [before, 30],
      [earlier, 59],
      [old, 60],
    ];
    for (const [id, days] of made) await backdate(app.deps.db, daysAgo(days), [id]);
    const figures = await reader.home.figures.query({ projectId });
    expect(figures.counts).toEqual([
      { type: "contact", total: 6, last30Days: 3, previous30Days: 2 },
      { type: "company", total: 1, last30Days: 1, previous30Days: 0 },
      ...OBJECT_TYPE_NAMES.slice(2).map((type) => ({
        type,
        total: 0,
        last30Days: 0,
        previous30Days: 0,
      })),
    ]);
    const { days, series } = figures.createdPerDay;
    expect([days.length, days[0]?.day, days[29]?.day]).toEqual([
      30,
      daysAgo(29).slice(0, 10),
      daysAgo(0).slice(0, 10),
    ]);
    expect(series.contact).toEqual([1, ...Array<number>(27).fill(0), 1, 1]);
    expect(series.company?.[29]).toBe(1);
    expect(Date.parse(figures.asOf)).toBeLessThanOrEqual(Date.now());
    expect(today).toBeGreaterThan(0);
  });

  const funnel = (pipeline?: string) =>
    reader.reports.funnel.query({ projectId, type: "deal", pipeline, timeZone: "UTC" });

  it("sums the amounts of deals exactly, by stage and currency", async () => {
    const deal = (values: Record<string, string>) =>
      make(admin, projectId, "deal", { name: "D", ...values });
    await deal({ amount: "0.1", currency: "EUR" });
    await deal({ amount: "0.2", currency: "EUR" });
    await deal({ amount: "99999999999999999999", currency: "USD" });
    await deal({ amount: "1.25", currency: "USD" });
    await deal({ amount: "-7", currency: "GBP", stage: "won" });
    await deal({ amount: "0.050", stage: "won" });
    await deal({ currency: "JPY", stage: "won" });
    await deal({});
    await remove("deal", await deal({ amount: "1000", currency: "EUR" }));
    await make(admin, otherProject, "deal", { name: "Other", amount: "5", currency: "EUR" });

    const { pipeline, stages } = await funnel();
    expect(pipeline).toEqual({ key: "default", label: "Sales pipeline" });
    expect(stages.map(({ key, count }) => [key, count])).toEqual([
      ["new", 5],
      ["qualified", 0],
      ["proposal", 0],
      ["negotiation", 0],
      ["won", 3],
      ["lost", 0],
    ]);
    const amountsIn = (stage: number) =>
      new Map(stages[stage]?.amounts?.map(({ currency, amount }) => [currency, amount]));
    expect(amountsIn(0)).toEqual(
      new Map([
        ["EUR", "0.3"],
        ["USD", "100000000000000000000.25"],
      ]),
    );
    expect(amountsIn(4)).toEqual(
      new Map([
        ["GBP", "-7"],
        [null, "0.050"],
      ]),
    );
  });

  it("separates pipelines that share stage keys", async () => {
    await addPartnerPipeline(app, projectId);
    await make(admin, projectId, "deal", { name: "A", amount: "1", currency: "EUR" });
    const partner = { name: "B", amount: "2", currency: "EUR", pipeline: "partners" };
    await make(admin, projectId, "deal", partner);
    const byStage = async (pipeline?: string) => {
      const answer = await funnel(pipeline);
      return answer.stages.flatMap((stage) =>
        stage.amounts?.map(({ amount }) => [answer.pipeline.key, stage.key, stage.count, amount]),
      );
    };
    expect(await byStage()).toEqual([["default", "new", 1, "1"]]);
    expect(await byStage("Partner deals")).toEqual([["partners", "new", 1, "2"]]);
    const { pipelines } = await funnel();
    expect(pipelines.map((one) => one.key)).toEqual(["default", "partners"]);
  });

  it("returns 400 for an unknown pipeline, with the known ones", async () => {
    await expect(funnel("nope")).rejects.toMatchObject({
      message: 'There is no pipeline "nope". Pipelines: default.',
      data: { httpStatus: 400, issues: [{ path: "pipeline", code: "unknown_pipeline" }] },
    });
  });

  it("lists the latest changes, newest first, including deleted records", async () => {
    const id = await make(admin, projectId, "contact", { email: "ada@example.com" });
    const item = { internal_name: "firstname", value: "Ada" };
    await admin.trpc.records.set.mutate({ projectId, type: "contact", id, item });
    const company = await make(admin, projectId, "company", { name: "Northwind" });
    await remove("contact", id);
    await make(admin, otherProject, "company", { name: "Contoso" });
    const me = await admin.trpc.me.query();
    const changes = await reader.home.latestChanges.query({ projectId });
    const actor = { kind: "admin", id: String(me.id), label: me.email };
    const of = (
      recordId: number,
      type: string,
      { name, action }: { readonly name: string; readonly action: string },
      changed: number,
    ) =>
      expect.objectContaining({
        recordId,
        type,
        name,
        action,
        actor,
        changedProperties: changed,
        isDeleted: recordId === id,
      });
    expect(changes).toEqual([
      of(id, "contact", { name: "Ada", action: "deleted" }, 0),
      of(company, "company", { name: "Northwind", action: "created" }, 0),
      of(id, "contact", { name: "Ada", action: "updated" }, 1),
      of(id, "contact", { name: "Ada", action: "created" }, 0),
    ]);
    expect(changes.every(({ at }) => Date.parse(at) <= Date.now())).toBe(true);
    expect(await reader.home.latestChanges.query({ projectId, limit: 1 })).toEqual([changes[0]]);
  });

  it.each([0, 51])("returns 400 for a limit of %i latest changes", async (limit) => {
    const asked = reader.home.latestChanges.query({ projectId, limit });
    await expect(asked).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });

  it("returns the states of webhooks", async () => {
    const { kysely } = app.deps.db;
    const endpoint = async (of: number, more: object) => {
      const row = await kysely
        .insertInto("webhook_endpoints")
        .values({
          project_id: of,
          url: "https://example.com/hooks",
          event_types: "[]",
          secret: "",
          enabled: 1,
          created_at: daysAgo(2),
          updated_at: daysAgo(2),
          ...more,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    };
    const delivery =
      (of: number, endpointId: number, status: "pending" | "delivered" | "failed") =>
      (days: number) =>
        kysely
          .insertInto("deliveries")
          .values({
            project_id: of,
            endpoint_id: endpointId,
            event_id: 1,
            event_type: "contact.created",
            status,
            attempt_count: 0,
            next_at: daysAgo(0),
            created_at: daysAgo(days),
          })
          .execute();
    const active = await endpoint(projectId, {});
    await endpoint(projectId, { failing_since: daysAgo(1) });
    await endpoint(projectId, { enabled: 0, disabled_reason: "410 Gone" });
    await endpoint(projectId, { enabled: 0, deleted_at: daysAgo(0) });
    const foreign = await endpoint(otherProject, {});
    await delivery(otherProject, foreign, "pending")(9);
    await delivery(projectId, active, "pending")(3);
    await delivery(projectId, active, "pending")(0.1);
    await delivery(projectId, active, "delivered")(0.2);
    await delivery(projectId, active, "delivered")(0.3);
    await delivery(projectId, active, "failed")(0.9);
    await delivery(projectId, active, "failed")(1.1);

    const health = await reader.home.webhooks.query({ projectId });
    expect(health).toMatchObject({
      endpoints: { active: 1, failing: 1, disabled: 1 },
      deliveries: { succeeded: 2, failed: 1, pending: 1 },
    });
  });

  it("returns the states of the tenant's templates and account", async () => {
    const template = (name: string, status: string) => ({
      name,
      language: "en",
      status,
      category: "UTILITY",
    });
    await importTemplates(app.deps, tenantId, [
      template("a", "APPROVED"),
      template("b", "APPROVED"),
      template("c", "PENDING"),
    ]);
    expect(await reader.home.templates.query({ projectId })).toEqual({
      total: 3,
      byStatus: [
        { status: "APPROVED", count: 2 },
        { status: "PENDING", count: 1 },
      ],
      account: null,
    });
    await setAccount(app.deps, tenantId, { wabaId: "1", accessToken: "token" });
    expect((await reader.home.templates.query({ projectId })).account).toEqual({
      syncedAt: null,
      tokenInvalidAt: null,
    });
    const other = await reader.home.templates.query({ projectId: otherProject });
    expect(other).toEqual({ total: 0, byStatus: [], account: null });
  });

  it("returns empty figures for an empty project", async () => {
    const health = await reader.home.webhooks.query({ projectId });
    expect(health).toMatchObject({
      endpoints: { active: 0, failing: 0, disabled: 0 },
      deliveries: { succeeded: 0, failed: 0, pending: 0 },
    });
    expect(await reader.home.latestChanges.query({ projectId })).toEqual([]);
  });

  const PROCEDURES = ["figures", "latestChanges", "webhooks", "templates"] as const;

  it.each(PROCEDURES)("returns 404 for home.%s of an unknown project", async (name) => {
    await expect(reader.home[name].query({ projectId: 999_999 })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
  });

  it.each(PROCEDURES)("returns 401 for home.%s without a session", async (name) => {
    const input = encodeURIComponent(JSON.stringify({ projectId }));
    const answer = await app.send("GET", `/trpc/admin.home.${name}?input=${input}`);
    expect(answer.status).toBe(401);
  });
});
