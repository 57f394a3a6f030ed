/** Normalizes a language code for matching: `en_US`, `en-US` and `en_us` have the same key. */
export function languageKey(language: string): string {
  return language.replaceAll("-", "_").toLowerCase();
}
