import { recordScan } from "@rapport/db";
import { OBJECT_TYPES, type ObjectType, type PropertyDefinition } from "@rapport/model";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { type NamedRecord, namedIn } from "../records/names.ts";
import { type Condition, indexCondition, invalidFilters, prefixRange } from "./filters.ts";

/** Property types whose values people search for. */
const SEARCHED = new Set(["string", "text", "email", "phone", "url"]);
/** Text properties whose values are keys, so nobody searches for them. */
const KEYS = new Set(["pipeline", "stage", "owner_id"]);

/** Creates the condition that an indexed text property starts with a text, ignoring case. */
export function searchCondition(schema: ObjectSchema, text: string): Condition {
  const conditions = searched(schema).map((definition) =>
    indexCondition(definition, [prefixRange(definition, text.trim())]),
  );
  if (conditions.length === 0) {
    const message =
      "This object type has no indexed text property to search. Index one on the schema page.";
    throw invalidFilters([{ path: "search", code: "property_not_indexed", message }]);
  }
  return {
    property: "",
    keyRanges: conditions.flatMap(({ keyRanges }) => keyRanges ?? []),
    matches: (row) => conditions.some((condition) => condition.matches(row)),
  };
}

/**
 * Finds records for pickers: those with an indexed text property that starts with a text, ignoring case, and
 * the record with the text as its id.
 *
 * @param search.types types to search, in the order of the result; all types if undefined
 * @returns at most `limit` records: first the one with that id, then one of each type in turn
 */
export async function searchRecords(
  deps: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  search: { text: string; types?: readonly ObjectType[] | undefined; limit: number },
): Promise<readonly NamedRecord[]> {
  const schema = await deps.schemas.get(principal.projectId);
  const types = search.types ?? (Object.keys(OBJECT_TYPES) as ObjectType[]);
  const text = search.text.trim();
  const perType = await Promise.all(
    types.map((type) => idsStartingWith(deps, principal, type, schema[type], text, search.limit)),
  );
  const ids = [...new Set([...idIn(text), ...interleaved(perType)])];
  const rows = await recordScan.findMany(deps.db, principal, ids);
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .filter((row) => types.includes(row.type as ObjectType))
    .slice(0, search.limit)
    .map((row) => namedIn(schema, row));
}

async function idsStartingWith(
  deps: Pick<Deps, "db">,
  principal: Principal,
  type: ObjectType,
  schema: ObjectSchema,
  text: string,
  limit: number,
): Promise<readonly number[]> {
  if (text === "") return [];
  const ids = new Set<number>();
  for (const definition of searched(schema)) {
    const keyRange = prefixRange(definition, text);
    const rows = await recordScan.scanKeyRange(deps.db, principal, type, keyRange, "asc", limit);
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}

function searched(schema: ObjectSchema): readonly PropertyDefinition[] {
  return [...schema.properties.values()].filter(
    ({ indexed, type, name }) => indexed && SEARCHED.has(type) && !KEYS.has(name),
  );
}

/** Returns the id that a search text names, with or without "#", or nothing. */
function idIn(text: string): readonly number[] {
  return /^#?[1-9][0-9]{0,14}$/.test(text) ? [Number(text.replace("#", ""))] : [];
}

/** Merges lists: the first of each, then the second of each, and so on. */
function interleaved(lists: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}
