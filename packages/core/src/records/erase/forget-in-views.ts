import { type Db, erasedValues, merges, type StoredProperties, views } from "@rapport/db";
import { OBJECT_TYPES, type ObjectType } from "@rapport/model";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";

/** Types of properties whose values name one person or company. */
const NAMING_TYPES: ReadonlySet<string> = new Set(["email", "phone", "url"]);
/** Entries of the history whose values are looked for: more than a person's record usually has. */
const MAX_ENTRIES = 1_000;
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
export async function forgetInViews(
  tx: Db,
  principal: Principal,
  type: ObjectType,
  schema: ObjectSchema,
  record: { readonly id: number; readonly properties: StoredProperties },
): Promise<void> {
  const rows = await views.lockViewsOfType(tx, principal, type);
  if (rows.length === 0) return;
  const merged = { primary: record.id, after: 0, limit: MAX_MERGED };
  const others = await merges.listMerged(tx, principal, merged);
  const ids = [record.id, ...others.map(({ merged_id: id }) => id)];
  const pairs: (readonly [string, unknown])[] = Object.entries(record.properties);
  for (const id of ids) {
    const portion = { record: id, after: 0, limit: MAX_ENTRIES };
    for (const changes of await erasedValues.listChanges(tx, principal, portion)) {
      for (const [name, values] of Object.entries(changes)) {
        pairs.push(...values.map((value) => [name, value] as const));
      }
    }
  }
  const known = namingValues(type, schema, pairs);
  const updated_at = new Date().toISOString();
  for (const row of rows) {
    const content = JSON.parse(row.content) as Content;
    const groups = content.groups
      .map((group) => group.flatMap((filter) => withoutValues(filter, known)))
      .filter((group) => group.length > 0);
    const after = JSON.stringify({ ...content, groups });
    if (after === row.content) continue;
    await views.saveView(tx, principal, {
      ...{ ...row, content: after, updated_at },
      version: row.version + 1,
    });
  }
}

/** Returns what names the record, by property. A name also counts word by word. */
function namingValues(
  type: ObjectType,
  { properties }: ObjectSchema,
  pairs: readonly (readonly [string, unknown])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Set<string>(OBJECT_TYPES[type].nameProperties.flat());
  const found = new Map<string, Set<string>>();
  for (const [name, value] of pairs) {
    const definition = properties.get(name);
    const isNaming = NAMING_TYPES.has(definition?.type ?? "") || definition?.unique === true;
    if (!isNaming && !names.has(name)) continue;
    const texts = found.get(name) ?? new Set();
    found.set(name, texts);
    for (const one of [value].flat()) {
      if (typeof one !== "string" || one === "") continue;
      texts.add(one.toLowerCase());
      if (names.has(name)) for (const word of one.toLowerCase().split(/\s+/)) texts.add(word);
    }
  }
  return found;
}

/** Returns the filter without the values that are known; nothing if it has none left. */
function withoutValues(
  filter: Filter,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Filter[] {
  const texts = known.get(filter.property);
  if (texts === undefined) return [filter];
  const isKnown = (value: unknown) => typeof value === "string" && texts.has(value.toLowerCase());
  if (isKnown(filter.value)) return [];
  if (!filter.values?.some(isKnown)) return [filter];
  const values = filter.values.filter((value) => !isKnown(value));
  return values.length === 0 ? [] : [{ ...filter, values }];
}
