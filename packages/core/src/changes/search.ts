import type { Db } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { type SearchContext, searchContext } from "../query/search-context.ts";
import { parseRequest } from "../query/search-objects.ts";
import { invalid } from "../records/errors.ts";
import type { ChangeDefinition } from "./settings.ts";

/**
 * Returns the search that finds the records of a selection, in the order of their ids.
 *
 * @throws CrmError INVALID_INPUT if it does not fit the schema
 */
export function selectionContext(
  deps: Pick<Deps, "scan"> & { readonly db: Db },
  scope: Principal,
  object: ObjectSchema,
  wanted: NonNullable<ChangeDefinition["search"]>,
  direction: "asc" | "desc" = "asc",
): SearchContext {
  const { filterGroups, query } = wanted;
  const { search, issues } = parseRequest(object, { filterGroups, query });
  if (issues.length > 0) throw invalid(issues);
  const ordered = { ...search, sort: { by: null, direction } };
  return searchContext(deps, scope, ordered);
}
