import { textIn, withoutUndefined } from "../search-values.ts";
import type { Settings } from "./figure.ts";

/** Reads the query parameters of a report. */
export function reportSearch(search: Readonly<Record<string, unknown>>): Settings {
  return withoutUndefined({
    period: textIn(search.period, 20),
    unit: textIn(search.unit, 10),
    type: textIn(search.type, 20),
    pipeline: textIn(search.pipeline, 100),
    by: textIn(search.by, 20),
    measure: textIn(search.measure, 20),
  });
}

/** Whether two reports show the same. */
export function isSame(one: Settings, other: Settings): boolean {
  const text = (settings: Settings) => JSON.stringify(Object.entries(settings).toSorted());
  return text(one) === text(other);
}
