import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CrmError } from "../errors.ts";
import { fileFault } from "./file-fault.ts";

/**
 * Bytes that a gzip file may unpack to however small it is, and how many times its size it may have beyond that. Tables
 * reach 4 to 30 times; a file that is made to keep the server busy reaches 1,000.
 */
const FREE_UNPACKED_BYTES = 4 * 1024 * 1024;
const MAX_RATIO = 100;

/**
 * Unpacks a gzip file.
 *
 * @throws CrmError INVALID_INPUT if it is damaged or incomplete; PAYLOAD_TOO_LARGE if it unpacks to much more
 */
export async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  const packed = Readable.from(source, { objectMode: false });
  pipeline(packed, unpacked, () => undefined);
  let size = 0;
  try {
    for await (const bytes of unpacked) {
      size += bytes.length;
      if (size > FREE_UNPACKED_BYTES && size > MAX_RATIO * unpacked.bytesWritten) throw tooDense();
      yield bytes as Buffer;
    }
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!/^Z_/.test(code)) throw error;
    throw code === "Z_BUF_ERROR"
      ? fileFault("gzip_incomplete", "The gzip file ends too early. Send the whole file.")
      : fileFault("gzip_invalid", "The gzip file is damaged. Compress it again.");
  }
}

function tooDense(): CrmError {
  const message = `The gzip file unpacks to more than ${MAX_RATIO} times its size. Send it unpacked.`;
  return new CrmError("PAYLOAD_TOO_LARGE", message);
}
