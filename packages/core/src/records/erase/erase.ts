import {
  attachments,
  type Db,
  duplicatePairs,
  duplicates,
  erasedValues,
  erasures,
  idempotency,
  importDrafts,
  liveRevisions,
  merges,
  recordWords,
  recordWordsMissing,
  runWrites,
  type StoredProperties,
  views,
} from "@rapport/db";
import type { Call } from "../../call.ts";
import { eraseTypeFiles } from "../../files/files.ts";
import { emailKey, phoneKey } from "../../formats.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { type Principal, storedActor } from "../../principal.ts";
import { wholeKey } from "../../record-index/index-key.ts";
import { reindex } from "../../record-index/reindex.ts";
import { erased, invalid, mergedIssue, notFound } from "../errors.ts";
import { recordHistory } from "../history.ts";
import type { RecordDeps } from "../record.ts";
import { writeRecord } from "../write-record.ts";
import { eraseValues, FIRST_STEP } from "./steps.ts";

/** An erased record (specification §24). */
export interface ErasedRecord {
  readonly id: number;
  readonly version: number;
  readonly erasedAt: string;
}

/** An erasure that is repeated after the restore of a backup. */
export interface KeptErasure {
  /** Creation time of the record. A record with another one got its id after the restore. */
  readonly createdAt: string;
  readonly actor: string;
  readonly at: string;
}

/**
 * Erases a record: its values are gone for good, also those of a deleted record (specification §24). Its own row,
 * its index and its words are empty at the commit, together with the first rows of its history, events and
 * deliveries. A worker does the rest.
 *
 * @param kept repeats this erasure
 * @throws CrmError NOT_FOUND; ERASED if it was erased already; MERGED with the id of the record to erase, live or
 *   deleted, if it was merged
 */
export function eraseRecord(
  { deps, principal }: Call<RecordDeps>,
  type: string,
  id: number,
  kept?: KeptErasure,
): Promise<ErasedRecord> {
  return writeRecord({ deps, principal }, type, (object, at) => async (tx) => {
    const row = await erasures.lockAny.first(tx, principal, { type, id });
    if (row === undefined) throw notFound(type, id);
    if (row.erased_at !== null) throw erased(type, id);
    if (row.merged_into !== null) {
      await refuseMerged(tx, principal, object, id);
      await merges.dropMergedKeys(tx, principal, type, [id]);
    }
    if (kept !== undefined && kept.createdAt !== row.created_at) throw notFound(type, id);
    const key = { ...principal, type, id };
    await forgetInViews(tx, principal, object, row);
    await erasures.emptyRecord.all(tx, principal, { id, at });
    if (row.deleted_at === null) {
      const record = { ...key, createdAt: row.created_at };
      const emptied = { before: row.properties, after: {} };
      await runWrites(tx, reindex(record, object.properties, emptied));
    }
    await recordWordsMissing.waitForMissing.all(tx, principal, { type });
    await runWrites(tx, recordWords.removeWords(key));
    await duplicates.forgetKeys(tx, principal, id);
    await duplicatePairs.forgetPairs(tx, principal, id);
    await idempotency.eraseAnswersWithRecords(tx, principal, [id]);
    await eraseTypeFiles(tx, principal, type);
    await attachments.deleteRecordFiles(tx, principal, id, at);
    await importDrafts.discardDraftsForType(tx, principal, type);
    const version = row.version + 1;
    const empty = { ...row, properties: {}, version, updated_at: at, deleted_at: at };
    const change = { type, action: "erased", row: empty } as const;
    await runWrites(tx, recordHistory(principal, change, { object, at }));
    const { actor = storedActor(principal), at: erasedAt = at } = kept ?? {};
    const { step, after_id: after } = FIRST_STEP;
    await erasures.insertErasures(tx, [
      [principal.projectId, id, type, row.created_at, version, actor, erasedAt, step, after],
    ]);
    await eraseValues(tx, principal, { object, id, version }, { progress: FIRST_STEP, at });
    return { id, version, erasedAt: at };
  });
}

/** Types of properties whose values name one person or company. */
const NAMING_TYPES: ReadonlySet<string> = new Set(["email", "phone", "url"]);
/** Entries of the history whose values are looked for: more than a person's record usually has. */
const MAX_ENTRIES = 10_000;
/** Entries that one statement reads, because each may have the values of a whole record. */
const PORTION = 50;
/** Records merged into it whose values are looked for too. */
const MAX_MERGED = 100;

