import type { ProjectRows, ProjectSnapshot } from "@rapport/db";
import type { Line } from "./format.ts";

type Table = keyof ProjectRows;
export type Row<T extends Table> = ProjectRows[T];

export async function* inBatches<T extends Table>(
  snapshot: ProjectSnapshot,
  table: T,
  toLine: (row: Row<T>) => Line,
): AsyncGenerator<readonly Line[]> {
  for await (const rows of snapshot.rows(table)) yield rows.map(toLine);
}

export async function allRows<T extends Table>(
  snapshot: ProjectSnapshot,
  table: T,
): Promise<Row<T>[]> {
  const found: Row<T>[] = [];
  for await (const rows of snapshot.rows(table)) found.push(...rows);
  return found;
}

interface Place {
  readonly position: number;
  readonly id: number;
}

export function byPlace(a: Place, b: Place): number {
  return a.position - b.position || a.id - b.id;
}

export function byText<T>(text: (one: T) => string): (a: T, b: T) => number {
  return (a, b) => {
    const [x, y] = [text(a), text(b)];
    if (x === y) return 0;
    return x < y ? -1 : 1;
  };
}

/** Parses stored JSON. The databases order members differently, so they are sorted. */
export function json(text: string) {
  return JSON.parse(text, (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(byText(([name]) => name)))
      : value,
  );
}
