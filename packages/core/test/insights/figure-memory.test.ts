import { expect, it } from "vitest";
import { figureMemory } from "../../src/insights/figure-memory.ts";

function counter(rows: number) {
  let counts = 0;
  return async () => ({ value: ++counts, rows });
}

it("counts few rows again each time", async () => {
  const [memory, count] = [figureMemory(), counter(49_999)];
  await memory.take("a", count);
  expect((await memory.take("a", count)).value).toBe(2);
});

it("caches a count of many rows per key, with the time of the count", async () => {
  const [memory, count] = [figureMemory(), counter(50_000)];
  const first = await memory.take("a", count);
  expect(await memory.take("a", count)).toEqual(first);
  expect((await memory.take("b", count)).value).toBe(2);
});

it("counts once for simultaneous requests", async () => {
  const [memory, count] = [figureMemory(), counter(1)];
  const answers = await Promise.all([memory.take("a", count), memory.take("a", count)]);
  expect(answers.map((one) => one.value)).toEqual([1, 1]);
});

it("does not cache a failed count", async () => {
  const [memory, count] = [figureMemory(), counter(50_000)];
  const failing = memory.take("a", () => Promise.reject(new Error("the database is gone")));
  await expect(failing).rejects.toThrow("the database is gone");
  expect((await memory.take("a", count)).value).toBe(1);
});
