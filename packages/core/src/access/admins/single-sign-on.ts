import { joinTransaction, UniqueViolation, users } from "@rapport/db";
import { recordAudit } from "../../audit/audit.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { joinWithoutLink } from "./account-links.ts";
import { openSession, type SignInOrigin } from "./sessions.ts";

/** The account that an OpenID provider confirms. */
export interface Identity {
  readonly issuer: string;
  /** The only claim that identifies an account permanently (OpenID Connect Core §5.7). */
  readonly subject: string;
  /** Undefined if the provider sends no email. */
  readonly email: string | undefined;
  /** Undefined if the provider does not say; some providers verify every address and omit the claim. */
  readonly emailVerified: boolean | undefined;
}

/**
 * Signs in the admin that a provider's account belongs to. The first sign-in finds the admin by email and
 * links the account. Later sign-ins use only the account, so that a new owner of the email does not get the
 * admin's rights. Never creates an admin.
 *
 * @returns see `signIn`
 * @throws CrmError UNAUTHENTICATED, with a message for the log, if the account belongs to no admin
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
      if (bound === undefined) {
        await bind(joined, user.id, identity);
        await joinWithoutLink(tx, user);
      }
      return openSession(joined, user.id, origin, { method: "single_sign_on" });
    });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw refusal("the account was linked to another admin in the meantime");
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
  if (done === undefined) throw refusal("the admin is linked to another account of the provider");
  await recordAudit(deps.db, {
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
