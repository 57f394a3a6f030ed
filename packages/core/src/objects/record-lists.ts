import { recordPages } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { indexKey } from "./index-key.ts";
import type { Properties } from "./record-rules.ts";
import type { ObjectType } from "./types.ts";

export interface ListedRecord {
  readonly id: number;
  readonly properties: Properties;
}

/**
 * One page of the project's live records of a type, oldest first.
 *
 * @param page.where values that indexed properties must have, by internal name; undefined ones do not count
 * @param page.associatedWith id of a record of a later type that they must be associated with
 * @param page.after id of the last record of the page before, 0 for the first page
 * @returns the records, and the id to go on after, null when there are no more
 */
export async function listRecords(
  deps: Pick<Deps, "db" | "catalogue">,
  principal: Principal,
  type: ObjectType,
  page: {
    where?: Readonly<Record<string, string | undefined>>;
    associatedWith?: number | undefined;
    after: number;
    limit: number;
  },
): Promise<{ records: readonly ListedRecord[]; next: number | null }> {
  const { properties } = (await deps.catalogue.get(principal.projectId))[type];
  const indexed = Object.entries(page.where ?? {}).flatMap(([property, value]) => {
    const definition = properties.get(property);
    if (value === undefined) return [];
    if (!definition?.indexed) throw new Error(`${type}.${property} is not indexed`);
    return [{ property, value: indexKey(definition, value) }];
  });
  const rows = await recordPages.listPage(deps.db, principal, {
    type,
    filter: { indexed, associatedWith: page.associatedWith },
    after: page.after,
    limit: page.limit + 1,
  });
  const records = rows.slice(0, page.limit);
  return { records, next: rows.length > page.limit ? (records.at(-1)?.id ?? null) : null };
}
