import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { deflateChunkSize } from "../files/chunk-size.ts";

const deflate = promisify(deflateRaw);

/** What the end of a gzip file says about all that was compressed (RFC 1952). */
export interface GzipState {
  readonly crc: number;
  /** Bytes before compression, modulo 2^32. */
  readonly size: number;
}

export const EMPTY_GZIP: GzipState = { crc: 0, size: 0 };

/** The header: deflate, no name, no time, unknown system. */
export const GZIP_HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/** The last block of a deflate stream, without content (RFC 1951). */
const LAST_BLOCK = Buffer.of(3, 0);

/**
 * Compresses the next part of a gzip file. Each part is complete in itself, so that another process can go on after a
 * crash. The file has one member, because not every program reads several.
 */
export async function gzipPart(
  { crc, size }: GzipState,
  bytes: Buffer,
): Promise<{ readonly bytes: Buffer; readonly state: GzipState }> {
  const deflated = await deflate(bytes, {
    finishFlush: constants.Z_FULL_FLUSH,
    chunkSize: deflateChunkSize(bytes.length),
  });
  const state = { crc: crc32(bytes, crc), size: (size + bytes.length) % 2 ** 32 };
  return { bytes: deflated, state };
}

/** Returns the end of a gzip file. */
export function gzipEnd({ crc, size }: GzipState): Buffer {
  const sums = Buffer.alloc(8);
  sums.writeUInt32LE(crc, 0);
  sums.writeUInt32LE(size, 4);
  return Buffer.concat([LAST_BLOCK, sums]);
}
