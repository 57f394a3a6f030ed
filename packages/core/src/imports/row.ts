/** A row of an imported file. */
export interface Row {
  /** Counted from 1; the header does not count. */
  readonly number: number;
  /** Texts of CSV, values of NDJSON, by the names of their columns. Absent if the row has no such column. */
  readonly cells: ReadonlyMap<string, unknown>;
  /** All cells of a line of CSV. */
  readonly line?: readonly string[];
  /** What has no column: cells beyond the header, or a line of NDJSON that is no object. */
  readonly extra?: readonly string[];
  /** What is wrong with the row as a whole. */
  readonly fault: string | null;
  /** Position in the file after the row, in bytes. */
  readonly end: number;
}

/** From where to continue reading a file. */
export interface RowPosition {
  /** Position in the file after the last row that was read, in bytes. */
  readonly offset: number;
  /** Rows before it. */
  readonly rows: number;
}
