import type { PropertyDefinition } from "@rapport/model";
import { hasWords } from "../words/property-words.ts";
import { matchesWords, parseWordQuery } from "../words/query.ts";
import { matchesPattern, parseWordPattern, queryOfPattern } from "../words/word-pattern.ts";
import type { RowCondition } from "./condition.ts";
import type { Field } from "./fields.ts";

/** What is wrong with a text to search by. */
export interface WordFault {
  readonly code: string;
  readonly message: string;
}

/** Different words that a query may have. */
const MAX_QUERY_WORDS = 32;

/**
 * Creates the condition that a property contains a word, or the beginning of one if the word ends with `*`.
 *
 * @returns an issue if the text has no word
 */
export function tokenCondition(
  field: Field,
  text: string,
  isNegated: boolean,
): RowCondition | WordFault {
  const pattern = parseWordPattern(text);
  const { name, definition } = field;
  if (pattern === null || definition === null) {
    const message =
      "Give a word of letters or digits. A * at its end finds words that begin with it.";
    return { code: "value_invalid", message };
  }
  return {
    kind: "row",
    key: JSON.stringify([name, isNegated ? "NOT_CONTAINS_TOKEN" : "CONTAINS_TOKEN", pattern]),
    name,
    lookup:
      !isNegated && hasWords(definition) ? { by: "words", query: queryOfPattern(pattern) } : null,
    matches: (record) => matchesPattern(pattern, record.wordsOf(definition)) !== isNegated,
  };
}

/**
 * Creates the condition that every word of a text begins a word of some text property. A text without words
 * finds nothing.
 *
 * @returns an issue if the text has too many words
 */
export function queryCondition(
  definitions: ReadonlyMap<string, PropertyDefinition>,
  text: string,
): RowCondition | WordFault {
  const query = parseWordQuery(text);
  if (query.beginnings.length > MAX_QUERY_WORDS) {
    const message = `A query has at most ${MAX_QUERY_WORDS} different words.`;
    return { code: "query_too_long", message };
  }
  return {
    kind: "row",
    key: JSON.stringify(["query", query]),
    name: "query",
    lookup: query.beginnings.length === 0 ? { by: "ids", ids: [] } : { by: "words", query },
    matches: (record) =>
      matchesWords(query, definitions, record.row.properties, (definition) =>
        record.wordsOf(definition),
      ),
  };
}
