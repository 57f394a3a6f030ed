import type { PropertyDefinition } from "@rapport/model";
import type { Issue } from "../errors.ts";
import { date, datetime, decimal, NO_ZONE } from "../formats.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { PropertyItem, Scalar } from "../records/property-input.ts";
import { scalarText } from "../scalar-text.ts";
import { isMixed } from "./forms.ts";
import type { PropertyColumn } from "./plan.ts";
import type { ColumnFacts, DateFormat, ImportOptions } from "./settings.ts";

type Format = Pick<
  ImportOptions,
  "format" | "dateFormat" | "decimalSeparator" | "multiValueSeparator"
>;

/** Why a cell has no value that can be read in one way. */
type CellFault = Pick<Issue, "code" | "message">;

/** A text that an export protected from being run as a formula. */
const PROTECTED = /^'+[=+\-@\t\r]/;

/** Removes the `'` that an export puts in front of what would be a formula. */
export function unprotected(text: string): string {
  return PROTECTED.test(text) ? text.slice(1) : text;
}

/** Returns whether a cell has no value. */
export function isEmpty(cell: unknown): boolean {
  return (
    cell === null ||
    cell === undefined ||
    (typeof cell === "string" && cell.trim() === "") ||
    (Array.isArray(cell) && cell.length === 0)
  );
}

/** Returns a cell as text. */
export function cellText(cell: unknown, separator = "; "): string {
  return Array.isArray(cell) ? cell.map(oneText).join(separator) : oneText(cell);
}

function oneText(value: unknown): string {
  return scalarText(value) ?? (value === null || value === undefined ? "" : JSON.stringify(value));
}

/**
 * Converts a cell to a property of a request: dates and decimals to their usual form, labels of options to their
 * values. Leaves what it cannot convert as it is; the checks of the write refuse it and quote it.
 *
 * @returns also a fault if a text of CSV could be read in two ways, or has lost digits
 */
export function propertyItem(
  object: ObjectSchema,
  { definition, facts }: PropertyColumn,
  cell: unknown,
  format: Format,
): { readonly item: PropertyItem; readonly fault?: CellFault | undefined } {
  const { name: internal_name, multi } = definition;
  if (isEmpty(cell)) return { item: { internal_name, value: null } };
  const values = multi ? splitCell(cell, format) : [withoutProtection(cell, format)];
  const fault = values
    .map(
      (value) =>
        spreadsheetFault(value, format) ??
        numberFault(definition, facts, value, format) ??
        dateFault(definition, value, format),
    )
    .find((found) => found !== undefined);
  const converted = values.map((value) => scalar(object, definition, value, format));
  const [value = null] = converted;
  return { item: { internal_name, ...(multi ? { values: converted } : { value }) }, fault };
}

const SPREADSHEET_NUMBER = /^[-+]?\d(?:[.,]\d+)?E[-+]\d{2,3}$/i;

/** Spreadsheets write `7,30123E+17` for long numbers, such as ids and phone numbers. Different ones become equal. */
export function spreadsheetFault(
  value: unknown,
  { format }: Pick<Format, "format">,
): CellFault | undefined {
  if (format !== "csv" || typeof value !== "string") return undefined;
  const text = value.trim();
  if (!SPREADSHEET_NUMBER.test(text)) return undefined;
  const message = `${JSON.stringify(text)} is a number in the form of a spreadsheet, which has lost its last digits. Format the column as text there, and save the file again.`;
  return { code: "number_shortened", message };
}

const MARKS = { ".": "point", ",": "comma" } as const;

/** A point is not a decimal separator where a comma is one, and the other way round. */
function numberFault(
  { type }: PropertyDefinition,
  facts: ColumnFacts,
  value: unknown,
  { format, decimalSeparator: separator }: Format,
): CellFault | undefined {
  if (type !== "number" || format !== "csv" || typeof value !== "string") return undefined;
  const other = separator === "," ? "." : ",";
  const text = value.trim();
  if (!text.includes(other) || !/^[-+]?\d/.test(text)) return undefined;
  const isGrouped = GROUPED[separator].test(text);
  if (isGrouped && !isMixed(facts, separator)) return undefined;
  const why = isGrouped
    ? `can be read in two ways, because other values of the column have a ${MARKS[other]} before decimals`
    : `has a ${MARKS[other]}, but decimals follow a ${MARKS[separator]}`;
  const message = `${JSON.stringify(text)} ${why}. Correct it, or choose the other decimal separator.`;
  return { code: "number_ambiguous", message };
}

/** Spreadsheets count days from 1900 on: 45962 is 1 November 2025. */
const SERIAL_DAY = /^\d{5}([.,]\d+)?$/;

