import { issuesOf } from "../../ui/pages/error-notice.tsx";
import { operatorFault } from "./operators.ts";
import type { AskedFilters } from "./server-filters.ts";

/** Returns what is wrong with filters by their key, or nothing if anything else is wrong. */
export function filterFaults(error: unknown, asked: AskedFilters): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const { path, code, message } of issuesOf(error)) {
    const filter = asked.filterAt(path);
    if (filter === undefined) return new Map();
    const { key, field, operator } = filter;
    // The message calls the operator by its name in the API.
    const isMisused = code === "operator_invalid" && field !== undefined;
    faults.set(key, isMisused ? operatorFault(field, operator) : message);
  }
  return faults;
}
