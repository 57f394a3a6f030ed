import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute or more beside others. */
const SLOWEST = /\/(guides|large-records|scenes|states)\./;

/** Files that mostly take longer than ten seconds. */
const SLOW =
  /\/(e2e|guides|imports|operation|cli\/test)\/|-(answers|client|crash|credentials|drafts|everywhere|factor|failures|faults|follower|labels|model|pages|stream|trip)\.|\/(changes|compact|deliverer|duplicates|exports|faults|jobs|live|model|package|passkeys|plans|schema-writes|undo)\./;

/** Starts slow files first, so that no worker runs one alone at the end. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) =>
      Number(SLOW.test(moduleId)) + 2 * Number(SLOWEST.test(moduleId));
    return sorted.toSorted((a, b) => rank(b) - rank(a));
  }
}

export default defineConfig({
  test: {
    include: ["{apps,packages}/*/test/**/*.test.ts", "apps/admin/e2e/**/*.test.ts"],
    globalSetup: [
      // `npm run test:changed` needs no programs if no test starts one.
      ...(process.env.TEST_PROGRAMS === "none" ? [] : ["scripts/build-programs.mjs"]),
      "packages/testing/src/databases/memory-folder.ts",
      "packages/testing/src/global-setup.ts",
      "packages/db/test/support/templates.ts",
    ],
    setupFiles: ["packages/testing/src/record-reach.ts"],
    pool: "forks",
    // As in `npm start`. Otherwise trpc-openapi generates a document of its own for each start of a server.
    env: { NODE_ENV: "production" },
    sequence: { sequencer: SlowFilesFirst },
    // A worker loads the service once, not once per file. A file must undo its changes of the process.
    isolate: false,
    // Tests mostly wait for processes and retries. Four workers keep two processors busy.
    maxWorkers: 4,
    // Concurrent tests of a file wait too.
    maxConcurrency: 8,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Accessibility checks in a browser are slow on a busy machine. No test asserts a duration.
    expect: { poll: { timeout: 20_000 } },
  },
});
