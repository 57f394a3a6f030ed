import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, type RunnerTask, type RunnerTestFile } from "vitest";
import { DIALECTS } from "./databases/dialects.ts";
import { startNotingCalls, stopNotingCalls, takePageScripts } from "./reach.ts";

/*
 * Vitest runs this for each test file. It records the project files whose functions the tests call and the pages that
 * they load, for `npm run test:changed`: every test of the API imports the whole service, so imports don't tell.
 *
 * V8 throws its optimized code away when it starts to note calls, which would cost a quarter of the processor time of a
 * run that records each file. So a run records some files by chance, and later runs the others.
 */

/** How many files a run records, as a part of all. */
const RECORDED_PART = 1 / 16;

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDER = fileURLToPath(new URL("../../../node_modules/.cache/reached/", import.meta.url));

/** A part of the tests says too little. */
const IS_WHOLE = DIALECTS.length > 1;

const isRecorded = IS_WHOLE && Math.random() < RECORDED_PART;
let started = performance.now();

beforeAll(async () => {
  started = performance.now();
  takePageScripts();
  if (isRecorded) await startNotingCalls();
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures the hook uses.
afterAll(async ({}, { file }) => {
  if (!isRecorded) return;
  const files = await stopNotingCalls();
  if (listTests(file).some(({ mode }) => mode !== "run")) return;
  const pages = takePageScripts();
  const path = file.filepath.slice(ROOT.length).replaceAll("\\", "/");
  const seconds = ((performance.now() - started) / 1000) * shareOnSqlite(file);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    `${FOLDER}${path.replaceAll("/", "+")}.json`,
    JSON.stringify({ test: path, seconds: Number(seconds.toFixed(2)), files, pages }),
  );
});

function listTests(task: RunnerTask): readonly Exclude<RunnerTask, { type: "suite" }>[] {
  return task.type === "suite" ? task.tasks.flatMap(listTests) : [task];
}

/** Returns the part of the time that the tests take on SQLite, from 0 to 1. */
function shareOnSqlite(file: RunnerTestFile): number {
  let [all, sqlite] = [0, 0];
  for (const test of listTests(file)) {
    const duration = test.result?.duration ?? 0;
    all += duration;
    if (!/postgres/i.test(test.fullName)) sqlite += duration;
  }
  return all === 0 ? 1 : sqlite / all;
}
