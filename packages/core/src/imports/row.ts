/** A row of an imported file. */
export interface Row {
  /** The line on which it begins, as an editor counts the lines of the file. */
  readonly number: number;
  /** Its last line. */
  readonly last: number;
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
  /** Lines before it. */
  readonly before: number;
  /** True for a file that version 0.3.0 has read: it counted rows in place of lines. */
  readonly isCounted: boolean;
}

/** Returns the name of a column in the form in which names are compared: spreadsheets write é in two ways. */
export function columnName(text: string): string {
  return text.normalize("NFC");
}
