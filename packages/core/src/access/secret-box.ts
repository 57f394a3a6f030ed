import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Encrypts what must not lie in the database in the clear. */
export interface SecretBox {
  /** Seals a text with the current key: AES-256-GCM, the id of the key in the header. */
  seal(plain: string): string;
  /** @throws Error when the key is not known or the text was changed */
  open(sealed: string): string;
}

/** @throws Error when the text is not 32 bytes in base64 */
export function parseSecretKey(base64: string): Buffer {
  const key = Buffer.from(base64, "base64");
  if (key.length !== 32 || !/^[A-Za-z0-9+/]{43}=?$/.test(base64)) {
    throw new Error("a secret key must be 32 bytes in base64");
  }
  return key;
}

/**
 * @param initial 32 bytes each: the first seals, all of them open
 * @param reload reads the keys anew; asked when a text was sealed with a key that is not known, as it is
 *   once another process has rotated the key
 */
export function secretBox(
  initial: readonly Buffer[],
  reload: () => readonly Buffer[] = () => initial,
): SecretBox {
  let ring = keyRing(initial);

  function openerOf(id: string): Buffer {
    if (!ring.keys.has(id)) ring = keyRing(reload());
    const opener = ring.keys.get(id);
    if (opener !== undefined) return opener;
    throw new Error("a stored secret was sealed with another SECRET_KEY than the one that is set");
  }

  return {
    seal(plain) {
      const header = `v1.${ring.id}`;
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", ring.current, nonce).setAAD(Buffer.from(header));
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${header}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open(sealed) {
      const [, id = "", payload = ""] = /^v1\.([0-9a-f]{8})\.([\w-]+)$/.exec(sealed) ?? [];
      const bytes = Buffer.from(payload, "base64url");
      // The decoder passes over what it does not know: another text must not stand for the same bytes.
      if (payload === "" || bytes.toString("base64url") !== payload) {
        throw new Error("a stored secret is not well-formed");
      }
      const opener = openerOf(id);
      if (bytes.length < 28) throw new Error("a stored secret is cut short");
      const decipher = createDecipheriv("aes-256-gcm", opener, bytes.subarray(0, 12))
        .setAAD(Buffer.from(`v1.${id}`))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

function keyRing(all: readonly Buffer[]) {
  const [current] = all;
  if (current === undefined) throw new Error("there is no secret key");
  return { current, id: keyId(current), keys: new Map(all.map((key) => [keyId(key), key])) };
}

function keyId(key: Buffer): string {
  return createHash("sha256").update("rapport secret key id").update(key).digest("hex").slice(0, 8);
}
