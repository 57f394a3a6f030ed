import { isAscii, isUtf8 } from "node:buffer";
import { notText } from "./file-fault.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

export const ZIP = Buffer.from("PK\u0003\u0004");

/** Recognizes UTF-16 by its byte order mark, or by the zero bytes of its first ASCII characters. */
export function wideEncoding(head: Buffer): "utf-16le" | "utf-16be" | undefined {
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

export const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** @returns undefined if there is only ASCII, which both have in common */
export function encodingOf(bytes: Buffer, known: Encoding | undefined): Encoding | undefined {
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