interface Filter {
  readonly property: string;
  readonly value?: unknown;
  readonly values?: readonly unknown[];
}

interface Content {
  readonly groups: readonly (readonly Filter[])[];
}

/**
 * Removes from the filters of views what names an erased record: its present and former names, emails, phones and web
 * addresses, and its unique values (specification §24). A filter without a value is removed, and a group without a
 * filter.
 */
async function forgetInViews(
  tx: Db,
  principal: Principal,
  object: ObjectSchema,
  record: { readonly id: number; readonly properties: StoredProperties },
): Promise<void> {
  const rows = await views.lockViewsOfType.all(tx, principal, { type: object.name });
  if (rows.length === 0) return;
  const merged = { primary: record.id, after: 0, limit: MAX_MERGED };
  const others = await merges.listMerged.all(tx, principal, merged);
  const ids = [record.id, ...others.map(({ merged_id: id }) => id)];
  const known = new Map<string, Set<string>>();
  const add = namingValues(object, known);
  for (const [name, value] of Object.entries(record.properties)) add(name, value);
  for (const id of ids) {
    for await (const changes of formerValues(tx, principal, id)) {
      for (const [name, values] of Object.entries(changes)) {
        for (const value of values) add(name, value);
      }
    }
  }
  const updated_at = new Date().toISOString();
  let isChanged = false;
  for (const row of rows) {
    const content = JSON.parse(row.content) as Content;
    const groups = content.groups
      .map((group) => group.flatMap((filter) => withoutValues(filter, known)))
      .filter((group) => group.length > 0);
    const after = JSON.stringify({ ...content, groups });
    if (after === row.content) continue;
    isChanged = true;
    await views.saveView(tx, principal, {
      ...{ ...row, content: after, updated_at },
      version: row.version + 1,
    });
  }
  if (isChanged) await liveRevisions.noteRevision(tx, principal, "views");
}

/** Yields the changes in a record's history. */
async function* formerValues(tx: Db, principal: Principal, record: number) {
  let after = 0;
  for (let read = 0; read < MAX_ENTRIES; read += PORTION) {
    const rows = await erasedValues.listChanges(tx, principal, { record, after, limit: PORTION });
    for (const { changes } of rows) yield changes;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PORTION) return;
    after = last.id;
  }
}

/**
 * Returns a function that adds a value to `known`, by property, if it names the record. A name also counts word by word.
 */
function namingValues(
  object: ObjectSchema,
  known: Map<string, Set<string>>,
): (name: string, value: unknown) => void {
  const names = new Set<string>(object.nameProperties.flat());
  return (name, value) => {
    const definition = object.properties.get(name);
    const isNaming = NAMING_TYPES.has(definition?.type ?? "") || definition?.unique === true;
    if (!isNaming && !names.has(name)) return;
    const texts = known.get(name) ?? new Set();
    known.set(name, texts);
    for (const one of [value].flat()) {
      if (typeof one !== "string" || one === "") continue;
      texts.add(one.toLowerCase());
      if (definition !== undefined) texts.add(wholeKey(definition, one));
      if (names.has(name)) for (const word of one.toLowerCase().split(/\s+/)) texts.add(word);
    }
  };
}

/** Returns the filter without the values that are known; nothing if it has none left. */
function withoutValues(
  filter: Filter,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Filter[] {
  const texts = known.get(filter.property);
  if (texts === undefined) return [filter];
  const isKnown = (value: unknown) =>
    typeof value === "string" &&
    [value.toLowerCase(), emailKey(value), phoneKey(value) ?? ""].some((one) => texts.has(one));
  if (isKnown(filter.value)) return [];
  if (!filter.values?.some(isKnown)) return [filter];
  const values = filter.values.filter((value) => !isKnown(value));
  return values.length === 0 ? [] : [{ ...filter, values }];
}

/** The primary record may have been purged. Then the merged one is all that is left. */
async function refuseMerged(
  tx: Db,
  principal: Principal,
  { name: type, idParam }: ObjectSchema,
  id: number,
): Promise<void> {
  const primary = await merges.resolveRecord.first(tx, principal, { type, id });
  if (primary !== undefined) throw invalid([mergedIssue(type, id, primary.id, idParam)]);
}
