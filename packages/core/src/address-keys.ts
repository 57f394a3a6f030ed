import { domainToASCII } from "node:url";

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
export function asciiDomain(domain: string): string | null {
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
