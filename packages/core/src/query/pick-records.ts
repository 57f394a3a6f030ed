import { recordsById } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { type NamedRecord, namedIn, readNamed } from "../records/names.ts";
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
  { db, scan, schemas }: Pick<Deps, "db" | "scan" | "schemas">,
  principal: Principal,
  search: { text: string; types?: readonly string[] | undefined; limit: number },
): Promise<readonly NamedRecord[]> {
  const schema = await schemas.get(principal.projectId);
  const types = search.types ?? schema.types.map(({ name }) => name);
  const query = parseWordQuery(search.text);
  const [byId, ...byWords] = await Promise.all([
    readNamed(db, principal, schema, idIn(search.text.trim())),
    ...types.map((type) =>
      findByWords({ db, scan, scope: principal, work: newWork() }, type, schema, query),
    ),
  ]);
  const records = [...byId.values(), ...interleaved(byWords)];
  return [...new Map(records.map((record) => [record.id, record])).values()]
    .filter(({ type }) => types.includes(type))
    .slice(0, search.limit);
}

async function findByWords(
  context: Parts,
  type: string,
  schema: ProjectSchema,
  query: WordQuery,
): Promise<readonly NamedRecord[]> {
  if (query.beginnings.length === 0) return [];
  const next = candidatesByWords(context, type, query, "asc");
  const { db, scope } = context;
  const { properties: definitions, nameProperties } = schema.object(type);
  const names = new Set<string>(nameProperties[0]);
  const inName = new Map([...definitions].filter(([name]) => names.has(name)));
  const named: NamedRecord[] = [];
  const others: NamedRecord[] = [];
  let above = 0;
  for (let read = 0; read < MAX_READ && named.length + others.length < COMPARED; read += COMPARED) {
    const ids = await next({ above, below: Number.MAX_SAFE_INTEGER }, COMPARED);
    const read = async () => [...(await recordsById.findMany(db, scope, ids)).values()];
    for (const row of await part(context, read, bytesOfRows)) {
      if (!matchesWords(query, definitions, row.properties)) continue;
      const isNamed = matchesWords(query, inName, row.properties);
      (isNamed ? named : others).push(namedIn(schema, row));
    }
    if (ids.length < COMPARED) break;
    above = ids.at(-1) ?? above;
  }
  return [...named, ...others];
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
