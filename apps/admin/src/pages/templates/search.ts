import { idIn, pickAllowed, textIn, withoutUndefined } from "../../search-values.ts";

/** The server's limit for a template's fields. */
export const MAX_CHARACTERS = 512;

export interface TemplateFilters {
  /** Any part of the name. */
  readonly name?: string | undefined;
  readonly language?: string | undefined;
  readonly status?: string | undefined;
  readonly category?: string | undefined;
}

/** Query parameters of the templates. */
export interface TemplatesSearch extends TemplateFilters {
  /** The open form, or the id of the open template. */
  readonly open?: "new" | "import" | "account" | number | undefined;
}

export function templatesSearch(search: Record<string, unknown>): TemplatesSearch {
  return withoutUndefined({
    name: textIn(search.name, MAX_CHARACTERS),
    language: textIn(search.language, MAX_CHARACTERS),
    status: textIn(search.status, MAX_CHARACTERS),
    category: textIn(search.category, MAX_CHARACTERS),
    open: pickAllowed(["new", "import", "account"], search.open) ?? idIn(search.open),
  });
}
