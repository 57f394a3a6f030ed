import { createProject } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { addPartnerPipeline, make } from "./support/records.ts";

describe.each(DIALECTS)("the board on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let reader: SignedIn["trpc"];
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    reader = (await app.admin("read-only")).trpc;
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    projectId = await createProject(app.deps, app.tenantId, "Sales");
  });

  const deal = (values: Record<string, string>) =>
    make(admin, projectId, "deal", { name: "Deal", ...values });
  const board = async (pipeline?: string) => {
    const { stages } = await reader.board.read.query({ projectId, type: "deal", pipeline });
    return Object.fromEntries(stages.map((stage) => [stage.key, stage]));
  };

  it("shows each stage with its cards, newest first", async () => {
    const first = await deal({ name: "First", amount: "12.50", currency: "EUR" });
    const second = await deal({ name: "Second" });
    const won = await deal({ name: "Won", stage: "won", amount: "0.1", currency: "EUR" });
    const gone = await deal({ name: "Gone" });
    await admin.trpc.records.delete.mutate({ projectId, type: "deal", id: gone });
    const other = await createProject(app.deps, app.tenantId, "Other");
    await make(admin, other, "deal", { name: "Foreign" });

    const read = await reader.board.read.query({ projectId, type: "deal" });
    expect(read.pipeline).toEqual({ key: "default", label: "Sales pipeline" });
    expect(read.pipelines).toEqual([read.pipeline]);
    expect(
      read.stages.map(({ key, count, cards }) => [key, count, cards.map((c) => c.id)]),
    ).toEqual([
      ["new", 2, [second, first]],
      ["qualified", 0, []],
      ["proposal", 0, []],
      ["negotiation", 0, []],
      ["won", 1, [won]],
      ["lost", 0, []],
    ]);
    expect(read.stages[0]).toMatchObject({
      label: "New",
      closed: false,
      probability: "0.1",
      amounts: [{ currency: "EUR", amount: "12.50" }],
      nextCursor: null,
    });
    expect(read.stages[0]?.cards[1]).toEqual({
      id: first,
      name: "First",
      amount: "12.50",
      currency: "EUR",
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      version: 1,
      values: {},
      associated: {},
    });
    expect(read.stages[0]?.cards[0]).toMatchObject({ amount: null, currency: null });
  });

  it("shows what a search and filters find, in any order, with the figures of what they find", async () => {
    await deal({ name: "Small", amount: "1.10", currency: "EUR" });
    await deal({ name: "Large", amount: "20.05", currency: "EUR" });
    await deal({ name: "Larger", amount: "30", currency: "GBP" });
    await deal({ name: "Large and won", amount: "40", stage: "won" });
    const query = {
      ...{ projectId, type: "deal" as const },
      groups: [
        [{ property: "amount", operator: "gt" as const, value: 10 }],
        [{ property: "name", operator: "eq" as const, value: "Small" }],
      ],
      sort: { property: "amount", direction: "desc" as const },
    };
    const { stages } = await reader.board.read.query(query);
    const found = stages.map(({ key, count, relation, cards, amounts, isPartial }) => ({
      ...{ key, count, relation, isPartial, amounts },
      names: cards.map(({ name }) => name),
    }));
    const rest = { relation: "eq", isPartial: false };
    expect(found[0]).toEqual({
      ...{ key: "new", count: 3, ...rest },
      amounts: [
        { currency: "EUR", amount: "21.15" },
        { currency: "GBP", amount: "30" },
      ],
      names: ["Larger", "Large", "Small"],
    });
    expect(found[4]).toEqual({
      ...{ key: "won", count: 1, ...rest },
      amounts: [{ currency: null, amount: "40" }],
      names: ["Large and won"],
    });
    const { stages: searched } = await reader.board.read.query({ ...query, search: "larger" });
    expect(searched.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0]);
    const page = { ...query, pipeline: "default", stage: "new", limit: 2 };
    const first = await reader.board.stage.query(page);
    const next = await reader.board.stage.query({ ...page, cursor: first.nextCursor ?? "" });
    expect([...first.cards, ...next.cards].map(({ name }) => name)).toEqual(found[0]?.names);
    await expect(
      reader.board.read.query({
        ...query,
        groups: [[{ property: "amount", operator: "gt", value: "much" }]],
      }),
    ).rejects.toMatchObject({ data: { issues: [{ path: "groups.0.0.value" }] } });
  });

  it("shows the properties and associated records that the cards name", async () => {
    const id = await deal({ name: "One", priority: "high" });
    const company = await make(admin, projectId, "company", { name: "Alder" });
    await admin.trpc.records.associate.mutate({
      projectId,
      one: { type: "deal", id },
      other: { type: "company", id: company },
    });
    const fields = ["priority", "closeDate", "associations.company", "gone"];
    const { stages } = await reader.board.read.query({ projectId, type: "deal", fields });
    expect(stages[0]?.cards[0]).toMatchObject({
      values: { priority: "high" },
      associated: { company: { records: [{ id: company, name: "Alder" }], isMore: false } },
    });
    expect(Object.keys(stages[0]?.cards[0]?.values ?? {})).toEqual(["priority"]);
  });

  it.each([["ticket"], ["lead"], ["appointment"]] as const)(
    "shows a %s without amounts",
    async (type) => {
      const id = await make(admin, projectId, type, { name: "One" });
      const { stages } = await reader.board.read.query({ projectId, type });
      const updatedAt = expect.any(String);
      expect(stages[0]).toMatchObject({ count: 1, cards: [{ id, name: "One", updatedAt }] });
      expect(stages[0]).not.toHaveProperty("amounts");
      expect(stages[0]?.cards[0]).not.toHaveProperty("amount");
    },
  );

  it("returns each card of a stage once, page by page, while cards are added", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) ids.unshift(await deal({ name: `D${i}` }));
    const read = await reader.board.read.query({ projectId, type: "deal", limit: 3 });
    const seen = read.stages[0]?.cards.map((card) => card.id) ?? [];
    let cursor = read.stages[0]?.nextCursor ?? null;
    await deal({ name: "Late" });
    const place = { projectId, type: "deal" as const, pipeline: "default", stage: "new" };
    while (cursor !== null) {
      const page = await reader.board.stage.query({ ...place, cursor, limit: 2 });
      expect(page.cards.length).toBe(2);
      seen.push(...page.cards.map((card) => card.id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
    const first = await reader.board.stage.query({ ...place, limit: 1 });
    expect(first.cards[0]?.name).toBe("Late");
  });

  it("separates pipelines that share stage keys", async () => {
    await addPartnerPipeline(app, projectId);
    const own = await deal({ name: "Own" });
    const partner = await deal({ name: "Partner", pipeline: "partners" });
    const cards = async (pipeline?: string) => {
      const { new: stage } = await board(pipeline);
      return [stage?.count, stage?.cards.map((card) => card.id)];
    };
    expect(await cards()).toEqual([1, [own]]);
    expect(await cards("partners")).toEqual([1, [partner]]);
    const page = { projectId, type: "deal" as const, stage: "new" };
    const stage = await reader.board.stage.query({ ...page, pipeline: "partners" });
    expect(stage.cards.map((card) => card.id)).toEqual([partner]);
  });

  it("moves a card by setting its stage, and sets the close date of a closed deal", async () => {
    const id = await deal({ amount: "5", currency: "EUR" });
    const one = { projectId, type: "deal" as const, id };
    const item = { internal_name: "stage", value: "won" };
    const { updatedAt } = await admin.trpc.records.set.mutate({ ...one, item });
    const { new: left, won: entered } = await board();
    expect([left?.count, left?.cards]).toEqual([0, []]);
    expect(entered).toMatchObject({
      count: 1,
      closed: true,
      cards: [{ id }],
      amounts: [{ currency: "EUR", amount: "5" }],
    });
    const { properties } = await reader.records.read.query(one);
    expect(properties.closeDate).toEqual(expect.any(String));
    expect(entered?.cards[0]?.updatedAt).toBe(updatedAt);
    const refused = admin.trpc.records.set.mutate({
      ...one,
      item: { internal_name: "stage", value: "nowhere" },
    });
    await expect(refused).rejects.toMatchObject({ data: { httpStatus: 400 } });
    expect((await board()).won?.cards.map((card) => card.id)).toEqual([id]);
  });

  it("returns 403 if a read-only admin moves a card", async () => {
    const id = await deal({});
    const item = { internal_name: "stage", value: "won" };
    const moved = reader.records.set.mutate({ projectId, type: "deal", id, item });
    await expect(moved).rejects.toMatchObject({ data: { httpStatus: 403 } });
  });

  it("returns 400 for an unknown pipeline or stage, with the known ones", async () => {
    const type = "deal" as const;
    const refusal = (path: string) => ({ data: { httpStatus: 400, issues: [{ path }] } });
    await expect(
      reader.board.read.query({ projectId, type, pipeline: "nope" }),
    ).rejects.toMatchObject({
      ...refusal("pipeline"),
      message: expect.stringMatching(/Pipelines: default\.$/),
    });
    await expect(
      reader.board.stage.query({ projectId, type, pipeline: "nope", stage: "new" }),
    ).rejects.toMatchObject(refusal("pipeline"));
    await expect(
      reader.board.stage.query({ projectId, type, pipeline: "default", stage: "nope" }),
    ).rejects.toMatchObject({
      ...refusal("stage"),
      message: expect.stringMatching(/Stages: new, qualified/),
    });
  });

  it("returns 400 for a cursor of another stage or project, and for an invalid one", async () => {
    await deal({});
    await deal({});
    const read = await reader.board.read.query({ projectId, type: "deal", limit: 1 });
    const cursor = read.stages[0]?.nextCursor ?? "";
    const place = { projectId, type: "deal" as const, pipeline: "default", stage: "new" };
    const other = await createProject(app.deps, app.tenantId, "Other");
    for (const more of [{ stage: "won" }, { projectId: other }, { cursor: "made-up" }]) {
      await expect(reader.board.stage.query({ ...place, cursor, ...more })).rejects.toMatchObject({
        data: { httpStatus: 400, issues: [{ path: "cursor" }] },
      });
    }
  });

  it.each([
    ["a type without pipelines", { type: "contact" }],
    ["too many cards", { type: "deal", limit: 101 }],
    ["a pipeline with the character NUL", { type: "deal", pipeline: "\u0000" }],
  ])("returns 400 for %s", async (_, more) => {
    const { cookie } = await app.admin("read-only");
    const input = encodeURIComponent(JSON.stringify({ projectId, ...more }));
    const answer = await app.send("GET", `/trpc/admin.board.read?input=${input}`, { cookie });
    expect(answer.status).toBe(400);
  });

  it.each(["read", "stage"])("returns 401 for board.%s without a session", async (name) => {
    const input = encodeURIComponent(JSON.stringify({ projectId, type: "deal" }));
    const answer = await app.send("GET", `/trpc/admin.board.${name}?input=${input}`);
    expect(answer.status).toBe(401);
  });
});
