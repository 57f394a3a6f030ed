import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{apps,packages}/*/test/**/*.test.ts", "apps/admin/e2e/**/*.test.ts"],
    globalSetup: "packages/testing/src/global-setup.ts",
    pool: "forks",
    // Most of a run waits: for processes to start, for retries. Three use two processors up.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What is waited for comes when it comes, on a busy machine too.
    expect: { poll: { timeout: 20_000 } },
  },
});
