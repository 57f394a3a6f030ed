import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
});
