import { isAscii } from "node:buffer";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CrmError } from "../errors.ts";
import { markedEncoding, recognized, wholeCharacters, wideEncoding, ZIP } from "./encoding.ts";
import { fileFault, MAX_FILE_BYTES, MAX_UNPACKED_BYTES, notText } from "./files.ts";

/** Bytes by which the kind of a file is recognized. */
const HEAD_BYTES = 4_096;
/** Bytes with characters beyond ASCII by which their encoding is recognized. */
const SAMPLE_BYTES = 64 * 1024;

/** Form of a sent file, as far as the sender names it. */
export interface SentFile {
  /** Whether the request says that it is gzip. A file that begins as gzip does is unpacked too. */
  readonly isGzip?: boolean;
  /** Its encoding, if the sender has named one. A byte order mark is more certain. */
  readonly encoding?: string | undefined;
}

/**
 * Turns a file into UTF-8 without a byte order mark: unpacks gzip and recognizes the encoding.
 *
 * @param onEncoding called at the end, because ASCII may continue in any encoding
 * @throws CrmError PAYLOAD_TOO_LARGE; INVALID_INPUT if it is no text or half a gzip
 */
export async function* toText(
  source: AsyncIterable<Buffer>,
  { isGzip = false, encoding }: SentFile,
  onEncoding: (encoding: string) => void,
): AsyncGenerator<Buffer> {
  const sent = await peek(limited(source, MAX_FILE_BYTES, "The file is larger than 2 GiB."));
  const isPacked = isGzip || (sent.head[0] === 0x1f && sent.head[1] === 0x8b);
  if (!isPacked) return onEncoding(yield* decoded(sent, encoding));
  const tooLarge = "The unpacked file is larger than 8 GiB.";
  const unpacked = await peek(limited(gunzip(sent.all), MAX_UNPACKED_BYTES, tooLarge));
  onEncoding(yield* decoded(unpacked, encoding));
}

interface Peeked {
  /** The first bytes of `all`. */
  readonly head: Buffer;
  readonly all: AsyncGenerator<Buffer>;
}

async function peek(source: AsyncGenerator<Buffer>): Promise<Peeked> {
  const first: Buffer[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const { done, value } = await source.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  const head = Buffer.concat(first);
  async function* all(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    yield* source;
  }
  return { head, all: all() };
}

async function* limited(
  source: AsyncIterable<Buffer>,
  limit: number,
  message: string,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const bytes of source) {
    size += bytes.length;
    if (size > limit) throw new CrmError("PAYLOAD_TOO_LARGE", `${message} Send it in parts.`);
    yield bytes;
  }
}

/** Decodes a file. Returns its encoding. */
async function* decoded(
  { head, all }: Peeked,
  named: string | undefined,
): AsyncGenerator<Buffer, string> {
  if (head.subarray(0, 4).equals(ZIP)) {
    throw fileFault(
      "file_is_archive",
      "The file is a ZIP archive, for example an Excel workbook. Save the table as CSV first.",
    );
  }
  const known = markedEncoding(head) ?? named ?? wideEncoding(head);
  if (known === undefined) return yield* fromUnknown(all);
  yield* fromKnown(all, known);
  return known;
}

/** Decodes a file whose encoding is known. */
async function* fromKnown(source: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes?: Buffer) => {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw notText(encoding);
    }
    if (text.includes("\0")) throw encoding.startsWith("utf-16") ? notText(encoding) : binary();
    return Buffer.from(text);
  };
  for await (const bytes of source) yield decode(bytes);
  yield decode();
}

function binary() {
  return fileFault("file_is_binary", "The file is not text. Save it as CSV.");
}

/** Reads ASCII, and then what the first characters beyond it are recognized as. Returns the encoding. */
async function* fromUnknown(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer, string> {
  let sample: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await source.next();
    if (done) break;
    if (value.includes(0)) throw binary();
    if (size === 0 && isAscii(value)) {
      yield value;
      continue;
    }
    sample.push(value);
    size += value.length;
    if (size >= SAMPLE_BYTES) break;
  }
  if (size === 0) return "utf-8";
  const held = Buffer.concat(sample);
  sample = [];
  // In the middle of a file, the last character may be cut off.
  const whole = size < SAMPLE_BYTES ? held.length : wholeCharacters(held);
  const encoding = recognized(held.subarray(0, whole));
  async function* rest(): AsyncGenerator<Buffer> {
    yield held;
    yield* source;
  }
  yield* fromKnown(rest(), encoding);
  return encoding;
}

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
async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
