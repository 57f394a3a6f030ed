import { access, type Database } from "@rapport/db";
import { signingKeyAt } from "../../access/signing-keys.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** A key that has signed for so long should be replaced, in milliseconds. */
const OLD = 365 * 24 * 60 * 60 * 1_000;

/** Whether a key is there to sign access tokens with. */
export async function checkSigningKeys(db: Database): Promise<Finding> {
  const keys = await access.listSigningKeys.all(db, {});
  if (keys.length === 0) {
    return warning("signing keys", "There is none yet; the server makes one at its first start.");
  }
  const now = new Date().toISOString();
  const current = signingKeyAt(keys, now);
  if (current === undefined) {
    return failed(
      "signing keys",
      `None is in force, so no access token can be issued; run "rapport keys rotate" and check the clock.`,
    );
  }
  if (current.signs_from > now) {
    return failed(
      "signing keys",
      `This machine's clock is before ${current.signs_from}, when the oldest key starts. That key signs, but others may refuse tokens with a wrong time; set the clock by NTP.`,
    );
  }
  if (Date.now() - Date.parse(current.signs_from) > OLD) {
    return warning(
      "signing keys",
      `The key in force has signed since ${current.signs_from}; run "rapport keys rotate".`,
    );
  }
  return ok("signing keys", `One is in force, since ${current.signs_from}.`);
}
