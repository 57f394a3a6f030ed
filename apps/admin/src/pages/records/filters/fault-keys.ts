import { issuesOf } from "../../../ui/pages/error-notice.tsx";
import type { AskedFilters } from "./server-filters.ts";

/** Returns what is wrong with filters by their key, or nothing if anything else is wrong. */
export function filterFaults(error: unknown, asked: AskedFilters): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const { path, message } of issuesOf(error)) {
    const key = asked.keyAt(path);
    if (key === undefined) return new Map();
    faults.set(key, message);
  }
  return faults;
}
