import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from "node:crypto";
import type { SecretBox } from "../deps.ts";

/** How long the current key is used before the keys are read again, so that a rotation knows when all processes have read them. */
export const REREAD_MS = 1_000;

/** @throws Error if the text is not 32 bytes in base64 */
export function parseSecretKey(base64: string): Buffer {
  const key = Buffer.from(base64, "base64");
  if (key.length !== 32 || !/^[A-Za-z0-9+/]{43}=?$/.test(base64)) {
    throw new Error("a secret key must be 32 bytes in base64");
  }
  return key;
}

/** A stored secret was encrypted with a key that this process does not have. */
export class UnknownKey extends Error {
  override readonly name = "UnknownKey";

  constructor() {
    super("a stored secret was encrypted with a SECRET_KEY other than the current one");
  }
}

/**
 * Returns a box that encrypts with the first key and decrypts with any.
 *
 * @param initial keys of 32 bytes
 * @param reload reads the keys again, because another process may have rotated them: called if a text needs an unknown
 *   key, and before a text is encrypted, at most once a second. Keys that it no longer returns still decrypt. If it
 *   throws, the keys stay
 */
export function secretBox(
  initial: readonly Buffer[],
  reload: () => readonly Buffer[] = () => initial,
): SecretBox {
  let keys = new Map<string, CipherKey>();
  let current = use(initial);
  let readAt = performance.now();

  function use(all: readonly Buffer[]): CipherKey {
    const read = all.map(cipherKey);
    const [first] = read;
    if (first === undefined) throw new Error("there is no secret key");
    keys = new Map([...keys, ...read.map((key) => [key.id, key] as const)]);
    return first;
  }

  function reread(): void {
    readAt = performance.now();
    try {
      current = use(reload());
    } catch {
      // The file is gone or damaged: this process still has what it read.
    }
  }

  function fresh(): CipherKey {
    if (performance.now() - readAt >= REREAD_MS) reread();
    return current;
  }

  return {
    ...makeSecretBox(fresh, (id) => {
      if (!keys.has(id)) reread();
      return keys.get(id);
    }),
    isCurrent: (sealed) => sealed.startsWith(`v1.${fresh().id}.`),
  };
}

/** A key in the form that ciphers use: converting it takes longer than sealing a cursor. */
export interface CipherKey {
  /** Part of the texts that it encrypts. */
  readonly id: string;
  readonly key: KeyObject;
}

export function cipherKey(key: Buffer): CipherKey {
  return { id: keyId(key), key: createSecretKey(key) };
}

/**
 * Returns a box of keys that may change.
 *
 * @param current returns the key that encrypts
 * @param find returns the key with an id; undefined if it is unknown
 */
export function makeSecretBox(
  current: () => CipherKey,
  find: (id: string) => CipherKey | undefined,
): Pick<SecretBox, "open" | "seal"> {
  return {
    seal(plain) {
      const { id, key } = current();
      const header = `v1.${id}`;
      const nonce = nextNonce();
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(header));
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
      const opener = find(id);
      if (opener === undefined) throw new UnknownKey();
      if (bytes.length < 28) throw new Error("a stored secret is incomplete");
      const decipher = createDecipheriv("aes-256-gcm", opener.key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(`v1.${id}`))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

const NONCE_BYTES = 12;
/** Random bytes for nonces, each used once. Asking the system for 12 bytes takes as long as a cipher. */
const nonces = Buffer.alloc(512 * NONCE_BYTES);
let usedNonceBytes = nonces.length;

/** Returns 12 random bytes for a cipher. */
function nextNonce(): Buffer {
  if (usedNonceBytes === nonces.length) {
    randomFillSync(nonces);
    usedNonceBytes = 0;
  }
  const start = usedNonceBytes;
  usedNonceBytes += NONCE_BYTES;
  return nonces.subarray(start, usedNonceBytes);
}

function keyId(key: Buffer): string {
  return createHash("sha256").update("rapport secret key id").update(key).digest("hex").slice(0, 8);
}
