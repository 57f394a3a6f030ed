/**
 * Cuts a page from rows of which one more than the page holds was read.
 *
 * @returns the rows of the page, and the id of its last row, or null if no page follows
 */
export function cutPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): { shown: readonly Row[]; next: number | null } {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
