const NAMES = new Intl.DisplayNames("en", { type: "language" });

/** Returns the name of a language in the reader's, or the code itself if it is malformed. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code.replaceAll("_", "-")) ?? code;
  } catch {
    return code;
  }
}
