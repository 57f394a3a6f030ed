import type { PropertyDefinition } from "@rapport/model";
import type { ObjectSchema } from "../object-schema.ts";
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

function searched(schema: ObjectSchema): readonly PropertyDefinition[] {
  return [...schema.properties.values()].filter(
    ({ indexed, type, name }) => indexed && SEARCHED.has(type) && !KEYS.has(name),
  );
}
