import { z } from "zod";

const MAX_EMAIL_CHARACTERS = 254;
const MAX_URL_CHARACTERS = 2048;
const MAX_DECIMAL_CHARACTERS = 64;
const MAX_INTEGER_DIGITS = 30;
const MAX_FRACTION_DIGITS = 15;

const DECIMAL = /^(-?)0*(\d+)(?:\.(\d+))?$/;
const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATETIME =
  /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?$/i;
const PHONE = /^[\d +()./-]+(?:(?:ext\.?|extension|x|#)[ .]*\d{1,10})?$/i;
const BARE_URL = /^([^\s\\:/?#@]+)(?::\d{1,5})?(?:[/?#].*)?$/;
const DOMAIN_LABEL = /^[\p{L}\p{M}\p{N}_-]{1,63}$/u;
const SPACE_OR_CONTROL = /[\s\p{Cc}]/u;
const EMAIL = z.email();

/**
 * Converts a decimal to its stored form: no leading zeros, no negative zero, trailing fraction zeros kept.
 *
 * @returns null unless the text is digits with an optional sign and fraction, at most 30 and 15 digits
 */
export function decimal(text: string): string | null {
  if (text.length > MAX_DECIMAL_CHARACTERS) return null;
  const parts = DECIMAL.exec(text);
  if (parts === null) return null;
  const [, sign = "", integer = "", fraction = ""] = parts;
  if (integer.length > MAX_INTEGER_DIGITS || fraction.length > MAX_FRACTION_DIGITS) return null;
  const isZero = !/[1-9]/.test(integer + fraction);
  return `${isZero ? "" : sign}${integer}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * Converts a JSON number to digits without an exponent.
 *
 * @returns null if the number is not finite, or if JSON parsing may have lost digits
 */
export function decimalOfNumber(value: number): string | null {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER || Number.isNaN(value)) return null;
  const text = String(value);
  const parts = EXPONENT.exec(text);
  if (parts === null) return text;
  const [, sign = "", integer = "", fraction = "", exponent = ""] = parts;
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${integer}${fraction}`;
}

/** Returns the text if it is a calendar date YYYY-MM-DD from year 1 on, otherwise null. */
export function date(text: string): string | null {
  return midnight(text) === null ? null : text;
}

/** Result for a date and time without a time zone, which is not an instant. */
export const NO_ZONE = Symbol("no zone");

/**
 * Converts a text to an instant in ISO 8601 UTC with milliseconds. A plain date means midnight UTC. Drops
 * digits beyond milliseconds.
 *
 * @returns null if the text is not an ISO 8601 date and time in the years 1 to 9999, `NO_ZONE` if only the
 *   zone is missing
 */
export function datetime(text: string): string | typeof NO_ZONE | null {
  const parts = DATETIME.exec(text.length === 10 ? `${text}T00:00Z` : text);
  if (parts === null) return null;
  const [, day = "", hour, minute, second = 0, fraction = "", utc, sign, zoneHour, zoneMinute] =
    parts;
  const start = midnight(day);
  if (start === null || !inClock(hour, minute, second) || !inClock(zoneHour, zoneMinute))
    return null;
  if (utc === undefined && sign === undefined) return NO_ZONE;
  const offset = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * (sign === "-" ? -1 : 1);
  const seconds = (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second);
  const instant = new Date(start + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0")));
  return isStorableYear(instant.getUTCFullYear()) ? instant.toISOString() : null;
}

/** Returns the text if it is one email address without spaces or a display name, otherwise null. */
export function email(text: string): string | null {
  return text.length <= MAX_EMAIL_CHARACTERS && EMAIL.safeParse(text).success ? text : null;
}

/** Returns the text if it is a phone number of 3 to 50 characters with at least 3 digits, otherwise null. */
export function phone(text: string): string | null {
  const fits = text.length >= 3 && text.length <= 50 && PHONE.test(text);
  return fits && text.replaceAll(/\D/g, "").length >= 3 ? text : null;
}

/**
 * Returns the text if it is an absolute HTTP(S) URL or starts with a domain such as `example.com`, otherwise
 * null.
 */
export function url(text: string): string | null {
  if (text.length > MAX_URL_CHARACTERS || SPACE_OR_CONTROL.test(text)) return null;
  if (/^https?:\/\/[^/\\?#]/i.test(text)) return URL.canParse(text) ? text : null;
  const host = BARE_URL.exec(text)?.[1];
  if (host === undefined || !isDomain(host)) return null;
  return URL.canParse(`https://${text}`) ? text : null;
}

function isDomain(host: string): boolean {
  const labels = host.split(".");
  const isNamed = /\p{L}/u.test(labels.at(-1) ?? "");
  return labels.length > 1 && isNamed && labels.every((label) => DOMAIN_LABEL.test(label));
}

function inClock(hour: string | undefined, ...rest: (string | number | undefined)[]): boolean {
  return Number(hour ?? 0) <= 23 && rest.every((part) => Number(part ?? 0) <= 59);
}

function midnight(day: string): number | null {
  const parts = DATE.exec(day);
  if (parts === null) return null;
  const [year, month, dayOfMonth] = parts.slice(1).map(Number);
  if (year === undefined || month === undefined || !isStorableYear(year)) return null;
  const result = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  result.setUTCFullYear(year, month - 1, dayOfMonth);
  return result.getUTCMonth() === month - 1 && result.getUTCDate() === dayOfMonth
    ? result.getTime()
    : null;
}

function isStorableYear(year: number): boolean {
  return year >= 1 && year <= 9999;
}
