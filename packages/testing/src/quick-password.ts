import { argon2Sync, randomBytes } from "node:crypto";

/**
 * Returns a password and a hash of it, as the service stores them. The hash names its cost, which is a thousandth of that
 * of the service's own, so that a sign-in takes no processor time worth mentioning.
 */
export function quickPassword(): { readonly password: string; readonly hash: string } {
  const password = randomBytes(15).toString("base64url");
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync("argon2id", { message: password, nonce, ...cost });
  const [salt, digest] = [nonce, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return { password, hash: `$argon2id$v=19$m=8,t=1,p=1$${salt}$${digest}` };
}
