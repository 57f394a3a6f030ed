import {
  addressNetwork,
  authenticateSession,
  CrmError,
  clientAddress,
  type Deps,
  failureBehind,
  isLoopbackHost,
  passkeySite,
  refusalOrInternal,
  toRefusal,
} from "@rapport/core";
import {
  type AppRouter,
  appRouter,
  type Context,
  errorAnswer,
  trpcFailure,
  trpcHeaders,
} from "@rapport/core/routers";
import { openPlaces } from "@rapport/service/http/places";
import { warnOfUntrustedProxy } from "@rapport/service/http/untrusted-proxy";
import type { Metrics } from "@rapport/service/operation/metrics";
import { countRequests } from "@rapport/service/operation/requests";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import type { Logger } from "pino";
import { sessionCookie } from "./authenticate.ts";
import { downloadsRouter } from "./downloads-router.ts";
import { linkRouter } from "./link-router.ts";
import { liveRouter } from "./live-router.ts";
import type { OidcSettings } from "./oidc-provider.ts";
import { oidcRouter } from "./oidc-router.ts";
import { pages } from "./pages.ts";
import { signInLimits } from "./sign-in-limits.ts";
import { challengeCounter, passkeyRouter, sessionRouter } from "./sign-in-router.ts";
import { uploadsRouter } from "./uploads-router.ts";

const MAX_BODY_BYTES = 1024 * 1024;
/** Maximum number of calls in one batch. */
const MAX_BATCH_CALLS = 100;

export interface AdminAppOptions {
  readonly deps: Deps;
  /** Origin that browsers see. If it is https, cookies are Secure. */
  readonly publicUrl: string;
  /** Days for which a link to join or to set a password can be used; 7 if absent. */
  readonly invitationDays?: number;
  /** Folder of the built pages; none are served when absent. */
  readonly pages?: string;
  /** Single sign-on; off when absent or null. */
  readonly oidc?: OidcSettings | null;
  /** Networks of the reverse proxies whose `X-Forwarded-For` is trusted; none when absent. */
  readonly trustedProxies?: readonly string[];
  readonly log?: Pick<Logger, "warn">;
  /** Counts the requests; nothing does when absent. */
  readonly metrics?: Pick<Metrics, "request">;
  /** Aborted when the server begins to stop; never when absent. */
  readonly stopping?: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Creates the admin app: sign-in, the admin procedures and the pages. */
export function createAdminApp(options: AdminAppOptions): Express {
  const { deps, publicUrl, oidc, onError } = options;
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("trust proxy", options.trustedProxies ?? []);
  const cookie = sessionCookie(publicUrl);
  const limits = signInLimits();
  const places = openPlaces();

  if (options.metrics !== undefined) app.use(countRequests(options.metrics, metricsRoute));
  app.use((_req, res, next) => {
    res.set(HEADERS);
    next();
  });
  app.use(["/healthz", "/readyz", "/metrics"], () => {
    throw new CrmError("NOT_FOUND", "The port in ADMIN_METRICS_PORT serves this path.");
  });
  if (options.log !== undefined) app.use(warnOfUntrustedProxy(options.log));
  app.use(requireOwnHost(publicUrl));
  app.use(requireOwnPage);
  if (oidc) {
    const options = { deps, oidc, publicUrl, cookie, limits, onError };
    app.use("/session/oidc", oidcRouter(options));
  }
  app.use("/uploads", uploadsRouter(deps, cookie, places));
  const label = oidc ? new URL(oidc.issuer).host : null;
  app.use("/downloads", downloadsRouter(deps, cookie, { places, onError }));
  const { stopping = new AbortController().signal } = options;
  app.use("/live", liveRouter(deps, cookie, { places, stopping, onError }));
  const site = passkeySite(publicUrl);
  const signIns = {
    deps,
    cookie,
    challengeCookie: sessionCookie(publicUrl, "rapport-passkey"),
    site,
    limits,
    countChallenge: challengeCounter(),
  };
  app.use("/session", (req, res, next) => {
    places.hold(res, { kind: "address", id: addressNetwork(clientAddress(req)) });
    next();
  });
  app.use("/session/passkey", passkeyRouter(signIns));
  app.use("/session/link", linkRouter(signIns));
  app.use("/session", sessionRouter({ ...signIns, oidcLabel: label }));
  app.use(
    "/trpc",
    createExpressMiddleware({
      router: appRouter as AppRouter,
      maxBodySize: MAX_BODY_BYTES,
      maxBatchSize: MAX_BATCH_CALLS,
      // The pages send a query by POST if its input is too long for a URL.
      allowMethodOverride: true,
      createContext: async ({ req, res }): Promise<Context> => ({
        deps,
        caller: WRONG_BRANCH,
        admin: await findAdmin(req, res),
        holdPlace: placeHolder(res),
        countPasswordAttempt: (account) => limits.attempt(clientAddress(req), account),
        passkeySite: site,
        accountLinks: { origin: publicUrl, days: options.invitationDays ?? 7 },
        requestId: "",
        idempotencyKey: undefined,
        hasDisconnected: () => res.destroyed,
        setHeader: () => undefined,
        setStatus: () => undefined,
        transport: "trpc",
      }),
      responseMeta: ({ errors }) => ({ headers: trpcHeaders(errors) }),
      onError: ({ error }) => {
        const failure = trpcFailure(error);
        if (failure !== undefined) onError(failure);
      },
    }),
  );
  if (options.pages !== undefined) app.use(pages(options.pages));
  app.use(() => {
    throw new CrmError("NOT_FOUND", "This address does not exist.");
  });
  app.use(lastErrors(onError));
  return app;

  async function findAdmin(req: Request, res: Response): Promise<Context["admin"]> {
    const token = cookie.read(req);
    const admin = token === null ? null : await authenticateSession(deps, token);
    if (admin === null) return undefined;
    // The input, which names the project, is read after this.
    places.hold(res, { kind: "user", id: String(admin.id) });
    return admin;
  }

  /** Counts a request of many calls once in each project. */
  function placeHolder(res: Response): Context["holdPlace"] {
    const held = new Set<number>(); // at most one per call
    return ({ tenantId, projectId }) => {
      if (held.has(projectId)) return;
      held.add(projectId);
      places.hold(res, { tenantId, projectId });
    };
  }
}

/** Answers errors outside the procedures as JSON. */
function lastErrors(onError: (error: unknown) => void): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { status, headers, body } = errorAnswer(asCrmError(error, onError), "public", "");
    res.status(status).set(headers).json(body);
  };
}

