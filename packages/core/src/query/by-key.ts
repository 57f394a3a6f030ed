import { type Db, recordPages, recordsById } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { ObjectCall } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import { withPluses } from "../formats.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { wholeKey } from "../record-index/index-key.ts";
import { invalid } from "../records/errors.ts";
import { readByMerged } from "../records/merge/merged-keys.ts";
import { furtherKey, keyProperty, stageKey } from "../records/record-key.ts";
import { parseWholeSelection, type WholeSelectionInput } from "../records/selection.ts";
import { toWholeRecords, type WholeRecord } from "../records/whole-record.ts";
import { parseValue } from "../values/parse-value.ts";
import type { Row, ScannedRow } from "./conditions/condition.ts";
import { keyCondition } from "./conditions/conditions.ts";
import { propertyField } from "./conditions/fields.ts";
import { HIGHEST_ID, isWhole as isWholeKey, LOWEST_ID } from "./conditions/key-range.ts";
import { findPage } from "./search/matches.ts";
import { isWhole } from "./search/matching.ts";
import type { Position } from "./search/search-context.ts";
import { searchContext } from "./search/search-context.ts";

/** A property and the value that identifies a record. */
export interface RecordKey {
  readonly property: string;
  readonly value: string;
}

/** Path of the property's name in the request. */
const NAME = "internal_name";
/** Ids that an ambiguous key lists. */
const MAX_LISTED_IDS = 10;
const FIRST_PAGE = {
  above: LOWEST_ID,
  below: HIGHEST_ID,
  direction: "asc",
  limit: MAX_LISTED_IDS,
} as const;

/**
 * Reads the one live record that has a value of an indexed property (specification §22). The value is read as
 * a write would read it; text is compared without regard to case.
 *
 * @throws CrmError INVALID_INPUT unless the property is indexed and has a single value; NOT_FOUND; AMBIGUOUS
 *   with at most 10 ids if several records have the value
 */
export async function readByKey(
  { deps, principal, object }: ObjectCall<Pick<Deps, "db" | "scan">>,
  key: RecordKey,
  select: WholeSelectionInput,
): Promise<WholeRecord> {
  const { selection, issues } = parseWholeSelection({ principal, object }, select);
  const parsed = parseKey(object, key);
  if ("issue" in parsed) throw invalid([parsed.issue, ...issues]);
  if (issues.length > 0) throw invalid(issues);
  const further = furtherKey(object, parsed.definition);
  const first = await findByKey({ deps, principal, object }, parsed);
  const isFound = first.length > 0 || further === undefined;
  const live = isFound
    ? first
    : await findByKey({ deps, principal, object }, { ...parsed, definition: further });
  const { definition, value } = parsed;
  const scope = { ...principal, object };
  const whole = wholeKey(definition, value);
  const rows = live.length > 0 ? live : await readByMerged(deps.db, scope, definition, whole);
  if (rows.length > 1) throw severalHave(object, key.property, rows);
  const [row] = rows;
  const found = row && (await readWhole(deps.db, principal, row));
  if (found === undefined) throw noneHas(object.name, key.property);
  const [record] = await toWholeRecords(deps.db, principal, object, { rows: [found], selection });
  return record as WholeRecord;
}

/** Returns the issues of a key. Accepts input of any shape. */
export function keyIssues(
  object: ObjectSchema,
  key: { readonly property: unknown; readonly value: unknown },
): readonly Issue[] {
  const { property, value } = key;
  if (typeof property !== "string" || property === "") return [];
  // The schema of the request reports a value that is missing.
  if (typeof value !== "string" || value === "") {
    const found = keyProperty(object, property, NAME);
    return "issue" in found ? [found.issue] : [];
  }
  const parsed = parseKey(object, { property, value });
  return "issue" in parsed ? [parsed.issue] : [];
}

interface ParsedKey {
  readonly definition: PropertyDefinition;
  readonly value: string | boolean;
}

function parseKey(object: ObjectSchema, key: RecordKey): ParsedKey | { readonly issue: Issue } {
  const found = keyProperty(object, key.property, NAME);
  if ("issue" in found) return found;
  const { definition } = found;
  // A record may have a value that its enumeration no longer allows.
  const value = withPluses(definition.type, key.value);
  const parsed = parseValue(
    { ...definition, closed: false },
    stageKey(object, key.property, value),
  );
  if (!parsed.ok) {
    return { issue: { path: "value", code: parsed.code, message: parsed.message } };
  }
  if (parsed.value === null || Array.isArray(parsed.value)) {
    return { issue: { path: "value", code: "value_missing", message: "Give a value to find." } };
  }
  return { definition, value: parsed.value };
}

/** Finds records with a value, at most `MAX_LISTED_IDS`. A value that the index holds whole needs no planner. */
async function findByKey(
  { deps, principal, object }: ObjectCall<Pick<Deps, "db" | "scan">>,
  { definition, value }: ParsedKey,
): Promise<readonly ScannedRow[]> {
  const key = wholeKey(definition, value);
  if (isWholeKey(key)) {
    const place = { property: definition.name, value: key };
    return recordPages.listByKey(deps.db, principal, { type: object.name, key: place }, FIRST_PAGE);
  }
  const field = propertyField(object, definition);
  const condition = keyCondition(field, "EQ", { value: [key], highValue: [], values: [] });
  const search = {
    type: object.name,
    groups: [[condition]],
    sort: { by: null, direction: "asc" },
  } as const;
  const context = searchContext({ deps, principal }, search);
  const found: ScannedRow[] = [];
  let place: Position | null = null;
  // Many records may have long values that begin alike, so a page can be short.
  do {
    const page = await findPage(context, place, MAX_LISTED_IDS - found.length);
    found.push(...page.rows);
    place = page.next;
  } while (place !== null && found.length < MAX_LISTED_IDS);
  return found;
}

async function readWhole(db: Db, scope: Principal, row: ScannedRow): Promise<Row | undefined> {
  return isWhole(row) ? row : (await recordsById.findMany(db, scope, [row.id])).get(row.id);
}

function noneHas(type: string, property: string): CrmError {
  return new CrmError("NOT_FOUND", `There is no ${type} with this ${property} in this project.`);
}

function severalHave(
  { plural }: ObjectSchema,
  property: string,
  rows: readonly ScannedRow[],
): CrmError {
  const message = `Several ${plural} have this ${property}. Choose one by its id.`;
  const conflictingIds = rows.map(({ id }) => String(id));
  return CrmError.ofIssue("AMBIGUOUS", {
    path: "value",
    code: "value_ambiguous",
    message,
    conflictingIds,
  });
}
