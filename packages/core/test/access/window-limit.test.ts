import { expect, it } from "vitest";
import { windowLimit } from "../../src/access/window-limit.ts";

it("takes all requested points or none", () => {
  const limit = windowLimit({ points: 5, seconds: 60, keys: 10 });
  expect(limit.consume("a", 4)).toMatchObject({ isAllowed: true, remaining: 1 });
  expect(limit.consume("a", 2)).toMatchObject({ isAllowed: false, remaining: 1 });
  expect(limit.consume("a")).toMatchObject({ isAllowed: true, remaining: 0 });
  expect(limit.consume("b").isAllowed).toBe(true);
});

it("returns points, but never more than were taken", () => {
  const limit = windowLimit({ points: 2, seconds: 60, keys: 10 });
  limit.consume("a", 2);
  limit.refund("a", 9);
  limit.refund("unknown", 1);
  expect(limit.consume("a", 3).isAllowed).toBe(false);
  expect(limit.consume("a", 2).isAllowed).toBe(true);
  limit.reset("a");
  expect(limit.consume("a")).toMatchObject({ isAllowed: true, remaining: 1 });
});

it("forgets the least recently used key at its maximum of keys", () => {
  const limit = windowLimit({ points: 1, seconds: 60, keys: 2 });
  for (const key of ["a", "b", "a", "c"]) limit.consume(key);
  expect(limit.consume("a").isAllowed).toBe(false);
  expect(limit.consume("b").isAllowed).toBe(true);
});
