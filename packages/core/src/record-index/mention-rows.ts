import type { recordIndex, StoredProperties } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";

/** Admins that one text mentions: the first ones. */
const MAX_MENTIONS = 20;

/** How a text mentions an admin: a link of Markdown with the admin's number. */
const MENTION = /\]\(admin:([1-9]\d{0,14})\)/g;

/** Returns the name of the index rows with the numbers of the admins whom a text mentions. No property has such a name. */
export function mentionsIndex(property: string): string {
  return `~mention.${property}`;
}

/** Returns the index rows for the mentions in these properties of a record. */
export function mentionRows(
  record: { readonly projectId: number; readonly type: string; readonly id: number },
  definitions: ReadonlyMap<string, PropertyDefinition>,
  properties: StoredProperties,
  names: readonly string[],
): recordIndex.IndexRow[] {
  const rows: recordIndex.IndexRow[] = [];
  for (const name of names) {
    const text = properties[name];
    if (typeof text !== "string" || !text.includes("](admin:")) continue;
    if (definitions.get(name)?.type !== "text") continue;
    for (const admin of mentioned(text)) {
      rows.push([record.projectId, record.type, mentionsIndex(name), admin, record.id]);
    }
  }
  return rows;
}

function mentioned(text: string): readonly string[] {
  const admins = new Set<string>();
  for (const [, admin = ""] of text.matchAll(MENTION)) {
    admins.add(admin);
    if (admins.size === MAX_MENTIONS) break;
  }
  return [...admins];
}
