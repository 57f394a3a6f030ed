import { expect, it } from "vitest";
import { figureCache } from "../../src/insights/figure-cache.ts";

function counter(rows: number) {
  let counts = 0;
  return async () => ({ value: ++counts, rows });
}

it("counts few rows again each time", async () => {
  const [cache, count] = [figureCache(), counter(49_999)];
  await cache.get("a", count);
  expect((await cache.get("a", count)).value).toBe(2);
});

it("caches a count of many rows per key, with the time of the count", async () => {
  const [cache, count] = [figureCache(), counter(50_000)];
  const first = await cache.get("a", count);
  expect(await cache.get("a", count)).toEqual(first);
  expect((await cache.get("b", count)).value).toBe(2);
});

it("counts once for simultaneous requests", async () => {
  const [cache, count] = [figureCache(), counter(1)];
  const answers = await Promise.all([cache.get("a", count), cache.get("a", count)]);
  expect(answers.map((one) => one.value)).toEqual([1, 1]);
});

it("does not cache a failed count", async () => {
  const [cache, count] = [figureCache(), counter(50_000)];
  const failing = cache.get("a", () => Promise.reject(new Error("the database is gone")));
  await expect(failing).rejects.toThrow("the database is gone");
  expect((await cache.get("a", count)).value).toBe(1);
});
