// Runs `npm run test:changed`: the tests that say most about the changed files in the least time.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { at, finished, root, runNode, spawnNode } from "./processes.mjs";

/** Estimated seconds of tests: for services, and if a page has changed. Two workers share them. */
const MAX_SECONDS = 6;
const MAX_SECONDS_OF_PAGES = 16;
/** The estimates for a test file that no `npm test` has recorded. */
const UNKNOWN_SECONDS = 2;
const UNKNOWN_SECONDS_OF_PAGES = 5;
/** With more changed files, some get no test of their own. */
const MAX_FILES = 12;
/** How many of the tests that are left out are named. */
const MAX_NAMED = 3;

const TEST = /\.test\.ts$/;
const PAGE_TEST = /^apps\/admin\/e2e\//;
const PAGES = /^apps\/admin\/(src|e2e|public)\/|^apps\/admin\/index\.html$/;
const isOfPage = (path) => /^apps\/admin\/(src\/pages|e2e)\//.test(path);
const CODE = /\.(ts|tsx|mjs)$/;
/** What a test says that uses PostgreSQL whatever DIALECTS has. */
const NEEDS_POSTGRES =
  /\(\s*"postgres"|dialect: "postgres"|"sqlite", "postgres"|inject\("postgres|start(Postgres|Pgbouncer|Patroni)\(/;
const SKIPS_WITHOUT_POSTGRES = /DIALECTS\.includes\("postgres"\)/;

/**
 * Runs the tests that say most about the changed files, on SQLite, and lints those files meanwhile. Prints which other
 * tests reach them. Builds the pages and the programs only if a test needs them.
 *
 * @param {string[]} args See `changedFiles`.
 * @param {() => Promise<boolean>} buildPages Builds the pages of the admin app, and returns whether that succeeded.
 * @returns {Promise<number>} Exit code.
 */
export async function runChangedTests(args, buildPages) {
  const changed = changedFiles(args);
  if (changed === undefined) {
    console.error("Usage: npm run test:changed -- [COMMIT | FILE...]");
    return 2;
  }
  if (changed.length === 0) {
    console.log("No file has changed.");
    return 0;
  }
  const { tests, left, unreached, runsPrograms } = chooseTests(changed);
  const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"];
  const lint = finished(spawnNode([...biome, "--no-errors-on-unmatched", ...changed], "pipe"));
  let code = 0;
  if (tests.length > 0) {
    if (tests.some(opensPages) && !(await buildPages())) return 1;
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=2", ...tests];
    const env = { TEST_DATABASES: "sqlite", ...(!runsPrograms && { TEST_PROGRAMS: "none" }) };
    code = await runNode(vitest, env);
  }
  const linted = await lint;
  if (linted.code !== 0) console.log(linted.output);
  for (const file of unreached) console.log(`No test on SQLite is known to reach ${file}.`);
  if (left.length > 0) {
    console.log(`Not run, although they reach the changed files: ${left.length} test files.`);
    console.log(`The next ones: npm test -- ${left.slice(0, MAX_NAMED).join(" ")}`);
  }
  console.log("Not checked: types (npm run types), PostgreSQL (npm test).");
  return code || linted.code;
}

/**
 * Returns the changed files, as paths from the root folder with `/`.
 *
 * @param {string[]} args Paths of files, or one commit to compare with; by default the commit where the branch left
 *   `main`.
 * @returns {string[] | undefined} Undefined if the arguments are neither.
 */
function changedFiles(args) {
  if (args.length > 0 && args.every((path) => existsSync(at(path)))) {
    return args.map((path) => relative(root, at(path)).split(sep).join("/"));
  }
  if (args.length > 1 || (args.length === 1 && !isCommit(args[0]))) return undefined;
  const base = args[0] ?? git(["merge-base", "HEAD", mainBranch()])[0] ?? "HEAD";
  const changed = git(["diff", "--name-only", "--diff-filter=d", base]);
  return [...new Set([...changed, ...untracked()])].toSorted();
}

/**
 * Chooses test files for changed files. Each changed file first gets the test that calls most of its functions among few
 * other files; further tests follow while the estimated time lasts.
 *
 * @returns {{ tests: string[], left: string[], unreached: string[], runsPrograms: boolean }} Paths of the tests to run,
 *   of tests that reach the changed files too, best first, and of changed files that no test reaches; and whether a test
 *   to run starts a program.
 */
function chooseTests(changed) {
  const tree = readTree();
  const most = changed.some((file) => PAGES.test(file)) ? MAX_SECONDS_OF_PAGES : MAX_SECONDS;
  const ranked = new Map(changed.map((file) => [file, rankTests(file, tree)]));
  const unreached = changed.filter((file) => ranked.get(file).length === 0);
  const chosen = new Map();
  let seconds = 0;
  const choose = (test) => {
    if (chosen.has(test)) return;
    chosen.set(test, true);
    seconds += tree.seconds(test);
  };
  for (const file of changed.filter((file) => TEST.test(file))) {
    if (tree.runs(file)) choose(file);
  }
  for (let n = 0; ; n++) {
    const next = changed.flatMap((file) => ranked.get(file)[n] ?? []);
    if (next.length === 0) break;
    for (const test of next) {
      const isFirst = n === 0 && chosen.size < MAX_FILES;
      if (isFirst || seconds + tree.seconds(test) <= most) choose(test);
    }
  }
  const all = changed.flatMap((file) => ranked.get(file));
  const left = [...new Set(all)].filter((test) => !chosen.has(test));
  const tests = [...chosen.keys()];
  return { tests, left, unreached, runsPrograms: tests.some(tree.runsPrograms) };
}

/** Returns whether a test among those at these paths starts a program. */
export function startPrograms(tests) {
  return tests.some(readTree().runsPrograms);
}

function opensPages(test) {
  return PAGE_TEST.test(test);
}

/** Returns the tests that reach a file, the most telling ones first. */
function rankTests(file, tree) {
  const scores = new Map();
  const countCommonWords = (path, test) => {
    const words = wordsInPath(path);
    const shared = wordsInPath(test).filter((word) => words.includes(word));
    return shared.reduce((sum, word) => sum + tree.rarity(word), 0);
  };
  const common = (test) => countCommonWords(file, test);
  const add = (test, score) => scores.set(test, Math.max(score, scores.get(test) ?? 0));
  for (const [test, { files, size }] of tree.reached) {
    const calls = files.get(file);
    if (calls !== undefined) add(test, (calls / size) * (1 + common(test)));
  }
  if (scores.size === 0 && !CODE.test(file)) {
    const name = posix.basename(file);
    for (const test of tree.tests) if (tree.text(test).includes(name)) add(test, 1);
  }
  const isRecorded = scores.size > 0;
  for (const [importer, distance] of tree.importers(file)) {
    // A test that is not recorded may reach the file if it imports it and has its subject.
    if (TEST.test(importer) && !tree.reached.has(importer)) {
      if (!isRecorded || common(importer) > 0)
        add(importer, (1 + common(importer)) / (10 + distance));
    }
    // A file without functions is as good as the files that import it, the nearest first.
    if (isRecorded) continue;
    for (const [test, { files, size }] of tree.reached) {
      const calls = files.get(importer);
      if (calls !== undefined) add(test, ((calls / size) * (1 + common(test))) / 10 ** distance);
    }
  }
  // Tests of pages import no page.
  if (PAGES.test(file)) {
    const pages = [file, ...tree.importers(file).map(([path]) => path)].filter(isOfPage);
    for (const test of tree.tests.filter(opensPages)) {
      const score = Math.max(0, ...pages.map((page, n) => countCommonWords(page, test) / (10 + n)));
      if (score > 0 && !tree.reached.has(test)) add(test, score);
    }
  }
  return [...scores]
    .filter(([test]) => tree.runs(test))
    .toSorted(([, a], [, b]) => b - a)
    .map(([test]) => test);
}

/** Reads the imports of all project files, and what `npm test` has recorded (packages/testing/src/record-reach.ts). */
function readTree() {
  const paths = new Set(
    [...git(["ls-files"]), ...untracked()].filter((path) => existsSync(at(path))),
  );
  const texts = new Map();
  const text = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(at(path), "utf8"));
    return texts.get(path);
  };
  const imported = new Map();
  const importers = new Map();
  const loadedLater = new Set();
  for (const path of paths) {
    if (!CODE.test(path)) continue;
    const { now, later } = readImports(path, text(path), paths);
    imported.set(path, now);
    for (const one of later) loadedLater.add(one);
    for (const one of [...now, ...later]) importers.set(one, [...(importers.get(one) ?? []), path]);
  }
  const tests = [...paths].filter((path) => TEST.test(path));
  const closure = (path) => walk([path], (one) => imported.get(one) ?? []);
  const { reached, seconds } = readReached(tests, loadedLater, closure);
  const counts = new Map();
  for (const word of tests.flatMap(wordsInPath)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return {
    tests,
    text,
    reached,
    seconds: (test) =>
      seconds.get(test) ?? (opensPages(test) ? UNKNOWN_SECONDS_OF_PAGES : UNKNOWN_SECONDS),
    rarity: (word) => Math.log(tests.length / (counts.get(word) ?? tests.length)),
    importers: (file) => [...walk([file], (one) => importers.get(one) ?? [])].slice(1),
    runsPrograms: (test) =>
      [...closure(test).keys()].some(
        (path) => /\/test\//.test(path) && text(path).includes("programPath("),
      ),
    runs: (test) => SKIPS_WITHOUT_POSTGRES.test(text(test)) || !NEEDS_POSTGRES.test(text(test)),
  };
}

function readReached(tests, loadedLater, closure) {
  const folder = at("node_modules/.cache/reached");
  const reached = new Map();
  const seconds = new Map();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const record = JSON.parse(readFileSync(join(folder, name), "utf8"));
    if (!tests.includes(record.test)) continue;
    const files = new Map(Object.entries(record.files));
    // A page runs the modules of its bundles, which are named after the modules that are loaded later.
    const loaded = [...loadedLater].filter((path) =>
      record.pages.includes(posix.basename(path).replace(/\.\w+$/, "")),
    );
    const start = record.pages.length > 0 ? ["apps/admin/src/main.tsx"] : [];
    for (const entry of [...start, ...loaded]) {
      for (const path of closure(entry).keys()) if (!files.has(path)) files.set(path, 1);
    }
    reached.set(record.test, { files, size: files.size });
    seconds.set(record.test, record.seconds);
  }
  return { reached, seconds };
}

