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
export function inflateChunkSize(bytes: number): number {
  return within(bytes * COMPRESSION * 2);
}

function within(bytes: number): number {
  return Math.min(Math.max(Math.ceil(bytes), MIN_BYTES), MAX_BYTES);
}
