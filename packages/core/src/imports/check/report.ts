import type { Outcome } from "../drafts/draft.ts";
import type { Reason } from "../row-inputs.ts";

/** A row as a dry run shows it. A later line about a row replaces an earlier one. */
export interface ReportedRow {
  readonly number: number;
  readonly outcome: Outcome;
  /** The cells of the file's columns, as text. */
  readonly cells: readonly string[];
  /** What a refused row has without a column, as text. */
  readonly extra?: string;
  /** True if a cell was too long to be kept whole; then the row cannot be fixed here. */
  readonly isCut: boolean;
  readonly reasons: readonly Reason[];
  /** The record that would change; null for a new one. */
  readonly recordId: number | null;
  /** Properties that would change, with their labels, in words. */
  readonly changes: readonly {
    readonly label: string;
    readonly old: string;
    readonly new: string;
  }[];
  /** The earlier row with the same key. */
  readonly firstRow: number | null;
  readonly isFixed?: boolean;
}

/** Rows of each outcome that are kept to look at; all others are only counted. */
const MAX_SHOWN = 100;
/** Refused rows that are kept, so that they can be fixed. */
const MAX_REFUSED_SHOWN = 1_000;
/** A longer row is cut. It bounds the report to a few mebibytes. */
export const MAX_ROW_CHARACTERS = 4_000;

/** Returns how many rows of an outcome are kept. */
export function shownOf(outcome: Outcome): number {
  return outcome === "refused" ? MAX_REFUSED_SHOWN : MAX_SHOWN;
}

/** Returns the newest state of each row, in the order of the file. */
export function newestRows(lines: readonly ReportedRow[]): readonly ReportedRow[] {
  const rows = new Map(lines.map((line) => [line.number, line]));
  return [...rows.values()].toSorted((a, b) => a.number - b.number);
}
