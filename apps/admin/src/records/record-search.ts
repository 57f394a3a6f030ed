import { textIn, withoutUndefined } from "../search-values.ts";

/** Query parameters of a record's page. */
export interface RecordSearch {
  /** Kind of the items that the timeline shows. */
  readonly kind?: string | undefined;
  /** The side panel: `note` or `task` writes a new one, with an id (`note-42`) it edits that one. */
  readonly form?: string | undefined;
  /** True if properties without a value are shown too. */
  readonly all?: true | undefined;
  /** Shows only properties whose label or name contains this. */
  readonly find?: string | undefined;
  /** The property whose history is open. */
  readonly history?: string | undefined;
  /** The merged record whose link led here. */
  readonly merged?: number | undefined;
}

export function recordSearch(search: Record<string, unknown>): RecordSearch {
  return withoutUndefined({
    kind: textIn(search.kind, 20),
    form: textIn(search.form, 24),
    all: search.all === true ? true : undefined,
    find: textIn(search.find),
    history: textIn(search.history, 64),
    merged: Number.isSafeInteger(search.merged) ? (search.merged as number) : undefined,
  });
}
