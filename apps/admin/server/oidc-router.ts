import { CrmError, clientAddress, type Deps, signInByIdentity } from "@rapport/core";
import { type Response, Router } from "express";
import * as oauth from "oauth4webapi";
import { localPath } from "./local-path.ts";
import { OidcFailure } from "./oidc-failure.ts";
import { type OidcSettings, oidcProvider } from "./oidc-provider.ts";
import { type Transaction, transactionCookie } from "./oidc-transaction.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

interface OidcRouterOptions {
  readonly deps: Deps;
  readonly oidc: OidcSettings;
  readonly publicUrl: string;
  readonly cookie: SessionCookie;
  readonly limits: SignInLimits;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves single sign-on: GET /session/oidc redirects to the provider, which redirects back to
 * GET /session/oidc/callback. Every failure redirects to the sign-in page with a short code.
 */
export function oidcRouter(options: OidcRouterOptions): Router {
  const { deps, oidc, publicUrl, cookie, limits, onError } = options;
  const router = Router();
  const provider = oidcProvider(oidc, `${publicUrl}/session/oidc/callback`);
  const pending = transactionCookie(deps, publicUrl);

  router.get("/", async (req, res) => {
    const begun: Transaction = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
      to: localPath(req.query.to, publicUrl),
    };
    await orSignInPage(res, begun.to, async () => {
      const url = await provider.authorizationUrl(begun);
      pending.set(res, begun);
      return url.href;
    });
  });

  router.get("/callback", async (req, res) => {
    const begun = pending.read(req);
    // It is valid once, even if the callback fails.
    pending.clear(res);
    await orSignInPage(res, begun?.to ?? "/", async () => {
      if (begun === null || req.query.state !== begun.state) {
        throw new OidcFailure(
          "sso_expired",
          "this browser did not start it, or started it too long ago",
        );
      }
      const address = clientAddress(req);
      const succeeded = await limits.attempt(address);
      const identity = await provider.identify(new URL(req.originalUrl, publicUrl), begun);
      const from = { address, userAgent: req.get("user-agent") ?? "" };
      const { token, maxAgeSeconds } = await signInByIdentity(deps, identity, from);
      await succeeded();
      cookie.set(res, token, maxAgeSeconds);
      // The browser loads that page without the Strict cookie, but the page's own requests carry it.
      return `${publicUrl}${begun.to}`;
    });
  });
  return router;

  /** @param to page to open after signing in; kept for the next attempt */
  async function orSignInPage(
    res: Response,
    to: string,
    run: () => Promise<string>,
  ): Promise<void> {
    try {
      res.redirect(await run());
    } catch (error) {
      const code = codeOf(error);
      if (!NOT_LOGGED.includes(code)) onError(error);
      const search = new URLSearchParams({ error: code, ...(to === "/" ? {} : { to }) });
      res.redirect(`${publicUrl}/sign-in?${search}`);
    }
  }
}

/** Errors that any visitor can cause; not worth an alert. */
const NOT_LOGGED = ["sso_cancelled", "sso_expired", "rate_limited"];

function codeOf(error: unknown): string {
  if (error instanceof OidcFailure) return error.code;
  if (!(error instanceof CrmError)) return "sso_failed";
  if (error.code === "RATE_LIMITED") return "rate_limited";
  return error.code === "UNAUTHENTICATED" ? "sso_not_allowed" : "sso_failed";
}
