import { tenancy } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

type Trpc = SignedIn["trpc"];
type Type = Parameters<Trpc["records"]["read"]["query"]>[0]["type"];

describe.each(DIALECTS)("records are found on %s", (dialect) => {
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

  it("by the start of a name, an email or a domain, across types, or by their id", async () => {
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
      { type: "contact", id: ada, name: "Ada Quill", detail: "ada@quill.example" },
      { type: "company", id: company, name: "QUILL & Sons", detail: "quill.example" },
      { type: "deal", id: deal, name: "Quills", detail: "1250.50 EUR" },
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

  it("by their first name, in an older project once an admin has it indexed", async () => {
    const firstName = (indexed: boolean) => ({
      ...{ project: projectId, type: "contact", name: "firstname" },
      ...{ definition: JSON.stringify({ indexed }), at: new Date().toISOString() },
    });
    await tenancy.saveDefinition.all(app.deps.db, firstName(false));
    app.deps.catalogue.clear();
    const zora = await make("contact", { firstname: "Zora", email: "z@example.com" });
    const found = async () =>
      (await trpc.records.search.query({ projectId, text: "zora" })).map(({ id }) => id);
    expect(await found()).toEqual([]);
    const settings = { name: "firstname", indexed: true };
    await trpc.schema.saveProperty.mutate({ projectId, type: "contact", settings });
    expect(await found()).toEqual([zora]);
  });

  it("by another name when they have none of their own", async () => {
    const phoned = await make("contact", { phone: "+44 20 7946 0999" });
    const [found] = await trpc.records.search.query({ projectId, text: "+44 20 7946 0999" });
    expect(found).toEqual({ type: "contact", id: phoned, name: "+44 20 7946 0999", detail: null });
    const nameless = await make("lead", { source: "Fair" });
    expect(await trpc.records.search.query({ projectId, text: String(nameless) })).toEqual([
      { type: "lead", id: nameless, name: `#${nameless}`, detail: "Fair" },
    ]);
  });

  it("in the bin, those deleted last first, page by page", async () => {
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

  it("with those that they are associated with, by name", async () => {
    const company = await make("company", { name: "Hub" });
    const people: number[] = [];
    for (let i = 0; i < 52; i++) {
      const id = await make("contact", { email: `hub${i}@example.com` });
      people.push(id);
      await trpc.records.associate.mutate({
        projectId,
        one: { type: "contact", id },
        other: { type: "company", id: company },
      });
    }
    const page = await trpc.records.read.query({ projectId, type: "company", id: company });
    expect(page).toMatchObject({
      id: company,
      name: "Hub",
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      properties: { name: "Hub" },
    });
    expect(page.associations.contact).toHaveLength(52);
    expect(page.associated.contact?.total).toBe(52);
    expect(page.associated.contact?.records).toHaveLength(50);
    expect(page.associated.contact?.records[0]).toEqual({
      type: "contact",
      id: people[0],
      name: "hub0@example.com",
      detail: null,
    });
    expect(page.associated.deal).toEqual({ total: 0, records: [] });
  });
});
