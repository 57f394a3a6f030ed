import { expect, test } from "vitest";
import { isoFromPostgres } from "../src/columns.ts";

test.each([
  ["2026-11-20 23:54:24+00", "2026-11-20T23:54:24.000Z"],
  ["2026-11-20 23:54:24.1+00", "2026-11-20T23:54:24.100Z"],
  ["2026-11-20 23:54:24.123+00", "2026-11-20T23:54:24.123Z"],
  ["2026-11-20 23:54:24.123987+00", "2026-11-20T23:54:24.123Z"],
  ["12026-11-20 23:54:24.12+00", "12026-11-20T23:54:24.120Z"],
])("reads PostgreSQL's time %s with milliseconds", (text, time) => {
  expect(isoFromPostgres(text)).toBe(time);
});
