import { textIn, withoutUndefined } from "../../search-values.ts";

/** Query parameters of the search across all types. */
interface AllSearch {
  /** The search text. */
  readonly q?: string | undefined;
}

export function allSearch({ q }: Readonly<Record<string, unknown>>): AllSearch {
  return withoutUndefined({ q: textIn(q) });
}
