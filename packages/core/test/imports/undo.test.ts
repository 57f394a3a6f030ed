import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createImport, IMPORTS } from "../../src/imports/imports.ts";
import { receiveData } from "../../src/imports/receive-data.ts";
import { importJobs, importUndoJobs } from "../../src/imports/run-import.ts";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { undoRecordJob } from "../../src/record-jobs/begin-undo.ts";
import { readRecordJob } from "../../src/record-jobs/record-jobs.ts";
import { saveProperty } from "../../src/schema/save-property.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const SOON = { timeout: 60_000, interval: 50 };
/** With these, 50 contacts have more than 32 MiB. */
const TEXTS = Array.from({ length: 12 }, (_, i) => `text_${i}`);
const ROWS = 52;

// Changes are undone by the same code; their test has both databases.
describe("the undoing of an import", () => {
  let test: TestDeps;
  let worker: { stop(): Promise<void> };
  let commits = 0;
  const errors: unknown[] = [];
  beforeAll(async () => {
    test = await openTestDeps("sqlite");
    const counted: typeof importUndoJobs = {
      ...importUndoJobs,
      run: (run) =>
        importUndoJobs.run({
          ...run,
          commit: async (work) => {
            await run.commit(work);
            commits++;
          },
        }),
    };
    const kinds = { import: importJobs, import_undo: counted };
    worker = startJobs(test.deps, kinds, { onError: (error) => void errors.push(error) });
  });
  afterAll(async () => {
    await worker.stop();
    await test[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  it("takes fewer records in a transaction if they have more than 32 MiB", async () => {
    const { deps, principal } = test;
    for (const name of TEXTS) {
      const property = { name, label: name, type: "text", multi: false } as const;
      await saveProperty(deps, principal.projectId, "contact", property);
    }
    const { id } = await createImport({ deps, principal }, "contact", {
      ...{ mode: "create", format: "ndjson", mapping: {}, associations: [] },
      ...{ dateFormat: "YYYY-MM-DD", decimalSeparator: ".", multiValueSeparator: ";" },
      emptyCells: "keep",
    });
    async function* source() {
      const texts = Object.fromEntries(TEXTS.map((name) => [name, "x".repeat(65_000)]));
      for (let i = 0; i < ROWS; i++) {
        yield Buffer.from(`${JSON.stringify({ email: `row${i}@example.com`, ...texts })}\n`);
      }
    }
    await receiveData({ deps, principal }, id, source(), false);
    const read = () => readRecordJob({ deps, principal }, IMPORTS, id);
    await expect.poll(async () => (await read()).state, SOON).toBe("done");
    await undoRecordJob({ deps, principal }, IMPORTS, id);
    await expect.poll(async () => (await read()).state, SOON).toBe("undone");
    expect((await read()).undo).toMatchObject({ deleted: ROWS, left: 0 });
    expect(commits).toBe(2);
  });
});
