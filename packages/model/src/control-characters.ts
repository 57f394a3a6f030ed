/**
 * Characters that act on a terminal or change how the text around them is read: C0 and C1 controls, line and paragraph
 * separators, overrides and isolates of the direction (Unicode UAX #9), and half a surrogate pair.
 */
const CONTROLS = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;
/** Printable ASCII, which most lines of a log are. V8 tests it in a third of the time. */
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Returns whether a text has control characters. A name must not have any. */
export function hasControls(text: string): boolean {
  return text.search(CONTROLS) >= 0;
}

/** Returns a text with a space in place of each control character, for names that come from elsewhere. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, " ");
}

/**
 * Returns a text in which control characters are shown as escapes such as `\u001b`, which JSON has too.
 *
 * @param kept control characters to keep, such as line ends of a text of several lines
 */
export function escapeControls(text: string, kept = ""): string {
  if (PRINTABLE.test(text)) return text;
  return text.replaceAll(CONTROLS, (character) =>
    kept.includes(character)
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
