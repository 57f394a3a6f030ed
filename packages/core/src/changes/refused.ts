import { type Db, recordsById } from "@rapport/db";
import { withLabels } from "@rapport/model";
import { csvLine, withoutFormula } from "../csv.ts";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { namingProperties, recordName } from "../records/names.ts";

const COLUMNS = ["Record id", "Name", "Refused because"];

/** The first line of a file of refused records. */
export const REFUSED_HEAD = csvLine(COLUMNS);

/** Records whose names one statement reads. */
const CHUNK = 200;

/** Returns lines of CSV that name records and say why each was refused. */
export async function refusedLines(
  db: Db,
  scope: { readonly projectId: number },
  object: ObjectSchema,
  reasons: ReadonlyMap<number, string>,
): Promise<string> {
  const all = [...reasons];
  let lines = "";
  for (let start = 0; start < all.length; start += CHUNK) {
    const some = all.slice(start, start + CHUNK);
    const ids = some.map(([id]) => id);
    const rows = await recordsById.findTexts(db, scope, ids, namingProperties(object.schema));
    for (const [id, reason] of some) {
      const row = rows.get(id);
      const name = row?.type === object.name ? recordName(object, row) : "";
      lines += csvLine([String(id), name, reason].map((text) => withoutFormula(text)));
    }
  }
  return lines;
}

/** Returns why a record was refused, with the labels of properties. */
export function reasonOf(
  { message, issues }: { readonly message: string; readonly issues: readonly Issue[] },
  { properties }: Pick<ObjectSchema, "properties">,
): string {
  const messages = issues.length === 0 ? [message] : issues.map((issue) => issue.message);
  const inWords = messages.map((text) => withLabels(text, properties.values()));
  return [...new Set(inWords)].join(" ");
}

/** Why records were refused, and how many. */
export interface Reason {
  readonly message: string;
  readonly count: number;
}

/** Reasons that are shown. */
const MAX_REASONS = 5;

/** Counts reasons, and returns the most frequent ones. */
export function frequent(messages: readonly string[]): readonly Reason[] {
  const counts = new Map<string, number>();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts]
    .map(([message, count]) => ({ message, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_REASONS);
}
