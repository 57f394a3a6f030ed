import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { type AnyJson, freePort } from "@rapport/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool, connect, type ToolResult } from "../support/agents.ts";
import { type Caller, sharedApp, startApp, type TestApp } from "../support/app.ts";

type Call = (name: string, args: object) => Promise<ToolResult>;

/** Calls every tool once with success. Returns what they answered. */
async function everyTool(call: Call): Promise<Map<string, ToolResult>> {
  const answers = new Map<string, ToolResult>();
  const ask = async (name: string, args: object) => {
    const answer = await call(name, args);
    expect(answer.isError ?? false, `${name}: ${JSON.stringify(answer)}`).toBe(false);
    expect(JSON.parse(answer.content[0]?.text ?? "")).toEqual(answer.structuredContent);
    answers.set(name, answer);
    return answer.structuredContent.results;
  };
  await ask("list_types", { object: "contacts" });
  const records = [{ properties: { email: "ada@example.com", tags: ["vip"] } }];
  const [person] = await ask("create_records", { object: "contacts", records });
  const named = [{ properties: { domain: "engines.example", name: "Engines" } }];
  const key = { property: "domain" };
  const [company] = await ask("upsert_records", { object: "companies", key, records: named });
  const ids = [person.record.id];
  const to = { object: "companies", id: company.record.id };
  await ask("associate_records", { object: "contacts", ids, to });
  const changed = [{ id: ids[0], properties: { firstname: "Ada" } }];
  await ask("update_records", { object: "contacts", records: changed });
  const [found] = await ask("search_records", { object: "contacts", query: "ada" });
  expect(found).toMatchObject({ id: ids[0], properties: { firstname: "Ada", tags: ["vip"] } });
  const [read] = await ask("get_records", { object: "contacts", ids });
  expect(read.associations.company).toMatchObject([{ name: "Engines" }]);
  await ask("get_history", { object: "contacts", ids });
  await ask("count_records", { object: "contacts", group_by: "lifecyclestage" });
  await ask("recent_changes", {});
  await ask("dissociate_records", { object: "contacts", ids, to });
  await ask("delete_records", { object: "contacts", ids });
  return answers;
}

// The client never sees which database answers.
describe("official clients of tools", () => {
  const dialect = "sqlite";
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each([
    ["1", undefined],
    ["2", "2026-07-28"],
  ] as const)("generation %s runs every tool", async (generation, protocol) => {
    const { token } = await app.caller();
    await using agent = await connect(app, token, generation);
    expect(agent.protocol).toBe(protocol);
    expect(agent.instructions).toContain("list_types");
    const names = (await agent.tools()).map(({ name }) => name);
    expect(names).toHaveLength(12);
    const answers = await everyTool(agent.call);
    expect([...answers.keys()].toSorted()).toEqual(names.toSorted());
  });

  it("generation 2 fetches its own tokens, led by the refusal", async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    await using own = await startApp({ dialect, publicUrl, settings: { port } });
    const { clientId, clientSecret } = await own.caller();
    const provider = new ClientCredentialsProvider({
      ...{ clientId, clientSecret, expectedIssuer: publicUrl },
      scope: "crm.contacts.read",
    });
    const client = new Client({ name: "test", version: "1" });
    const at = new URL(`${own.url}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(at, { authProvider: provider }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("search_records");
    await client.close();
  });

  it("lists schemas that compile, and answers that they accept", async () => {
    const { token } = await app.caller();
    await using agent = await connect(app, token);
    const ajv = new Ajv2020({ strict: true });
    const tools = await agent.tools();
    const checks = new Map(tools.map((tool) => [tool.name, ajv.compile(tool.outputSchema)]));
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        inputSchema: { type: "object", additionalProperties: false },
        outputSchema: { type: "object" },
        annotations: { openWorldHint: false },
      });
      ajv.compile(tool.inputSchema);
    }
    const answers = await everyTool(async (name, args) => {
      const inputs = tools.find((tool) => tool.name === name)?.inputSchema;
      expect(ajv.validate(inputs, args), `${name} takes ${JSON.stringify(args)}`).toBe(true);
      return agent.call(name, args);
    });
    for (const { name } of tools) {
      const refused = await callTool(app, token, name, { object: "contcts", nonsense: 1 });
      expect(refused.isError, name).toBe(true);
      for (const answer of [answers.get(name), refused]) {
        const check = checks.get(name);
        expect(check?.(answer?.structuredContent), JSON.stringify(check?.errors)).toBe(true);
      }
    }
  });

  it("says honestly what tools do", async () => {
    const { token } = await app.caller();
    await using agent = await connect(app, token);
    const hints = (await agent.tools()).map(({ name, annotations: of }: AnyJson) => [
      name,
      [of.readOnlyHint && "reads", of.destructiveHint && "destroys", of.idempotentHint && "repeats"]
        .filter(Boolean)
        .join(" "),
    ]);
    expect(Object.fromEntries(hints)).toEqual({
      list_types: "reads repeats",
      search_records: "reads repeats",
      get_records: "reads repeats",
      get_history: "reads repeats",
      count_records: "reads repeats",
      recent_changes: "reads repeats",
      create_records: "",
      update_records: "destroys repeats",
      upsert_records: "destroys repeats",
      associate_records: "repeats",
      dissociate_records: "destroys repeats",
      delete_records: "destroys repeats",
    });
  });
});

/** The command `mcp-inspector` of the package `@modelcontextprotocol/inspector`, which is too large to install for a test. */
const { MCP_INSPECTOR: inspector } = process.env;

describe.runIf(inspector)("the command line of the inspector", () => {
  it("runs every tool", async () => {
    await using app = await startApp({ dialect: "sqlite" });
    const { token }: Caller = await app.caller();
    const run = async (method: string, ...more: readonly string[]) => {
      const server = ["--cli", `${app.url}/mcp`, "--transport", "http"];
      const header = ["--header", `Authorization: Bearer ${token}`];
      const args = [...server, ...header, "--method", method, ...more];
      const { stdout } = await promisify(execFile)(inspector as string, args);
      return JSON.parse(stdout);
    };
    const { tools } = await run("tools/list");
    expect(tools).toHaveLength(12);
    const answers = await everyTool((name, args) => {
      const given = Object.entries(args).flatMap(([member, value]) => [
        "--tool-arg",
        `${member}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      ]);
      return run("tools/call", "--tool-name", name, ...given);
    });
    expect(answers.size).toBe(12);
  }, 120_000);
});
