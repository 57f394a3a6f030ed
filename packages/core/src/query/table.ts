import { createHash } from "node:crypto";
import { associations, type Db } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { plainKind, storedSides } from "../records/associations/kinds.ts";
import { type NamedRecord, namedRecord, readNamed } from "../records/names.ts";
import type { CrmRecord } from "../records/record.ts";
import { simplified } from "./conditions/condition.ts";
import { queryCondition } from "./conditions/word-conditions.ts";
import { filterReader, parseSort } from "./parse-search.ts";
import { readSearchPage } from "./search/matches.ts";
import type { Search } from "./search/search-context.ts";
import {
  MAX_TABLE_FILTERS,
  MAX_TABLE_VALUES,
  searchName,
  type TableFilter,
  type TableQuery,
  type TableRows,
  toFilter,
} from "./table-query.ts";

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

/** A record as a row of a table shows it. */
export type TableRecord = CrmRecord &
  Omit<NamedRecord, "type"> & { readonly version: number; readonly associated: AssociatedNames };

/**
 * Lists the project's live records of a type, one page at a time; see `readSearchPage`.
 *
 * @param query.sort.property `id`, `created_at`, `updated_at`, or the internal name of an indexed property with
 *   a single value
 * @param query.search words, each of which must begin a word of some text property
 * @throws CrmError INVALID_INPUT for an unknown property, an operator or value that does not fit it, a sort by
 *   a property that is not indexed, or a cursor of another table
 */
export async function listTable(
  { deps, principal }: Call<Pick<Deps, "db" | "scan" | "schemas" | "cursors">>,
  type: string,
  query: TableQuery,
): Promise<{ records: readonly TableRecord[]; nextCursor: string | null }> {
  const { groups, sort, search, associations = [], cursor, limit } = query;
  const object = await deps.schemas.object(principal.projectId, type);
  const asked = readTable(object, query);
  const digest = tableDigest([type, groups, sort, search]);
  const identity = { list: "table", filter: { digest } };
  const page = { identity, cursor, limit };
  const { rows, nextCursor } = await readSearchPage({ deps, principal }, asked, page);
  const ids = rows.map(({ id }) => id);
  const associated = await nameAssociated(deps.db, principal, object, { ids, types: associations });
  return {
    records: rows.map((row) => {
      const { id, name, detail } = namedRecord(object, row);
      const { version, created_at: createdAt, updated_at: updatedAt, properties } = row;
      const own = associated.get(id) ?? {};
      return { id, name, detail, version, createdAt, updatedAt, properties, associated: own };
    }),
    nextCursor,
  };
}

/**
 * Converts a table of the admin app to a search.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
export function readTable(object: ObjectSchema, { groups, sort, search }: TableRows): Search {
  const reader = filterReader(object);
  const read = groups.map((group, i) => reader.read(group.map(toFilter), `groups.${i}`));
  const conditions = read.length === 0 ? [[]] : read;
  const by = parseSort(object, searchName(sort.property), "sort.property");
  const words = search === undefined ? null : queryCondition(object.properties, search);
  const issues = [
    ...sizeIssues(groups),
    ...reader.issues.map(toTableIssue),
    ...("code" in by ? [by] : []),
    ...(words !== null && "code" in words ? [{ path: "search", ...words }] : []),
  ];
  if (issues.length > 0 || "code" in by || (words !== null && "code" in words)) {
    throw invalidTable(issues);
  }
  return {
    type: object.name,
    groups: simplified(conditions.map((group) => (words === null ? group : [...group, words]))),
    sort: { by: by.field, direction: sort.direction },
  };
}

/** Records of a type that a cell names. */
const MAX_NAMED = 3;

/** Returns the names of the records that the rows of a table are associated with, in two statements. */
export async function nameAssociated(
  db: Db,
  scope: Principal,
  object: ObjectSchema,
  { ids, types }: { readonly ids: readonly number[]; readonly types: readonly string[] },
): Promise<ReadonlyMap<number, AssociatedNames>> {
  const named = new Map<number, Record<string, AssociatedNames[string]>>();
  if (types.length === 0 || ids.length === 0) return named;
  const { schema } = object;
  const sides = storedSides(types.map((other) => plainKind(object, schema.object(other))));
  const found = await associations.findAssociated(db, scope, ids, {
    types: sides,
    limit: MAX_NAMED + 1,
  });
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

function sizeIssues(groups: readonly (readonly TableFilter[])[]): readonly Issue[] {
  const filters = groups.flat();
  const values = filters.reduce((sum, { values = [] }) => sum + values.length, 0);
  if (filters.length <= MAX_TABLE_FILTERS && values <= MAX_TABLE_VALUES) return [];
  const message = `A table takes at most ${MAX_TABLE_FILTERS} filters with ${MAX_TABLE_VALUES} values. Remove some.`;
  return [{ path: "groups", code: "too_many_filters", message }];
}

function toTableIssue(issue: Issue): Issue {
  return { ...issue, path: issue.path.replace(/internal_name$/, "property") };
}

function invalidTable(issues: readonly Issue[]): CrmError {
  const message = issues.map((issue) => issue.message).join(" ");
  return new CrmError("INVALID_INPUT", message, { issues });
}

function tableDigest(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}
