/** The form in which languages are matched: `en_US`, `en-US` and `en_us` are one. */
export function languageKey(language: string): string {
  return language.replaceAll("-", "_").toLowerCase();
}
