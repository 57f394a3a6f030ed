/** Bytes to send: from one position to before another one. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a `Range` header (RFC 9110 §14.2). Only a single range of bytes counts; anything else is ignored, as the RFC
 * allows.
 *
 * @param length bytes of the whole file
 * @returns undefined to send the whole file; null if the range begins after its end
 */
export function byteRange(
  header: string | undefined,
  length: number,
): ByteRange | null | undefined {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const size = Math.min(Number(last), length);
    return size === 0 ? null : { from: length - size, to: length };
  }
  const from = Number(first);
  const to = last === "" ? length : Math.min(Number(last) + 1, length);
  if (last !== "" && Number(last) < from) return undefined;
  return from >= length ? null : { from, to };
}
