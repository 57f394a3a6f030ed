import { CrmError } from "../errors.ts";
import { type Encoding, encodingOf, MARK, wholeCharacters, wideEncoding, ZIP } from "./encoding.ts";
import { fileFault, notText } from "./file-fault.ts";
import { gunzip } from "./gunzip.ts";
import { MAX_FILE_BYTES, MAX_UNPACKED_BYTES } from "./size-limits.ts";

/** Bytes by which the kind of a file is recognized. */
const HEAD_BYTES = 4_096;

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
