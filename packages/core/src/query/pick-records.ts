import { recordScan } from "@rapport/db";
import { OBJECT_TYPES, type ObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { type NamedRecord, namedIn } from "../records/names.ts";
import { matchesWords, parseWordQuery, type WordQuery } from "../words/query.ts";
import { candidatesByWords } from "./word-candidates.ts";

type Row = recordScan.ScannedRecord;

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
  { db, schemas }: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  search: { text: string; types?: readonly ObjectType[] | undefined; limit: number },
): Promise<readonly NamedRecord[]> {
  const schema = await schemas.get(principal.projectId);
  const types = search.types ?? (Object.keys(OBJECT_TYPES) as ObjectType[]);
  const query = parseWordQuery(search.text);
  const [byId, ...byWords] = await Promise.all([
    recordScan.findMany(db, principal, idIn(search.text.trim())),
    ...types.map((type) => findByWords(db, principal, type, schema[type], query)),
  ]);
  const rows = [...byId.values(), ...interleaved(byWords)];
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .filter((row) => types.includes(row.type as ObjectType))
    .slice(0, search.limit)
    .map((row) => namedIn(schema, row));
}

async function findByWords(
  db: Deps["db"],
  principal: Principal,
  type: ObjectType,
  { properties: definitions }: ObjectSchema,
  query: WordQuery,
): Promise<readonly Row[]> {
  if (query.beginnings.length === 0) return [];
  const next = candidatesByWords(db, principal, type, query, "asc");
  const found: Row[] = [];
  let above = 0;
  for (let read = 0; read < MAX_READ && found.length < COMPARED; read += COMPARED) {
    const ids = await next({ above, below: Number.MAX_SAFE_INTEGER }, COMPARED);
    const rows = await recordScan.findMany(db, principal, ids);
    for (const row of rows.values()) {
      if (matchesWords(query, definitions, row.properties)) found.push(row);
    }
    if (ids.length < COMPARED) break;
    above = ids.at(-1) ?? above;
  }
  const names = new Set<string>(OBJECT_TYPES[type].nameProperties[0]);
  const inName = new Map([...definitions].filter(([name]) => names.has(name)));
  const isNamed = (row: Row) => matchesWords(query, inName, row.properties);
  return [...found.filter(isNamed), ...found.filter((row) => !isNamed(row))];
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
