import { hash, randomUUID, sign } from "node:crypto";
import { promisify } from "node:util";
import type { access } from "@rapport/db";
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { isAhead } from "../../clock.ts";
import type { Deps } from "../../deps.ts";
import type { Principal } from "../../principal.ts";
import { scopeSet } from "../require-scope.ts";

/** Specification §8. */
export const TOKEN_LIFETIME_SECONDS = 1800;

/** Content of a verified token. */
export interface TokenClaims {
  readonly principal: Principal;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly scope: string;
}

export type TokenVerifier = (token: string) => Promise<TokenClaims | null>;

type TokenDeps = Pick<Deps, "issuer" | "signingKeys" | "revocations">;

/** Returns the `aud` of access tokens (RFC 9068). */
export function tokenAudience(issuer: string): string {
  return `${issuer}/api`;
}

const signAsync = promisify(sign);

/**
 * Issues an access token (RFC 9068), signed with RS256 and valid for 30 minutes.
 *
 * @param scopes scopes to grant; the caller has checked that the client may have them
 * @param askedAt milliseconds since 1970 before the client was read. It is the token's `iat`, so that a change of the
 *   client that was committed since voids the token.
 */
export async function issueToken(
  deps: Pick<Deps, "issuer" | "signingKeys">,
  client: Pick<access.ClientRow, "id" | "tenant_id" | "project_id">,
  scopes: readonly string[],
  askedAt: number,
): Promise<{ access_token: string; token_type: "Bearer"; expires_in: number; scope: string }> {
  const { kid, privateKey } = deps.signingKeys.current();
  const iat = Math.floor(askedAt / 1000);
  const scope = scopes.join(" ");
  const content = `${encode({ alg: "RS256", typ: "at+jwt", kid })}.${encode({
    iss: deps.issuer,
    aud: tokenAudience(deps.issuer),
    sub: client.id,
    client_id: client.id,
    jti: randomUUID(),
    iat,
    exp: iat + TOKEN_LIFETIME_SECONDS,
    scope,
    tenant: client.tenant_id,
    project: client.project_id,
  })}`;
  const signature = await signAsync("sha256", Buffer.from(content), privateKey);
  return {
    access_token: `${content}.${signature.toString("base64url")}`,
    token_type: "Bearer",
    expires_in: TOKEN_LIFETIME_SECONDS,
    scope,
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

const MAX_CACHED_TOKENS = 10_000;
const MAX_TOKEN_CHARACTERS = 8_192;

/**
 * Returns a function that verifies access tokens. It answers null for a token that is foreign, expired or
 * revoked. A signature is verified once and cached; expiry and revocation are checked at each use.
 */
export function tokenVerifier(deps: TokenDeps): TokenVerifier {
  const verified = new LRUCache<string, TokenClaims>({ max: MAX_CACHED_TOKENS });

  return async (token) => {
    if (token.length > MAX_TOKEN_CHARACTERS) return null;
    const key = hash("sha256", token, "base64");
    let claims = verified.get(key) ?? null;
    if (claims === null) {
      claims = await verifySignature(deps, token);
      if (claims === null) return null;
      verified.set(key, claims);
    }
    if (claims.exp * 1000 <= Date.now()) {
      verified.delete(key);
      return null;
    }
    const { iat } = claims;
    // It was made while a clock was ahead, so it would be valid for longer than it says.
    if (isAhead(iat * 1000)) return null;
    return deps.revocations.isRevoked(claims) ? null : claims;
  };
}

async function verifySignature(deps: TokenDeps, token: string): Promise<TokenClaims | null> {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  // The last character has bits that decoders ignore (RFC 4648 §3.5), so a changed one would verify too.
  if (Buffer.from(signature, "base64url").toString("base64url") !== signature) return null;
  try {
    const keys = createLocalJWKSet({ keys: [...deps.signingKeys.published().keys] });
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ["RS256"],
      typ: "at+jwt",
      issuer: deps.issuer,
      audience: tokenAudience(deps.issuer),
      requiredClaims: ["sub", "client_id", "jti", "iat", "exp", "scope", "tenant", "project"],
    });
    return readClaims(payload);
  } catch {
    return null;
  }
}

function readClaims(payload: JWTPayload): TokenClaims {
  const { sub, jti, iat, exp, scope, tenant, project } = payload as Required<JWTPayload> & {
    scope: string;
    tenant: number;
    project: number;
  };
  return {
    principal: {
      kind: "client",
      id: sub,
      tenantId: tenant,
      projectId: project,
      scopes: scopeSet(scope.split(" ")),
    },
    jti,
    iat,
    exp,
    scope,
  };
}
