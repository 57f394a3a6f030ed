/**
 * The environment of a program that a test or a benchmark starts: PATH, `production` as in `npm start`, no grace period,
 * and the cache of compiled code. Other variables of the test run do not reach the program.
 */
export const PROGRAM_ENV: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "",
  NODE_ENV: "production",
  STOP_GRACE: "0",
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
};
