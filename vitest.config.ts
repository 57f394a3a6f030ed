import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{apps,packages}/*/test/**/*.test.ts", "apps/admin/e2e/**/*.test.ts"],
    globalSetup: ["packages/testing/src/global-setup.ts", "packages/db/test/support/templates.ts"],
    pool: "forks",
    // A worker loads the service once, not once per file. What a file changes in its process, it sets back.
    isolate: false,
    // Most of a run waits: for processes to start, for retries. Three use two processors up.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A browser that checks a page for accessibility takes long on a busy machine; nothing here is timed.
    expect: { poll: { timeout: 20_000 } },
  },
});
