import { idIn, oneOf, textIn, withoutUndefined } from "../../search-values.ts";

/** Of a template's members, as the server takes them. */
export const LONGEST = 512;

export interface TemplateFilters {
  /** Any part of the name. */
  readonly name?: string | undefined;
  readonly language?: string | undefined;
  readonly status?: string | undefined;
  readonly category?: string | undefined;
}

/** What the address of the templates says. */
export interface TemplatesSearch extends TemplateFilters {
  /** What is open beside the list: a form, or the template with this id. */
  readonly open?: "new" | "import" | "account" | number | undefined;
}

export function templatesSearch(search: Record<string, unknown>): TemplatesSearch {
  return withoutUndefined({
    name: textIn(search.name, LONGEST),
    language: textIn(search.language, LONGEST),
    status: textIn(search.status, LONGEST),
    category: textIn(search.category, LONGEST),
    open: oneOf(["new", "import", "account"], search.open) ?? idIn(search.open),
  });
}
