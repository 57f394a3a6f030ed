/** Multiple values of a cell are separated by this. */
export const VALUE_SEPARATOR = ";";

/**
 * Programs that show tables run a cell as a formula if it starts with one of these (OWASP, CSV injection). Leading
 * quotes count too, so that an import removes exactly the quote that an export added.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/** Cells that may be formulas, or need quotes. Most do neither, and one test is faster than two. */
const NEEDS_CARE = /^['=+\-@\t\r]|[",\r\n]/;

/** Returns a text in the form of a cell, with a `'` in front of a text that would be a formula. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns a line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

/** Returns a text as a cell of a line: with quotes if it needs them, and never as a formula. */
export function textCell(text: string): string {
  return NEEDS_CARE.test(text) ? quoted(withoutFormula(text)) : text;
}

/** Returns a cell with quotes if it needs them (RFC 4180). */
export function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
