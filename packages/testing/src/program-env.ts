/**
 * The environment of a program that a test or a benchmark starts: what it cannot do without, and where compiled
 * code is kept. It stops without a grace. Nothing else that happens to be set where the tests run reaches it.
 */
export const PROGRAM_ENV: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "",
  STOP_GRACE: "0",
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
};
