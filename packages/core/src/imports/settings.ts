import type { DATE_FORMATS, FILE_FORMATS, IMPORT_MODES } from "@rapport/model";
import type { Job } from "../jobs/jobs.ts";

/** The kind of jobs that import. */
export const IMPORT = "import";

/** The column of a file of refused rows that says why. An import ignores it. */
export const REASON_COLUMN = "Refused because";

export const DECIMAL_SEPARATORS = [".", ","] as const;

export type DateFormat = (typeof DATE_FORMATS)[number];

/** Options that say how values are written. */
export type CellFormat = "dateFormat" | "decimalSeparator";

/**
 * What the values of a column show of the forms of numbers and dates, as flags (`forms.ts`). It is kept with the
 * file, so it has no value of a record.
 */
export type ColumnFacts = number;

/** A column whose values find records to associate with. */
export interface AssociationColumn {
  readonly column: string;
  readonly object: string;
  /** A property of these records, or `id`. */
  readonly idProperty: string;
  /** Key of a label; the plain association if undefined. */
  readonly type?: string | undefined;
}

/** How to read a file and what to do with its rows (specification §26). */
export interface ImportOptions {
  readonly mode: (typeof IMPORT_MODES)[number];
  /** The property that finds the records to update; `id` in the mode `update`. */
  readonly idProperty?: string | undefined;
  readonly format: (typeof FILE_FORMATS)[number];
  /**
   * The property of each column; null for one to ignore. Columns that it does not name go by their own name. An empty name
   * with null ignores values without a column.
   */
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly associations: readonly AssociationColumn[];
  readonly dateFormat: DateFormat;
  readonly decimalSeparator: (typeof DECIMAL_SEPARATORS)[number];
  readonly multiValueSeparator: string;
  /** Whether an empty cell leaves the value of an existing record or clears it. */
  readonly emptyCells: "keep" | "clear";
  /**
   * Forms that have their default because nobody has chosen them. Jobs of version 0.3.0 have neither this member nor those
   * below.
   */
  readonly openForms?: readonly CellFormat[] | undefined;
  /** Texts that stand for an empty cell, such as `#N/A`. */
  readonly emptyValues?: readonly string[] | undefined;
  /** Whether a cell with hundreds of line ends is accepted, or refused because a quote may be missing. */
  readonly longCells?: "refuse" | "allow" | undefined;
  /** Encoding of the file as its sender names it; undefined to recognize it. */
  readonly encoding?: string | undefined;
}

/** What the upload found out about the file. */
export interface ImportedFile {
  /** Id of the file, as UTF-8. */
  readonly file: string;
  readonly bytes: number;
  readonly encoding: string;
  /** Null for NDJSON. */
  readonly delimiter: string | null;
  readonly columns: readonly string[];
  readonly rows: number;
  /** The position after the header. Undefined in files of version 0.3.0, as what follows. */
  readonly begin?: { readonly offset: number; readonly lines: number };
  /** Rows of delimiters alone, which are ignored. */
  readonly blank?: number;
  /** What the values of each column show. */
  readonly facts?: readonly ColumnFacts[];
  /** Texts of the file that may stand for an empty cell. */
  readonly placeholders?: readonly string[];
  /** Whether there are values without a column. */
  readonly hasUnnamed?: boolean;
  /** Whether there are cells with so many lines that a quote may be missing. */
  readonly hasLong?: boolean;
  /** Id of the file of refused rows, as lines of CSV without a header. */
  readonly refusedFile: string;
  /** Id of the list of changed records; see `portions.ts`. */
  readonly changesFile: string;
  /** Id of the file of rows that an admin fixed after a dry run; see `row.ts`. */
  readonly fixesFile?: string | null;
}

/** The settings of the job. */
export interface ImportSettings extends ImportOptions {
  readonly fileName: string | null;
  /** Null while the import waits for its data. */
  readonly data: ImportedFile | null;
}

/** Returns the settings of a job of the kind `import`. */
export function importSettings({ settings }: Pick<Job, "settings">): ImportSettings {
  return settings as ImportSettings;
}
