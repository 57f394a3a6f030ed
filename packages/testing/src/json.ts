/** Parsed JSON of any shape, whose members a test reads without checking that they exist. */
// biome-ignore lint/suspicious/noExplicitAny: an assertion on a missing member fails with a clear message
export type AnyJson = any;
