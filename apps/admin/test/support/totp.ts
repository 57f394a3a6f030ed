import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/**
 * Returns a code as an authenticator app shows it (RFC 6238), without the library that the server uses.
 *
 * @param steps time steps from now; the server takes those of one step before and after
 */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((one) => BASE32.indexOf(one).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g)?.map((eight) => Number.parseInt(eight, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const digest = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Returns a code of six digits that none of the present steps has. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find(
    (code) => !right.includes(code),
  ) as string;
}
