import { associations, type Db } from "@rapport/db";
import type { ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { plainKind, sidesOf } from "../records/associations/kinds.ts";
import { readNamed } from "../records/names.ts";

/** The first records that a record is associated with, by their type. */
export type AssociatedNames = Readonly<
  Partial<
    Record<
      string,
      {
        readonly records: readonly { readonly id: number; readonly name: string }[];
        readonly isMore: boolean;
      }
    >
  >
>;

/** Records of a type that a cell names. */
const MAX_NAMED = 3;

/** Returns the names of the records that the rows of a table are associated with, in two statements. */
export async function nameAssociated(
  db: Db,
  scope: Principal,
  schema: ProjectSchema,
  type: string,
  ids: readonly number[],
  types: readonly string[],
): Promise<ReadonlyMap<number, AssociatedNames>> {
  const named = new Map<number, Record<string, AssociatedNames[string]>>();
  if (types.length === 0 || ids.length === 0) return named;
  const object = schema.object(type);
  const sides = sidesOf(types.map((other) => plainKind(object, schema.object(other))));
  const found = await associations.findAssociated(db, scope, ids, sides, MAX_NAMED + 1);
  const shown = new Set(found.flatMap((row) => row.ids.slice(0, MAX_NAMED)));
  const records = await readNamed(db, scope, schema, [...shown]);
  for (const row of found) {
    if (row.ids.length === 0) continue;
    const own = named.get(row.record) ?? {};
    named.set(row.record, own);
    own[row.type] = {
      records: row.ids.slice(0, MAX_NAMED).flatMap((id) => {
        const record = records.get(id);
        return record === undefined ? [] : [{ id, name: record.name }];
      }),
      isMore: row.ids.length > MAX_NAMED,
    };
  }
  return named;
}
