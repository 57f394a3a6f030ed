// Prints the parts of vitest's JSON report that `npm test` shows.
import { relative } from "node:path";

/** The report if a run ends before it writes one. */
export const NO_TESTS = {
  testResults: [],
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
};

/** The folder that says what a test file is about: a part of the API, the pages, or a package. */
const KIND = /^apps\/api\/test\/\w+(?=\/)|^apps\/admin\/e2e|^\w+\/\w+/;

/** Returns how many tests passed, failed and were skipped. */
export function countTests(report) {
  // A file that does not load has no failed test in the report, but it is a failure.
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Returns the absolute paths of the files that failed. */
export function failedFiles({ testResults }) {
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
}

/** Returns the full names of the failed tests, and the paths of files that did not load. */
export function failedTests({ testResults }) {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      return failed.length > 0 ? failed.map(({ fullName }) => fullName) : [name];
    });
}

/** Prints how long the test files of each kind took together, in seconds of a worker; kinds are folders. */
export function printSecondsByKind({ testResults }, root) {
  const kinds = new Map();
  for (const file of testResults) {
    const kind = KIND.exec(pathInTree(file, root))?.[0] ?? "other";
    const sums = kinds.get(kind) ?? { seconds: 0, files: 0, tests: 0 };
    sums.seconds += secondsTaken(file);
    sums.files += 1;
    sums.tests += file.assertionResults.length;
    kinds.set(kind, sums);
  }
  if (kinds.size < 2) return;
  console.log("Seconds by kind, of all workers together:");
  for (const [kind, { seconds, files, tests }] of [...kinds].toSorted(
    ([, a], [, b]) => b.seconds - a.seconds,
  )) {
    console.log(`${seconds.toFixed(0).padStart(6)}  ${kind}: ${tests} tests in ${files} files`);
  }
}

/** Prints the ten files that took longest, in seconds, with their paths from the root folder. */
export function printSlowestFiles({ testResults }, root) {
  const slowest = testResults.toSorted((a, b) => secondsTaken(b) - secondsTaken(a)).slice(0, 10);
  if (slowest.length === 0) return;
  console.log("The slowest test files, in seconds:");
  for (const file of slowest) {
    console.log(`${secondsTaken(file).toFixed(1).padStart(6)}  ${pathInTree(file, root)}`);
  }
}

function secondsTaken(file) {
  return (file.endTime - file.startTime) / 1000;
}

function pathInTree(file, root) {
  return relative(root, file.name).replaceAll("\\", "/");
}
