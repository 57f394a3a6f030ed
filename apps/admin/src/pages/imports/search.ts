import { idIn, pickAllowed, textIn, withoutUndefined } from "../../search-values.ts";

/** Query parameters of the upload: the object type, as in addresses. */
export interface UploadSearch {
  readonly object?: string | undefined;
}

export function uploadSearch({ object }: Record<string, unknown>): UploadSearch {
  return withoutUndefined({ object: textIn(object) });
}

export const STEPS = ["columns", "options", "check"] as const;
export type Step = (typeof STEPS)[number];

export const SHOWN_ROWS = [
  "created",
  "updated",
  "unchanged",
  "duplicate",
  "refused",
  "fixed",
] as const;
export type ShownRows = (typeof SHOWN_ROWS)[number];

/** Query parameters of an import in preparation. */
export interface DraftSearch {
  /** The first step if not given. */
  readonly step?: Step | undefined;
  /** Which rows of the check are listed. */
  readonly rows?: ShownRows | undefined;
  /** Number of the column for which a property is being created, from 1 on. */
  readonly create?: number | undefined;
}

export function draftSearch(search: Record<string, unknown>): DraftSearch {
  return withoutUndefined({
    step: pickAllowed(STEPS, search.step),
    rows: pickAllowed(SHOWN_ROWS, search.rows),
    create: idIn(search.create),
  });
}
