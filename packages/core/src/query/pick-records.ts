import { recordsById, type StoredProperties } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { type NamedRecord, namedRecord, readNamed } from "../records/names.ts";
import { matchesWords, parseWordQuery, type WordQuery } from "../words/query.ts";
import { bytesOfRows } from "./search/matching.ts";
import { newWork, type Parts, part } from "./search/search-context.ts";
import { candidatesByWords } from "./search/word-candidates.ts";

/** Records of each type of which the best are picked. */
const COMPARED = 50;
/** Candidates of each type that one call reads. */
const MAX_READ = 1_000;

/**
 * Finds records for pickers: the one with the text as its id, and those whose text properties have all its
 * words as beginnings of words, in any order. Of many it considers the oldest.
 *
 * @param search.types types to search, in the order of the result; all types if undefined
 * @returns at most `limit` records: first the one with that id, then one of each type in turn, those of a
 *   type that have the words in their name first
 */
export async function pickRecords(
  { deps, principal }: Call<Pick<Deps, "db" | "scan" | "schemas">>,
  search: { text: string; types?: readonly string[] | undefined; limit: number },
): Promise<readonly FoundRecord[]> {
  const { db, scan } = deps;
  const schema = await deps.schemas.get(principal.projectId);
  const objects = search.types?.map((type) => schema.object(type)) ?? schema.types;
  const query = parseWordQuery(search.text);
  const [byId, ...byWords] = await Promise.all([
    readNamed(db, principal, schema, idIn(search.text.trim())),
    ...objects.map((object) =>
      findByWords({ db, scan, scope: principal, work: newWork() }, object, query),
    ),
  ]);
  const found = [...byId.values()].map((record) => ({ ...record, found: null }));
  const records: FoundRecord[] = [...found, ...interleaved(byWords)];
  return [...new Map(records.map((record) => [record.id, record])).values()]
    .filter(({ type }) => objects.some(({ name }) => name === type))
    .slice(0, search.limit);
}

async function findByWords(
  context: Parts,
  object: ObjectSchema,
  query: WordQuery,
): Promise<readonly FoundRecord[]> {
  if (query.beginnings.length === 0) return [];
  const next = candidatesByWords(context, object.name, query, "asc");
  const { db, scope } = context;
  const { properties: definitions, nameProperties } = object;
  const names = new Set<string>(nameProperties[0]);
  const inName = new Map([...definitions].filter(([name]) => names.has(name)));
  const named: FoundRecord[] = [];
  const others: FoundRecord[] = [];
  let above = 0;
  for (let read = 0; read < MAX_READ && named.length + others.length < COMPARED; read += COMPARED) {
    const ids = await next({ above, below: Number.MAX_SAFE_INTEGER }, COMPARED);
    const read = async () => [...(await recordsById.findMany(db, scope, ids)).values()];
    for (const row of await part(context, read, bytesOfRows)) {
      if (!matchesWords(query, definitions, row.properties)) continue;
      const isNamed = matchesWords(query, inName, row.properties);
      const record = namedRecord(object, row);
      const why = isNamed ? null : whyFound(query, definitions, row.properties);
      const isShown = why?.value === record.name || why?.value === record.detail;
      (isNamed ? named : others).push({ ...record, found: isShown ? null : why });
    }
    if (ids.length < COMPARED) break;
    above = ids.at(-1) ?? above;
  }
  return [...named, ...others];
}

/** A found record, and the property that has the words if neither its name nor its detail shows them. */
interface FoundRecord extends NamedRecord {
  readonly found: { readonly label: string; readonly value: string } | null;
}

/** Values are shown up to this many characters. */
const SHOWN_CHARACTERS = 60;

/** Finds the first property that has a word of a query. */
function whyFound(
  query: WordQuery,
  definitions: ReadonlyMap<string, PropertyDefinition>,
  properties: StoredProperties,
): FoundRecord["found"] {
  for (const [name, definition] of definitions) {
    const only = new Map([[name, definition]]);
    const has = query.beginnings.some((one) =>
      matchesWords({ beginnings: [one], runs: [] }, only, properties),
    );
    const value = properties[name];
    if (has) {
      const text = Array.isArray(value) ? value.join(", ") : String(value);
      const { options = [], label } = definition;
      const shown = options.find((option) => option.value === text)?.label ?? text;
      return { label, value: shown.slice(0, SHOWN_CHARACTERS) };
    }
  }
  return null;
}

/** Parses a text of digits as an id. */
function idIn(text: string): readonly number[] {
  return /^#?[1-9][0-9]{0,14}$/.test(text) ? [Number(text.replace("#", ""))] : [];
}

/** Merges lists: the first of each, then the second of each, and so on. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}
