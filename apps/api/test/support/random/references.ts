import fc from "fast-check";

/*
 * A random request names a record by its place among those of its type, because ids are only known when it is sent:
 * `#contact:3` is the number of the fourth contact's id, and `$contact:3` the same within a longer text. `$time:3` is the
 * moment before the fourth request. `contactdeleted` are the deleted contacts, `contactmerged` those that are merged into
 * others, and `contactprimary` in the same order these others.
 */

/** The id of a record that does not exist. */
const NO_ID = 999_999_999;

/** Returns references that become numbers. */
export function someRecord(type: string): fc.Arbitrary<string> {
  return fc.nat({ max: 11 }).map((place) => `#${type}:${place}`);
}

/** Returns references that become text. */
export function someRecordText(type: string): fc.Arbitrary<string> {
  return someRecord(type).map((reference) => reference.replace("#", "$"));
}

/**
 * Replaces the references in a text.
 *
 * @param valuesOf the ids of a type, or the moments for `time`
 */
export function withReferences(
  text: string,
  valuesOf: (type: string) => readonly (number | string)[],
): string {
  const valueAt = (type: string, place: string) => {
    const values = valuesOf(type);
    return String(values[Number(place) % values.length] ?? NO_ID);
  };
  return text
    .replaceAll(/"#([a-z]+):(\d+)"/g, (_, type, place) => valueAt(type, place))
    .replaceAll(/\$([a-z]+):(\d+)/g, (_, type, place) => valueAt(type, place));
}
