import { type Db, recordScan, recordWords, recordWordsMissing } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Principal } from "../principal.ts";
import type { WordQuery } from "../words/query.ts";

type IdRange = recordScan.IdRange;
type Direction = recordScan.Direction;

/**
 * Returns the next records of a range that can have the words of a query, by id: all that have them, and
 * others. Fewer than `limit` are the last.
 */
export type WordCandidates = (range: IdRange, limit: number) => Promise<readonly number[]>;

/** Records whose words are compared at first, and at most at once. About 0.1 and 1 ms. */
const COMPARED = { first: 256, most: 2_048 };
/** Records whose words one call compares; then it returns records without comparing them. */
const MAX_COMPARED = 8_192;
/** A word that fewer records have is found by the index of words. */
const RARE = 1 / 100;

/**
 * Returns a function that lists the records that can have the words of a query.
 *
 * Common words are found by comparing the words of the next records: among the first few are enough for a
 * page, and the index would read all postings of the words. Rare words are found by the index. Which of them
 * a word is shows when the first records are compared. While the words of older records are still missing,
 * all records are listed.
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
  let rare: recordWords.Beginnings = [];

  const listAll = async (range: IdRange, limit: number) =>
    (await recordScan.scanIds(db, scope, type, range, direction, limit)).map(({ id }) => id);

  const findRare = (range: IdRange, limit: number, rareWords: recordWords.Beginnings) =>
    recordWords.findByWords(db, scope, type, rareWords, { ...range, direction, limit });

  async function compare(range: IdRange, limit: number): Promise<readonly number[]> {
    const ids: number[] = [];
    let rest = range;
    let size = COMPARED.first;
    for (let compared = 0; compared < MAX_COMPARED; ) {
      const page = { ...rest, direction, limit: size };
      const found = await recordWords.compareWords(db, scope, type, wanted, page);
      ids.push(...found.ids);
      if (ids.length >= limit) return ids.slice(0, limit);
      if (found.last === null || found.compared < size) return ids;
      rest = after(rest, found.last, direction);
      compared += found.compared;
      size = Math.min(2 * size, COMPARED.most);
      rare = rareOf(wanted, found);
      if (rare.length > 0) return [...ids, ...(await findRare(rest, limit - ids.length, rare))];
    }
    return [...ids, ...(await listAll(rest, limit - ids.length))];
  }

  return async (range, limit) => {
    hasAllWords ??= await recordWordsMissing.hasAllWords(db, scope, type);
    if (!hasAllWords) return listAll(range, limit);
    return rare.length > 0 ? findRare(range, limit, rare) : compare(range, limit);
  };
}

/** Of a long query only the first words are compared, and a longer word leaves fewer records. */
function longestFirst({ beginnings }: WordQuery): recordWords.Beginnings {
  const lengthOf = (either: readonly string[]) => Math.min(...either.map((one) => one.length));
  return beginnings.toSorted((a, b) => lengthOf(b) - lengthOf(a));
}

function rareOf(
  wanted: recordWords.Beginnings,
  { held, compared }: recordWords.Compared,
): recordWords.Beginnings {
  return wanted.filter((_, i) => (held[i] ?? compared) < RARE * compared);
}

function after(range: IdRange, last: number, direction: Direction): IdRange {
  return direction === "asc" ? { ...range, above: last } : { ...range, below: last };
}
