import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { type NamedRecord, namedRecord } from "../records/names.ts";
import type { CrmRecord } from "../records/record.ts";
import { readTable } from "./read-table.ts";
import type { SearchLimits } from "./search-context.ts";
import { readSearchPage } from "./search-page.ts";
import { type AssociatedNames, nameAssociated } from "./table-associations.ts";
import type { TableQuery } from "./table-query.ts";

/** A record as a row of a table shows it. */
export type TableRecord = CrmRecord &
  Omit<NamedRecord, "type"> & { readonly version: number; readonly associated: AssociatedNames };

/**
 * Lists the project's live records of a type, one page at a time; see `readSearchPage`.
 *
 * @param query.sort.property `id`, `created_at`, `updated_at`, or the internal name of an indexed property with
 *   a single value
 * @param query.search words, each of which must begin a word of some text property
 * @throws CrmError INVALID_INPUT for an unknown property, an operator or value that does not fit it, a sort by
 *   a property that is not indexed, or a cursor of another table
 */
export async function listTable(
  deps: Pick<Deps, "db" | "scan" | "schemas" | "cursors">,
  principal: Principal,
  type: string,
  query: TableQuery,
  limits?: SearchLimits,
): Promise<{ records: readonly TableRecord[]; nextCursor: string | null }> {
  const schema = await deps.schemas.get(principal.projectId);
  const { filters, orGroups, sort, search, associations = [], cursor, limit } = query;
  const object = schema.object(type);
  const asked = readTable(object, query);
  const digest = digestOf([type, filters, orGroups, sort, search]);
  const identity = { list: "table", filter: { digest } };
  const page = { identity, cursor, limit };
  const { rows, nextCursor } = await readSearchPage(deps, principal, asked, page, limits);
  const ids = rows.map(({ id }) => id);
  const associated = await nameAssociated(deps.db, principal, schema, type, ids, associations);
  return {
    records: rows.map((row) => {
      const { id, name, detail } = namedRecord(object, row);
      const { version, created_at: createdAt, updated_at: updatedAt, properties } = row;
      const own = associated.get(id) ?? {};
      return { id, name, detail, version, createdAt, updatedAt, properties, associated: own };
    }),
    nextCursor,
  };
}

function digestOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}
