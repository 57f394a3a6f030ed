import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { CrmError } from "../../errors.ts";

/** What is stored for an admin who has no password yet. It is the hash of no password. */
export const NO_PASSWORD = "none";

/** Long enough to withstand guessing at the rate that the sign-in limit allows. */
const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 1_000;

/** @throws CrmError INVALID_INPUT if the password is too short or too long */
export function checkPassword(password: string): void {
  if (password.length >= MIN_CHARACTERS && password.length <= MAX_CHARACTERS) return;
  const message = `A password must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters.`;
  throw CrmError.ofIssue("INVALID_INPUT", { path: "password", code: "invalid_length", message });
}

/** Minimum that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const derive = promisify(argon2);

/** Hashes a password with argon2id (RFC 9106) into a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: password, nonce, ...COST });
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Returns whether a password matches a hash. Returns false for a hash of another format. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (parts === null) return false;
  const [, memory, passes, parallelism, nonce = "", expected = ""] = parts;
  const wanted = Buffer.from(expected, "base64");
  const tag = await derive("argon2id", {
    message: password,
    nonce: Buffer.from(nonce, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(tag, wanted);
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
