import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, pace } from "@rapport/db";

/**
 * Counts by spans with one statement on PostgreSQL, and with one for a few spans at a time on SQLite, where other
 * requests are served between two of them.
 *
 * @param onSqlite spans of one statement
 * @param count runs the statement with spans in JSON
 * @returns the rows of all statements
 */
export async function inPortions<Row>(
  db: Db,
  spans: readonly object[],
  onSqlite: number,
  count: (spans: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const size = pace.statementSize(db, onSqlite);
  const rows: Row[] = [];
  for (let start = 0; start < spans.length; start += size) {
    rows.push(...(await count(JSON.stringify(spans.slice(start, start + size)))));
    await nextTurn();
  }
  return rows;
}
