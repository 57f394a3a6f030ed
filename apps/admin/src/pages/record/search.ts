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

/** What the address of a record page says beside the record. */
export function recordSearch(search: Record<string, unknown>): RecordSearch {
  return {
    ...(search.tab === "history" ? { tab: "history" } : {}),
    ...(search.all === true ? { all: true } : {}),
    ...(typeof search.find === "string" && search.find !== "" ? { find: search.find } : {}),
    ...(typeof search.history === "string" ? { history: search.history } : {}),
  };
}
