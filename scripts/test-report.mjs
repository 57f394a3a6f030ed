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

/** Prints the ten files that took longest, in seconds, with their paths from the root folder. */
export function printSlowestFiles({ testResults }, root) {
  const seconds = (file) => (file.endTime - file.startTime) / 1000;
  const slowest = testResults.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 10);
  if (slowest.length === 0) return;
  console.log("The slowest test files, in seconds:");
  for (const file of slowest) {
    console.log(`${seconds(file).toFixed(1).padStart(6)}  ${relative(root, file.name)}`);
  }
}
