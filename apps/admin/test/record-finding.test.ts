import { projectSchema } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

type Trpc = SignedIn["trpc"];
type Type = Parameters<Trpc["records"]["read"]["query"]>[0]["type"];

describe.each(DIALECTS)("record search on %s", (dialect) => {
  let app: AdminApp;
  let trpc: Trpc;
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    ({ trpc } = await app.admin("admin"));
    ({ projectId } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function make(type: Type, properties: Record<string, string>) {
    const items = Object.entries(properties).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    return (await trpc.records.create.mutate({ projectId, type, properties: items })).id;
  }

  it("finds by the beginnings of words, across types, or by id", async () => {
    const ada = await make("contact", {
      firstname: "Ada",
      lastname: "Quill",
      email: "ada@quill.example",
    });
    const company = await make("company", { name: "QUILL & Sons", domain: "quill.example" });
    const deal = await make("deal", { name: "Quills", amount: "1250.50", currency: "EUR" });
    const search = (text: string, more: { types?: Type[]; limit?: number } = {}) =>
      trpc.records.search.query({ projectId, text, ...more });
    expect(await search("qUIll")).toEqual([
      { type: "contact", id: ada, name: "Ada Quill", detail: "ada@quill.example", found: null },
      { type: "company", id: company, name: "QUILL & Sons", detail: "quill.example", found: null },
      { type: "deal", id: deal, name: "Quills", detail: "1250.50 EUR", found: null },
    ]);
    expect((await search("quill", { types: ["deal"] })).map(({ id }) => id)).toEqual([deal]);
    expect((await search("quill", { limit: 2 })).map(({ id }) => id)).toEqual([ada, company]);
    expect((await search("ADA@")).map(({ id }) => id)).toEqual([ada]);
    expect((await search("ada")).map(({ id }) => id)).toEqual([ada]);
    expect((await search(String(deal))).map(({ id }) => id)).toEqual([deal]);
    expect(await search(String(deal), { types: ["lead"] })).toEqual([]);
    expect(await search("%")).toEqual([]);
    expect(await search(" ")).toEqual([]);
  });

  it("finds by a first name that an older project does not index", async () => {
    const firstName = {
      ...{ project: projectId, type: "contact", name: "firstname" },
      ...{ definition: JSON.stringify({ indexed: false }), at: new Date().toISOString() },
    };
    await projectSchema.saveDefinition.all(app.deps.db, firstName);
    app.deps.schemas.clear();
    const zora = await make("contact", { firstname: "Zora", email: "z@example.com" });
    const found = await trpc.records.search.query({ projectId, text: "zora" });
    expect(found.map(({ id }) => id)).toEqual([zora]);
  });

  it("returns the project's labels of enumeration values", async () => {
    const options = [{ value: "p1", label: "Drop everything" }];
    await trpc.schema.saveProperty.mutate({
      projectId,
      type: "ticket",
      settings: { name: "priority", options },
    });
    const ticket = await make("ticket", { name: "Zebra crossing", priority: "p1" });
    expect(await trpc.records.search.query({ projectId, text: "zebra" })).toEqual([
      {
        type: "ticket",
        id: ticket,
        name: "Zebra crossing",
        detail: "Drop everything",
        found: null,
      },
    ]);
  });

  it("returns a fallback name for records without a name", async () => {
    const phoned = await make("contact", { phone: "+44 20 7946 0999" });
    const [found] = await trpc.records.search.query({ projectId, text: "+44 20 7946 0999" });
    expect(found).toEqual({
      type: "contact",
      id: phoned,
      name: "+44 20 7946 0999",
      detail: null,
      found: null,
    });
    const nameless = await make("lead", { source: "Fair" });
    const byId = { projectId, text: String(nameless), types: ["lead" as const] };
    expect(await trpc.records.search.query(byId)).toEqual([
      { type: "lead", id: nameless, name: `#${nameless}`, detail: "Fair", found: null },
    ]);
  });

  it("lists the bin page by page, last deleted first", async () => {
    const made: { type: Type; id: number }[] = [];
    for (const type of ["ticket", "lead", "ticket", "lead"] as const) {
      made.push({ type, id: await make(type, { name: type }) });
    }
    for (const { type, id } of made) await trpc.records.delete.mutate({ projectId, type, id });
    const newest = made.toReversed().map(({ id }) => id);
    const first = await trpc.records.bin.query({ projectId, limit: 3 });
    expect(first.records.map(({ id }) => id)).toEqual(newest.slice(0, 3));
    const [last] = first.records;
    expect(last).toMatchObject({ type: "lead", name: "lead", properties: { name: "lead" } });
    const kept = Date.parse(last?.purgedAt ?? "") - Date.parse(last?.deletedAt ?? "");
    expect(kept).toBe(90 * 24 * 60 * 60 * 1000);
    const cursor = first.nextCursor ?? "";
    const second = await trpc.records.bin.query({ projectId, limit: 3, cursor });
    expect(second).toMatchObject({ records: [{ id: newest[3] }], nextCursor: null });
    const tickets = await trpc.records.bin.query({ projectId, type: "ticket", limit: 1 });
    expect(tickets.records.map(({ id }) => id)).toEqual([made[2]?.id]);
    const misused = trpc.records.bin.query({ projectId, cursor: tickets.nextCursor ?? "" });
    await expect(misused).rejects.toMatchObject({ data: { httpStatus: 400 } });

    const [restored] = made;
    if (restored) await trpc.records.restore.mutate({ projectId, ...restored });
    const after = await trpc.records.bin.query({ projectId, type: "ticket" });
    expect(after.records.map(({ id }) => id)).toEqual([made[2]?.id]);
  });

  it("ends a page of the bin early if its records are large, and leaves none out", async () => {
    const tags = Array.from({ length: 15 }, (_, i) => `${i}${"t".repeat(65_000)}`);
    const properties = [
      { internal_name: "email", value: "large@example.com" },
      { internal_name: "tags", values: tags },
    ];
    const ids: number[] = [];
    for (let i = 0; i < 10; i++) {
      const { id } = await trpc.records.create.mutate({ projectId, type: "contact", properties });
      await trpc.records.delete.mutate({ projectId, type: "contact", id });
      ids.unshift(id);
    }
    const found: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = { projectId, type: "contact", limit: 50, ...(cursor && { cursor }) } as const;
      const { records, nextCursor } = await trpc.records.bin.query(page);
      expect(records.length).toBeLessThan(ids.length);
      found.push(...records.map(({ id }) => id));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(found).toEqual(ids);
  });

  it("lists associated records by name, newest first, page by page", async () => {
    const company = await make("company", { name: "Hub" });
    const people: number[] = [];
    for (let i = 0; i < 5; i++)
      people.push(await make("contact", { email: `hub${i}@example.com` }));
    const gone = await make("contact", { email: "gone@example.com" });
    for (const id of [...people, gone]) await associate("contact", id, "company", company);
    await trpc.records.delete.mutate({ projectId, type: "contact", id: gone });

    const page = (cursor?: string) =>
      trpc.records.associated.query({
        projectId,
        type: "company",
        id: company,
        other: "contact",
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
    const first = await page();
    expect(first).toEqual({
      total: 5,
      isMore: false,
      records: [
        { type: "contact", id: people[4], name: "hub4@example.com", detail: null, labels: [] },
        { type: "contact", id: people[3], name: "hub3@example.com", detail: null, labels: [] },
      ],
      nextCursor: expect.any(String),
    });
    // Changes in between must not skip or repeat other associations.
    await trpc.records.dissociate.mutate({
      projectId,
      one: { type: "company", id: company },
      other: { type: "contact", id: people[4] ?? 0 },
    });
    const second = await page(first.nextCursor ?? "");
    expect(second.records.map(({ id }) => id)).toEqual([people[2], people[1]]);
    const third = await page(second.nextCursor ?? "");
    expect(third).toMatchObject({ total: 4, records: [{ id: people[0] }], nextCursor: null });
  });

  it("counts only up to a limit", async () => {
    const company = await make("company", { name: "Giant" });
    const { kysely } = app.deps.db;
    const at = new Date().toISOString();
    const stamps = { created_at: at, updated_at: at, version: 1 };
    const people = await kysely
      .insertInto("records")
      .values(
        Array.from({ length: 1_001 }, () => ({
          project_id: projectId,
          type: "contact",
          properties: "{}",
          ...stamps,
        })),
      )
      .returning("id")
      .execute();
    await kysely
      .insertInto("associations")
      .values(
        people.map(({ id }) => ({
          project_id: projectId,
          from_id: id,
          from_type: "contact",
          to_id: company,
          to_type: "company",
          created_at: at,
        })),
      )
      .execute();
    const page = trpc.records.associated.query({
      projectId,
      type: "company",
      id: company,
      other: "contact",
    });
    await expect(page).resolves.toMatchObject({ total: 1_000, isMore: true });
  });

  it("lists associations from both sides", async () => {
    const [contact, deal] = [
      await make("contact", { phone: "12345" }),
      await make("deal", { name: "A" }),
    ];
    await associate("contact", contact, "deal", deal);
    await associate("deal", deal, "contact", contact);
    const of = async (type: Type, id: number, other: Type) =>
      (await trpc.records.associated.query({ projectId, type, id, other })).records;
    expect(await of("contact", contact, "deal")).toMatchObject([{ type: "deal", id: deal }]);
    expect(await of("deal", deal, "contact")).toMatchObject([{ type: "contact", id: contact }]);
    expect(await of("deal", deal, "company")).toEqual([]);
  });

  it("refuses a deleted record and a cursor of another list", async () => {
    const { associated } = trpc.records;
    const id = await make("deal", { name: "A" });
    for (const contact of [
      await make("contact", { phone: "1234" }),
      await make("contact", { phone: "1235" }),
    ]) {
      await associate("deal", id, "contact", contact);
    }
    const of = { projectId, type: "deal", id } as const;
    const { nextCursor } = await associated.query({ ...of, other: "contact", limit: 1 });
    const refused = (httpStatus: number) => ({ data: { httpStatus } });
    await expect(
      associated.query({ ...of, other: "company", cursor: nextCursor ?? "" }),
    ).rejects.toMatchObject(refused(400));
    await trpc.records.delete.mutate(of);
    await expect(associated.query({ ...of, other: "contact" })).rejects.toMatchObject(refused(404));
  });

  async function associate(type: Type, id: number, otherType: Type, otherId: number) {
    const [one, other] = [
      { type, id },
      { type: otherType, id: otherId },
    ];
    await trpc.records.associate.mutate({ projectId, one, other });
  }
});
