import { randomFillSync } from "node:crypto";

const NONCE_BYTES = 12;
/** Random bytes for nonces, each used once. Asking the system for 12 bytes takes as long as a cipher. */
const nonces = Buffer.alloc(512 * NONCE_BYTES);
let usedNonceBytes = nonces.length;

/** Returns 12 random bytes for a cipher. */
export function nextNonce(): Buffer {
  if (usedNonceBytes === nonces.length) {
    randomFillSync(nonces);
    usedNonceBytes = 0;
  }
  const start = usedNonceBytes;
  usedNonceBytes += NONCE_BYTES;
  return nonces.subarray(start, usedNonceBytes);
}
