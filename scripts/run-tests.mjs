// Runs the tests, then repeats failed files.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { startPrograms } from "./changed-tests.mjs";
import {
  countTests,
  failedFiles,
  failedTests,
  NO_TESTS,
  printSecondsByKind,
  printSlowestFiles,
} from "./test-report.mjs";

const TEST = /^(test|e2e)\/.*\.test\.ts$/;

/** Test files that open pages, or start the server of the pages. */
const USES_PAGES =
  /^apps\/admin\/(e2e\/|test\/overload\.)|^apps\/api\/test\/(guides\/|operation\/(image|programs-health)\.)/;
/** Test files that pack the client. */
const PACKS_CLIENT = /^packages\/client\/|^apps\/api\/test\/guides\//;

/** If more files fail, they have a reason that a second run does not remove. */
const MAX_REPEATED_FILES = 5;

/**
 * Returns the names of the packages that must be built for the test files whose paths contain one of the filters.
 *
 * @param {string} root Absolute path of the repository.
 * @param {string[]} filters Parts of paths, and options of Vitest.
 */
export function packagesToBuild(root, filters) {
  const chosen = chosenTests(root, withoutOptions(filters));
  return [
    ...(chosen.some((path) => USES_PAGES.test(path)) ? ["@rapport/admin"] : []),
    ...(chosen.some((path) => PACKS_CLIENT.test(path)) ? ["@rapport/client"] : []),
  ];
}

/** Returns the paths of the test files that contain one of the parts, or of all if there are no parts. */
function chosenTests(root, parts) {
  const isChosen = (path) => parts.length === 0 || parts.some((part) => path.includes(part));
  return ["apps", "packages"]
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .map((file) => file.replaceAll("\\", "/"))
        .filter((file) => TEST.test(file))
        .map((file) => `${folder.replaceAll("\\", "/")}/${file}`),
    )
    .filter(isChosen);
}

function withoutOptions(filters) {
  return filters.filter((filter) => !filter.startsWith("-"));
}

/**
 * Runs the test files whose paths contain one of the filters, or all. Prints the seconds of each kind of test, the slowest
 * files and a line with counts.
 *
 * Repeats up to five failed files. A flaky test, which fails beside others and passes alone, does not fail the run. Its
 * name is printed, because it is still a fault: of the test, or of what it tests.
 *
 * @param {string} root Absolute path of the repository.
 * @param {string[]} filters Parts of paths.
 * @param {(command: string[], env?: object) => Promise<number>} runNode Runs Node with these arguments and additional
 *   environment variables, and returns its exit code.
 * @returns {Promise<number>} Exit code.
 */
export async function runTestFiles(root, filters, runNode) {
  const folder = mkdtempSync(join(tmpdir(), "rapport-tests-"));
  const parts = withoutOptions(filters);
  const isWithoutPrograms = parts.length > 0 && !startPrograms(chosenTests(root, parts));
  const run = (command) => runNode(command, isWithoutPrograms ? { TEST_PROGRAMS: "none" } : {});
  try {
    const { code, results } = await runVitest(filters, join(folder, "report.json"), run);
    printSecondsByKind(results, root);
    printSlowestFiles(results, root);
    const { passed, failed, skipped } = countTests(results);
    const counts = [`${passed} passed`, `${failed} failed`];
    if (skipped > 0) counts.push(`${skipped} skipped`);
    const files = failedFiles(results).map((file) => relative(root, file));
    if (code === 0 || files.length === 0 || files.length > MAX_REPEATED_FILES) {
      console.log(counts.join(", "));
      return code === 0 && passed === 0 ? 1 : code;
    }
    console.log(`${counts.join(", ")}. Running again what failed: ${files.join(", ")}`);
    const alone = await runVitest(["--maxWorkers=1", ...files], join(folder, "repeated.json"), run);
    if (alone.code !== 0) return alone.code;
    console.log("Flaky, because they failed beside other tests and passed alone:");
    for (const name of failedTests(results)) console.log(`  ${name}`);
    console.log(`${passed} passed, 0 failed, ${skipped} skipped, ${failed} flaky`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runVitest(options, report, runNode) {
  const code = await runNode([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...options,
  ]);
  return {
    code,
    results: existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : NO_TESTS,
  };
}
