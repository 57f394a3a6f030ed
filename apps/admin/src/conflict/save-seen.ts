import { calls, failureStatus, type Outputs } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { type PropertyData, propertyItem } from "../property/property-types.ts";
import { ask, type RecordKey } from "./questions.ts";

type Item = ReturnType<typeof propertyItem>;
export type Saved = Outputs["records"]["update"];

/** What the admin saw of a record before changing it. */
export interface Seen {
  readonly version: number;
  readonly properties: Readonly<Record<string, PropertyData | undefined>>;
}

/** Sends the properties. `set` and `update` differ in the paths of their issues. */
type Send = (items: readonly Item[], ifVersion: number) => Promise<Saved>;

/** Bounds the attempts while others keep changing the record. */
const MAX_ATTEMPTS = 10;

/** Saves one property. For the rest, see `saveSeen`. */
export function saveOneSeen(recordKey: RecordKey, item: Item, seen: Seen): Promise<Saved> {
  const send: Send = ([one = item], ifVersion) =>
    calls.records.set.mutate({ ...recordKey, item: one, ifVersion });
  return saveUnlessChanged(recordKey, [item], seen, { send });
}

/**
 * Saves properties. If someone else has changed the same ones since the admin saw them, asks which values to keep;
 * changes of other properties stay as they are.
 *
 * @throws Error if the admin decides nothing, and what the server refuses
 */
export function saveSeen(recordKey: RecordKey, items: readonly Item[], seen: Seen): Promise<Saved> {
  return saveUnlessChanged(recordKey, items, seen, { send: updating(recordKey) });
}

/** Sets properties back to their values of before a change. Asks as `saveSeen` does. */
export function undoSaved(recordKey: RecordKey, { version, changes }: Saved): Promise<Saved> {
  const of = (at: 0 | 1) =>
    Object.entries(changes).map(([name, values]) => [name, values[at] as PropertyData] as const);
  const items = of(0).map(([name, before]) => propertyItem(name, before));
  const seen = { version, properties: Object.fromEntries(of(1)) };
  return saveUnlessChanged(recordKey, items, seen, { send: updating(recordKey), isUndo: true });
}

function updating(recordKey: RecordKey): Send {
  return (properties, ifVersion) =>
    calls.records.update.mutate({ ...recordKey, properties: [...properties], ifVersion });
}

async function saveUnlessChanged(
  recordKey: RecordKey,
  items: readonly Item[],
  seen: Seen,
  { send, isUndo = false }: { readonly send: Send; readonly isUndo?: boolean },
): Promise<Saved> {
  let [mine, known] = [items, seen];
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(mine, known.version);
    } catch (error) {
      if (failureStatus(error) !== 412 || attempt === MAX_ATTEMPTS) throw error;
    }
    const theirs = await calls.records.read.query(recordKey);
    const changed = mine.filter((item) => isConflict(item, known, theirs));
    if (changed.length > 0) {
      const values = new Map(changed.map((item) => [item.internal_name, itemData(item)]));
      const kept = await ask({ recordKey, theirs, mine: values, isUndo });
      if (kept === null) throw new Error(isUndo ? NOT_UNDONE : NOT_SAVED);
      mine = mine.filter((item) => !changed.includes(item) || kept.has(item.internal_name));
      if (
        values.has("pipeline") &&
        !kept.has("pipeline") &&
        typeNames(recordKey.type).hasPipeline
      ) {
        // My stage belongs to my pipeline.
        mine = mine.filter(({ internal_name }) => internal_name !== "stage" || kept.has("stage"));
      }
      const { updatedAt, version } = theirs;
      if (mine.length === 0) return { updatedAt, version, changes: {} };
    }
    known = theirs;
  }
}

const NOT_SAVED = "Not saved, because someone else changed this. Save again to compare.";
const NOT_UNDONE = "Not undone, because someone else changed this. Undo again to compare.";

/** True if someone else set the property to another value than the admin saw and than the admin wants. */
function isConflict(item: Item, { properties: before }: Seen, { properties: now }: Seen): boolean {
  const theirs = jsonText(now[item.internal_name]);
  return theirs !== jsonText(before[item.internal_name]) && theirs !== jsonText(itemData(item));
}

function itemData(item: Item): PropertyData {
  return "values" in item ? (item.values as PropertyData) : item.value;
}

function jsonText(value: PropertyData | undefined): string {
  return JSON.stringify(value ?? null);
}