/** The check of the value would ask for ISO 8601, although the file has another form. */
function dateFault(
  { type }: PropertyDefinition,
  value: unknown,
  { dateFormat, format }: Format,
): CellFault | undefined {
  if ((type !== "date" && type !== "datetime") || typeof value !== "string") return undefined;
  const text = value.trim();
  const iso = type === "date" ? isoDate(text, dateFormat) : isoDatetime(text, dateFormat);
  const found = type === "date" ? date(iso) : datetime(iso);
  if (found !== null) return undefined;
  if (format === "csv" && SERIAL_DAY.test(text)) {
    const message = `${JSON.stringify(text)} is the number of a day. Format the column as a date in the spreadsheet, and import its file again.`;
    return { code: "value_invalid", message };
  }
  if (dateFormat === "YYYY-MM-DD") return undefined;
  const what = type === "date" ? "a day" : "a day, or a day and a time,";
  const message = `${JSON.stringify(text.slice(0, 100))} is not ${what} in the form ${dateFormat}. Correct it, or choose another form of dates.`;
  return { code: "value_invalid", message };
}

/** Returns the values of a cell that may have several. An export protects the cell, not each of them. */
export function splitCell(cell: unknown, format: Format): readonly unknown[] {
  if (Array.isArray(cell)) return cell;
  const text = withoutProtection(cell, format);
  if (typeof text !== "string") return [text];
  return text
    .split(format.multiValueSeparator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function withoutProtection(cell: unknown, { format }: Format): unknown {
  return format === "csv" && typeof cell === "string" ? unprotected(cell) : cell;
}

function scalar(
  object: ObjectSchema,
  definition: PropertyDefinition,
  text: unknown,
  format: Format,
): Scalar {
  if (typeof text !== "string") return text as Scalar;
  switch (definition.type) {
    case "date":
      return isoDate(text.trim(), format.dateFormat);
    case "datetime":
      return isoDatetime(text.trim(), format.dateFormat);
    case "number":
      return decimalText(text.trim(), format.decimalSeparator);
    case "boolean":
      return BOOLEANS.get(text.trim().toLowerCase()) ?? text;
    case "enumeration":
      return optionValue(object, definition, text.trim());
    case "email":
    case "phone":
    case "url":
      return text.trim();
    default:
      return text;
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** Order of day, month and year in each format. */
const PARTS: Readonly<Record<DateFormat, readonly ["year" | "month" | "day", string, string]>> = {
  "YYYY-MM-DD": ["year", "month", "day"],
  "YYYY/MM/DD": ["year", "month", "day"],
  "DD.MM.YYYY": ["day", "month", "year"],
  "DD/MM/YYYY": ["day", "month", "year"],
  "DD-MM-YYYY": ["day", "month", "year"],
  "MM/DD/YYYY": ["month", "day", "year"],
  "MM-DD-YYYY": ["month", "day", "year"],
};

const THREE_NUMBERS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;

function isoDate(text: string, format: DateFormat): string {
  if (date(text) !== null) return text;
  const [, first, separator, second, third] = THREE_NUMBERS.exec(text) ?? [];
  if (first === undefined || separator !== format.replaceAll(/\w/g, "")[0]) return text;
  const order = PARTS[format];
  const numbers = [first, second ?? "", third ?? ""];
  const of = (part: string) => numbers[order.indexOf(part)] ?? "";
  if (of("year").length !== 4) return text;
  const iso = `${of("year")}-${of("month").padStart(2, "0")}-${of("day").padStart(2, "0")}`;
  return date(iso) === null ? text : iso;
}

const TIME = /^(.{8,10})[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?$/;

/** A time without a zone is in UTC. */
function isoDatetime(text: string, format: DateFormat): string {
  const [, day, hour = "", minute, second = "00"] = TIME.exec(text) ?? [];
  if (day === undefined) return isoDate(text, format);
  const iso = `${isoDate(day, format)}T${hour.padStart(2, "0")}:${minute}:${second}Z`;
  const found = datetime(iso);
  return found === null || found === NO_ZONE ? text : iso;
}

const GROUPED = {
  ".": /^[-+]?[1-9]\d{0,2}(?:([, '’\u00a0\u202f])\d{3})(?:\1\d{3})*(?:\.\d*)?$/,
  ",": /^[-+]?(?:[1-9]\d{0,2}(?:([. '’\u00a0\u202f])\d{3})(?:\1\d{3})*|\d+)(?:,\d*)?$/,
} as const satisfies Readonly<Record<ImportOptions["decimalSeparator"], RegExp>>;

function decimalText(text: string, separator: ImportOptions["decimalSeparator"]): string {
  if (!GROUPED[separator].test(text)) return text;
  const digits = text.replaceAll(
    separator === "," ? /[. '’\u00a0\u202f]/g : /[, '’\u00a0\u202f]/g,
    "",
  );
  const number = separator === "," ? digits.replace(",", ".") : digits;
  return decimal(number) === null ? text : number;
}

/** Returns the value of the option that has a label. Pipelines and stages resolve their own labels. */
function optionValue(
  { pipelines }: ObjectSchema,
  { name, options = [] }: PropertyDefinition,
  text: string,
): string {
  if (pipelines.length > 0 && (name === "pipeline" || name === "stage")) return text;
  if (options.some(({ value }) => value === text)) return text;
  const label = text.toLowerCase();
  return options.find((option) => option.label.toLowerCase() === label)?.value ?? text;
}

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
export function findPlaceholder(cell: string): string | undefined {
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
