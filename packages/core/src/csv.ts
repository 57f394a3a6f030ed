/** Multiple values of a cell are separated by this. */
export const VALUE_SEPARATOR = ";";

export const CSV_DELIMITERS = [",", ";", "\t", "|"] as const;

/** How a CSV file is written. */
export interface CsvForm {
  readonly delimiter: (typeof CSV_DELIMITERS)[number];
  /** Whether a `'` goes in front of a text that would be a formula. */
  readonly protectFormulas: boolean;
}

/**
 * Programs that show tables run a cell as a formula if it starts with one of these (OWASP, CSV injection). Leading
 * quotes count too, so that an import removes exactly the quote that an export added.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
/** An import removes a quote from these whether or not an export has added one. */
const PROTECTED = /^'+[=+\-@\t\r]/;

/** Cells that need quotes (RFC 4180). */
const NEEDS_QUOTES = {
  ",": /[",\r\n]/,
  ";": /[";\r\n]/,
  "\t": /["\t\r\n]/,
  "|": /["|\r\n]/,
} as const satisfies Readonly<Record<CsvForm["delimiter"], RegExp>>;

/** Cells that may be formulas, or need quotes. Most do neither, and one test is faster than two. */
const NEEDS_CARE = {
  ",": /^['=+\-@\t\r]|[",\r\n]/,
  ";": /^['=+\-@\t\r]|[";\r\n]/,
  "\t": /^['=+\-@\t\r]|["\t\r\n]/,
  "|": /^['=+\-@\t\r]|["|\r\n]/,
} as const satisfies Readonly<Record<CsvForm["delimiter"], RegExp>>;

/** Returns a text in the form of a cell, with a `'` in front of a text that would be a formula. */
export function withoutFormula(text: string, protectFormulas = true): string {
  const isProtected = protectFormulas
    ? FORMULA.test(text)
    : PROTECTED.test(text) || formulaText(text) !== undefined;
  return isProtected ? `'${text}` : text;
}

/**
 * Returns the text of a formula that is only a text, or undefined. Programs write `="01067"` so that spreadsheets keep the
 * zero.
 */
export function formulaText(cell: string): string | undefined {
  if (cell.length < 3 || !cell.startsWith('="') || !cell.endsWith('"')) return undefined;
  const text = cell.slice(2, -1);
  return text.replaceAll('""', "").includes('"') ? undefined : text.replaceAll('""', '"');
}

/** Returns a line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[], delimiter: CsvForm["delimiter"] = ","): string {
  return `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`;
}

/** Returns a text as a cell of a line: with quotes if it needs them, and not as a formula if these are protected. */
export function textCell(text: string, { delimiter, protectFormulas }: CsvForm): string {
  if (!NEEDS_CARE[delimiter].test(text)) return text;
  return quoted(withoutFormula(text, protectFormulas), delimiter);
}

/** Returns a cell with quotes if it needs them (RFC 4180). */
export function quoted(cell: string, delimiter: CsvForm["delimiter"]): string {
  return NEEDS_QUOTES[delimiter].test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
