import { createHash } from "node:crypto";
import {
  recordIndex,
  type StoredProperties,
  type StoredValue,
  UniqueViolation,
  type Write,
} from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { cutKey, foldText, indexKey, wholeKey } from "./index-key.ts";
import { indexWords } from "./index-words.ts";
import { mentionRows } from "./mention-rows.ts";
import { changesPlace, PLACE, placeKey } from "./place-key.ts";
import { UniqueValuesTaken } from "./unique-conflict.ts";

type Definitions = ReadonlyMap<string, PropertyDefinition>;

interface Indexed {
  readonly projectId: number;
  readonly type: string;
  readonly id: number;
}

interface Placed extends Indexed {
  /** When it was created, ISO 8601. */
  readonly createdAt: string;
}

/**
 * Returns the writes of the index rows and the words of a record after a change of its properties, for the change's
 * transaction. They fail with UniqueValuesTaken if another live record holds a unique value.
 */
export function reindex(
  record: Placed,
  definitions: Definitions,
  { before, after }: { readonly before: StoredProperties; readonly after: StoredProperties },
): readonly Write[] {
  const names = changedNames(before, after);
  const hadValues = Object.keys(before).length > 0;
  return [
    ...(hadValues ? removals(record, definitions, before, names) : []),
    ...recordIndex.insertIndexRows.writes(indexRows(record, definitions, after, names)),
    ...reserveUniqueValues(uniqueRows(record, definitions, after, names)),
    ...indexWords(record, definitions, { names, after }),
  ];
}

function removals(
  record: Placed,
  definitions: Definitions,
  before: StoredProperties,
  names: readonly string[],
): readonly Write[] {
  return [
    ...unindexedRows(record, definitions, before, names).map(recordIndex.deleteIndexRow),
    ...releasedRows(record, definitions, before, names).map(recordIndex.deleteUniqueRow),
  ];
}

/** Returns writes that fail with UniqueValuesTaken if another live record holds one of the values. */
export function reserveUniqueValues(rows: readonly recordIndex.IndexRow[]): readonly Write[] {
  const failure = (error: unknown) =>
    error instanceof UniqueViolation ? new UniqueValuesTaken(rows, error) : error;
  return recordIndex.insertUniqueRows.writes(rows).map((write) => ({ ...write, failure }));
}

/** Returns the rows of `record_unique` for a record with these properties. */
export function uniqueRows(
  record: Indexed,
  definitions: Definitions,
  properties: StoredProperties,
  names: Iterable<string> = Object.keys(properties),
): recordIndex.IndexRow[] {
  return rowsWhere(
    record,
    definitions,
    { properties, names },
    { applies: (property) => property.unique, key: uniqueKey },
  );
}

/** Returns the rows of `record_unique` that a record with these properties can have, also from an earlier version. */
export function releasedRows(
  record: Indexed,
  definitions: Definitions,
  properties: StoredProperties,
  names: readonly string[] = Object.keys(properties),
): recordIndex.IndexRow[] {
  const rows = uniqueRows(record, definitions, properties, names);
  const hadOtherKey = ({ unique, name, type }: PropertyDefinition) => {
    const text = String(properties[name]);
    return unique && (type === "phone" || isLong(text) !== isLong(foldText(text)));
  };
  return [
    ...rows,
    ...rowsWhere(
      record,
      definitions,
      { properties, names },
      { applies: hadOtherKey, key: earlierUniqueKey },
    ),
  ];
}

/** Returns the rows of `record_index` for a record with these properties. */
export function indexRows(
  record: Placed,
  definitions: Definitions,
  properties: StoredProperties,
  names: readonly string[] = Object.keys(properties),
): recordIndex.IndexRow[] {
  const rows = valueRows(record, definitions, properties, names);
  rows.push(...mentionRows(record, definitions, properties, names));
  // A type without pipelines can have a property of this name, which the project added.
  if (!definitions.get("stage")?.builtIn || !changesPlace(names)) return rows;
  const place = placeKey(properties, record.createdAt);
  if (place !== null) rows.push([record.projectId, record.type, PLACE, place, record.id]);
  return rows;
}

/** Returns the rows of `record_index` that a record with these properties can have, also from an earlier version. */
export function unindexedRows(
  record: Placed,
  definitions: Definitions,
  properties: StoredProperties,
  names: readonly string[],
): recordIndex.IndexRow[] {
  const hadOtherKey = ({ indexed, type }: PropertyDefinition) => indexed && type === "phone";
  return [
    ...indexRows(record, definitions, properties, names),
    ...rowsWhere(
      record,
      definitions,
      { properties, names },
      { applies: hadOtherKey, key: earlierKey },
    ),
  ];
}

/** Returns those of the rows of `record_index` that are of values, so without the record's place. */
export function valueRows(
  record: Indexed,
  definitions: Definitions,
  properties: StoredProperties,
  names: readonly string[] = Object.keys(properties),
): recordIndex.IndexRow[] {
  const isIndexed = (property: PropertyDefinition) => property.indexed;
  return rowsWhere(
    record,
    definitions,
    { properties, names },
    { applies: isIndexed, key: indexKey },
  );
}

function rowsWhere(
  record: Indexed,
  definitions: Definitions,
  {
    properties,
    names,
  }: { readonly properties: StoredProperties; readonly names: Iterable<string> },
  {
    applies,
    key,
  }: {
    readonly applies: (property: PropertyDefinition) => boolean;
    readonly key: (property: PropertyDefinition, value: string | boolean) => string;
  },
): recordIndex.IndexRow[] {
  const rows: recordIndex.IndexRow[] = [];
  for (const name of names) {
    const property = definitions.get(name);
    const value = properties[name] ?? null;
    if (property === undefined || value === null || !applies(property)) continue;
    const add = (one: string) => rows.push([record.projectId, record.type, name, one, record.id]);
    if (Array.isArray(value)) new Set(value.map((one) => key(property, one))).forEach(add);
    else add(key(property, value));
  }
  return rows;
}

function uniqueKey(property: PropertyDefinition, value: string | boolean): string {
  return shortKey(wholeKey(property, value));
}

/** Shortens a whole key so that different ones stay different: a long one becomes its beginning and a digest. */
export function shortKey(whole: string): string {
  return isLong(whole) ? digestedKey(cutKey(whole), whole) : cutKey(whole);
}

/** Earlier versions counted the characters before they folded them, so two forms of one text had different keys. */
function earlierUniqueKey(property: PropertyDefinition, value: string | boolean): string {
  const text = String(value);
  return isLong(text)
    ? digestedKey(indexKey(property, value), foldText(text))
    : earlierKey(property, value);
}

/** Before migration 069, the key of a phone number was the text. */
function earlierKey(property: PropertyDefinition, value: string | boolean): string {
  return property.type === "phone" ? foldText(String(value)) : indexKey(property, value);
}

const DIGESTED_FROM_CHARACTERS = 60;

function isLong({ length }: string): boolean {
  return length >= DIGESTED_FROM_CHARACTERS;
}

function digestedKey(cut: string, whole: string): string {
  const digest = createHash("sha256").update(whole).digest("hex");
  return `${cut.slice(0, DIGESTED_FROM_CHARACTERS)}#${digest}`;
}

/** Lists the properties whose value differs between two states of a record. */
export function changedNames(before: StoredProperties, after: StoredProperties): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !sameValue(before[name] ?? null, after[name] ?? null));
}

/** Returns whether two stored values are equal. */
export function sameValue(a: StoredValue, b: StoredValue): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
