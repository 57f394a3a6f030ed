import { access, type Database, type Db, leaving, stateVersions } from "@rapport/db";
import type { Revocations } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { windowLimit } from "../window-limit.ts";
import { TOKEN_LIFETIME_SECONDS } from "./tokens.ts";

/**
 * Revocations of one client in one process during the lifetime of a token. After that time a revocation is
 * forgotten, so this bounds the table and the memory, whatever RATE_LIMIT is.
 */
const LIMIT = { points: 10_000, seconds: TOKEN_LIFETIME_SECONDS, keys: 100_000 };

/** Revokes the tokens of a project that is being removed, for as long as one can be valid. */
export async function revokeProjectTokens(tx: Db, projectId: number): Promise<void> {
  const expires = new Date(Date.now() + TOKEN_LIFETIME_SECONDS * 1000).toISOString();
  await access.insertRevocation(tx, [[projectEntry(projectId), expires]]);
}

/**
 * Returns the entry in the list of revoked tokens that revokes all tokens of a project. No token has this id, because a `jti`
 * is a UUID and has no colon.
 */
function projectEntry(projectId: number): string {
  return `project:${projectId}`;
}

/** Loads the revocations from the database. */
export async function openRevocations({ db }: { db: Database }): Promise<Revocations> {
  const limit = windowLimit(LIMIT);
  let tokens: Set<string> = new Set();
  // Clients that an admin has disabled, with the time before which their tokens are void.
  let clients: ReadonlyMap<string, number> = new Map();
  // Projects that were deleted, or whose tenants were. Their tokens work again once they are restored.
  let stopped: ReadonlySet<number> = new Set();

  /**
   * One list per running refresh: the tokens revoked since it began. The refresh adds them, because it may have read the
   * database before they were stored.
   */
  const running = new Set<string[]>();

  async function refresh(): Promise<void> {
    const now = new Date().toISOString();
    const meanwhile: string[] = [];
    running.add(meanwhile);
    try {
      // A project that is removed during a refresh is in one of the two lists, because this one is read first.
      const deleted = await leaving.listStopped.all(db, {});
      const [revoked, voided] = await Promise.all([
        access.listRevoked.all(db, { now }),
        access.listVoided.all(db, {}),
      ]);
      tokens = new Set([...revoked.map((row) => row.jti), ...meanwhile]);
      clients = new Map(voided.map((row) => [row.id, Date.parse(row.tokens_not_before) / 1000]));
      stopped = new Set(deleted.map(({ id }) => id));
    } finally {
      running.delete(meanwhile);
    }
  }
  await refresh();

  return {
    refresh,
    isRevoked({ jti, iat, principal }) {
      const notBefore = clients.get(principal.id);
      // `iat` has whole seconds, so a token of the same second counts as issued before.
      const isVoid = notBefore !== undefined && iat <= notBefore;
      if (isVoid || tokens.has(jti) || stopped.has(principal.projectId)) return true;
      return tokens.has(projectEntry(principal.projectId));
    },
    async revoke({ jti, exp, clientId }) {
      const { isAllowed, secondsLeft } = limit.consume(clientId);
      if (!isAllowed) {
        throw new CrmError(
          "RATE_LIMITED",
          `This client has revoked ${LIMIT.points} tokens. Retry in ${secondsLeft} seconds, or let the token expire.`,
          { headers: { "Retry-After": String(secondsLeft) } },
        );
      }
      await db.transaction(async (tx) => {
        await access.forgetRevoked.all(tx, { now: new Date().toISOString() });
        await access.insertRevocation(tx, [[jti, new Date(exp * 1000).toISOString()]]);
        await stateVersions.bumpVersion.all(tx, { name: "access" });
      });
      tokens.add(jti);
      for (const meanwhile of running) meanwhile.push(jti);
    },
  };
}
