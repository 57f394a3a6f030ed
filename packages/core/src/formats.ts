import { domainToASCII } from "node:url";
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
const BARE_URL = /^([^\s\\:/?#@]+)(?::\d{1,5})?(?:[/?#].*)?$/;
const DOMAIN_LABEL = /^[\p{L}\p{M}\p{N}_-]{1,63}$/u;
/** Joiners are letters of some scripts; other characters that no reader sees are not. */
const NOT_IN_URL = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
const EMAIL = z.email();
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const EMAIL_LETTER = /[^\0-\x7f]/gu;
/** RFC 6531 allows other characters too, which are signs and spaces. */
const IS_EMAIL_LOCAL = /^[\0-\x7f\p{L}\p{M}\p{N}\u00b7]*$/u;
const ASCII_FORM_OF_TOP_DOMAIN = /\.xn--[a-z0-9-]+$/i;

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

/**
 * Returns the text if it is one email address without spaces or a display name, otherwise null. Letters of all scripts may be
 * in it (RFC 6531).
 */
export function email(text: string): string | null {
  if (text.length > MAX_EMAIL_CHARACTERS) return null;
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), asciiDomain(text.slice(at + 1))];
  if (at < 0 || domain === null || !IS_EMAIL_LOCAL.test(local) || IGNORABLE.test(text)) return null;
  const plain = `${local.replace(EMAIL_LETTER, "a")}@${domain.replace(ASCII_FORM_OF_TOP_DOMAIN, ".test")}`;
  return EMAIL.safeParse(plain).success ? text : null;
}

/** Returns the text if it is a phone number of 3 to 50 characters with at least 3 digits, otherwise null. */
export function phone(text: string): string | null {
  const fits = text.length >= 3 && text.length <= 50 && phoneKey(text) !== null;
  return fits && text.replaceAll(/\D/g, "").length >= 3 ? text : null;
}

/**
 * Returns the text if it is an absolute HTTP(S) URL or starts with a domain such as `example.com`, otherwise
 * null.
 */
export function url(text: string): string | null {
  if (text.length > MAX_URL_CHARACTERS || NOT_IN_URL.test(text)) return null;
  if (/^https?:\/\/[^/\\?#]/i.test(text)) return URL.canParse(text) ? text : null;
  const host = BARE_URL.exec(text)?.[1];
  if (host === undefined || !isDomain(host)) return null;
  return URL.canParse(`https://${text}`) ? text : null;
}

/**
 * Puts back the pluses of a value that was read from a query string, where a `+` is a space. Changes only spaces where
 * none can be meant, so it does no harm to a value from elsewhere.
 *
 * @param type type of the property that has the value
 */
export function withPluses(type: string, text: string): string {
  switch (type) {
    case "email":
    case "url":
      return text.replaceAll(" ", "+");
    case "phone":
      return text.replace(/^ (?=\d)/, "+");
    case "datetime":
      return text.replace(/ (?=\d\d(?::?\d\d)?$)/, "+");
    default:
      return text;
  }
}

const NOT_ASCII = /[^\0-\x7f]/;
/** A phone number and its extension, as `formats.phone` accepts them. */
const PHONE = /^([\d +()./-]+)(?:(?:ext\.?|extension|x|#)[ .]*(\d{1,10}))?$/i;
/** A zero that is dialled only within the country, as in "+44 (0)20 7000 2999". */
const TRUNK_ZERO = /\(0\)/g;
const INTERNATIONAL = /^(?:\+|00)/;

/**
 * Returns the form in which email addresses are compared: NFC, lower case, and the domain in ASCII (RFC 5891, RFC 6531).
 * So `Info@Müller.example` and `info@xn--mller-kva.example` are one address.
 */
export function emailKey(email: string): string {
  const folded = email.normalize("NFC").toLowerCase().normalize("NFC");
  const at = folded.lastIndexOf("@");
  if (at < 0 || !NOT_ASCII.test(folded)) return folded;
  return `${folded.slice(0, at + 1)}${asciiDomain(folded.slice(at + 1)) ?? folded.slice(at + 1)}`;
}

/** Returns the ASCII form of a domain, or null if it has none. */
function asciiDomain(domain: string): string | null {
  if (!NOT_ASCII.test(domain)) return domain.toLowerCase();
  return domainToASCII(domain) || null;
}

/**
 * Returns the form in which phone numbers are compared: the digits, after a `+` if the number names its country with `+` or
 * `00`, and the extension as in RFC 3966. In such numbers a zero in parentheses does not count. Migration 069 computes the
 * same in SQL.
 *
 * @returns null if the text is no phone number
 */
export function phoneKey(phone: string): string | null {
  const [, number, extension = ""] = PHONE.exec(phone) ?? [];
  if (number === undefined) return null;
  const withoutTrunk = dialled(number.replace(TRUNK_ZERO, ""));
  const whole = INTERNATIONAL.test(withoutTrunk) ? withoutTrunk : dialled(number);
  const digits = whole.replaceAll("+", "");
  return `${withPlus(whole, digits)}${extension === "" ? "" : `;ext=${extension}`}`;
}

function withPlus(whole: string, digits: string): string {
  if (whole.startsWith("+")) return `+${digits}`;
  return whole.startsWith("00") ? `+${digits.slice(2)}` : digits;
}

function dialled(number: string): string {
  return number.replaceAll(/[^\d+]/g, "");
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
