import { access, type Database } from "@rapport/db";
import { signingKeyAt } from "../../access/tokens/signing-keys.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** An older key should be replaced. */
const MAX_KEY_AGE_MS = 365 * 24 * 60 * 60 * 1_000;

/** Checks that a key is active that signs access tokens. */
export async function checkSigningKeys(db: Database): Promise<Finding> {
  const keys = await access.listSigningKeys.all(db, {});
  if (keys.length === 0) {
    return warning(
      "signing keys",
      "There is no signing key yet; the server creates one at its first start.",
    );
  }
  const now = new Date().toISOString();
  const current = signingKeyAt(keys, now);
  if (current === undefined) {
    return failed(
      "signing keys",
      `No signing key is active, so no access token can be issued; run "rapport keys rotate" and check the clock.`,
    );
  }
  if (current.signs_from > now) {
    return failed(
      "signing keys",
      `This machine's clock is before ${current.signs_from}, when the oldest key starts. That key signs, but others may refuse tokens with a wrong time; synchronize the clock with NTP.`,
    );
  }
  if (Date.now() - Date.parse(current.signs_from) > MAX_KEY_AGE_MS) {
    return warning(
      "signing keys",
      `The active key has signed since ${current.signs_from}; run "rapport keys rotate".`,
    );
  }
  return ok("signing keys", `A signing key has been active since ${current.signs_from}.`);
}
