import { createHash } from "node:crypto";
import { recordScan } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import { openPosition, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { type NamedRecord, namedRecord } from "../records/names.ts";
import type { CrmRecord } from "../records/record.ts";
import { quoted } from "../schema/property-names.ts";
import { candidatesOf, type Position, type Sorted } from "./candidates.ts";
import { withIds } from "./creation-id-range.ts";
import {
  indexedProperty,
  invalidFilters,
  keysOf,
  parseFilters,
  type RecordFilter,
} from "./filters.ts";
import { searchCondition } from "./search.ts";

export interface TableQuery {
  readonly filters: readonly RecordFilter[];
  readonly sort: { readonly property: string; readonly direction: recordScan.Direction };
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A record as a row of a table shows it. */
export type TableRecord = CrmRecord & Omit<NamedRecord, "type">;

/** Maximum number of records that one call examines; the next page continues from there. */
const MAX_EXAMINED_RECORDS = 10_000;
/** Time limit of one call, for a slow or busy database. */
const MAX_SEARCH_MS = 100;
const MAX_CHUNK_RECORDS = 2_000;

/**
 * Lists the project's live records of a type, one page at a time, filtered by several conditions and sorted
 * by any indexed property. Records without a value of that property come last in both directions; ties are
 * sorted by id.
 *
 * A call examines at most 10,000 records and takes about 100 ms at most. A page may therefore be shorter than
 * `limit`, or empty, although more pages follow: continue until `nextCursor` is null. Records that are added
 * or deleted in the meantime cause no other record to be skipped or repeated.
 *
 * @param query.sort.property `id`, or the internal name of an indexed property with a single value
 * @param query.search text that an indexed text property must start with, ignoring case
 * @throws CrmError INVALID_INPUT for a property that is unknown or not indexed, an operator or value that
 *   does not fit it, or a cursor of another table
 */
export async function listTable(
  deps: Pick<Deps, "db" | "schemas" | "secrets">,
  principal: Principal,
  type: ObjectType,
  query: TableQuery,
): Promise<{ records: readonly TableRecord[]; nextCursor: string | null }> {
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const { filters, sort, search, limit } = query;
  const identity = { list: "table", filter: { digest: digestOf([type, filters, sort, search]) } };
  const start = openPosition<Position>(deps, principal, identity, query.cursor) ?? null;
  const sorted: Sorted = {
    type,
    direction: sort.direction,
    by: sortProperty(schema, sort.property),
    conditions: await Promise.all(
      [
        ...parseFilters(schema, filters),
        ...(search === undefined ? [] : [searchCondition(schema, search)]),
      ].map((condition) => withIds(deps.db, principal, type, condition)),
    ),
  };
  const { records, next } = await nextPage(deps, principal, sorted, start, limit);
  return {
    records: records.map((row) => {
      const { id, name, detail } = namedRecord(type, row.id, row.properties, schema);
      const { created_at: createdAt, updated_at: updatedAt, properties } = row;
      return { id, name, detail, createdAt, updatedAt, properties };
    }),
    nextCursor: sealCursor(deps, principal, identity, next),
  };
}

function digestOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

function sortProperty(schema: ObjectSchema, name: string) {
  if (name === "id") return null;
  const path = "sort.property";
  const found = indexedProperty(schema, name, path);
  if ("issue" in found) throw invalidFilters([found.issue]);
  if (!found.definition.multi) return found.definition;
  const message = `${quoted(name)} has several values, so records cannot be sorted by it.`;
  throw invalidFilters([{ path, code: "property_multi_value", message }]);
}

async function nextPage(
  deps: Pick<Deps, "db">,
  principal: Principal,
  sorted: Sorted,
  start: Position | null,
  limit: number,
): Promise<{ records: readonly recordScan.ScannedRecord[]; next: Position | null }> {
  const candidates = await candidatesOf(deps.db, principal, sorted);
  const records: recordScan.ScannedRecord[] = [];
  let last = start;
  let afterPage = start;
  let size = sorted.conditions.length === 0 ? limit + 1 : Math.max(200, limit + 1);
  // Starts here, so that every call examines at least one chunk and makes progress.
  const until = performance.now() + MAX_SEARCH_MS;
  for (let examined = 0; examined < MAX_EXAMINED_RECORDS && performance.now() < until; ) {
    const positions = await candidates(last, size);
    const rows = await recordScan.findMany(
      deps.db,
      principal,
      positions.map(([, id]) => id),
    );
    for (const position of positions) {
      const row = rows.get(position[1]);
      last = position;
      if (row === undefined || !belongs(sorted, row, position)) continue;
      if (records.length === limit) return { records, next: afterPage };
      records.push(row);
      afterPage = position;
    }
    if (positions.length < size) return { records, next: null };
    examined += positions.length;
    size = Math.min(2 * size, MAX_CHUNK_RECORDS);
  }
  return { records, next: last };
}

function belongs(
  { type, by, conditions }: Sorted,
  row: recordScan.ScannedRecord,
  [key]: Position,
): boolean {
  if (row.type !== type) return false;
  if (by !== null && key === null && keysOf(by, row).length > 0) return false;
  return conditions.every((condition) => condition.matches(row));
}
