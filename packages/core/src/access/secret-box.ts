import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
} from "node:crypto";
import type { SecretBox } from "../deps.ts";
import { nextNonce } from "./tokens/nonces.ts";

/** @throws Error if the text is not 32 bytes in base64 */
export function parseSecretKey(base64: string): Buffer {
  const key = Buffer.from(base64, "base64");
  if (key.length !== 32 || !/^[A-Za-z0-9+/]{43}=?$/.test(base64)) {
    throw new Error("a secret key must be 32 bytes in base64");
  }
  return key;
}

/**
 * Returns a box that encrypts with the first key and decrypts with any.
 *
 * @param initial keys of 32 bytes
 * @param reload reads the keys again; called if a text needs an unknown key, because another process may have
 *   rotated the keys
 */
export function secretBox(
  initial: readonly Buffer[],
  reload: () => readonly Buffer[] = () => initial,
): SecretBox {
  let ring = keyRing(initial);

  function openerOf(id: string): KeyObject {
    if (!ring.keys.has(id)) ring = keyRing(reload());
    const opener = ring.keys.get(id);
    if (opener !== undefined) return opener;
    throw new Error("a stored secret was encrypted with a SECRET_KEY other than the current one");
  }

  return {
    seal(plain) {
      const { header, current } = ring;
      const nonce = nextNonce();
      const cipher = createCipheriv("aes-256-gcm", current, nonce).setAAD(Buffer.from(header));
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${header}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open(sealed) {
      const [, id = "", payload = ""] = /^v1\.([0-9a-f]{8})\.([\w-]+)$/.exec(sealed) ?? [];
      const bytes = Buffer.from(payload, "base64url");
      // The base64 decoder skips unknown characters. Only the canonical text of the bytes is accepted.
      if (payload === "" || bytes.toString("base64url") !== payload) {
        throw new Error("a stored secret is malformed");
      }
      const opener = openerOf(id);
      if (bytes.length < 28) throw new Error("a stored secret is incomplete");
      const decipher = createDecipheriv("aes-256-gcm", opener, bytes.subarray(0, 12))
        .setAAD(Buffer.from(`v1.${id}`))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

/** Keeps the keys in the form that ciphers use: converting one takes longer than sealing a cursor. */
function keyRing(all: readonly Buffer[]) {
  const keys = new Map(all.map((key) => [keyId(key), createSecretKey(key)]));
  const [current] = keys;
  if (current === undefined) throw new Error("there is no secret key");
  return { current: current[1], header: `v1.${current[0]}`, keys };
}

function keyId(key: Buffer): string {
  return createHash("sha256").update("rapport secret key id").update(key).digest("hex").slice(0, 8);
}
