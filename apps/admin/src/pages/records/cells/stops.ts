/**
 * The places of a row that the arrow keys reach, in the attribute `data-stop`. A cell has the name of its field, which
 * contains no colon.
 */
export const SELECT_STOP = ":select";
export const NAME_STOP = ":name";
export const MENU_STOP = ":menu";

/** The place of a stop in the table. */
export interface Place {
  /** Index of the row, from 0. */
  readonly index: number;
  readonly stop: string;
}

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

/**
 * Returns where a key moves the focus to, as in the grid pattern of WAI-ARIA; null if it moves nothing.
 *
 * @param stops the stops of each row
 * @param count number of rows
 */
export function placeAfter(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  { index, stop }: Place,
  stops: readonly string[],
  count: number,
): Place | null {
  const at = stops.indexOf(stop);
  const toRow = (next: number) => ({ index: Math.max(0, Math.min(count - 1, next)), stop });
  const toStop = (next: number) => ({ index, stop: stops[next] ?? stop });
  const isWhole = ctrlKey || metaKey;
  if (isWhole && key === "Home") return toRow(0);
  if (isWhole && key === "End") return toRow(count - 1);
  if (isWhole) return null;
  if (key === "ArrowDown") return toRow(index + 1);
  if (key === "ArrowUp") return toRow(index - 1);
  if (key === "PageDown") return toRow(index + PAGE_ROWS);
  if (key === "PageUp") return toRow(index - PAGE_ROWS);
  if (key === "ArrowRight") return toStop(at + 1);
  if (key === "ArrowLeft") return toStop(at - 1);
  if (key === "Home") return toStop(0);
  return key === "End" ? toStop(stops.length - 1) : null;
}
