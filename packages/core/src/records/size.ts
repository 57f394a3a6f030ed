import type { Issue } from "../errors.ts";
import type { StoredValue } from "../values/parse-value.ts";

/** Bytes of a record's values as JSON. It bounds a page of records, an event and a history entry too. */
const MAX_RECORD_BYTES = 1024 * 1024;
/** A change of fewer characters is not checked, so it stays quick, also in a record that is full. */
const SMALL_CHANGE = 1_000;

/** Checks the size of a record after a change (specification §8). */
export function checkSize(
  current: Readonly<Record<string, StoredValue>> | null,
  given: ReadonlyMap<string, StoredValue>,
): readonly (Omit<Issue, "path"> & { readonly property: string })[] {
  let length = 0;
  for (const value of given.values()) length += lengthOf(value);
  if (length < SMALL_CHANGE) return [];
  const properties = { ...current, ...Object.fromEntries(given) };
  const bytes = Buffer.byteLength(JSON.stringify(properties));
  if (bytes <= MAX_RECORD_BYTES) return [];
  const [[property] = [""]] = [...given].toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a));
  return [
    {
      property,
      code: "record_too_large",
      message:
        `The record would have ${bytes} bytes of values; it may have ${MAX_RECORD_BYTES}. ` +
        "Shorten this value, or clear others first.",
    },
  ];
}

function lengthOf(value: StoredValue): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? JSON.stringify(value).length : 0;
}
