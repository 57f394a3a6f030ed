import { z } from "zod";

const LONGEST_EMAIL = 254;
const LONGEST_URL = 2048;
const LONGEST_DECIMAL = 64;
const INTEGER_DIGITS = 30;
const FRACTION_DIGITS = 15;

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
 * A decimal in the one form it is stored in: no leading zeros, no negative zero, trailing fraction
 * zeros as given.
 *
 * @returns null unless it is digits with an optional sign and fraction, within 30 and 15 digits
 */
export function decimal(text: string): string | null {
  if (text.length > LONGEST_DECIMAL) return null;
  const parts = DECIMAL.exec(text);
  if (parts === null) return null;
  const [, sign = "", integer = "", fraction = ""] = parts;
  if (integer.length > INTEGER_DIGITS || fraction.length > FRACTION_DIGITS) return null;
  const isZero = !/[1-9]/.test(integer + fraction);
  return `${isZero ? "" : sign}${integer}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * A JSON number as digits, without an exponent.
 *
 * @returns null when JSON parsing may have lost digits of it, or it is no finite number
 */
export function decimalOfNumber(value: number): string | null {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER || Number.isNaN(value)) return null;
  const text = String(value);
  const parts = EXPONENT.exec(text);
  if (parts === null) return text;
  const [, sign = "", integer = "", fraction = "", exponent = ""] = parts;
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${integer}${fraction}`;
}

/** @returns null unless it is a calendar date YYYY-MM-DD from year 1 on */
export function date(text: string): string | null {
  return midnight(text) === null ? null : text;
}

/** A date and time that says no zone, so that it names no instant. */
export const NO_ZONE = Symbol("no zone");

/**
 * An instant in ISO 8601 UTC with milliseconds; a plain date is its midnight UTC, and digits beyond
 * milliseconds are cut off.
 *
 * @returns null when it is no ISO 8601 date and time of the years 1 to 9999, `NO_ZONE` when only
 *   the zone is missing
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

/** @returns null unless it is one email address, without spaces or a display name */
export function email(text: string): string | null {
  return text.length <= LONGEST_EMAIL && EMAIL.safeParse(text).success ? text : null;
}

/** @returns null unless it is 3 to 50 characters as phone numbers are written, with 3 digits or more */
export function phone(text: string): string | null {
  const fits = text.length >= 3 && text.length <= 50 && PHONE.test(text);
  return fits && text.replaceAll(/\D/g, "").length >= 3 ? text : null;
}

/** @returns null unless it is an absolute http or https URL, or starts with a domain such as `example.com` */
export function url(text: string): string | null {
  if (text.length > LONGEST_URL || SPACE_OR_CONTROL.test(text)) return null;
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
  // Date.UTC would take the years 0 to 99 for those of the twentieth century.
  result.setUTCFullYear(year, month - 1, dayOfMonth);
  return result.getUTCMonth() === month - 1 && result.getUTCDate() === dayOfMonth
    ? result.getTime()
    : null;
}

function isStorableYear(year: number): boolean {
  return year >= 1 && year <= 9999;
}
