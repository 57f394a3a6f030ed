import { type Db, recordScan } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import { csvLine, withoutFormula } from "../csv.ts";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { recordName } from "../records/names.ts";

const COLUMNS = ["Record id", "Name", "Refused because"];

/** The first line of a file of refused records. */
export const REFUSED_HEAD = csvLine(COLUMNS);

/** Returns lines of CSV that name records and say why each was refused. */
export async function refusedLines(
  db: Db,
  scope: { readonly projectId: number },
  type: ObjectType,
  reasons: ReadonlyMap<number, string>,
): Promise<string> {
  const rows = await recordScan.findMany(db, scope, [...reasons.keys()]);
  const lines = [...reasons].map(([id, reason]) => {
    const row = rows.get(id);
    const name = row?.type === type ? recordName(type, id, row.properties) : "";
    return csvLine([String(id), name, reason].map(withoutFormula));
  });
  return lines.join("");
}

/** Returns why a record was refused, with the labels of properties. */
export function reasonOf(
  { message, issues }: { readonly message: string; readonly issues: readonly Issue[] },
  { properties }: Pick<ObjectSchema, "properties">,
): string {
  const messages = issues.length === 0 ? [message] : issues.map((issue) => issue.message);
  const label = (whole: string, name: string) => properties.get(name)?.label ?? whole;
  const inWords = messages.map((text) =>
    text.replace(/^(?:Property )?"(\w+)"/, label).replaceAll(/`(\w+)`/g, label),
  );
  return [...new Set(inWords)].join(" ");
}
