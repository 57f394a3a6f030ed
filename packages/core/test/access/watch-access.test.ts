import { aroundStatements } from "@rapport/db";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { watchAccess } from "../../src/access/watch-access.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

describe("watchAccess", () => {
  let test: TestDeps;

  beforeAll(async () => {
    test = await openTestDeps("sqlite");
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("runs every check although others fail or do not end, and reports the first failure", async () => {
    const failed = Promise.withResolvers<unknown>();
    const ran = Promise.withResolvers<void>();
    const stuck = Promise.withResolvers<void>();
    const watch = watchAccess(test.deps, failed.resolve);
    const ends = [
      watch.add(() => Promise.reject(new Error("no answer"))),
      watch.add(() => stuck.promise),
      watch.add(async () => ran.resolve()),
    ];
    await ran.promise;
    stuck.resolve();
    expect(await failed.promise).toEqual(new Error("no answer"));
    for (const end of ends) end();
  });

  it("asks the database nothing once nothing is watched, and again when something is", async () => {
    let looks = 0;
    const db = aroundStatements(test.deps.db, (_, run) => {
      looks++;
      return run();
    });
    const watch = watchAccess({ db }, (error) => expect.soft(error).toBeUndefined());
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    for (const looked of [1, 2]) {
      const ran = Promise.withResolvers<void>();
      const end = watch.add(async () => ran.resolve());
      await vi.advanceTimersByTimeAsync(0);
      await ran.promise;
      end();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(looks).toBe(looked);
    }
  });
});
