import type { RequestHandler } from "express";
import type { Logger } from "pino";

/**
 * Warns once, when a peer that TRUST_PROXY does not name sends a forwarded address. In that case, all clients of that
 * proxy count as one address.
 */
export function warnOfUntrustedProxy(log: Pick<Logger, "warn">): RequestHandler {
  let hasWarned = false;
  return (req, _res, next) => {
    const { headers, socket } = req;
    const isForwarded = headers["x-forwarded-for"] ?? headers.forwarded;
    if (!hasWarned && isForwarded !== undefined) {
      const peer = socket.remoteAddress ?? "";
      const trusts: (address: string, hop: number) => boolean = req.app.get("trust proxy fn");
      if (!trusts(peer, 0)) {
        hasWarned = true;
        log.warn({ peer }, MESSAGE);
      }
    }
    next();
  };
}

const MESSAGE =
  "a forwarded address was ignored, because TRUST_PROXY does not name its sender; if the peer is your proxy, set TRUST_PROXY to its network, so that limits count each of its clients";
