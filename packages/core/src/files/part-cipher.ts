import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { promisify } from "node:util";
import { constants, deflateRaw, inflateRaw } from "node:zlib";
import type { FileKey } from "../deps.ts";
import { deflateChunkSize, inflateChunkSize } from "./chunk-size.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The form of a part before encryption. */
const PLAIN = 0;
const DEFLATED = 1;

/** Returns the key of a new file, in the form that the database stores once it is sealed. */
export function newKey(): string {
  return randomBytes(32).toString("base64url");
}

export function parseKey(text: string): KeyObject {
  return createSecretKey(Buffer.from(text, "base64url"));
}

/**
 * Encrypts a part of a file: AES-256-GCM. The file and the position are authenticated, so swapped parts are detected.
 * Compresses it before, if that makes it smaller.
 *
 * @param start position of its first byte in the file
 */
export async function sealPart(
  key: KeyObject,
  file: FileKey,
  start: number,
  bytes: Buffer,
): Promise<Buffer> {
  const deflated = await deflate(bytes, {
    level: constants.Z_BEST_SPEED,
    chunkSize: deflateChunkSize(bytes.length),
  });
  const isSmaller = deflated.length < bytes.length;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(place(file, start));
  const form = Buffer.of(isSmaller ? DEFLATED : PLAIN);
  const body = [cipher.update(form), cipher.update(isSmaller ? deflated : bytes), cipher.final()];
  return Buffer.concat([nonce, ...body, cipher.getAuthTag()]);
}

/** @throws Error if the part was changed or belongs elsewhere */
export async function openPart(
  key: KeyObject,
  file: FileKey,
  start: number,
  sealed: Buffer,
): Promise<Buffer> {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(place(file, start))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const body = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  decipher.final();
  const bytes = body.subarray(1);
  if (body[0] !== DEFLATED) return bytes;
  return inflate(bytes, { chunkSize: inflateChunkSize(bytes.length) });
}

function place({ projectId, id }: FileKey, start: number): Buffer {
  return Buffer.from(`v1/${projectId}/${id}/${start}`);
}
