import { formatDay, formatMoney, formatTime } from "../../../ui/values/format.ts";
import type { Draft, DraftOptions } from "./use-draft.ts";

const DATE = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?!\d)/;
const TIME = /[ T]+(\d{1,2}:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/;

/** Returns a date as a format reads it, for readers; null if it is none in this format. */
function readDate(text: string, format: string): string | null {
  const [, ...parts] = DATE.exec(text) ?? [];
  // Such a date is understood in every format.
  const order = /^\d{4}-/.test(text) ? "YYYY-MM-DD" : format;
  const iso = Object.fromEntries(
    order.split(/[./-]/).map((name, i) => [name, (parts[i] ?? "").padStart(name.length, "0")]),
  );
  const day = `${iso.YYYY}-${iso.MM}-${iso.DD}`;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  if (!isDate) return null;
  const [, time, zone] = TIME.exec(text) ?? [];
  if (time === undefined) return formatDay(day);
  const at = new Date(`${day}T${time.replace(/^\d:/, "0$&")}${zone ?? "Z"}`);
  if (Number.isNaN(at.getTime())) return null;
  const shown = formatTime(at.toISOString());
  return zone === undefined ? `${shown}, because a time without a zone is in UTC` : shown;
}

/** Returns a number as it is read with a decimal separator, for readers; null if it is none. */
function readNumber(text: string, separator: string): string | null {
  const groups = separator === "," ? /[.\s]/g : /[,\s]/g;
  const decimal = text.replaceAll(groups, "").replace(separator, ".");
  return /^-?\d+(\.\d+)?$/.test(decimal) ? formatMoney(decimal, null) : null;
}

interface Given {
  readonly columns: Draft["columns"];
  readonly options: DraftOptions;
  /** Internal names of the properties with such values. */
  readonly names: ReadonlySet<string>;
}

/** Says what the first value of the file becomes; null if no column has one. */
export function describeExample(kind: "date" | "number", { columns, options, names }: Given) {
  const isRead = (column: string) => names.has(options.mapping[column] ?? "");
  const sample = columns.find(({ name }) => isRead(name))?.samples[0]?.trim();
  if (sample === undefined || sample === "") return null;
  const { dateFormat = "", decimalSeparator = "" } = options;
  const read =
    kind === "date" ? readDate(sample, dateFormat) : readNumber(sample, decimalSeparator);
  if (read === null) return `“${sample}” cannot be read in this way.`;
  return `“${sample}” becomes ${read}.`;
}
