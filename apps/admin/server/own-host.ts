import { isLoopbackHost } from "@rapport/core";
import type { Request, RequestHandler } from "express";

/**
 * Refuses requests whose `Host` is not the app's own with 421 (RFC 9110 §15.5.20): another site's name that
 * is made to resolve to this server would otherwise make its pages the app's own (DNS rebinding).
 * `X-Forwarded-Host` does not count, because scripts can set it.
 *
 * @param publicUrl origin at which browsers reach the app
 */
export function requireOwnHost(publicUrl: string): RequestHandler {
  const own = new URL(publicUrl).hostname;
  return (req, res, next) => {
    const host = URL.parse(`http://${req.headers.host ?? ""}`)?.hostname ?? "";
    if (host === own || isLoopbackHost(host) || host === localHost(req)) {
      next();
      return;
    }
    const message = `The admin app is served at ${publicUrl}. If the address in use is right, set ADMIN_PUBLIC_URL to it.`;
    res.status(421).json({ success: false, message, data: null, code: "MISDIRECTED", issues: [] });
  };
}

/** The address that the connection came in at, as it is written in a URL. */
function localHost({ socket }: Request): string | undefined {
  const address = (socket.localAddress ?? "").replace(/^::ffff:/, "");
  return URL.parse(address.includes(":") ? `http://[${address}]` : `http://${address}`)?.hostname;
}
