import { access, type Database, tenancy } from "@rapport/db";

/** Which tokens are void before their time, as the database had it at the last refresh. */
export interface Revocations {
  /** @param issuedAt the token's `iat`, seconds since 1970 */
  isRevoked(jti: string, clientId: string, issuedAt: number): boolean;
  /**
   * Voids one token, at once in this process and within five seconds in every other (RFC 7009).
   *
   * @param token.exp seconds since 1970; until then the revocation is remembered
   */
  revoke(token: { jti: string; exp: number }): Promise<void>;
  refresh(): Promise<void>;
}

/** Loads what is void. */
export async function openRevocations({ db }: { db: Database }): Promise<Revocations> {
  // Bounded by RATE_LIMIT for each client: a revocation is kept until its token expires, 30 minutes at most.
  let tokens: Set<string> = new Set();
  // Of clients that an admin has disabled.
  let clients: ReadonlyMap<string, number> = new Map();

  async function refresh(): Promise<void> {
    const now = new Date().toISOString();
    const [revoked, voided] = await Promise.all([
      access.listRevoked.all(db, { now }),
      access.listVoided.all(db, {}),
    ]);
    tokens = new Set(revoked.map((row) => row.jti));
    clients = new Map(voided.map((row) => [row.id, Date.parse(row.tokens_not_before) / 1000]));
  }
  await refresh();

  return {
    refresh,
    isRevoked(jti, clientId, issuedAt) {
      const notBefore = clients.get(clientId);
      // `iat` has whole seconds: a token of the same second counts as issued before.
      return tokens.has(jti) || (notBefore !== undefined && issuedAt <= notBefore);
    },
    async revoke({ jti, exp }) {
      await db.transaction(async (tx) => {
        await access.forgetRevoked.all(tx, { now: new Date().toISOString() });
        await access.insertRevocation(tx, [[jti, new Date(exp * 1000).toISOString()]]);
        await tenancy.bumpVersion(tx, "access");
      });
      tokens.add(jti);
    },
  };
}
