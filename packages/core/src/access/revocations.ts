import { access, type Database, tenancy } from "@rapport/db";
import type { Revocations } from "../deps.ts";

/** Loads the revocations from the database. */
export async function openRevocations({ db }: { db: Database }): Promise<Revocations> {
  // RATE_LIMIT bounds these per client, because a revocation ends with its token, after 30 minutes at most.
  let tokens: Set<string> = new Set();
  // Clients that an admin has disabled, with the time before which their tokens are void.
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
      // `iat` has whole seconds, so a token of the same second counts as issued before.
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
