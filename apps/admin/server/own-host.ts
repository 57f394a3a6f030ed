import { isLoopbackHost } from "@rapport/core";
import type { Request, RequestHandler } from "express";

/**
 * Refuses requests whose `Host` is not the app's own with 421 (RFC 9110 §15.5.20). Otherwise, a site whose
 * name resolves to this server could act as the app's own pages (DNS rebinding). Ignores `X-Forwarded-Host`,
 * because scripts can set it.
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
    const message = `The admin app is served at ${publicUrl}. If the address that you used is correct, set ADMIN_PUBLIC_URL to it.`;
    res.status(421).json({ success: false, message, data: null, code: "MISDIRECTED", issues: [] });
  };
}

/** Returns the address that the connection arrived at, in the form of a URL. */
function localHost({ socket }: Request): string | undefined {
  const address = (socket.localAddress ?? "").replace(/^::ffff:/, "");
  return URL.parse(address.includes(":") ? `http://[${address}]` : `http://${address}`)?.hostname;
}
