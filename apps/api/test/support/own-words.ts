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

/** Expects issues to have codes and sentences of ours, and none of a library's. */
export function expectOwnWords(issues: readonly Issue[]): void {
  for (const { code, message, path } of issues) {
    expect([path, code]).toEqual([path, expect.stringMatching(/^[a-z]+(_[a-z]+)*$/)]);
    expect([path, code]).not.toEqual([path, expect.stringMatching(LIBRARY_CODES)]);
    expect([path, message]).not.toEqual([path, expect.stringMatching(LIBRARY_WORDS)]);
    expect([path, message]).toEqual([path, expect.stringMatching(/^.+([.?!]|Example: .+)$/s)]);
  }
}
