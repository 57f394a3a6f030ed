/** First and next text of the names that `mergedProperty` gives. */
export const MERGED_NAMES = { from: "~merged:", below: "~merged;" } as const;

/**
 * Returns the name of the index rows with the values of merged records, by which their primary records are found. No
 * property has this name.
 */
export function mergedProperty(property: string): string {
  return `${MERGED_NAMES.from}${property}`;
}
