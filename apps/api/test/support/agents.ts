import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { AnyJson } from "@rapport/testing";
import type { TestApp } from "./app.ts";

/** The result of a tool, as a client gets it. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent: AnyJson;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

export interface Agent extends AsyncDisposable {
  tools(): Promise<readonly AnyJson[]>;
  call(name: string, args: object): Promise<ToolResult>;
  readonly instructions: string | undefined;
  readonly protocol: string | undefined;
}

/** Connects an official client of either generation with a token or an API key. */
export async function connect(
  { url }: Pick<TestApp, "url">,
  token: string,
  generation: "2" | "1" = "2",
): Promise<Agent> {
  const at = new URL(`${url}/mcp`);
  const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
  const info = { name: "test", version: "1.0.0" };
  if (generation === "1") {
    const client = new OlderClient(info);
    await client.connect(new OlderTransport(at, options) as never);
    return agentOf(client, undefined);
  }
  const client = new Client(info, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(at, options));
  return agentOf(client, client.getNegotiatedProtocolVersion());
}

function agentOf(
  client: Pick<Client, "getInstructions" | "close"> & {
    listTools(): Promise<{ tools: readonly object[] }>;
    callTool(params: { name: string; arguments: never }): Promise<object>;
  },
  protocol: string | undefined,
): Agent {
  return {
    protocol,
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args) =>
      (await client.callTool({ name, arguments: args as never })) as ToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Sends one JSON-RPC message, as a client of 2025-06-18 does. */
export function rpc(
  app: TestApp,
  token: string | undefined,
  message: unknown,
  headers: Record<string, string> = {},
) {
  return app.call("POST", "/mcp", { token, json: message, headers });
}

let last = 0;

/** Calls a tool by a single request without a client. */
export async function callTool(
  app: TestApp,
  token: string,
  name: string,
  args: object = {},
): Promise<ToolResult> {
  const params = { name, arguments: args };
  const answer = await rpc(app, token, {
    jsonrpc: "2.0",
    id: ++last,
    method: "tools/call",
    params,
  });
  if (answer.body.result === undefined) throw new Error(JSON.stringify(answer.body));
  return answer.body.result;
}
