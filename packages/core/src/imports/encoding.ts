import { isUtf8 } from "node:buffer";
import { notText } from "./file-fault.ts";
import { guessEncoding } from "./guess-encoding.ts";

export const ZIP = Buffer.from("PK\u0003\u0004");

const MARKS = [
  ["utf-8", Buffer.from([0xef, 0xbb, 0xbf])],
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
] as const;

/** Returns the encoding that the byte order mark of a file names, or undefined. */
export function markedEncoding(head: Buffer): string | undefined {
  return MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark))?.[0];
}

/** Returns the name of an encoding in the Encoding standard of WHATWG, such as `windows-1252` for `latin1`. */
export function encodingName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Recognizes UTF-16 without a byte order mark by the zero bytes of its first ASCII characters. */
export function wideEncoding(head: Buffer): "utf-16le" | "utf-16be" | undefined {
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

/**
 * Recognizes the encoding of bytes that are not all ASCII.
 *
 * @throws CrmError INVALID_INPUT if they are damaged UTF-8: most of their characters of several bytes are valid
 */
export function recognized(bytes: Buffer): string {
  if (isUtf8(bytes)) return "utf-8";
  let [valid, invalid, at] = [0, 0, 0];
  while (at < bytes.length) {
    const size = characterBytes(bytes[at] ?? 0);
    const isValid = isUtf8(bytes.subarray(at, at + size));
    if (!isValid) invalid++;
    else if (size > 1) valid++;
    at += isValid ? size : 1;
  }
  if (valid >= invalid) throw notText("utf-8");
  return guessEncoding(bytes);
}

function characterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** Returns the number of bytes before a UTF-8 character that is cut off at the end. */
export function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      return characterBytes(byte) > back ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) break;
  }
  return bytes.length;
}
