import { joinTransaction, UniqueViolation, users } from "@rapport/db";
import { keepAudit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { openSession, type SignInOrigin } from "./sessions.ts";

/** Who somebody is, as the OpenID provider attests. */
export interface Identity {
  readonly issuer: string;
  /** The one claim that names an account for good (OpenID Connect Core §5.7). */
  readonly subject: string;
  /** Undefined when the provider gives none. */
  readonly email: string | undefined;
  /** Undefined when the provider does not say, as some that verify every address do. */
  readonly emailVerified: boolean | undefined;
}

/**
 * Signs in the admin whom a provider's account belongs to. The first time it is found by its email and bound
 * to the admin; from then on the account counts and not the email, so that whoever gets the email at the
 * provider later does not get the admin's rights. An account is never made.
 *
 * @returns as `signIn`
 * @throws CrmError UNAUTHENTICATED, with a message for the log, when it is no admin's
 */
export async function signInByIdentity(
  deps: Pick<Deps, "db">,
  identity: Identity,
  origin: SignInOrigin,
): Promise<{ token: string; maxAgeSeconds: number }> {
  try {
    return await deps.db.transaction(async (tx) => {
      const joined = { db: joinTransaction(deps.db, tx) };
      const bound = await users.findUserByIdentity.first(tx, identity);
      const user = bound ?? (await userByEmail(joined, identity));
      if (user.disabled_at !== null) throw refusal("the admin is disabled");
      if (bound === undefined) await bind(joined, user.id, identity);
      return openSession(joined, user.id, origin);
    });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw refusal("the account was bound to another admin meanwhile");
  }
}

async function userByEmail(deps: Pick<Deps, "db">, { email, emailVerified }: Identity) {
  if (email === undefined) throw refusal("the provider gives no email");
  if (emailVerified === false) throw refusal("the provider has not verified the email");
  const user = await users.findUserByEmail.first(deps.db, { email: email.toLowerCase() });
  if (user === undefined) throw refusal("there is no admin with the account's email");
  return user;
}

async function bind(deps: Pick<Deps, "db">, id: number, identity: Identity): Promise<void> {
  const { issuer, subject } = identity;
  const done = await users.bindIdentity.first(deps.db, { id, issuer, subject });
  if (done === undefined) throw refusal("the admin is bound to another account of the provider");
  await keepAudit(deps.db, {
    projectId: null,
    actor: `user:${id}`,
    surface: "admin",
    action: "admins.bind",
    subject: `admin:${id}`,
    details: { issuer, subject },
  });
}

function refusal(reason: string): CrmError {
  return new CrmError("UNAUTHENTICATED", `Single sign-on is refused: ${reason}.`);
}
