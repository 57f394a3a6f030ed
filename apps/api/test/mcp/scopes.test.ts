import { type AnyJson, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool, rpc, type ToolResult } from "../support/agents.ts";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

/** What each tool needs, and a call of it with the id of a record. */
const TOOLS = {
  search_records: ["read", () => ({})],
  get_records: ["read", (id: number) => ({ ids: [id] })],
  get_history: ["read", (id: number) => ({ ids: [id] })],
  count_records: ["read", () => ({})],
  create_records: ["write", () => ({ records: [{ properties: { name: "One" } }] })],
  update_records: ["write", (id: number) => ({ records: [{ id, properties: { name: "Two" } }] })],
  upsert_records: [
    "write",
    () => ({ key: { property: "name" }, records: [{ properties: { name: "Upserted" } }] }),
  ],
  associate_records: ["write", (id: number) => ({ ids: [id], to: { object: "contacts", id } })],
  dissociate_records: ["write", (id: number) => ({ ids: [id], to: { object: "contacts", id } })],
  delete_records: ["delete", (id: number) => ({ ids: [id] })],
} as const satisfies Record<string, readonly [string, (id: number) => object]>;

const NAMES = Object.keys(TOOLS) as readonly (keyof typeof TOOLS)[];
const NAMES_RECORD = NAMES.filter((name) => TOOLS[name][1].length > 0);
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe.each(DIALECTS)("what agents may do on %s", (dialect) => {
  // The scopes of a token are compared in one place.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: TestApp;
  let owner: Caller;
  let other: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    owner = await app.caller();
    other = await app.caller();
    const type = {
      name: "listing",
      plural: "listings",
      properties: [{ internal_name: "name", label: "Name", indexed: true }],
      nameProperties: [["name"]],
    };
    const made = await app.call("POST", "/api/crm/types", { token: owner.token, json: type });
    expect([made.status, made.body.issues]).toEqual([201, undefined]);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const tokenFor = async (scope: string) =>
    (await app.caller({ scope, projectId: owner.projectId, tenantId: owner.tenantId })).token;
  const listed = async (token: string): Promise<readonly string[]> =>
    (await rpc(app, token, LIST)).body.result.tools.map((tool: { name: string }) => tool.name);
  async function make(object: string, token = owner.token): Promise<number> {
    const records = [{ properties: { name: "Theirs" } }];
    const { structuredContent } = await callTool(app, token, "create_records", { object, records });
    return structuredContent.results[0].record.id;
  }
  const codes = ({ structuredContent }: ToolResult) =>
    structuredContent.errors.map(({ code }: { code: string }) => code);

  onSqlite.each(NAMES)("%s is unknown to a token without a scope for it", async (name) => {
    const [right, args] = TOOLS[name];
    const rights = ["read", "write", "delete"].filter((one) => one !== right);
    const token = await tokenFor(rights.map((one) => `crm.companies.${one}`).join(" "));
    expect(await listed(token)).not.toContain(name);
    const call = async (tool: string) => {
      const params = { name: tool, arguments: { object: "companies", ...args(1) } };
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
      return (await rpc(app, token, message)).body.error;
    };
    const [hidden, unknown] = [await call(name), await call("make_coffee")];
    expect(hidden.code).toBe(-32_602);
    expect({ ...hidden, message: hidden.message.replace(name, "make_coffee") }).toEqual(unknown);
  });

  onSqlite.each(NAMES)("%s is refused for a type whose scope the token lacks", async (name) => {
    const [right, args] = TOOLS[name];
    const token = await tokenFor(`crm.contacts.${right}`);
    expect(await listed(token)).toContain(name);
    for (const object of ["companies", "listings"]) {
      const refused = await callTool(app, token, name, { object, ...args(1) });
      expect([refused.isError, codes(refused)]).toEqual([true, ["INSUFFICIENT_SCOPE"]]);
      expect(refused.structuredContent.errors[0].message).toContain(`crm.${object}.${right}`);
    }
  });

  onSqlite.each(NAMES)("%s does its work on a type of the project's own", async (name) => {
    const [right, args] = TOOLS[name];
    const id = await make("listings");
    const args_ = args(id) as { to?: { id: number } };
    if (args_.to !== undefined) {
      const records = [{ properties: { email: "to@example.com" } }];
      const contact = { object: "contacts", records };
      const made = await callTool(app, owner.token, "create_records", contact);
      args_.to = { ...args_.to, id: made.structuredContent.results[0].record.id };
    }
    for (const scope of [`crm.listings.${right}`, `crm.custom.${right}`]) {
      const token = await tokenFor(scope);
      if (name === "delete_records" && scope.includes("custom")) continue;
      const done = await callTool(app, token, name, { object: "listings", ...args_ });
      expect(done.isError ?? false, JSON.stringify(done)).toBe(false);
    }
  });

  onSqlite.each(NAMES)("%s names the nearest type to an unknown one", async (name) => {
    const call = (object: string) =>
      callTool(app, owner.token, name, { object, ...TOOLS[name][1](1) });
    for (const [object, nearest] of [
      ["compnies", "companies"],
      ["lisings", "listings"],
    ] as const) {
      const refused = await call(object);
      expect(refused.isError).toBe(true);
      const [{ issues }] = refused.structuredContent.errors;
      expect(issues).toMatchObject([{ path: "object", suggestion: nearest }]);
    }
    for (const object of ["__proto__", "constructor", "x".repeat(10_000), ""]) {
      expect((await call(object)).isError, object.slice(0, 20)).toBe(true);
    }
    const theirs = await callTool(app, other.token, name, {
      object: "listings",
      ...TOOLS[name][1](1),
    });
    expect(theirs.structuredContent.errors[0].issues[0].path).toBe("object");
  });

  it.each(NAMES_RECORD)("%s does not find the record of another tenant", async (name) => {
    const id = await make("companies", other.token);
    const args = TOOLS[name][1](id);
    const refused = await callTool(app, owner.token, name, { object: "companies", ...args });
    expect(refused.isError).toBe(true);
    expect(codes(refused)).toEqual(["NOT_FOUND"]);
    const read = await callTool(app, other.token, "get_records", {
      object: "companies",
      ids: [id],
    });
    expect(read.structuredContent.results[0].properties).toEqual({ name: "Theirs" });
  });

  it("recent_changes shows only what the token may read, and needs the scope of the feed", async () => {
    await make("companies");
    await make("listings");
    const objectsOf = async (scope: string) => {
      const token = await tokenFor(scope);
      const { structuredContent } = await callTool(app, token, "recent_changes", { limit: 100 });
      return new Set(structuredContent.results.map(({ object }: { object: string }) => object));
    };
    await expect
      .poll(() => objectsOf("crm.events.read crm.listings.read"), { timeout: 10_000 })
      .toEqual(new Set(["listings"]));
    expect(await objectsOf("crm.events.read")).toEqual(new Set());
    expect(await listed(await tokenFor("crm.listings.read"))).not.toContain("recent_changes");
  });

  onSqlite("list_types shows only types that the token may use", async () => {
    const token = await tokenFor("crm.contacts.read crm.listings.write");
    const all = await callTool(app, token, "list_types");
    expect(all.structuredContent.results.map(({ object }: AnyJson) => object)).toEqual([
      ...["contacts", "listings"],
    ]);
    const refused = await callTool(app, token, "list_types", { object: "companies" });
    expect(codes(refused)).toEqual(["INSUFFICIENT_SCOPE"]);
    const one = await callTool(app, token, "list_types", { object: "listing" });
    expect(one.structuredContent.results).toMatchObject([{ object: "listings", may: ["write"] }]);
    expect(await listed(await tokenFor("crm.events.read"))).toEqual(["recent_changes"]);
    expect(await listed(await tokenFor("templates:read"))).toEqual([]);
  });

  onSqlite("shows names of associated records only of types that the token may read", async () => {
    const company = await make("companies");
    const contact = {
      properties: { email: "ada@example.com", firstname: "Ada" },
      associations: [{ to: { object: "companies", id: company } }],
    };
    const records = [contact];
    const made = await callTool(app, owner.token, "create_records", {
      object: "contacts",
      records,
    });
    const ids = [made.structuredContent.results[0].record.id];
    const read = async (scope: string, more = {}) => {
      const args = { object: "contacts", ids, ...more };
      const answer = await callTool(app, await tokenFor(scope), "get_records", args);
      return answer.structuredContent.results[0].associations;
    };
    const both = await read("crm.contacts.read crm.companies.read");
    expect(both.company).toMatchObject([{ id: String(company), name: "Theirs" }]);
    expect(await read("crm.contacts.read")).toEqual({});
    expect(await read("crm.contacts.read", { associations: ["companies"] })).toEqual({});
  });

  onSqlite("answers a writer that may not read without values", async () => {
    const token = await tokenFor("crm.companies.write");
    const records = [{ properties: { name: "Secret" } }];
    const made = await callTool(app, token, "create_records", { object: "companies", records });
    const [{ record }] = made.structuredContent.results;
    expect(Object.keys(record).toSorted()).toEqual(["createdAt", "id", "updatedAt", "version"]);
    const key = { property: "name" };
    const again = await callTool(app, token, "upsert_records", {
      object: "companies",
      key,
      records,
    });
    expect(JSON.stringify(again)).not.toContain('"Secret"');
  });
});
