import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHANGES, startChange } from "../../src/changes/changes.ts";
import { changeJobs, changeUndoJobs } from "../../src/changes/run-change.ts";
import type { ChangeAction } from "../../src/changes/settings.ts";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { undoRecordJob } from "../../src/record-jobs/begin-undo.ts";
import { readRecordJob } from "../../src/record-jobs/record-jobs.ts";
import { applyCreate } from "../../src/records/batch/apply.ts";
import { writeBatch } from "../../src/records/batch/batch.ts";
import { saveProperty } from "../../src/schema/save-property.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const SOON = { timeout: 60_000, interval: 50 };
/** With these, 45 contacts have more than 32 MiB. */
const TEXTS = Array.from({ length: 12 }, (_, i) => `text_${i}`);
const CONTACTS = 48;

describe.each(DIALECTS)("the undoing of a bulk change on %s", (dialect) => {
  let store: TestDeps;
  let worker: { stop(): Promise<void> };
  let ids: readonly number[];
  /** Of transactions that were committed. */
  let commits = 0;
  const errors: unknown[] = [];
  beforeAll(async () => {
    store = await openTestDeps(dialect);
    const { deps, principal } = store;
    const counted: typeof changeUndoJobs = {
      ...changeUndoJobs,
      run: (run) =>
        changeUndoJobs.run({
          ...run,
          commit: async (work) => {
            await run.commit(work);
            commits++;
          },
        }),
    };
    const kinds = { change: changeJobs, change_undo: counted };
    worker = startJobs(deps, kinds, { onError: (error) => void errors.push(error) });
    for (const name of TEXTS) {
      const property = { name, label: name, type: "text", multi: false } as const;
      await saveProperty(deps, principal.projectId, "contact", property);
    }
    const text = "x".repeat(65_000);
    const texts = TEXTS.map((internal_name) => ({ internal_name, value: text }));
    const inputs = Array.from({ length: CONTACTS }, (_, i) => {
      const email = { internal_name: "email", value: `c${i}@example.com` };
      return { item: { properties: [email, ...texts] } };
    });
    const batch = { inputs, atomic: false };
    const { results } = await writeBatch({ deps, principal }, "contact", batch, applyCreate);
    ids = results.map(({ record }) => record.id);
  });
  afterAll(async () => {
    await worker.stop();
    await store[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  const edits = [{ internal_name: "firstname", how: "set", value: "Eve" }] as const;
  // Both kinds are divided by the same code, so each database undoes one.
  const action: ChangeAction = dialect === "sqlite" ? { kind: "delete" } : { kind: "edit", edits };
  it(`takes fewer records in a transaction if they have more than 32 MiB: ${action.kind}`, async () => {
    const { deps, principal } = store;
    const object = await deps.schemas.object(principal.projectId, "contact");
    commits = 0;
    const id = await startChange({ deps, principal, object }, { ids }, action);
    const read = () => readRecordJob({ deps, principal }, CHANGES, id);
    await expect.poll(async () => (await read()).state, SOON).toBe("done");
    await undoRecordJob({ deps, principal }, CHANGES, id);
    await expect.poll(async () => (await read()).state, SOON).toBe("undone");
    expect((await read()).undo).toMatchObject({ undone: CONTACTS, left: 0 });
    expect(commits).toBeGreaterThan(1);
  });
});
