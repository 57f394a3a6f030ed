import { recordScan } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import type { AssociationEntry } from "./record-associations.ts";
import { type NamedRecord, namedRecord } from "./record-names.ts";
import type { Properties } from "./record-rules.ts";
import { notFound, readRecord } from "./records.ts";
import { OBJECT_TYPES, type ObjectType } from "./types.ts";

export interface RecordPage extends Omit<NamedRecord, "type"> {
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly properties: Properties;
  readonly associations: Readonly<Record<string, readonly AssociationEntry[]>>;
  /** Per type how many records it is associated with, and the first of them. */
  readonly associated: Readonly<
    Record<string, { readonly total: number; readonly records: readonly NamedRecord[] }>
  >;
}

const NAMED_PER_TYPE = 50;

/**
 * A live record with everything that its page shows.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readRecordPage(
  deps: Pick<Deps, "db" | "catalogue">,
  principal: Principal,
  type: ObjectType,
  id: number,
): Promise<RecordPage> {
  const select = { associations: Object.keys(OBJECT_TYPES) };
  const record = await readRecord(deps, principal, type, id, select);
  const associations = record.associations ?? {};
  const shown = Object.values(associations).flatMap((entries) =>
    entries.slice(0, NAMED_PER_TYPE).map((entry) => Number(entry.id)),
  );
  const rows = await recordScan.findMany(deps.db, principal, [id, ...shown]);
  const row = rows.get(id);
  if (row === undefined) throw notFound(type, id);
  const named = (entry: AssociationEntry) => {
    const other = rows.get(Number(entry.id));
    return other ? [namedRecord(other.type as ObjectType, other.id, other.properties)] : [];
  };
  const { name, detail } = namedRecord(type, id, record.properties);
  return {
    id,
    name,
    detail,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    properties: record.properties,
    associations,
    associated: Object.fromEntries(
      Object.entries(associations).map(([other, entries]) => [
        other,
        { total: entries.length, records: entries.slice(0, NAMED_PER_TYPE).flatMap(named) },
      ]),
    ),
  };
}