/** Returns the files that are reached from some, with their distances, the nearest first. */
function walk(starts, next) {
  const distances = new Map(starts.map((path) => [path, 0]));
  for (const [path, distance] of distances) {
    for (const one of next(path)) if (!distances.has(one)) distances.set(one, distance + 1);
  }
  return distances;
}

/** Returns the project files that a file loads with itself, and those that it loads later. Types load nothing. */
function readImports(path, text, paths) {
  const resolve = (name) => {
    const own = /^@rapport\/([^/]+)(?:\/(.+))?$/.exec(name);
    if (own === null) return name.startsWith(".") ? posix.join(dirname(path), name) : undefined;
    const folder = [`packages/${own[1]}`, `apps/${own[1]}`].find((one) =>
      paths.has(`${one}/package.json`),
    );
    if (folder === undefined) return undefined;
    const { exports } = JSON.parse(readFileSync(at(folder, "package.json"), "utf8"));
    const target = exports?.[own[2] === undefined ? "." : `./${own[2]}`];
    return typeof target === "string" ? posix.join(folder, target) : undefined;
  };
  const found = (pattern) =>
    [...text.matchAll(pattern)].map(([, name]) => resolve(name)).filter((one) => paths.has(one));
  return {
    now: found(/^(?:import|export|\})(?!\s*type\b)[^;"'()]*["']([^"']+)["'];?$/gm),
    later: found(/\bimport\(\s*"([^"]+)"\s*\)/g),
  };
}

/** Returns the beginnings of the words in a path, so that `deliveries` and `delivery` are one. */
function wordsInPath(path) {
  const words = path.replace(/\.test\.ts$|\.\w+$/, "").split(/[/.-]/);
  const skipped = new Set(["apps", "packages", "src", "test", "e2e", "support", "index", "pages"]);
  return [...new Set(words.filter((word) => !skipped.has(word)).map((word) => word.slice(0, 6)))];
}

function mainBranch() {
  return ["main", "origin/main"].find(isCommit) ?? "HEAD";
}

function isCommit(name) {
  return git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`]).length > 0;
}

function untracked() {
  return git(["ls-files", "--others", "--exclude-standard"]);
}

function git(args) {
  try {
    const output = execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
    return output.split("\n").filter((line) => line !== "");
  } catch {
    return [];
  }
}
