/** Multiple values of a cell are separated by this. */
export const VALUE_SEPARATOR = ";";

/**
 * Programs that show tables run a cell as a formula if it starts with one of these (OWASP, CSV injection). Leading
 * quotes count too, so that an import removes exactly the quote that an export added.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/** Returns a text in the form of a cell, with a `'` in front of a text that would be a formula. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns a line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
