import type { Row } from "./row.ts";

/** Bytes of the file that one transaction takes. */
export const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

/** The records of the rows have too many values for one transaction. */
export class RowsTooLarge extends Error {
  override readonly name = "RowsTooLarge";
}

/** Commits rows together, or each half of them if their records are too large. A single row always fits. */
export async function inParts(
  rows: readonly Row[],
  commit: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  try {
    await commit(rows);
  } catch (error) {
    if (!(error instanceof RowsTooLarge)) throw error;
    const half = Math.ceil(rows.length / 2);
    await inParts(rows.slice(0, half), commit);
    await inParts(rows.slice(half), commit);
  }
}
