import { createProject, startWorker } from "@rapport/core";
import { records, sums } from "@rapport/db";
import { DIALECTS, tampered } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { insertContacts } from "./support/many-contacts.ts";
import { makeMany } from "./support/records.ts";

type Trpc = SignedIn["trpc"];
type ListInput = Parameters<Trpc["records"]["list"]["query"]>[0];
type Type = ListInput["type"];

/** Contacts of a project, more than a count examines, and more changes than a table adds up itself. */
const LARGE = 10_050;
const WAIT = { timeout: 20_000, interval: 50 };

describe.each(DIALECTS)("the table of records on %s", (dialect) => {
  let app: AdminApp;
  let trpc: Trpc;
  let projectId: number;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    app = await startAdminApp(dialect);
    ({ trpc } = await app.admin("owner"));
    ({ projectId } = app);
    for (const [name, amount] of Object.entries(AMOUNTS)) {
      ids[name] = await make("deal", { name, ...(amount === null ? {} : { amount }) });
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function make(type: Type, properties: Record<string, string>, project = projectId) {
    const items = Object.entries(properties).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    return (await trpc.records.create.mutate({ projectId: project, type, properties: items })).id;
  }

  const deals = (query: Partial<ListInput>) =>
    everything(trpc, { projectId, type: "deal", ...query });
  const names = async (query: Partial<ListInput>) =>
    (await deals(query)).map(({ properties }) => properties.name);

  it("sorts by stage in the order of the stages, and backwards, in pages", async () => {
    const project = await createProject(app.deps, app.tenantId, "Stages");
    const { pipelines } = await app.deps.schemas.object(project, "deal");
    const stages = pipelines.flatMap((pipeline) => pipeline.stages.map(({ key }) => key));
    for (const stage of stages.toSorted()) await make("deal", { name: stage, stage }, project);
    for (const direction of ["asc", "desc"] as const) {
      const sort = { property: "stage", direction };
      const found = await everything(trpc, { projectId: project, type: "deal", sort, limit: 2 });
      const expected = direction === "asc" ? stages : stages.toReversed();
      expect(found.map(({ properties }) => properties.stage)).toEqual(expected);
    }
  });

  it("returns the newest first by default", async () => {
    const { records, nextCursor } = await trpc.records.list.query({ projectId, type: "deal" });
    expect(records.map(({ id }) => id)).toEqual(Object.values(ids).toReversed());
    expect(records[0]).toEqual({
      id: expect.any(Number),
      name: expect.any(String),
      detail: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      properties: expect.objectContaining({ name: expect.any(String) }),
      associated: {},
    });
    expect(nextCursor).toBeNull();
  });

  it("counts the records that match, and all of the type", async () => {
    const count = (query: Partial<ListInput>) =>
      trpc.records.count.query({ projectId, type: "deal", ...query });
    const all = { value: Object.keys(ids).length, relation: "eq" };
    const positive = [{ property: "amount", operator: "gt" as const, value: "0" }];
    const matching = { value: (await deals({ groups: [positive] })).length, relation: "eq" };
    expect(await count({})).toEqual({ matching: all, all });
    expect(await count({ groups: [positive] })).toEqual({ matching, all });
    expect(await count({ search: "zzz" })).toEqual({
      matching: { value: 0, relation: "eq" },
      all,
    });
    await expect(
      count({ groups: [[{ property: "amount", operator: "gt", value: "much" }]] }),
    ).rejects.toMatchObject({ data: { crmCode: "INVALID_INPUT" } });
  });

  it("counts all of the type beyond 10,000, once what has changed is added up", async () => {
    const project = await createProject(app.deps, app.tenantId, "Large");
    const count = (groups: ListInput["groups"] = []) =>
      trpc.records.count.query({ projectId: project, type: "contact", groups });
    const exactly = (value: number) => ({ value, relation: "eq" });
    await insertContacts({ ...app, projectId: project }, LARGE);
    const many = { value: 10_000, relation: "gte" };
    expect(await count()).toEqual({ matching: many, all: many });
    // A cluster keeps no sums.
    if (!(await sums.areKept(app.deps.db))) return;
    const errors: unknown[] = [];
    const worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
    try {
      await expect.poll(async () => (await count()).all, WAIT).toEqual(exactly(LARGE));
    } finally {
      await worker.stop();
    }
    expect(errors).toEqual([]);

    const id = await make("contact", { email: "new@example.com" }, project);
    await make("company", { name: "Other" }, project);
    expect((await count()).matching).toEqual(exactly(LARGE + 1));
    await trpc.records.delete.mutate({ projectId: project, type: "contact", id });
    expect((await count()).all).toEqual(exactly(LARGE));
    const unnamed = [{ property: "lastname", operator: "unknown" as const }];
    expect(await count([unnamed])).toEqual({ matching: many, all: exactly(LARGE) });
  });

  it("finds records of any group of filters, each once, and names the place of a fault", async () => {
    const by = { property: "id", direction: "asc" } as const;
    const known = [{ property: "amount", operator: "known" as const }];
    const zero = [{ property: "amount", operator: "eq" as const, value: "0" }];
    const none = [{ property: "amount", operator: "unknown" as const }];
    const either = { groups: [zero, none, zero] };
    const expected = [
      ...(await names({ groups: [zero], sort: by })),
      ...(await names({ groups: [none], sort: by })),
    ];
    expect((await names({ ...either, sort: by })).toSorted()).toEqual(expected.toSorted());
    const { matching } = await trpc.records.count.query({ projectId, type: "deal", ...either });
    expect(matching.value).toBe(expected.length);
    expect(await names({ groups: [], sort: by })).toHaveLength(Object.keys(ids).length);
    const much = { property: "amount", operator: "gt" as const, value: "much" };
    await expect(deals({ groups: [zero, none, [...zero, much]] })).rejects.toMatchObject({
      data: { issues: [{ path: "groups.2.1.value" }] },
    });
    const many = Array.from({ length: 26 }, () => known[0] as (typeof known)[0]);
    await expect(deals({ groups: [many, many] })).rejects.toThrow(/at most 50 filters/);
  });

  it("filters by a range, by what is excluded, by a word, and by a property without an index", async () => {
    const find = (filter: NonNullable<ListInput["groups"]>[number][number]) =>
      names({ groups: [[filter]], sort: { property: "id", direction: "asc" } });
    const values = ["0", "1"];
    expect(await find({ property: "amount", operator: "between", values })).toEqual([
      "cents",
      "one",
      "ONE again",
    ]);
    expect(await find({ property: "name", operator: "contains", value: "one" })).toEqual([
      "one",
      "ONE again",
    ]);
    const without = ["one", "ONE again"];
    const others = (await names({ sort: { property: "id", direction: "asc" } })).filter(
      (name) => !without.includes(String(name)),
    );
    expect(await find({ property: "name", operator: "not_contains", value: "one" })).toEqual(
      others,
    );
    expect(await find({ property: "name", operator: "not_in", values: without })).toEqual(others);
    const id = await make("deal", { name: "Described", description: "by hand" });
    expect(await find({ property: "description", operator: "known" })).toEqual(["Described"]);
    await trpc.records.delete.mutate({ projectId, type: "deal", id });
  });

  it("names the first three associated records of each row, and filters by them", async () => {
    const deal = ids.one ?? 0;
    const companies: number[] = [];
    for (const name of ["Able", "Baker", "Charlie", "Dog"]) {
      const id = await make("company", { name });
      companies.push(id);
      const other = { type: "company" as const, id };
      await trpc.records.associate.mutate({ projectId, one: { type: "deal", id: deal }, other });
    }
    const { records: rows } = await trpc.records.list.query({
      projectId,
      type: "deal",
      associations: ["company", "contact"],
      groups: [[{ property: "associations.company", operator: "in", values: [companies[3] ?? 0] }]],
    });
    expect(rows.map(({ id, associated }) => ({ id, associated }))).toEqual([
      {
        id: deal,
        associated: {
          company: {
            records: ["Able", "Baker", "Charlie"].map((name, i) => ({ id: companies[i], name })),
            isMore: true,
          },
        },
      },
    ]);
    const none = await names({
      groups: [[{ property: "associations.company", operator: "unknown" }]],
    });
    expect(none).toHaveLength(Object.keys(ids).length - 1);
  });

  it.each([
    ["asc", ["minus", "cents", "one", "ONE again", "Ölmühle", "😀 big", "none", "Nothing"]],
    ["desc", ["😀 big", "Ölmühle", "ONE again", "one", "cents", "minus", "Nothing", "none"]],
  ] as const)(
    "sorts numbers %s, ties by id, records without one last",
    async (direction, order) => {
      for (const limit of [1, 3, 200]) {
        expect(await names({ sort: { property: "amount", direction }, limit })).toEqual(order);
      }
    },
  );

  it("sorts text case-insensitively by code points", async () => {
    const order = ["cents", "minus", "none", "Nothing", "one", "ONE again", "Ölmühle", "😀 big"];
    for (const limit of [1, 3, 200]) {
      const sort = { property: "name", direction: "asc" } as const;
      expect(await names({ sort, limit })).toEqual(order);
      expect(await names({ sort: { ...sort, direction: "desc" }, limit })).toEqual(
        order.toReversed(),
      );
    }
  });

  it.each([
    [{ property: "amount", operator: "eq", value: "1.0" }, ["one", "ONE again"]],
    [{ property: "amount", operator: "eq", value: -12.5 }, ["minus"]],
    [{ property: "amount", operator: "in", values: ["-12.50", 1] }, ["minus", "one", "ONE again"]],
    [{ property: "amount", operator: "gt", value: 1 }, ["Ölmühle", "😀 big"]],
    [{ property: "amount", operator: "gte", value: 1 }, ["one", "ONE again", "Ölmühle", "😀 big"]],
    [{ property: "amount", operator: "lt", value: "0.99" }, ["minus"]],
    [{ property: "amount", operator: "lte", value: "0.99" }, ["minus", "cents"]],
    [{ property: "amount", operator: "unknown" }, ["none", "Nothing"]],
    [
      { property: "amount", operator: "known" },
      ["minus", "cents", "one", "ONE again", "Ölmühle", "😀 big"],
    ],
    [{ property: "name", operator: "eq", value: "OnE" }, ["one"]],
    [{ property: "name", operator: "starts_with", value: "on" }, ["one", "ONE again"]],
    [{ property: "name", operator: "starts_with", value: "öLMü" }, ["Ölmühle"]],
    [{ property: "name", operator: "starts_with", value: "😀" }, ["😀 big"]],
    [{ property: "name", operator: "gte", value: "p" }, ["Ölmühle", "😀 big"]],
    [{ property: "created_at", operator: "gt", value: "2999-01-01T00:00:00Z" }, []],
    [{ property: "currency", operator: "known" }, []],
    [{ property: "dealType", operator: "eq", value: "newbusiness" }, []],
    [{ property: "probability", operator: "gt", value: "0.1" }, []],
  ] as const)("filters by %j with every sort order", async (filter, expected) => {
    const filters = [filter] as unknown as NonNullable<ListInput["groups"]>[number];
    for (const property of ["id", "amount", "name"]) {
      for (const direction of ["asc", "desc"] as const) {
        const found = await names({ groups: [filters], sort: { property, direction }, limit: 2 });
        expect(found.toSorted()).toEqual([...expected].toSorted());
      }
    }
    const byId = await names({ groups: [filters], sort: { property: "id", direction: "asc" } });
    expect(byId).toEqual(Object.keys(AMOUNTS).filter((name) => expected.includes(name as never)));
  });

  it("filters by id and by time of creation", async () => {
    const of = (...filters: NonNullable<ListInput["groups"]>[number]) =>
      names({ groups: [filters], sort: { property: "id", direction: "asc" } });
    const { one = 0, cents = 0 } = ids;
    expect(await of({ property: "id", operator: "eq", value: one })).toEqual(["one"]);
    expect(await of({ property: "id", operator: "in", values: [String(one), cents] })).toEqual([
      "cents",
      "one",
    ]);
    const between = [
      { property: "id", operator: "gte", value: cents },
      { property: "id", operator: "lt", value: one },
    ] as const;
    expect(await of(...between)).toEqual(["cents", "none"]);
    const [record] = await deals({ groups: [[{ property: "id", operator: "eq", value: one }]] });
    const created = { property: "created_at", value: record?.createdAt ?? "" };
    const all = await deals({ groups: [[{ ...created, operator: "gte" }]] });
    expect(all.every(({ createdAt }) => createdAt >= created.value)).toBe(true);
    expect(all.length + (await deals({ groups: [[{ ...created, operator: "lt" }]] })).length).toBe(
      8,
    );
  });

  it("filters by time of creation over several days", async () => {
    const mine = await trpc.projects.create.mutate({ tenantId: app.tenantId, name: "Days" });
    const day = (n: number) => `2026-01-${String(n).padStart(2, "0")}T12:00:00.000Z`;
    await app.deps.db.transaction(async (tx) => {
      for (let n = 1; n <= 20; n++) {
        const properties = { name: String(n) };
        await records.insertRecord(
          tx,
          { projectId: mine },
          { type: "lead", properties, at: day(n) },
        );
      }
    });
    const of = async (operator: "gt" | "gte" | "lt" | "lte", property: string) => {
      const filters = [{ property: "created_at", operator, value: day(18) }];
      const sort = { property, direction: "asc" } as const;
      const found = await everything(trpc, {
        projectId: mine,
        type: "lead",
        groups: [filters],
        sort,
        limit: 7,
      });
      return found.map(({ createdAt }) => createdAt).toSorted();
    };
    const days = Array.from({ length: 20 }, (_, i) => day(i + 1));
    for (const property of ["id", "name"]) {
      expect(await of("gt", property)).toEqual(days.slice(18));
      expect(await of("gte", property)).toEqual(days.slice(17));
      expect(await of("lt", property)).toEqual(days.slice(0, 17));
      expect(await of("lte", property)).toEqual(days.slice(0, 18));
    }
  });

  it("combines several filters and a search", async () => {
    const filters = [{ property: "amount", operator: "eq", value: 1 }] as const;
    expect(await names({ groups: [[...filters]], search: "ONE " })).toEqual(["ONE again", "one"]);
    expect(await names({ groups: [[...filters]], search: "one a" })).toEqual(["ONE again"]);
    expect(await names({ groups: [[...filters]], search: "cents" })).toEqual([]);
    expect(await names({ search: "  " })).toHaveLength(8);
  });

  it("filters by several values of a property, and returns each record once", async () => {
    await trpc.schema.saveProperty.mutate({
      projectId,
      type: "lead",
      settings: { name: "tags", indexed: true },
    });
    const items = (name: string, values: string[]) => [
      { internal_name: "name", value: name },
      { internal_name: "tags", values },
    ];
    for (const [name, tags] of Object.entries({ a: ["x", "y"], b: ["y"], c: ["z"] })) {
      await trpc.records.create.mutate({ projectId, type: "lead", properties: items(name, tags) });
    }
    const leads = async (filters: NonNullable<ListInput["groups"]>[number]) =>
      (await everything(trpc, { projectId, type: "lead", groups: [filters], limit: 1 })).map(
        ({ properties }) => properties.name,
      );
    expect(await leads([{ property: "tags", operator: "in", values: ["x", "y"] }])).toEqual([
      "b",
      "a",
    ]);
    expect(await leads([{ property: "tags", operator: "gte", value: "x" }])).toEqual([
      "c",
      "b",
      "a",
    ]);
    const sort = { property: "tags", direction: "asc" } as const;
    const refused = await refusal(trpc.records.list.query({ projectId, type: "lead", sort }));
    expect(refused).toMatchObject({ httpStatus: 400 });
  });

  it.each([
    { property: "id", direction: "desc" },
    { property: "lastname", direction: "asc" },
    { property: "lastname", direction: "desc" },
  ] as const)("pages by %j while records are added and deleted", async (sort) => {
    const mine = await trpc.projects.create.mutate({ tenantId: app.tenantId, name: "Paged" });
    const contacts = Array.from({ length: 210 }, (_, i) => ({
      email: `p${i}@example.com`,
      ...(i % 5 !== 0 && { lastname: `Name ${i % 7}` }),
    }));
    const made = await makeMany(app, mine, "contact", contacts);
    const seen: number[] = [];
    const gone = new Set<number>();
    let cursor: string | undefined;
    do {
      const page = await trpc.records.list.query({
        projectId: mine,
        type: "contact",
        sort,
        limit: 20,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.records.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      const [last = 0] = seen.slice(-1);
      const ahead = made.find((id) => !seen.includes(id) && !gone.has(id));
      for (const id of [last, ahead ?? 0].filter((one) => one > 0 && !gone.has(one))) {
        await trpc.records.delete.mutate({ projectId: mine, type: "contact", id });
        gone.add(id);
      }
      const email = `new${seen.length}@example.com`;
      await make("contact", { email, lastname: "Name 3" }, mine);
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(made.filter((id) => !gone.has(id) && !seen.includes(id))).toEqual([]);
  });

  it.each([
    [{ sort: { property: "currency", direction: "asc" } }, /schema page/],
    [{ groups: [[{ property: "amuont", operator: "known" }]] }, /Did you mean "amount"/],
    [{ groups: [[{ property: "amount", operator: "gt", value: "much" }]] }, /decimal number/],
    [{ groups: [[{ property: "amount", operator: "starts_with", value: 1 }]] }, /compares text/],
    [{ groups: [[{ property: "amount", operator: "eq" }]] }, /needs "value"/],
    [{ groups: [[{ property: "amount", operator: "in", values: [] }]] }, /at least one value/],
    [{ groups: [[{ property: "id", operator: "eq", value: "x" }]] }, /whole number/],
    [{ groups: [[{ property: "created_at", operator: "gt", value: "soon" }]] }, /date and time/],
    [{ cursor: "nonsense" }, /cursor/],
    [{ filters: [] as unknown as undefined }, /invalid/],
  ])("returns 400 for %j", async (query, message) => {
    const asked = { projectId, type: "deal", ...query } as ListInput;
    const refused = await refusal(trpc.records.list.query(asked));
    expect(refused).toMatchObject({ httpStatus: 400, message: expect.stringMatching(message) });
  });

  it("returns 400 for a cursor of another project, type, filter or sort", async () => {
    const page = await trpc.records.list.query({ projectId, type: "deal", limit: 1 });
    const cursor = page.nextCursor ?? "";
    const other = await trpc.projects.create.mutate({ tenantId: app.tenantId, name: "Other" });
    const queries: ListInput[] = [
      { projectId: other, type: "deal", cursor },
      { projectId, type: "company", cursor },
      { projectId, type: "deal", cursor, search: "one" },
      { projectId, type: "deal", cursor, groups: [[{ property: "amount", operator: "known" }]] },
      { projectId, type: "deal", cursor, sort: { property: "id", direction: "asc" } },
      { projectId, type: "deal", cursor: tampered(cursor) },
    ];
    for (const query of queries) {
      const refused = await refusal(trpc.records.list.query(query));
      expect(refused).toMatchObject({ httpStatus: 400, message: expect.stringMatching(/cursor/) });
    }
  });

  it("returns no records of another project, and lets read-only admins read", async () => {
    const other = await trpc.projects.create.mutate({ tenantId: app.tenantId, name: "Foreign" });
    const reader = (await app.admin("read-only")).trpc;
    expect((await reader.records.list.query({ projectId: other, type: "deal" })).records).toEqual(
      [],
    );
    expect(await reader.records.search.query({ projectId: other, text: "one" })).toEqual([]);
    expect(await reader.records.search.query({ projectId: other, text: String(ids.one) })).toEqual(
      [],
    );
    expect((await reader.records.bin.query({ projectId: other })).records).toEqual([]);
    expect((await reader.records.list.query({ projectId, type: "deal" })).records).toHaveLength(8);
    const missing = refusal(reader.records.list.query({ projectId: 999_999, type: "deal" }));
    expect(await missing).toMatchObject({ httpStatus: 404 });
  });
});

const AMOUNTS: Record<string, string | null> = {
  minus: "-12.50",
  cents: "0.99",
  none: null,
  one: "1",
  "ONE again": "1.00",
  Ölmühle: "10",
  "😀 big": "123456789012345678901234567890",
  Nothing: null,
};

async function everything(trpc: Trpc, query: ListInput) {
  const records: Awaited<ReturnType<Trpc["records"]["list"]["query"]>>["records"][number][] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await trpc.records.list.query({ ...query, ...(cursor ? { cursor } : {}) });
    records.push(...page.records);
    if (page.nextCursor === null) return records;
    cursor = page.nextCursor;
  }
}

async function refusal(call: Promise<unknown>): Promise<{ httpStatus: number; message: string }> {
  const error = await call.then(
    () => {
      throw new Error("it was not refused");
    },
    (reason: unknown) => reason as { message: string; data: { httpStatus: number } },
  );
  return { httpStatus: error.data.httpStatus, message: error.message };
}
