import { files } from "@rapport/db";
import type { Deps, FileKey } from "../deps.ts";
import { FileGone } from "./files.ts";
import { openPart, parseKey } from "./part-cipher.ts";

/**
 * Reads a file, one part at a time.
 *
 * @param range.from position of the first byte
 * @param range.to position after the last byte; the end of the file if it is not given
 * @throws FileGone, also while it is read; Error if a part was changed
 */
export async function* readFile(
  { db, fileParts, secrets }: Pick<Deps, "db" | "fileParts" | "secrets">,
  file: FileKey,
  range: { readonly from?: number; readonly to?: number } = {},
): AsyncGenerator<Buffer> {
  const found = await files.findFile(db, file);
  if (found === undefined) throw new FileGone();
  const key = parseKey(secrets.open(found.key));
  const end = Math.min(range.to ?? found.length, found.length);
  let at = range.from ?? 0;
  while (at < end) {
    const part = await fileParts.find(db, file, at);
    if (part === undefined) throw new FileGone();
    const bytes = await openPart(key, file, part.start, part.bytes);
    const some = bytes.subarray(at - part.start, end - part.start);
    if (some.length === 0) throw new Error(`a file has no part at ${at}`);
    yield some;
    at += some.length;
  }
}

/** Reads a file, or a part of it, that fits into memory. @throws FileGone */
export async function readAll(...wanted: Parameters<typeof readFile>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readFile(...wanted)) parts.push(part);
  return Buffer.concat(parts);
}
