import { CrmError, clientAddress, type Deps, signInByIdentity } from "@rapport/core";
import { type Request, type Response, Router } from "express";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import { readCookie, type SessionCookie } from "./authenticate.ts";
import { OidcFailure, type OidcSettings, oidcProvider } from "./oidc-provider.ts";
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
      const code = refusalCode(error);
      if (!NOT_LOGGED.includes(code)) onError(error);
      const search = new URLSearchParams({ error: code, ...(to === "/" ? {} : { to }) });
      res.redirect(`${publicUrl}/sign-in?${search}`);
    }
  }
}

/** The path is kept in a cookie, which browsers limit to 4096 bytes. */
const MAX_PATH_CHARACTERS = 1_024;

/**
 * Returns the page to open after signing in. A link to the sign-in page cannot lead to another site.
 *
 * @param given the unchecked value of the query parameter
 * @returns a path of this origin with its query; `/` for anything else, and for paths that are not pages
 */
export function localPath(given: unknown, origin: string): string {
  if (typeof given !== "string" || !/^\/(?![/\\])/.test(given)) return "/";
  const url = URL.parse(given, origin);
  if (url === null || url.origin !== new URL(origin).origin) return "/";
  const path = `${url.pathname}${url.search}${url.hash}`;
  // URL resolves `/.//example.com` to `//example.com`, which is another host.
  const isPage = !path.startsWith("//") && !/^\/(session|trpc)(\/|\?|$)/i.test(path);
  return isPage && path.length <= MAX_PATH_CHARACTERS ? path : "/";
}

/** Time to sign in at the provider. */
const LIFETIME_SECONDS = 10 * 60;

const transaction = z.strictObject({
  /** Keeps other encrypted values from passing as a transaction. */
  purpose: z.literal("oidc"),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path to open after signing in. */
  to: z.string(),
  /** Milliseconds since the epoch. */
  until: z.number(),
});

type Transaction = Omit<z.infer<typeof transaction>, "purpose" | "until">;

interface TransactionCookie {
  /** Returns the sign-in that this browser started; null if there is none or it has expired. */
  read(req: Request): Transaction | null;
  set(res: Response, begun: Transaction): void;
  clear(res: Response): void;
}

/**
 * Stores a running sign-in in the browser, encrypted. The cookie is Lax, not Strict, because the provider's
 * redirect back is a navigation from another site and must carry it.
 */
function transactionCookie(
  { secrets }: Pick<Deps, "secrets">,
  publicUrl: string,
): TransactionCookie {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? "__Host-rapport-oidc" : "rapport-oidc";
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure, path: "/" } as const;

  function open(sealed: string): unknown {
    try {
      return JSON.parse(secrets.open(sealed));
    } catch {
      return null;
    }
  }
  return {
    read(req) {
      const found = transaction.safeParse(open(readCookie(req, name)));
      return found.success && hasTimeLeft(found.data.until) ? found.data : null;
    },
    set(res, begun) {
      const content = { ...begun, purpose: "oidc", until: Date.now() + LIFETIME_SECONDS * 1000 };
      res.cookie(name, secrets.seal(JSON.stringify(content)), {
        ...options,
        maxAge: LIFETIME_SECONDS * 1000,
      });
    },
    clear: (res) => void res.clearCookie(name, options),
  };
}

/** An end further away than the whole time was set while the clock was ahead. */
function hasTimeLeft(until: number): boolean {
  const left = until - Date.now();
  return left > 0 && left <= (LIFETIME_SECONDS + 60) * 1000;
}

/** Errors that any visitor can cause; not worth an alert. */
const NOT_LOGGED = ["sso_cancelled", "sso_expired", "rate_limited"];

function refusalCode(error: unknown): string {
  if (error instanceof OidcFailure) return error.code;
  if (!(error instanceof CrmError)) return "sso_failed";
  if (error.code === "RATE_LIMITED") return "rate_limited";
  return error.code === "UNAUTHENTICATED" ? "sso_not_allowed" : "sso_failed";
}
