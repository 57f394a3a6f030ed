import { oneOf, textIn, withoutUndefined } from "../../search-values.ts";

/** What the address of a record page says beside the record. */
export interface RecordSearch {
  /** The right side shows the associations unless it is the history. */
  readonly tab?: "history" | undefined;
  /** Whether properties without a value are shown too. */
  readonly all?: true | undefined;
  /** Shows only properties whose name holds this. */
  readonly find?: string | undefined;
  /** The property whose own history is open. */
  readonly history?: string | undefined;
}

export function recordSearch(search: Record<string, unknown>): RecordSearch {
  return withoutUndefined({
    tab: oneOf(["history"], search.tab),
    all: search.all === true ? true : undefined,
    find: textIn(search.find),
    history: textIn(search.history, 64),
  });
}
