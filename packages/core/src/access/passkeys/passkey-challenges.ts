import { passkeys } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { hashCredential } from "../credentials/credentials.ts";

/** Time to answer a challenge. */
const LIFETIME_MS = 5 * 60 * 1000;

/**
 * Keeps a challenge until it is answered.
 *
 * @param boundTo the session or the browser that may answer
 */
export async function keepChallenge(
  { db }: Pick<Deps, "db">,
  challenge: string,
  boundTo: string,
): Promise<void> {
  const now = Date.now();
  const until = new Date(now + LIFETIME_MS).toISOString();
  await db.transaction(async (tx) => {
    await passkeys.deleteOldChallenges.all(tx, { now: new Date(now).toISOString() });
    await passkeys.insertChallenge(tx, [[hashCredential(challenge), boundTo, until]]);
  });
}

/**
 * Deletes the challenge that an answer names, right or wrong, because a challenge can be answered once.
 *
 * @param clientData `clientDataJSON` of the answer, base64url
 * @returns the challenge; undefined if there is none, it was used or it is bound to something else
 */
export async function takeChallenge(
  { db }: Pick<Deps, "db">,
  clientData: string,
  boundTo: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  const wanted = { hash: hashCredential(challenge), boundTo, now: new Date().toISOString() };
  const taken = await db.transaction((tx) => passkeys.takeChallenge.first(tx, wanted));
  return taken === undefined ? undefined : challenge;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8"));
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
