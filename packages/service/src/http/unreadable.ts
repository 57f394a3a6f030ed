import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { CrmError } from "@rapport/core";
import { malformed, type Refusal, refuse, refuseSocket } from "./load/refusal.ts";

/**
 * Answers in JSON the requests that Node would answer with an empty or plain-text body: malformed and unfinished
 * requests, unknown expectations (RFC 9110 §10.1.1) and CONNECT (§9.3.6).
 *
 * @param latest returns the response to the connection's last request whose headers were read
 */
export function answerUnreadable(
  server: Server,
  latest: (socket: Duplex) => ServerResponse | undefined,
): void {
  const refused = new WeakSet<Duplex>();

  server.on("clientError", (error: ParserError, socket) => {
    // The parser reports an error for every later chunk of a refused request.
    if (refused.has(socket)) return;
    if (error.code === "ECONNRESET" || !socket.writable || !isNextInTurn(latest(socket))) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    refuseSocket(socket, parserRefusal(error.code), pathInPacket(error.rawPacket));
  });
  server.on("checkExpectation", (req, res: ServerResponse) => {
    refuse(req, res, malformed(417, "The only supported expectation is 100-continue."));
  });
  server.on("connect", (_req, socket) => {
    const error = new CrmError("METHOD_NOT_ALLOWED", "This server is not a proxy.", {
      headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE" },
    });
    refuseSocket(socket, { status: 405, error });
  });
}

interface ParserError extends NodeJS.ErrnoException {
  /** What arrived last on the connection. */
  readonly rawPacket?: Buffer;
}

/** Returns the beginning of the path if a packet begins with a request line, otherwise an empty text. */
function pathInPacket(packet: Buffer | undefined): string {
  const start = packet?.toString("latin1", 0, 100) ?? "";
  return /^[A-Z]+ (\S+)/.exec(start)?.[1] ?? "";
}

/** Returns false if the client would take a response sent now for the response to an earlier request. */
function isNextInTurn(latest: ServerResponse | undefined): boolean {
  if (latest === undefined) return true;
  return latest.req.complete ? latest.writableFinished : !latest.headersSent;
}

function parserRefusal(code: string | undefined): Refusal {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return malformed(408, "The request did not arrive in time. Send it again.");
    case "HPE_HEADER_OVERFLOW":
      return malformed(
        431,
        "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
      );
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return malformed(413, "The chunk extensions are too large.");
    default:
      return malformed(400, "The request is not valid HTTP.");
  }
}
