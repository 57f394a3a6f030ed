import { describe, expect, it } from "vitest";
import { typedDecimals } from "../src/ui/forms/number-input.tsx";

const NUMBERS = [
  "0",
  "5",
  "12.5",
  "-12.5",
  "1500",
  "1234567.891",
  "-1234567",
  "0.125",
  "999999999999999999.99",
];
const LOCALES = [
  "en-US",
  "de-DE",
  "fr-FR",
  "de-CH",
  "en-IN",
  "es-ES",
  "ar-EG",
  "hi-IN",
  "sv-SE",
  "pt-BR",
];

describe.each(LOCALES)("numbers typed in %s", (locale) => {
  const { read, write } = typedDecimals(locale);

  it.each(NUMBERS)("are read as they are shown: %s", (decimal) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 15 });
    expect(read(format.format(decimal as Intl.StringNumericLiteral))).toBe(decimal);
    expect(read(write(decimal))).toBe(decimal);
  });
});

describe("numbers with the other separator", () => {
  it.each([
    ["de-DE", "1.234", "1234"],
    ["de-DE", "1.500", "1500"],
    ["de-DE", "1.234,5", "1234.5"],
    ["de-DE", "1234.5", "1234.5"],
    ["de-DE", "12.50", "12.50"],
    ["de-DE", "0.500", "0.500"],
    ["en-US", "1.234", "1.234"],
    ["en-US", "1,234", "1234"],
    ["en-US", "12,5", "12.5"],
    ["fr-FR", "1 234,5", "1234.5"],
    ["sv-SE", "\u22125", "-5"],
  ])("in %s, %s is %s", (locale, typed, decimal) => {
    expect(typedDecimals(locale).read(typed)).toBe(decimal);
  });

  it.each(["", "abc", "1.2.3", "1,2,3", "12 Stück", "--5"])("leave %j to the server", (typed) => {
    for (const locale of ["en-US", "de-DE"]) expect(typedDecimals(locale).read(typed)).toBe(typed);
  });
});
