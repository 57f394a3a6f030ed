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

/** Least that zlib takes. */
const MIN_BYTES = 64;
/** Largest part of a file before compression. */
const MAX_BYTES = 1024 * 1024;
/** How many times smaller CSV becomes, about. */
const COMPRESSION = 4;

/**
 * Returns the size of the buffers into which zlib compresses some bytes. Zlib waits for a thread whenever one is full: with
 * the default of 16 KiB, dozens of times for a part of a file. A much larger buffer than needed is garbage.
 */
export function deflateChunkSize(bytes: number): number {
  return within(bytes / COMPRESSION);
}

/** Returns the size of the buffers into which zlib expands some bytes: mostly one is enough. */
function inflateChunkSize(bytes: number): number {
  return within(bytes * COMPRESSION * 2);
}

function within(bytes: number): number {
  return Math.min(Math.max(Math.ceil(bytes), MIN_BYTES), MAX_BYTES);
}

function place({ projectId, id }: FileKey, start: number): Buffer {
  return Buffer.from(`v1/${projectId}/${id}/${start}`);
}