function asCrmError(error: unknown, onError: (error: unknown) => void): CrmError {
  const refusal = toRefusal(error);
  if (refusal !== undefined) {
    const failure = failureBehind(refusal);
    if (failure !== undefined) onError(failure);
    return refusal;
  }
  if (error instanceof URIError) {
    return new CrmError("INVALID_INPUT", "The path is not validly percent-encoded.");
  }
  // Express and its body parser set a 4xx status on errors that the caller caused.
  const { status = 500 } = error as { status?: number };
  if (status === 413) return new CrmError("PAYLOAD_TOO_LARGE", "The body is too large.");
  if (status === 415) {
    return new CrmError("UNSUPPORTED_MEDIA_TYPE", "Send the body as JSON in UTF-8.");
  }
  if (status >= 400 && status < 500) {
    return new CrmError("INVALID_INPUT", "The body is not valid JSON.");
  }
  onError(error);
  return refusalOrInternal(error);
}

/**
 * Refuses requests whose `Host` is not the app's own with 421 (RFC 9110 §15.5.20). Otherwise, a site whose
 * name resolves to this server could act as the app's own pages (DNS rebinding). Ignores `X-Forwarded-Host`,
 * because scripts can set it.
 *
 * @param publicUrl origin at which browsers reach the app
 */
function requireOwnHost(publicUrl: string): RequestHandler {
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

/** The admin app's own pages send it; another site's form or image cannot. */
const HEADER = "x-rapport-admin";

/**
 * Refuses writes that do not come from the app's own pages. SameSite cookies already block other sites;
 * this also covers old browsers and sibling hosts.
 */
const requireOwnPage: RequestHandler = (req, _res, next) => {
  const isSafe = req.method === "GET" || req.method === "HEAD";
  const site = req.headers["sec-fetch-site"];
  if (isSafe || (req.headers[HEADER] !== undefined && (!site || site === "same-origin"))) {
    next();
    return;
  }
  throw new CrmError("INSUFFICIENT_SCOPE", "This request does not come from the admin app.");
};

/** Returns the path in the metrics: the first part of one that the server knows, `/` for pages. */
function metricsRoute({ path }: Request): string {
  const [first = ""] = /^\/[a-z]*/.exec(path) ?? [];
  return ROUTES.has(first) ? first : "/";
}

const ROUTES = new Set(["/assets", "/downloads", "/live", "/session", "/trpc", "/uploads"]);

const WRONG_BRANCH = new CrmError(
  "UNAUTHENTICATED",
  "The admin app serves only the admin procedures. Call the others through the API.",
);

const HEADERS = {
  "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  // Only the app's own pages use passkeys, and nothing uses a camera, a microphone or a location.
  "Permissions-Policy":
    "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()",
};
