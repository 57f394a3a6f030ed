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
import { withIds } from "./created-range.ts";
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

/** Records that one call looks at; what it has not found among them, the next one goes on to look for. */
const MOST_EXAMINED = 10_000;
/** The same in milliseconds, for a database that is slow or busy. */
const LONGEST_SEARCH = 100;
const LARGEST_CHUNK = 2_000;

/**
 * One page of the project's live records of a type, filtered by several conditions at once and sorted by
 * any indexed property; records without a value of it come last in both directions, and ties go by id.
 *
 * A call looks at no more than 10,000 records and for no longer than a tenth of a second, so a page may be shorter than `limit`, even empty, while
 * its `nextCursor` says that there may be more: go on until that is null. Others may be added or deleted
 * meanwhile; none is skipped or repeated for it.
 *
 * @param query.sort.property `id`, or the internal name of an indexed property with a single value
 * @param query.search text that the value of an indexed text property must start with, without regard to case
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
  // Counted from here, so that every call looks at one chunk at least and gets on.
  const until = performance.now() + LONGEST_SEARCH;
  for (let examined = 0; examined < MOST_EXAMINED && performance.now() < until; ) {
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
    size = Math.min(2 * size, LARGEST_CHUNK);
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
