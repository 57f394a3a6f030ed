import { isDay, withoutMidnight } from "@rapport/model";

// Numbers have the reader's digits, and times are in the reader's time zone. Words are English in every browser, as the
// sentences around them: months, units and relative times.
const WHOLE = new Intl.NumberFormat();
const READER = WHOLE.resolvedOptions().locale;
/** The reader's kind of English, or else one whose days and times nobody misreads: 1 Nov 2026, 15:30. */
export const ENGLISH = /^en\b/.test(READER) ? READER : "en-GB";
const PARTS = WHOLE.formatToParts(1_000_000.5).map(({ type, value }) => [type, value] as const);
const SEPARATORS: ReadonlyMap<string, string> = new Map(
  PARTS.filter(([type]) => type === "decimal" || type === "group"),
);

/** Returns a formatter of numbers with English words, such as `2 days` and `1.2M`, and the reader's separators. */
export function wordedNumber(options: Intl.NumberFormatOptions): (value: number) => string {
  const format = new Intl.NumberFormat(ENGLISH, options);
  return (value) =>
    format
      .formatToParts(value)
      .map((part) => SEPARATORS.get(part.type) ?? part.value)
      .join("");
}

/**
 * What separates cells of CSV where the browser's language is spoken: spreadsheets expect a semicolon where a comma
 * separates decimals.
 */
export const USUAL_DELIMITER = new Intl.NumberFormat().format(1.5).includes(",") ? ";" : ",";
/** Decimals have at most 15 places, so nothing is rounded. */
const EXACT = { maximumFractionDigits: 15 } as const;
const DECIMAL = new Intl.NumberFormat(undefined, EXACT);
const MOMENT = new Intl.DateTimeFormat(ENGLISH, { dateStyle: "medium", timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat(ENGLISH, { dateStyle: "medium" });

/** Returns the formats of times to the minute, with the year and without it. Both write the hour in the same way. */
export function minuteFormats(locale: string) {
  const minute = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  // British English has 01:00 in this style, but 1:00 with a numeric hour.
  const early = minute.formatToParts(new Date(2026, 0, 1, 1)).find(({ type }) => type === "hour");
  const hour = early?.value.length === 2 ? "2-digit" : "numeric";
  const parts = { day: "numeric", month: "short", hour, minute: "2-digit" } as const;
  return { minute, shortMinute: new Intl.DateTimeFormat(locale, parts) };
}

const { minute: MINUTE, shortMinute: SHORT_MINUTE } = minuteFormats(ENGLISH);
/** It is a phrase within English sentences. */
const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function formatNumber(value: number): string {
  return WHOLE.format(value);
}

/** Formats an exact decimal without converting it to a floating-point number. */
function formatDecimal(decimal: string): string {
  // Intl formats decimal strings exactly (ES2023); TypeScript has this type for it.
  return DECIMAL.format(decimal as Intl.StringNumericLiteral);
}

/**
 * Formats an exact amount with its currency.
 *
 * @param amount decimal string; never converted to a floating-point number
 * @param currency ISO 4217 code, or null for none
 */
export function formatMoney(amount: string, currency: string | null): string {
  if (currency === null) return formatDecimal(amount);
  try {
    return currencyFormat(currency).format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${amount} ${currency}`;
  }
}

const BY_CURRENCY = new Map<string, Intl.NumberFormat>();

/**
 * Returns the formatter of amounts in a currency. Making one takes much longer than formatting an amount.
 *
 * @throws RangeError unless the code is three letters, as in ISO 4217
 */
function currencyFormat(currency: string): Intl.NumberFormat {
  const style = { style: "currency", currency, currencyDisplay: "code", ...EXACT } as const;
  const format = BY_CURRENCY.get(currency) ?? new Intl.NumberFormat(undefined, style);
  BY_CURRENCY.set(currency, format);
  return format;
}

const PERCENT = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 13 });

/** Formats a decimal from 0 to 1 as a percentage. */
export function formatPercent(decimal: string): string {
  return PERCENT.format(decimal as Intl.StringNumericLiteral);
}

const compact = wordedNumber({ notation: "compact", maximumFractionDigits: 1 });
const DIGITS: ReadonlySet<string> = new Set(["integer", "group", "decimal", "fraction"]);

/** Returns a formatter of amounts that shortens them to a few digits, such as `EUR 1.2M`. */
export function compactMoney(currency: string | null): (value: number) => string {
  if (currency === null) return compact;
  try {
    const format = currencyFormat(currency);
    return (value) => {
      // The currency and the sign are where the reader's language has them.
      const parts = format.formatToParts(value);
      const first = parts.findIndex(({ type }) => DIGITS.has(type));
      return parts
        .filter(({ type }, i) => i === first || !DIGITS.has(type))
        .map((part, i) => (i === first ? compact(Math.abs(value)) : part.value))
        .join("");
    };
  } catch {
    return compact;
  }
}

export function formatMoment(at: string): string {
  return MOMENT.format(new Date(at));
}

/** Formats a time to the minute, for lists. */
export function formatMinute(at: string): string {
  return MINUTE.format(new Date(at));
}

/** Formats a datetime of a record: a day without a time as the day; seconds only if they are not zero. */
export function formatTime(at: string): string {
  if (isDay(at)) return formatDay(withoutMidnight(at));
  return new Date(at).getUTCSeconds() === 0 ? formatMinute(at) : formatMoment(at);
}

/** @param day a date such as 2026-11-20, or a time in ISO 8601 */
export function formatDay(day: string): string {
  // A date without a time is the same day in every time zone.
  return DAY.format(new Date(day.length === 10 ? `${day}T00:00:00` : day));
}

const SHORT_DAY = new Intl.DateTimeFormat(ENGLISH, { day: "numeric", month: "short" });

/** Formats a date or a time as its day in the reader's time zone, with the year only if it is not this one. */
export function formatShortDay(at: string, now = new Date()): string {
  const bare = isDay(at) ? withoutMidnight(at) : at;
  const day = new Date(bare.length === 10 ? `${bare}T00:00:00` : bare);
  return day.getFullYear() === now.getFullYear() ? SHORT_DAY.format(day) : DAY.format(day);
}

/** As `formatShortDay`, with the time to the minute unless it is a day without one. */
export function formatShortMoment(at: string, now = new Date()): string {
  if (at.length === 10 || isDay(at)) return formatShortDay(at, now);
  const time = new Date(at);
  return time.getFullYear() === now.getFullYear() ? SHORT_MINUTE.format(time) : formatMinute(at);
}

/** Formats the distance to now in the largest unit that fits. */
export function formatAgo(at: string, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  if (step === undefined) return "just now";
  // Rounds the future and truncates the past: 23:59 ahead is "in 24 hours", 23:59 ago is "23 hours ago".
  const count = seconds > 0 ? Math.round(seconds / step[1]) : Math.trunc(seconds / step[1]);
  return AGO.format(count, step[0]);
}

const UNITS = ["bytes", "KiB", "MiB", "GiB"];

/** Formats a size in the largest unit that fits. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[power]}`;
}

/** Returns a number with its noun: `1 row`, `2 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Returns the label of a name: of a platform, such as `PENDING_DELETION`, or of a field, such as `eventTypes`. */
export function labelFromName(name: string): string {
  const words = name
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ")
    .replaceAll(/[_.]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });

/** Returns the English name of a language, or the code itself if it is malformed. */
export function languageName(code: string): string {
  try {
    return LANGUAGES.of(code.replaceAll("_", "-")) ?? code;
  } catch {
    return code;
  }
}
