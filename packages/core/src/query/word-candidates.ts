import { setImmediate } from "node:timers/promises";
import { type Db, pace, recordScan, recordWordsMissing, wordSearch } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Principal } from "../principal.ts";
import type { WordQuery } from "../words/query.ts";

type IdRange = recordScan.IdRange;
type Direction = recordScan.Direction;
type Beginnings = wordSearch.Beginnings;

/**
 * Returns the next records of a range that can have the words of a query, by id: all that have them, and
 * others. Fewer than `limit` are the last.
 */
type WordCandidates = (range: IdRange, limit: number) => Promise<readonly number[]>;

/** Records whose words are compared at first, and at most at once: about 0.3 and 3 ms on SQLite. */
const COMPARED = { first: 256, most: 2_048 };
/** Records whose words one call compares; then it returns records without comparing them. */
const MAX_COMPARED = 8_192;
/** Records of a sample. */
const SAMPLED = 64;
/** A word that fewer of the next records have is looked up in the index of words. */
const RARE = 1 / 100;
/** Most postings that the index may read. SQLite reads them in about 15 ms, PostgreSQL in 200 ms. */
const MAX_POSTINGS = 50_000;
/** The index is also asked for words with so few postings that are not the rarest. */
const FEW_POSTINGS = 1_000;

/**
 * Returns a function that lists the records that can have the words of a query.
 *
 * Common words are found by comparing the words of the next records: among the first few are enough for a
 * page, and the index would read all postings of the words. Rare words are found by the index. While the words
 * of older records are still missing, all records are listed.
 *
 * Measured with 300,000 records, the next 51 with a word that 150,000, 15,000, 3,000 or 10 of them have: 0.3,
 * 1.9, 1.5 and 0.7 ms on SQLite; 0.8, 8, 26 and 1.4 ms on PostgreSQL on a busy machine.
 */
export function candidatesByWords(
  db: Db,
  scope: Principal,
  type: ObjectType,
  query: WordQuery,
  direction: Direction,
): WordCandidates {
  const wanted = longestFirst(query);
  let hasAllWords: boolean | undefined;
  let indexed: Beginnings = [];

  const listAll = async (range: IdRange, limit: number) =>
    (await recordScan.scanIds(db, scope, type, range, direction, limit)).map(({ id }) => id);

  const findIndexed = (range: IdRange, limit: number) =>
    wordSearch.findByWords(db, scope, type, indexed, { ...range, direction, limit });

  async function compare(range: IdRange, limit: number): Promise<readonly number[]> {
    const ids: number[] = [];
    let rest = range;
    let size = COMPARED.first;
    for (let compared = 0; compared < MAX_COMPARED; ) {
      // On SQLite, comparing holds up every other request of the process.
      if (compared > 0) await setImmediate();
      const page = { ...rest, direction, limit: size };
      const found = await wordSearch.compareWords(db, scope, type, wanted, page);
      ids.push(...found.ids);
      if (ids.length >= limit) return ids.slice(0, limit);
      if (found.compared < size) return ids;
      rest = restAfter(rest, found, direction);
      compared += found.compared;
      size = Math.min(2 * size, COMPARED.most);
      const left = limit - ids.length;
      indexed = await chooseIndexed(db, scope, type, wanted, found, { ...rest, direction }, left);
      if (indexed.length > 0) return [...ids, ...(await findIndexed(rest, left))];
    }
    return [...ids, ...(await listAll(rest, limit - ids.length))];
  }

  return async (range, limit) => {
    hasAllWords ??= await recordWordsMissing.hasAllWords(db, scope, type);
    if (!hasAllWords) return listAll(range, limit);
    return indexed.length > 0 ? findIndexed(range, limit) : compare(range, limit);
  };
}

/**
 * Returns the words to look up in the index, or none if comparing on takes less time. The words of two more
 * groups of records show how common a word is elsewhere.
 *
 * @param last the records that were compared last
 * @param rest the records that follow
 * @param limit records that are wanted
 */
async function chooseIndexed(
  db: Db,
  scope: Principal,
  type: ObjectType,
  wanted: Beginnings,
  last: wordSearch.Compared,
  rest: IdRange & { readonly direction: Direction },
  limit: number,
): Promise<Beginnings> {
  const heldBy = (i: number) => last.held[i] ?? last.compared;
  const isRare = (i: number) => heldBy(i) < RARE * last.compared;
  if (!wanted.some((_, i) => isRare(i))) return [];
  const sample = (page: Omit<wordSearch.WordsPage, "limit">) =>
    wordSearch.compareWords(db, scope, type, wanted, { ...page, limit: SAMPLED });
  const far = await sample({ ...rest, direction: rest.direction === "asc" ? "desc" : "asc" });
  const lowest = Math.min(last.lowest, far.lowest || last.lowest);
  const highest = Math.max(last.highest, far.highest);
  const above = Math.floor((lowest + highest) / 2);
  const samples = [last, far, await sample({ above, below: highest + 1, direction: "asc" })];
  // An upper bound, because ids in between may be those of other records.
  const records = highest - lowest + 1;
  const compared = sum(samples.map((one) => one.compared));
  const postingsOf = (i: number) =>
    (records * sum(samples.map(({ held }) => held[i] ?? 0))) / compared;
  // To find them, records * limit / postings records would be compared.
  const worthwhile = Math.sqrt((records * limit) / pace.postingCost(db));
  const fewest = Math.min(...wanted.flatMap((_, i) => (isRare(i) ? postingsOf(i) : [])));
  return wanted.filter((_, i) => {
    const postings = postingsOf(i);
    const most = heldBy(i) === 0 ? MAX_POSTINGS : Math.min(MAX_POSTINGS, worthwhile);
    return isRare(i) && postings <= most && postings <= Math.max(10 * fewest, FEW_POSTINGS);
  });
}

/** Of a long query only the first words are compared, and a longer word leaves fewer records. */
function longestFirst({ beginnings }: WordQuery): Beginnings {
  const lengthOf = (either: readonly string[]) => Math.min(...either.map((one) => one.length));
  return beginnings.toSorted((a, b) => lengthOf(b) - lengthOf(a));
}

function restAfter(
  range: IdRange,
  { lowest, highest }: wordSearch.Compared,
  direction: Direction,
): IdRange {
  return direction === "asc" ? { ...range, above: highest } : { ...range, below: lowest };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
