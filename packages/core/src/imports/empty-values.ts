import type { ImportOptions } from "./settings.ts";

/**
 * Texts that spreadsheets and databases write for a value that is not there, in English and German. An import offers to
 * leave them empty. It does so only if it is told, because Null is a name too.
 */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...["#N/A", "#N/A!", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#ERROR!"],
  ...["#SPILL!", "#CALC!", "#GETTING_DATA", "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!"],
  ...["#NV", "#BEZUG!", "#WERT!", "#ZAHL!", "#ÜBERLAUF!", "Err:502", "Err:508"],
  ...["NULL", "null", "Null", "\\N", "(null)", "<null>", "[null]", "nil", "None", "undefined"],
  ...["N/A", "n/a", "NA", "NaN", "nan", "-"],
]);

const MAX_CHARACTERS = Math.max(...[...PLACEHOLDERS].map(({ length }) => length));

/** Most texts that an import leaves empty. */
export const MAX_EMPTY_VALUES = 50;

/** Returns the placeholder that a cell is, or undefined. */
export function placeholderOf(cell: string): string | undefined {
  if (cell.length > MAX_CHARACTERS + 2 || cell === "") return undefined;
  const text = cell.trim();
  return PLACEHOLDERS.has(text) ? text : undefined;
}

/** Returns an empty text in place of a cell that the options leave empty. */
export function emptied(
  cell: unknown,
  { emptyValues = [] }: Pick<ImportOptions, "emptyValues">,
): unknown {
  return typeof cell === "string" && emptyValues.includes(cell.trim()) ? "" : cell;
}
