import { isIP } from "node:net";
import type { Request } from "express";

/**
 * The address that a request comes from: the connection's own, unless that is a trusted proxy's. Then it is the
 * last one in `X-Forwarded-For` that is not: whoever sends a request can write what they like before it.
 *
 * @returns an IP address; the connection's own where the proxy has written something else
 */
export function clientAddress(req: Request): string {
  const { ip = "" } = req;
  return isIP(ip) ? ip : (req.socket.remoteAddress ?? "unknown");
}
