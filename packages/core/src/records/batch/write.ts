import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type Db,
  type RecordRow,
  recordBatches,
  recordIndex,
  recordWords,
  startedWrites,
} from "@rapport/db";
import type { Principal } from "../../principal.ts";
import { hasChangedWords } from "../../record-index/index-words.ts";
import {
  changedNames,
  indexRows,
  releasedRows,
  unindexedRows,
  uniqueRows,
} from "../../record-index/reindex.ts";
import { wordsOfRecord } from "../../words/property-words.ts";
import type { Properties } from "../record.ts";
import type { BatchContext } from "./apply.ts";
import { type Draft, type Picture, uniqueKeyText } from "./picture.ts";
import { writeChanges } from "./write-changes.ts";

type IndexRow = recordIndex.IndexRow;

/** A record that a draft changed. */
interface Touched {
  readonly row: RecordRow;
  readonly before: Properties;
  /** Empty if the record was deleted. */
  readonly after: Properties;
  /** The properties whose value changed. */
  readonly names: readonly string[];
}

/**
 * Takes and releases the unique values of a draft. It is the first write of a draft.
 *
 * @returns the values that another transaction has taken meanwhile; then the caller must roll back
 */
export async function writeUniqueValues(
  tx: Db,
  context: BatchContext,
  draft: Draft,
  below: Picture,
): Promise<readonly recordIndex.UniqueKey[]> {
  const { properties, name: type } = context.object;
  const rows = { released: [] as IndexRow[], taken: [] as IndexRow[] };
  for (const { row, before, after, names } of touchedBy(draft, below)) {
    const record = { ...context, type, id: row.id, createdAt: row.created_at };
    rows.released.push(...releasedRows(record, properties, before, names));
    rows.taken.push(...uniqueRows(record, properties, after, names));
  }
  await recordIndex.releaseMany(tx, context, type, rows.released);
  if (rows.taken.length === 0) return [];
  const free = await recordIndex.reserveMany(tx, rows.taken.toSorted(byValue));
  if (free.length === rows.taken.length) return [];
  const reserved = new Set(free.map(uniqueKeyText));
  return rows.taken.flatMap(([, , property, value]) =>
    reserved.has(uniqueKeyText({ property, value })) ? [] : [{ property, value }],
  );
}

function byValue([, , , a]: IndexRow, [, , , b]: IndexRow): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Writes the records of a draft, their index rows, words, associations, history and events: one statement for each
 * kind, however many records there are.
 *
 * @returns the indexes of the inputs that associated records
 */
export async function writeDraft(
  tx: Db,
  principal: Principal,
  context: BatchContext,
  { draft, below }: { readonly draft: Draft; readonly below: Picture },
): Promise<ReadonlySet<number>> {
  const { object } = context;
  const type = object.name;
  const touched = touchedBy(draft, below);
  const removed: IndexRow[] = [];
  const added: IndexRow[] = [];
  const words: recordWords.RecordWords[] = [];
  for (const { row, before, after, names } of touched) {
    const record = { ...context, type, id: row.id, createdAt: row.created_at };
    removed.push(...unindexedRows(record, object.properties, before, names));
    added.push(...indexRows(record, object.properties, after, names));
    if (hasChangedWords(object.properties, names)) {
      words.push({ id: row.id, words: wordsOfRecord(object.properties, after) });
    }
  }
  // PostgreSQL runs each while the values of the next are made.
  const writes = startedWrites();
  const rows = touched.map(({ row }) => row);
  await giveWay(touched.length);
  writes.add(recordBatches.putRecords(tx, context, type, rows));
  await giveWay(touched.length);
  // A value that a list of values keeps is removed and added.
  const replaced = recordIndex.deleteManyIndexRows(tx, context, type, removed);
  writes.add(replaced.then(() => recordIndex.insertManyIndexRows(tx, added)));
  await giveWay(touched.length);
  writes.add(recordWords.saveManyWords(tx, { ...context, type }, words));
  await giveWay(touched.length);
  const changes = writeChanges(tx, principal, context, draft.steps);
  writes.add(changes);
  await writes.end();
  return changes;
}

/** Inputs that take less than a millisecond. */
const FEW = 10;

/** Lets other requests be served between two pieces of work on some inputs of a batch, unless they are few. */
export async function giveWay(inputs: number): Promise<void> {
  if (inputs > FEW) await nextTurn();
}

function touchedBy(draft: Draft, below: Picture): readonly Touched[] {
  const touched: Touched[] = [];
  for (const [id, row] of draft.records.own) {
    if (row === null) continue;
    const before = indexedValues(below.records.get(id));
    const after = indexedValues(row);
    touched.push({ row, before, after, names: changedNames(before, after) });
  }
  return touched;
}

/** Returns the values that the indexes have of a record: those of a live one. */
function indexedValues(row: RecordRow | null | undefined): Properties {
  return row?.deleted_at === null ? row.properties : {};
}
