import type { Database } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { removeExpiredFiles } from "../../src/files/files.ts";
import { setOptions, startCheck, startImport } from "../../src/imports/drafts/change-draft.ts";
import { readDraft } from "../../src/imports/drafts/draft.ts";
import { uploadDraft } from "../../src/imports/drafts/upload.ts";
import { IMPORTS } from "../../src/imports/imports.ts";
import { readRecordJob } from "../../src/record-jobs/record-jobs.ts";
import { readRefused } from "../../src/record-jobs/refused.ts";
import { tidy } from "../../src/tenancy/housekeeping.ts";
import { startJobWorker } from "../../src/worker.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON = { timeout: 60_000, interval: 50 };
const TABLES = ["import_drafts", "import_draft_keys", "files"] as const;
/** On SQLite, the parts of files are on the disk. */
const PARTS = { sqlite: [], postgres: ["file_parts"] } as const;

describe.each(DIALECTS)("the retention of imports on %s", (dialect) => {
  let test: TestDeps;
  let worker: { stop(): Promise<void> };
  const errors: unknown[] = [];
  beforeAll(async () => {
    test = await openTestDeps(dialect);
    worker = startJobWorker(test.deps, { onError: (error) => void errors.push(error) });
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await worker.stop();
    await test[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  /** Uploads a file and waits until its dry run has ended. Returns the id of the draft. */
  async function checkedDraft(): Promise<string> {
    const { deps, principal } = test;
    async function* source() {
      yield Buffer.from("email\nada@example.com\nADA@example.com\nwrong\n");
    }
    const upload = { type: "contact", fileName: "people.csv", source: source() } as const;
    const id = await uploadDraft({ deps, principal }, upload);
    const { settings } = await readDraft(deps.db, principal, id);
    const options = { ...settings.options, mode: "upsert", idProperty: "email" } as const;
    await setOptions({ deps, principal }, id, options);
    await startCheck({ deps, principal }, id);
    const counts = async () => (await readDraft(deps.db, principal, id)).counts;
    await expect.poll(counts, SOON).toMatchObject({ created: 1, duplicate: 1, refused: 1 });
    return id;
  }

  /** Does what the worker does from time to time, on a later day. */
  async function tidyInDays(days: number): Promise<void> {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY_MS });
    await tidy(test.deps);
    await removeExpiredFiles(test.deps, new AbortController().signal);
    vi.useRealTimers();
  }

  async function counted({ kysely }: Database): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const table of [...TABLES, ...PARTS[dialect]]) {
      counts[table] = (await kysely.selectFrom(table).selectAll().execute()).length;
    }
    return counts;
  }
  const nothing = () => Object.fromEntries([...TABLES, ...PARTS[dialect]].map((name) => [name, 0]));

  it("keeps a draft for 7 days, then removes it with its file, its report and its digests", async () => {
    const id = await checkedDraft();
    const before = await counted(test.db);
    for (const count of Object.values(before)) expect(count).toBeGreaterThan(0);
    await tidyInDays(6.9);
    expect(await counted(test.db)).toEqual(before);
    await tidyInDays(7.1);
    expect(await counted(test.db)).toEqual(nothing());
    const { deps, principal } = test;
    await expect(readDraft(deps.db, principal, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("keeps the files of an import for 7 days after its end, and the import itself for a year", async () => {
    const { deps, principal } = test;
    const importer = { ...principal, scopes: new Set(["crm.contacts.read", "crm.contacts.write"]) };
    const id = await startImport({ deps, principal: importer }, await checkedDraft());
    const read = () => readRecordJob({ deps, principal: importer }, IMPORTS, id);
    await expect.poll(async () => (await read()).state, SOON).toBe("done");
    await tidyInDays(6.9);
    let text = "";
    for await (const part of await readRefused({ deps, principal: importer }, IMPORTS, id))
      text += part;
    expect(text).toContain("wrong");
    await tidyInDays(7.1);
    expect(await counted(test.db)).toEqual(nothing());
    await expect(readRefused({ deps, principal: importer }, IMPORTS, id)).rejects.toMatchObject({
      code: "EXPIRED",
    });
    expect(await read()).toMatchObject({ state: "done", read: 3, refused: 1 });
    await tidyInDays(364);
    expect(await read()).toMatchObject({ state: "done", read: 3 });
    await tidyInDays(366);
    await expect(read()).rejects.toMatchObject({ code: "NOT_FOUND" });
    // The worker may have ended the check of a draft on one of the later days above.
    await tidyInDays(2 * 366);
    expect(await test.db.kysely.selectFrom("jobs").select("id").execute()).toEqual([]);
  });
});
