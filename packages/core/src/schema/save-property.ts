import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  type Db,
  projectSchema,
  recordIndex,
  recordScan,
  recordsById,
  runWrites,
} from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { CrmError, type Issue, quoted } from "../errors.ts";
import { reserveUniqueValues, uniqueRows, valueRows } from "../record-index/reindex.ts";
import { conflictIssues, UniqueValuesTaken } from "../record-index/unique-conflict.ts";
import { changeSchema, type SchemaChange, type SchemaDeps } from "./change-schema.ts";
import { checkProperty, type PropertySettings } from "./check-property.ts";
import { loadProperties } from "./project-schema.ts";
import { unknownProperty } from "./remove-property.ts";
import { refuseUsedOptions } from "./usage.ts";

/** Limit of the properties that a project adds to an object type. */
const MAX_PROPERTIES = 1_000;

/**
 * Adds a property to an object type of a project, or changes one (specification §11).
 * If it becomes indexed or unique, the same transaction indexes or reserves the existing values.
 *
 * @param isNew true to only add, false to only change; undefined allows both
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT if two records share a value that
 *   becomes unique, if records have an option that a closed enumeration loses, or if the property to add exists;
 *   NOT_FOUND if the property to change does not exist
 */
export async function saveProperty(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  { isNew, ...settings }: PropertySettings & { readonly isNew?: boolean | undefined },
): Promise<SchemaChange<PropertyDefinition>> {
  return changeSchema(deps, projectId, type, async (tx) => {
    // Read from the database, because another process may have changed the schema since it was cached.
    const properties = await loadProperties(tx, projectId, type);
    const before = properties.get(settings.name);
    if (isNew === false && before === undefined) throw unknownProperty(type, settings.name);
    const { issues, after } = checkProperty(type, isNew === true ? undefined : before, settings);
    if (issues.length > 0) {
      throw new CrmError("INVALID_INPUT", "The property is invalid.", { issues });
    }
    if (isNew === true && before !== undefined) throw nameTaken(type, before);
    const inOtherCase = before === undefined && findInAnyCase(properties, settings.name);
    if (inOtherCase) throw nameTaken(type, inOtherCase);
    if (before === undefined) requireRoom(properties);
    else if (isDeepStrictEqual(before, after)) return { result: after, changes: [] };

    await refuseUsedOptions(tx, projectId, type, {
      property: after,
      values: optionsLeftOut(before, after),
    });
    const { name, builtIn, ...definition } = after;
    await projectSchema.saveDefinition.all(tx, {
      project: projectId,
      type,
      name,
      definition: JSON.stringify(definition),
      at: new Date().toISOString(),
    });
    // No record has a value of a new property.
    if (before !== undefined) await changeIndex(tx, projectId, type, { before, after });
    const action = before === undefined ? "created" : "updated";
    return { result: after, changes: [{ part: "property", key: name, action }] };
  });
}

/** Returns the options that a change takes out of a closed enumeration. In an open one they stay valid values. */
export function optionsLeftOut(
  before: PropertyDefinition | undefined,
  after: PropertyDefinition,
): readonly string[] {
  if (!before?.closed || !after.closed) return [];
  const kept = new Set(after.options?.map(({ value }) => value));
  return (before.options ?? []).flatMap(({ value }) => (kept.has(value) ? [] : [value]));
}

/** Records whose ids are read at once when a property becomes indexed or unique. */
const BATCH_RECORDS = 1_000;
/** Records whose values are read and indexed before other requests get their turn. */
const RECORDS_PER_TURN = 64;

/**
 * Adds or removes the index rows of a property whose setting `indexed` or `unique` changes, for all records of its type.
 *
 * @throws CrmError CONFLICT if two live records have the same value of a property that becomes unique
 */
async function changeIndex(
  tx: Db,
  projectId: number,
  type: string,
  { before, after }: { readonly before: PropertyDefinition; readonly after: PropertyDefinition },
): Promise<void> {
  const index = after.indexed && !before.indexed;
  const unique = after.unique && !before.unique;
  const scope = { projectId };
  if (!after.indexed && before.indexed) await recordIndex.dropIndex(tx, scope, type, after.name);
  if (!after.unique && before.unique)
    await recordIndex.dropUnique.all(tx, scope, { type, property: after.name });
  if (!index && !unique) return;

  const definitions = new Map([[after.name, after]]);
  for (let above = 0; ; ) {
    const range = { above, below: Number.MAX_SAFE_INTEGER };
    const found = await recordScan.scanIds(
      tx,
      scope,
      { type, range },
      { direction: "asc", limit: BATCH_RECORDS },
    );
    const ids = found.map(({ id }) => id);
    const { name } = after;
    for (let at = 0; at < ids.length; at += RECORDS_PER_TURN) {
      // Not the whole records, because each can have 1 MiB.
      const some = ids.slice(at, at + RECORDS_PER_TURN);
      const values = await recordsById.findValues(tx, scope, { type, property: name }, some);
      const read = values.map(
        ({ id, value }) => [{ projectId, type, id }, { [name]: value }] as const,
      );
      if (index) {
        const entries = read.flatMap(([record, value]) => valueRows(record, definitions, value));
        await recordIndex.insertIndexRows(tx, entries);
      }
      for (const [record, value] of unique ? read : []) {
        await reserveOrRefuse(tx, record, uniqueRows(record, definitions, value));
      }
      await nextTurn();
    }
    if (ids.length < BATCH_RECORDS) return;
    above = ids.at(-1) ?? above;
  }
}

async function reserveOrRefuse(
  tx: Db,
  record: { projectId: number; type: string; id: number },
  rows: readonly recordIndex.IndexRow[],
): Promise<void> {
  // Check first: after a failed insert PostgreSQL rejects every statement until rollback.
  const [held] = await conflictIssues(tx, record, rows);
  if (held !== undefined) throw shared(record, held);
  try {
    await runWrites(tx, reserveUniqueValues(rows));
  } catch (error) {
    if (!(error instanceof UniqueValuesTaken)) throw error;
    throw new CrmError("CONFLICT", "Another change took one of the values. Try again.", {
      cause: error,
    });
  }
}

/** Returns a CONFLICT that names both records, because the admin is writing neither of them. */
function shared({ type, id }: { type: string; id: number }, held: Issue): CrmError {
  const both = `the ${type} records ${held.conflictingId} and ${id}`;
  const message = `"${held.path}" cannot be unique: ${both} have the same value. Change one of them, then try again.`;
  return CrmError.ofIssue("CONFLICT", { ...held, path: "unique", message, recordId: String(id) });
}

/** Finds a property whose name differs at most in case. People would take the two for one. */
function findInAnyCase(
  properties: ReadonlyMap<string, PropertyDefinition>,
  name: string,
): PropertyDefinition | undefined {
  const wanted = name.toLowerCase();
  return [...properties.values()].find((one) => one.name.toLowerCase() === wanted);
}

function requireRoom(properties: ReadonlyMap<string, PropertyDefinition>): void {
  const own = [...properties.values()].filter(({ builtIn }) => !builtIn);
  if (own.length < MAX_PROPERTIES) return;
  throw new CrmError(
    "CONFLICT",
    `An object type can have at most ${MAX_PROPERTIES.toLocaleString("en")} own properties. Remove one first.`,
  );
}

function nameTaken(type: string, { name, label }: PropertyDefinition): CrmError {
  const message = `The ${type} already has a property ${quoted(name)} (${label}). Choose another name.`;
  return CrmError.ofIssue("CONFLICT", { path: "name", code: "name_taken", message });
}
