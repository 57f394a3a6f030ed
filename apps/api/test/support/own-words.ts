import { expect } from "vitest";

interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Codes and phrases of the library that checks input. */
const LIBRARY_CODES =
  /^(invalid_union|invalid_value|invalid_key|invalid_element|too_small|too_big|not_multiple_of|unrecognized_keys|custom)$/;
const LIBRARY_WORDS =
  /\b(Invalid (input|option|string|number)|Too (small|big)|expected|Unrecognized key)\b/i;

const OWN_CODE = /^[a-z]+(_[a-z]+)*$/;
const SENTENCES = /^.+([.?!]|Example: .+)$/s;

/** Expects issues to have codes and sentences of ours, and none of a library's. */
export function expectOwnWords(issues: readonly Issue[]): void {
  const foreign = issues.filter(
    ({ code, message }) =>
      !OWN_CODE.test(code) ||
      LIBRARY_CODES.test(code) ||
      LIBRARY_WORDS.test(message) ||
      !SENTENCES.test(message),
  );
  expect(foreign).toEqual([]);
}
