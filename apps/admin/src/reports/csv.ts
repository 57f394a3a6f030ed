import { USUAL_DELIMITER } from "../ui/values/format.ts";
import type { Figure } from "./figure.ts";

/** A spreadsheet would run a text that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Returns the figures as CSV (RFC 4180), in the order of the chart, as spreadsheets expect it in the browser's language. */
export function csvOf(
  { rowHead, series, more, rows, kind }: Figure,
  delimiter = USUAL_DELIMITER,
): string {
  const head = [rowHead, ...series.map(({ label }) => label), ...more];
  const lines = rows.map(({ key, label, cells }) => [
    // Dates in a form that programs read.
    kind === "columns" && /^\d{4}-/.test(key) ? key : label,
    ...cells.map(({ raw }) => raw),
  ]);
  return [head, ...lines].map((line) => `${line.map(field).join(delimiter)}\r\n`).join("");
}

function field(text: string): string {
  const safe = FORMULA.test(text) && !DECIMAL.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
