import { isAscii, isUtf8 } from "node:buffer";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CrmError } from "../errors.ts";
import { MAX_FILE_BYTES, MAX_UNPACKED_BYTES } from "./size-limits.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes by which the kind of a file is recognized. */
const HEAD_BYTES = 4_096;

/**
 * Bytes that a gzip file may unpack to however small it is, and how many times its size it may have beyond that. Tables
 * reach 4 to 30 times; a file that is made to keep the server busy reaches 1,000.
 */
const FREE_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_RATIO = 100;

/** Returns the refusal of a file. */
export function fileFault(code: string, message: string): CrmError {
  return new CrmError("INVALID_INPUT", message, { issues: [{ path: "", code, message }] });
}

/**
 * Turns a file into UTF-8 without a byte order mark: unpacks gzip and recognizes the encoding.
 *
 * @param isGzip whether the request says that it is gzip; a file that begins as gzip does is unpacked too
 * @param onEncoding called at the end, because ASCII may continue as UTF-8 or as Windows-1252
 * @throws CrmError PAYLOAD_TOO_LARGE; INVALID_INPUT if it is no text or half a gzip
 */
export async function* toText(
  source: AsyncIterable<Buffer>,
  isGzip: boolean,
  onEncoding: (encoding: Encoding) => void,
): AsyncGenerator<Buffer> {
  const sent = await peek(limited(source, MAX_FILE_BYTES, "The file is larger than 2 GiB."));
  const isPacked = isGzip || (sent.head[0] === 0x1f && sent.head[1] === 0x8b);
  if (!isPacked) return yield* decoded(sent, onEncoding);
  const tooLarge = "The unpacked file is larger than 8 GiB.";
  yield* decoded(await peek(limited(gunzip(sent.all), MAX_UNPACKED_BYTES, tooLarge)), onEncoding);
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

async function* decoded(
  { head, all }: Peeked,
  onEncoding: (encoding: Encoding) => void,
): AsyncGenerator<Buffer> {
  if (head.subarray(0, 4).equals(ZIP)) {
    throw fileFault(
      "file_is_archive",
      "The file is a ZIP archive, for example an Excel workbook. Save the table as CSV first.",
    );
  }
  const wide = wideEncoding(head);
  if (wide !== undefined) {
    yield* fromUtf16(all, wide);
    return onEncoding(wide);
  }
  onEncoding(yield* fromBytes(all));
}

const ZIP = Buffer.from("PK\u0003\u0004");

/** Recognizes UTF-16 by its byte order mark, or by the zero bytes of its first ASCII characters. */
function wideEncoding(head: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const pairs = Math.min(head.length, 64) >> 1;
  if (pairs === 0) return undefined;
  let [first, second] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    if (head[2 * i] === 0) first++;
    if (head[2 * i + 1] === 0) second++;
  }
  if (second > pairs / 2 && first === 0) return "utf-16le";
  if (first > pairs / 2 && second === 0) return "utf-16be";
  return undefined;
}

async function* fromUtf16(
  source: AsyncIterable<Buffer>,
  encoding: "utf-16le" | "utf-16be",
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined });
      if (!text.includes("\0")) return Buffer.from(text);
    } catch {
      // Reported below.
    }
    throw notText(encoding);
  };
  for await (const bytes of source) yield decode(bytes);
  yield decode();
}

function notText(encoding: string): CrmError {
  return fileFault("encoding_invalid", `The file is not text in ${encoding}. Save it as UTF-8.`);
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads UTF-8, or Windows-1252 if the first bytes beyond ASCII are not UTF-8. */
async function* fromBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Encoding> {
  const windows = new TextDecoder("windows-1252");
  let encoding: Encoding | undefined;
  let carried = Buffer.alloc(0);
  let isFirst = true;
  for await (const read of source) {
    let bytes = Buffer.concat([carried, read]);
    carried = Buffer.alloc(0);
    if (isFirst && bytes.subarray(0, 3).equals(MARK)) {
      bytes = bytes.subarray(3);
      encoding = "utf-8";
    }
    isFirst = false;
    if (bytes.includes(0))
      throw fileFault("file_is_binary", "The file is not text. Save it as CSV.");
    if (encoding !== "windows-1252") {
      const whole = wholeCharacters(bytes);
      const found = encodingOf(bytes.subarray(0, whole), encoding);
      encoding = found ?? encoding;
      if (encoding !== "windows-1252") {
        carried = bytes.subarray(whole);
        bytes = bytes.subarray(0, whole);
      }
    }
    yield encoding === "windows-1252" ? Buffer.from(windows.decode(bytes)) : bytes;
  }
  if (carried.length === 0) return encoding ?? "utf-8";
  if (encoding === "utf-8") throw notText("utf-8");
  yield Buffer.from(windows.decode(carried));
  return "windows-1252";
}

/** @returns undefined if there is only ASCII, which both have in common */
function encodingOf(bytes: Buffer, known: Encoding | undefined): Encoding | undefined {
  if (isAscii(bytes)) return undefined;
  if (isUtf8(bytes)) return "utf-8";
  // A valid character of several bytes before the fault says that it is UTF-8, but damaged.
  if (known === "utf-8" || firstInvalid(bytes) > bytes.findIndex((byte) => byte > 0x7f)) {
    throw notText("utf-8");
  }
  return "windows-1252";
}

/** Returns the position of the first byte that is not UTF-8. */
function firstInvalid(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const size = characterBytes(bytes[at] ?? 0);
    if (!isUtf8(bytes.subarray(at, at + size))) return at;
    at += size;
  }
  return at;
}

function characterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** Returns the number of bytes before a UTF-8 character that is cut off at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      return characterBytes(byte) > back ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) break;
  }
  return bytes.length;
}
