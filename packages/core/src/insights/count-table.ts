import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { countSearch, type Total } from "../query/count-search.ts";
import { readTable } from "../query/read-table.ts";
import type { TableQuery } from "../query/table-query.ts";
import { countAll } from "./created-counts.ts";

/**
 * Counts the records of a table (see `countSearch`), and all records of its type. The latter number is exact beyond 10,000 too,
 * unless more has changed within the last seconds than has been added up.
 *
 * @throws CrmError INVALID_INPUT, see `listTable`
 */
export async function countTable(
  deps: Pick<Deps, "db" | "scan" | "schemas">,
  principal: Principal,
  object: ObjectSchema,
  query: Pick<TableQuery, "filters" | "orGroups" | "search">,
): Promise<{ readonly matching: Total; readonly all: Total }> {
  const asked = readTable(object, { ...query, sort: BY_ID });
  const known = await countAll(deps, principal.projectId, object.name);
  const all: Total =
    known === null
      ? await countSearch(deps, principal, { ...asked, groups: [[]] })
      : { value: known, relation: "eq" };
  const isNarrowed = asked.groups.some((group) => group.length > 0);
  return { matching: isNarrowed ? await countSearch(deps, principal, asked) : all, all };
}

const BY_ID = { property: "id", direction: "asc" } as const;
