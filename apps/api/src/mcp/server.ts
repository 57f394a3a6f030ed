import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Deps, Principal } from "@rapport/core";
import { AGENT_INSTRUCTIONS, callTool, errorAnswer, listTools } from "@rapport/core/routers";
import type { Response as ExpressResponse } from "express";
import packageJson from "../../package.json" with { type: "json" };

export interface AgentRequest {
  readonly deps: Deps;
  readonly principal: Principal;
  readonly res: ExpressResponse;
  readonly onError: (error: unknown, requestId: string) => void;
}

/** Answers a message, or several of a batch, in the protocol version that it is in. */
export async function answerMessage(
  request: Request,
  parsedBody: unknown,
  by: AgentRequest,
): Promise<Response> {
  const server = agentServer(by);
  if (await isLegacyRequest(request, parsedBody)) return answerLegacy(server, request, parsedBody);
  return createMcpHandler(() => server, MODERN).fetch(request, { parsedBody });
}

/** Answers are JSON, and there is nothing to subscribe to: the tools of a token change with the token. */
const MODERN = { legacy: "reject", maxSubscriptions: 0 } as const;

/** Answers a request of a protocol version before 2026-07-28. */
async function answerLegacy(
  server: Server,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // The transport never answers a client that is gone.
  const gone = new Promise<Response>((resolve) => {
    request.signal.addEventListener("abort", () => resolve(new Response(null, { status: 499 })));
  });
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody }), gone]);
  } finally {
    await server.close();
  }
}

/** Creates the server of one request, which has the tools that the caller may use. */
function agentServer({ deps, principal, res, onError }: AgentRequest): Server {
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
      locals.status ??= errorAnswer(error, "public", requestId).status;
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
