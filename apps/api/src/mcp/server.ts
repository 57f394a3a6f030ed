import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import {
  AGENT_INSTRUCTIONS,
  answerOf,
  callTool,
  type Deps,
  listTools,
  type Principal,
} from "@rapport/core";
import type { Response } from "express";
import packageJson from "../../package.json" with { type: "json" };

/** Creates the server of one request, which has the tools that the caller may use. */
export function agentServer({
  deps,
  principal,
  res,
  onError,
}: {
  readonly deps: Deps;
  readonly principal: Principal;
  readonly res: Response;
  readonly onError: (error: unknown, requestId: string) => void;
}): Server {
  const { locals } = res;
  const server = new Server(
    { name: "rapport", title: "Rapport", version: packageJson.version },
    { capabilities: { tools: {} }, instructions: AGENT_INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...listTools(principal)] as never }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: given } }) => {
    if (!listTools(principal).some((tool) => tool.name === name)) {
      const message = `There is no tool ${JSON.stringify(name.slice(0, 80))}. tools/list names those that this token may call.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const requestId: string = locals.requestId;
    locals.route = `/mcp ${name}`;
    const caller = { deps, principal, requestId, hasDisconnected: () => res.destroyed };
    const answer = await callTool(caller, name, given);
    const { content, isError, error, failure, noted } = answer;
    locals.called = noted;
    if (error !== undefined) {
      locals.error ??= () => error;
      locals.status ??= answerOf(error, "public", requestId).status;
    }
    if (failure !== undefined) onError(failure, requestId);
    return {
      content: [{ type: "text", text: JSON.stringify(content) }],
      structuredContent: { ...content },
      ...(isError && { isError }),
    };
  });
  return server;
}
