import { pace, recordScan, wordSearch } from "@rapport/db";
import type { WordQuery } from "../../words/query.ts";
import { KEY_BYTES, type Parts, part, RECORD_BYTES } from "./search-context.ts";

type IdRange = recordScan.IdRange;
type Direction = recordScan.Direction;
type Beginnings = wordSearch.Beginnings;

/**
 * Returns the next records of a range that can have the words of a query, by id: all that have them, and
 * others. Fewer than `limit` are the last.
 */
type WordCandidates = (range: IdRange, limit: number) => Promise<readonly number[]>;

/**
 * Sizes of a comparison: records in the first step (`first`) and in the largest (`most`), bytes of words per step (`bytes`),
 * and extra bytes counted per record (`each`).
 */
const COMPARED = { first: 256, most: 2_048, bytes: 128 * 1024, each: 128 };
/** Records whose words one call compares; then it returns records without comparing them. */
const MAX_COMPARED = 8_192;
/** Records of a sample. */
const SAMPLED = 64;
/** A word that fewer of the next records have may be looked up in the index of words. */
const RARE = 1 / 20;
/** Maximum number of postings that the index may read. SQLite reads them in about 15 ms, PostgreSQL in 200 ms. */
const MAX_POSTINGS = 50_000;
/** The index is also asked for words with so few postings that are not the rarest. */
const FEW_POSTINGS = 1_000;
/** Reading a posting takes as long as examining this many bytes. */
const POSTING_BYTES = 16;
/** Records that the index has found whose other words are compared at once. */
const CHUNK = 512;

/** Words to look up in the index. */
interface Indexed {
  /** Empty if comparing takes less time. */
  readonly words: Beginnings;
  /** About how many bytes the index reads for them. */
  readonly bytes: number;
  /** Records that probably have to be looked up to find enough that have all words. */
  readonly first: number;
}

const NOTHING_INDEXED: Indexed = { words: [], bytes: 0, first: 0 };

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
  context: Parts,
  type: string,
  query: WordQuery,
  direction: Direction,
): WordCandidates {
  const { db, scope } = context;
  const wanted = longestFirst(query);
  let isComplete = true;
  let indexed = NOTHING_INDEXED;

  const listAll = async (range: IdRange, limit: number) => {
    const scan = () => recordScan.scanIds(db, scope, { type, range }, { direction, limit });
    const rows = await part(context, scan, ({ length }) => length * KEY_BYTES);
    return rows.map(({ id }) => id);
  };

  const find = (range: IdRange, limit: number) => {
    const { words, bytes } = indexed;
    const page = { ...range, direction, limit };
    const lookUp = () => wordSearch.findByWords(db, scope, type, { wanted: words, page });
    return part(context, lookUp, ({ length }) => bytes + length * KEY_BYTES);
  };

  async function findIndexed(range: IdRange, limit: number): Promise<readonly number[]> {
    if (indexed.words.length === wanted.length) return find(range, limit);
    const ids: number[] = [];
    let rest = range;
    // At most twice, because it reads all postings each time.
    for (const size of [indexed.first, MAX_COMPARED - indexed.first]) {
      if (size === 0) break;
      const found = await find(rest, size);
      for (let start = 0; start < found.length; start += CHUNK) {
        const chunk = found.slice(start, start + CHUNK);
        const compared = () => wordSearch.haveWords(db, scope, type, { wanted, ids: chunk });
        ids.push(...(await part(context, compared, () => chunk.length * RECORD_BYTES)));
        if (ids.length >= limit) return ids.slice(0, limit);
      }
      const last = found.at(-1);
      if (found.length < size || last === undefined) return ids;
      rest = restAfter(rest, { lowest: last, highest: last }, direction);
    }
    return [...ids, ...(await find(rest, limit - ids.length))];
  }

  async function compare(range: IdRange, limit: number): Promise<readonly number[]> {
    const ids: number[] = [];
    let rest = range;
    let size = COMPARED.first;
    for (let compared = 0; compared < MAX_COMPARED; ) {
      const found = await compareNext(context, type, wanted, { ...rest, direction, limit: size });
      isComplete = found.isComplete;
      if (!isComplete) return listAll(range, limit);
      ids.push(...found.ids);
      if (ids.length >= limit) return ids.slice(0, limit);
      if (found.compared < size) return ids;
      rest = restAfter(rest, found, direction);
      compared += found.compared;
      const fitting = Math.ceil((COMPARED.bytes * found.compared) / Math.max(1, found.bytes));
      size = Math.min(2 * size, COMPARED.most, fitting);
      const left = limit - ids.length;
      indexed = await chooseIndexed(
        context,
        type,
        { wanted, last: found },
        { rest: { ...rest, direction }, limit: left },
      );
      if (indexed.words.length > 0) return [...ids, ...(await findIndexed(rest, left))];
    }
    return [...ids, ...(await listAll(rest, limit - ids.length))];
  }

  return async (range, limit) => {
    if (!isComplete) return listAll(range, limit);
    return indexed.words.length > 0 ? findIndexed(range, limit) : compare(range, limit);
  };
}

