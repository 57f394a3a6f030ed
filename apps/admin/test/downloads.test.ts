import { gunzipSync } from "node:zlib";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const BOM = "\uFEFF";
const NEWEST = { property: "id", direction: "desc" } as const;

describe.each(DIALECTS)("the download of a table on %s", (dialect) => {
  let app: AdminApp;
  let owner: SignedIn;
  let projectId: number;

  beforeAll(async () => {
    app = await startAdminApp(dialect);
    owner = await app.admin("owner");
    ({ projectId } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function make(type: "contact" | "company" | "deal", properties: Record<string, unknown>) {
    const items = Object.entries(properties).map(([internal_name, value]) =>
      Array.isArray(value) ? { internal_name, values: value } : { internal_name, value },
    );
    const input = { projectId, type, properties: items as never };
    return (await owner.trpc.records.create.mutate(input)).id;
  }

  const download = (json: object, by: { cookie?: string } = owner) =>
    app.send("POST", "/downloads/records", {
      ...(by.cookie === undefined ? {} : { cookie: by.cookie }),
      json: { projectId, groups: [], sort: NEWEST, format: "csv", columns: [], ...json },
    });
  const textOf = async (answer: Response) =>
    Buffer.from(await answer.arrayBuffer()).toString("utf8");

  it("writes odd values so that spreadsheets show them and run none of them", async () => {
    const id = await make("contact", {
      firstname: 'Ada "the, Countess"',
      lastname: "=1+1",
      email: "ada@example.com",
      phone: "+44 20 7000 2999",
      jobtitle: "@SUM(A1)",
      city: "-Bonn",
      state: "'=kept",
      notes: "first\nsecond\r\n👩‍💻 ünï",
      tags: ["a", "b;c", "=d"],
    });
    const columns = ["email", "phone", "jobtitle", "city", "state", "notes", "tags", "website"];
    const answer = await download({
      type: "contact",
      columns,
      groups: [[{ property: "id", operator: "eq", value: id }]],
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(await textOf(answer)).toBe(
      `${BOM}Record id,First name,Last name,Email,Phone,Job title,City,State or region,Notes,Tags,Website\r\n` +
        `${id},"Ada ""the, Countess""",'=1+1,ada@example.com,'+44 20 7000 2999,'@SUM(A1),'-Bonn,''=kept,` +
        `"first\nsecond\r\n👩‍💻 ünï",a;b;c;=d,\r\n`,
    );
  });

  it("writes labels of stages and options, exact decimals and names of associated records", async () => {
    const company = await make("company", { name: "=Acme, Ltd" });
    const deal = await make("deal", {
      name: "Engine",
      amount: "-12345678901234567890.05",
      currency: "EUR",
      stage: "won",
      dealType: "newbusiness",
      closeDate: "2026-07-01T12:30:00+02:00",
    });
    const one = { type: "deal", id: deal } as const;
    const other = { type: "company", id: company } as const;
    await owner.trpc.records.associate.mutate({ projectId, one, other });
    const { createdAt } = await owner.trpc.records.read
      .query({ projectId, ...one })
      .then((page) => page as unknown as { createdAt: string });
    const columns = [
      "amount",
      "stage",
      "pipeline",
      "dealType",
      "probability",
      "closeDate",
      "associations.company",
      "associations.contact",
      "created_at",
    ];
    const answer = await download({ type: "deal", columns });
    expect(await textOf(answer)).toBe(
      `${BOM}Record id,Name,Amount,Currency,Stage,Pipeline,Deal type,Probability,Close date,Companies,Contacts,Created\r\n` +
        `${deal},Engine,-12345678901234567890.05,EUR,Won,Sales pipeline,New business,1,2026-07-01T10:30:00.000Z,` +
        `"'=Acme, Ltd",,${createdAt}\r\n`,
    );
  });

  it("follows the filters, the search and the order of the table", async () => {
    for (const [firstname, city] of [
      ["Cleo", "Rome"],
      ["Abel", "Rome"],
      ["Bert", "Oslo"],
    ]) {
      await make("contact", { firstname, lastname: "Ordered", email: `${firstname}@x.org`, city });
    }
    const answer = await download({
      type: "contact",
      search: "ordered",
      groups: [[{ property: "city", operator: "neq", value: "Oslo" }]],
      sort: { property: "firstname", direction: "asc" },
    });
    const lines = (await textOf(answer)).split("\r\n").slice(1, -1);
    expect(lines.map((line) => line.split(",")[1])).toEqual(["Abel", "Cleo"]);
  });

  it("returns NDJSON as the API returns records, compressed on request", async () => {
    const id = await make("contact", { firstname: "Zip", email: "zip@example.com" });
    const answer = await download({
      type: "contact",
      columns: ["email", "website", "associations.company"],
      groups: [[{ property: "id", operator: "eq", value: id }]],
      format: "ndjson",
      gzip: true,
    });
    expect(answer.headers.get("content-type")).toBe("application/gzip");
    expect(answer.headers.get("content-disposition")).toMatch(/\.ndjson\.gz"$/);
    const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString("utf8");
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      id,
      version: 1,
      properties: { firstname: "Zip", lastname: null, email: "zip@example.com", website: null },
      associations: { company: [] },
    });
  });

  it("is for every signed-in admin, and each one is in the audit log", async () => {
    expect((await download({ type: "contact" }, {})).status).toBe(401);
    const reader = await app.admin("read-only");
    expect((await download({ type: "contact" }, reader)).status).toBe(200);
    const log = await owner.trpc.audit.list.query({ projectId, limit: 1 });
    expect(log.entries[0]).toMatchObject({
      action: "exports.download",
      actor: { kind: "admin", label: reader.email },
      details: { name: "contacts", format: "csv" },
    });
  });

  it("refuses unknown columns, members and projects with every fault", async () => {
    const faulty = await download({ type: "contact", columns: ["nosuch", "associations.alien"] });
    expect(faulty.status).toBe(400);
    const { issues } = await faulty.json();
    expect(issues).toHaveLength(2);
    expect((await download({ type: "contact", extra: 1 })).status).toBe(400);
    expect((await download({ type: "contact", projectId: 999_999 })).status).toBe(404);
  });
});
