import { recordsById } from "@rapport/db";
import { bytesOfRecord } from "../../paging.ts";
import { findAssociated } from "../conditions/association-conditions.ts";
import {
  type AssociationCondition,
  Examined,
  type Group,
  type Row,
  type ScannedRow,
} from "../conditions/condition.ts";
import { count, KEY_BYTES, part, RECORD_BYTES, type SearchContext } from "./search-context.ts";

/** Bytes of the records that are read at once. */
const CHUNK_BYTES = 96 * 1024;

/** Reads records in chunks, and yields those of each chunk that meet one of the groups; a large record on its own. */
export async function* readMatching(
  context: SearchContext,
  groups: readonly Group[],
  ids: readonly number[],
): AsyncGenerator<readonly Row[]> {
  let size = Math.min(FIRST_CHUNK, context.limits.chunk);
  for (let start = 0; start < ids.length; ) {
    const chunk = ids.slice(start, start + size);
    const scanned = await scanRecords(context, chunk);
    let looked = 0;
    for (const { items, rows } of splitAtLarge(chunk, (id) => id, scanned)) {
      const { matching, bytes } = await examine(context, groups, items, rows);
      looked += bytes;
      yield matching;
    }
    start += chunk.length;
    size = sizeAfter(context, size, chunk.length, looked);
  }
}

const FIRST_CHUNK = 50;

/** Reads records, the large ones without their properties. */
export function scanRecords(
  context: SearchContext,
  ids: readonly number[],
): Promise<readonly ScannedRow[]> {
  const { db, scope } = context;
  return part(context, () => recordsById.scanMany(db, scope, ids), bytesOfRows);
}

/** Returns about how many bytes were looked at to read some rows. */
export function bytesOfRows(rows: readonly ScannedRow[]): number {
  return rows.reduce((sum, row) => sum + bytesOfRow(row), 0);
}

export function bytesOfRow(row: ScannedRow): number {
  return RECORD_BYTES + (isWhole(row) ? bytesOfRecord(row) : 0);
}

/** Returns how many records the next chunk has, after one of `length` records whose bytes are known. */
export function sizeAfter(
  { limits }: SearchContext,
  size: number,
  length: number,
  bytes: number,
): number {
  const fitting = Math.floor((CHUNK_BYTES * length) / Math.max(1, bytes));
  return Math.max(1, Math.min(2 * size, limits.chunk, fitting));
}

/** Items to examine, with the rows of their records. */
interface Piece<Item> {
  readonly items: readonly Item[];
  readonly rows: readonly ScannedRow[];
}

/** Splits items so that each one of a large record is alone, because large records are read one after another. */
export function splitAtLarge<Item>(
  items: readonly Item[],
  readId: (item: Item) => number,
  rows: readonly ScannedRow[],
): readonly Piece<Item>[] {
  if (rows.every(isWhole)) return [{ items, rows }];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pieces: { readonly items: Item[]; readonly rows: ScannedRow[] }[] = [];
  let isOpen = false;
  for (const item of items) {
    const row = byId.get(readId(item));
    const isAlone = row !== undefined && !isWhole(row);
    const own = row === undefined ? [] : [row];
    if (isOpen && !isAlone) {
      pieces.at(-1)?.items.push(item);
      pieces.at(-1)?.rows.push(...own);
    } else {
      pieces.push({ items: [item], rows: own });
    }
    isOpen = !isAlone;
  }
  return pieces;
}

/** Returns whether the properties of a record were read. */
export function isWhole(row: ScannedRow): row is Row {
  return row.properties !== null;
}

/**
 * Tests records.
 *
 * @param rows the live ones of the records. The properties of a large one, which must be alone, are read.
 * @returns those that meet one of the groups, and about how many bytes were looked at to read and examine all of them
 */
export async function examine(
  context: SearchContext,
  groups: readonly Group[],
  ids: readonly number[],
  rows: readonly ScannedRow[],
): Promise<{ readonly matching: readonly Row[]; readonly bytes: number }> {
  const { db, scope, search } = context;
  const ofType = rows.filter(({ type }) => type === search.type);
  const whole = ofType.every(isWhole)
    ? ofType
    : await part(
        context,
        async () => [...(await recordsById.findMany(db, scope, ids)).values()],
        bytesOfRows,
      );
  const read = ids.length * RECORD_BYTES + whole.reduce((sum, row) => sum + bytesOfRecord(row), 0);
  // Most lists have no conditions.
  if (groups.some((group) => group.length === 0)) return { matching: whole, bytes: read };
  const records = whole.map((row) => new Examined(row));
  const matching = await meetingAny(context, groups, records);
  const examined = records.reduce((sum, { bytes }) => sum + bytes, 0);
  count(context, examined);
  return { matching: matching.map(({ row }) => row), bytes: read + examined };
}

async function meetingAny(
  context: SearchContext,
  [first = [], ...others]: readonly Group[],
  records: readonly Examined[],
): Promise<readonly Examined[]> {
  const found = await meeting(context, first, records);
  if (others.length === 0) return found;
  const matching = new Set(found);
  for (const group of others) {
    const untested = records.filter((record) => !matching.has(record));
    for (const record of await meeting(context, group, untested)) matching.add(record);
  }
  return [...matching];
}

async function meeting(
  context: SearchContext,
  group: Group,
  records: readonly Examined[],
): Promise<readonly Examined[]> {
  let left = records.filter((record) =>
    group.every((condition) => condition.kind === "association" || record.meets(condition)),
  );
  for (const condition of group) {
    if (condition.kind === "row") continue;
    await askDatabase(context, condition, left);
    left = left.filter((record) => record.known(condition));
  }
  return left;
}

/** Finds out whether records meet a condition on associations, of which that is not known yet. */
async function askDatabase(
  context: SearchContext,
  condition: AssociationCondition,
  records: readonly Examined[],
): Promise<void> {
  const { db, scope } = context;
  const unknown = records.filter((record) => record.known(condition) === undefined);
  const ids = unknown.map(({ row }) => row.id);
  if (ids.length === 0) return;
  const find = () => findAssociated(db, scope, condition, ids);
  const found = new Set(await part(context, find, () => ids.length * KEY_BYTES));
  for (const record of unknown) record.note(condition, found.has(record.row.id));
}