/**
 * Decides which words to look up in the index. The words of two more groups of records show how common a word is
 * elsewhere.
 *
 * @param last the records that were compared last
 * @param rest the records that follow
 * @param limit records that are wanted
 */
async function chooseIndexed(
  context: Parts,
  type: string,
  { wanted, last }: { readonly wanted: Beginnings; readonly last: wordSearch.Compared },
  {
    rest,
    limit,
  }: { readonly rest: IdRange & { readonly direction: Direction }; readonly limit: number },
): Promise<Indexed> {
  // A word beyond those that are compared counts as common.
  const heldBy = (i: number) => last.held[i] ?? last.compared;
  const isRare = (i: number) => heldBy(i) < RARE * last.compared;
  if (!wanted.some((_, i) => isRare(i))) return NOTHING_INDEXED;
  const sample = (page: Omit<wordSearch.WordsPage, "limit">) =>
    compareNext(context, type, wanted, { ...page, limit: SAMPLED });
  const far = await sample({ ...rest, direction: rest.direction === "asc" ? "desc" : "asc" });
  const lowest = Math.min(last.lowest, far.lowest || last.lowest);
  const highest = Math.max(last.highest, far.highest);
  const above = Math.floor((lowest + highest) / 2);
  const samples = [last, far, await sample({ above, below: highest + 1, direction: "asc" })];
  // An upper bound, because ids in between may be those of other records.
  const records = highest - lowest + 1;
  const compared = sum(samples.map((one) => one.compared));
  const wordShare = (i: number) =>
    sum(samples.map((one) => one.held[i] ?? one.compared)) / compared;
  const estimatePostings = (i: number) => records * wordShare(i);
  // Estimate how many records must be compared to find `limit` matches. If no sample has a match, assume one.
  const having = Math.max(1, sum(samples.map(({ ids }) => ids.length)));
  const expected = (compared * limit) / having;
  // Records beyond that number are examined instead of compared, which takes longer.
  const worthwhile = Math.min(2 * MAX_COMPARED, expected) / pace.postingCost(context.db);
  const fewest = Math.min(...wanted.flatMap((_, i) => (isRare(i) ? estimatePostings(i) : [])));
  const isIndexed = wanted.map((_, i) => {
    const postings = estimatePostings(i);
    const most = heldBy(i) === 0 ? MAX_POSTINGS : Math.min(MAX_POSTINGS, worthwhile);
    return isRare(i) && postings <= most && postings <= Math.max(10 * fewest, FEW_POSTINGS);
  });
  // Assume that each remaining word is as common among the records with the looked-up words as among all.
  const share = wanted.reduce((all, _, i) => (isIndexed[i] ? all : all * wordShare(i)), 1);
  return {
    words: wanted.filter((_, i) => isIndexed[i]),
    bytes: POSTING_BYTES * sum(wanted.map((_, i) => (isIndexed[i] ? estimatePostings(i) : 0))),
    first: Math.min(MAX_COMPARED, Math.max(CHUNK, Math.ceil((2 * limit) / share))),
  };
}

/** Compares the words of the next records; see `compareWords`. */
function compareNext(
  context: Parts,
  type: string,
  wanted: Beginnings,
  page: wordSearch.WordsPage,
): Promise<wordSearch.Compared> {
  const { db, scope } = context;
  const compare = () => wordSearch.compareWords(db, scope, type, { wanted, page });
  return part(context, compare, ({ bytes, compared }) => bytes + compared * COMPARED.each);
}

/** Of a long query only the first words are compared, and a longer word leaves fewer records. */
function longestFirst({ beginnings }: WordQuery): Beginnings {
  const shortestLength = (either: readonly string[]) =>
    Math.min(...either.map((one) => one.length));
  return beginnings.toSorted((a, b) => shortestLength(b) - shortestLength(a));
}

function restAfter(
  range: IdRange,
  { lowest, highest }: Pick<wordSearch.Compared, "lowest" | "highest">,
  direction: Direction,
): IdRange {
  return direction === "asc" ? { ...range, above: highest } : { ...range, below: lowest };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
