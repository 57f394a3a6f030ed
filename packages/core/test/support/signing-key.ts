import { generateKeyPairSync, hash } from "node:crypto";
import { access, openDatabase } from "@rapport/db";
import { secretBox } from "../../src/access/secret-box.ts";

/** Neighbours in time have different keys, so that no token of one installation is valid in the next. */
const KEYS = 4;

const keys: ReturnType<typeof makeKey>[] = [];
let given = 0;

/**
 * Gives a migrated database that no server has opened its signing key. Otherwise the first server makes a new one, which
 * takes 100 ms of processor time or more; here all installations of a worker share a few.
 */
export async function giveSigningKey(databaseUrl: string, secretKey: Buffer): Promise<void> {
  const { kid, publicJwk, privateKey } = nextKey();
  const now = new Date().toISOString();
  const db = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const sealed = secretBox([secretKey]).seal(privateKey);
    await access.insertSigningKey(db, [[kid, publicJwk, sealed, now, now, null]]);
  } finally {
    await db.close();
  }
}

function nextKey() {
  const at = given++ % KEYS;
  const key = keys[at] ?? makeKey();
  keys[at] = key;
  return key;
}

function makeKey() {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { e, kty, n } = pair.publicKey.export({ format: "jwk" });
  const publicJwk = JSON.stringify({ e, kty, n });
  return {
    // The thumbprint (RFC 7638), as the service names its keys.
    kid: hash("sha256", publicJwk, "base64url"),
    publicJwk,
    privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
