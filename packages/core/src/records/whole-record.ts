import type { Db, RecordRow } from "@rapport/db";
import type { ObjectSchema } from "../object-schema.ts";
import type { StoredValue } from "../values/parse-value.ts";
import { type Associated, readAssociated } from "./associations/associated.ts";
import type { AssociationEntry } from "./associations/associations.ts";
import { expandAssociated, withProbability } from "./expand.ts";
import type { Properties } from "./record.ts";
import type { Selection } from "./selection.ts";

/** A record as the Public Object API returns it (specification §2.6). */
export interface WholeRecord {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Only of a deleted record. */
  readonly deletedAt?: string | undefined;
  readonly version: number;
  readonly properties: Properties;
  readonly associations: Readonly<Record<string, readonly AssociationEntry[]>> | null;
  /** Types with more associations than `associations` has; undefined if there are none. */
  readonly associationsTruncated?: readonly string[] | undefined;
}

/**
 * Converts rows of one type to records. Reads the associations of all of them in one statement, and nothing
 * if the selection has none. Reads the properties of associated records if the selection expands them.
 */
export async function toWholeRecords(
  db: Db,
  scope: { projectId: number },
  object: ObjectSchema,
  {
    rows,
    selection: { properties, associations, expand },
  }: { readonly rows: readonly RecordRow[]; readonly selection: Selection },
): Promise<readonly WholeRecord[]> {
  const ids = rows.map(({ id }) => id);
  const found =
    associations && (await readAssociated(db, scope, object, { ids, types: associations }));
  const associated = found && expand ? await expandAssociated(db, scope, expand, found) : found;
  const derive = object.hasProbability;
  return rows.map((row) => {
    const stored = derive ? withProbability(object, row.properties) : row.properties;
    return toWholeRecord(row, select(stored, properties), associated?.get(row.id));
  });
}

/** Returns a record with every property that has a value, and these associations. */
export function wholeRecord(
  object: ObjectSchema,
  row: RecordRow,
  associations: WholeRecord["associations"],
): WholeRecord {
  const properties = object.hasProbability
    ? withProbability(object, row.properties)
    : row.properties;
  return toWholeRecord(row, properties, associations && { associations, truncated: [] });
}

function toWholeRecord(
  row: RecordRow,
  properties: Properties,
  associated: Associated | null | undefined,
): WholeRecord {
  const { associations = null, truncated = [] } = associated ?? {};
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
    version: row.version,
    properties,
    associations,
    ...(truncated.length > 0 && { associationsTruncated: truncated }),
  };
}

function select(stored: Properties, names: readonly string[] | undefined): Properties {
  if (names === undefined) return stored;
  const selected: Record<string, StoredValue> = {};
  for (const name of names) {
    selected[name] = Object.hasOwn(stored, name) ? (stored[name] ?? null) : null;
  }
  return selected;
}
