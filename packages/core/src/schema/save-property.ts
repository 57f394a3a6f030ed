import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Db, recordIndex, records, tenancy } from "@rapport/db";
import {
  OBJECT_TYPES,
  type ObjectType,
  PROPERTY_DEFAULTS,
  type PropertyDefinition,
  type PropertyOption,
  type PropertyType,
} from "@rapport/model";
import { CrmError, type Issue } from "../errors.ts";
import { indexRows, reserveUniqueValues, uniqueRows } from "../record-index/reindex.ts";
import { conflictIssues, UniqueValuesTaken } from "../record-index/unique-conflict.ts";
import { changeSchema, type SchemaChange, type SchemaDeps } from "./change-schema.ts";
import { loadProperties } from "./project-schema.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, quoted } from "./property-names.ts";
import { unknownProperty } from "./remove-property.ts";
import { refuseUsedOptions } from "./usage.ts";

/** Settings of a new property, or the changes to an existing one. */
export interface PropertySettings {
  readonly name: string;
  readonly label?: string | undefined;
  readonly type?: PropertyType | undefined;
  readonly multi?: boolean | undefined;
  readonly indexed?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly options?: readonly PropertyOption[] | undefined;
  readonly closed?: boolean | undefined;
  /** Empty or null for none. */
  readonly description?: string | null | undefined;
}

/** Limit of the properties that a project adds to an object type. */
const MAX_PROPERTIES = 1_000;

/** Records per read when a property becomes indexed or unique. */
const BATCH_RECORDS = 1_000;
/** Records that are indexed before other requests get their turn. */
const RECORDS_PER_TURN = 64;

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
  type: ObjectType,
  settings: PropertySettings,
  isNew?: boolean,
): Promise<SchemaChange<PropertyDefinition>> {
  return changeSchema(deps, projectId, type, async (tx) => {
    // Read from the database, because another process may have changed the schema since it was cached.
    const properties = await loadProperties(tx, projectId, type);
    const before = properties.get(settings.name);
    if (isNew === true && before !== undefined) throw nameTaken(type, before);
    if (isNew === false && before === undefined) throw unknownProperty(type, settings.name);
    const { issues, after } = checkProperty(before, settings);
    if (issues.length > 0) {
      throw new CrmError("INVALID_INPUT", "The property is invalid.", { issues });
    }
    if (before === undefined) requireRoom(properties);
    else if (isDeepStrictEqual(before, after)) return { result: after, changes: [] };

    await refuseUsedOptions(tx, projectId, type, after, leftOut(before, after));
    const { name, builtIn, ...definition } = after;
    await tenancy.saveDefinition.all(tx, {
      project: projectId,
      type,
      name,
      definition: JSON.stringify(definition),
      at: new Date().toISOString(),
    });
    // No record has a value of a new property.
    if (before !== undefined) await changeIndex(tx, projectId, type, before, after);
    const action = before === undefined ? "created" : "updated";
    return { result: after, changes: [{ part: "property", key: name, action }] };
  });
}

/** Returns the options that a change takes out of a closed enumeration. In an open one they stay valid values. */
function leftOut(
  before: PropertyDefinition | undefined,
  after: PropertyDefinition,
): readonly string[] {
  if (!before?.closed || !after.closed) return [];
  const kept = new Set(after.options?.map(({ value }) => value));
  return (before.options ?? []).flatMap(({ value }) => (kept.has(value) ? [] : [value]));
}

function requireRoom(properties: ReadonlyMap<string, PropertyDefinition>): void {
  const own = [...properties.values()].filter(({ builtIn }) => !builtIn);
  if (own.length < MAX_PROPERTIES) return;
  throw new CrmError(
    "CONFLICT",
    `An object type can have at most ${MAX_PROPERTIES.toLocaleString("en")} own properties. Remove one first.`,
  );
}

function nameTaken(type: ObjectType, { name, label }: PropertyDefinition): CrmError {
  const message = `The ${type} already has a property ${quoted(name)} (${label}). Choose another name.`;
  return new CrmError("CONFLICT", message, {
    issues: [{ path: "name", code: "name_taken", message }],
  });
}

function merge(before: PropertyDefinition | undefined, settings: PropertySettings) {
  const given = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  );
  const { description, ...after } = {
    ...(before ?? PROPERTY_DEFAULTS),
    ...given,
  } as PropertyDefinition;
  return { ...after, ...(description ? { description } : {}) };
}

/**
 * Checks the settings of a property.
 *
 * @param before the existing property; undefined for a new one
 * @returns one issue per fault, and the property to store if there is none
 */
export function checkProperty(
  before: PropertyDefinition | undefined,
  settings: PropertySettings,
): { issues: readonly Issue[]; after: PropertyDefinition } {
  const after = merge(before, settings);
  const issues: Issue[] = [];
  const fault = (path: string, code: string, message: string) =>
    issues.push({ path, code, message });
  if (FORBIDDEN_NAMES.has(after.name)) issues.push(forbiddenNameIssue(after.name, "name"));
  else if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(after.name)) {
    fault(
      "name",
      "name_invalid",
      "A name must start with a letter and have at most 64 letters, digits and underscores.",
    );
  }
  // Every JavaScript object has a member of this name, so a record would seem to have a value.
  if (before === undefined && after.name in {}) {
    fault(
      "name",
      "property_forbidden",
      `${quoted(after.name)} is a reserved name. Choose another one.`,
    );
  }
  if (after.label.trim() === "" || after.label.length > 255) {
    fault("label", "label_invalid", "A label must have 1 to 255 characters.");
  }
  if (before !== undefined && after.type !== before.type) {
    fault("type", "type_fixed", `This property has the type ${before.type}, which cannot change.`);
  }
  if (before !== undefined && after.multi !== before.multi) {
    fault("multi", "multi_fixed", "A property cannot switch between one value and several values.");
  }
  if (before?.readOnly && (settings.unique || settings.indexed)) {
    fault("name", "property_read_only", "A derived property cannot be indexed or unique.");
  }
  if (before?.builtIn && before.indexed && !after.indexed) {
    fault(
      "indexed",
      "index_needed",
      "This property must stay indexed because Rapport uses its index.",
    );
  }
  if (after.closed && after.type !== "enumeration") {
    fault("closed", "not_an_enumeration", "Only an enumeration can be closed.");
  }
  if (after.closed && after.type === "enumeration" && (after.options ?? []).length === 0) {
    fault("options", "options_missing", "A closed enumeration needs at least one option.");
  }
  const values = (after.options ?? []).map((option) => option.value);
  if (values.some((value) => value === "" || value.length > 255)) {
    fault("options", "option_invalid", "An option's value must have 1 to 255 characters.");
  }
  if (new Set(values).size < values.length) {
    fault("options", "option_repeated", "Two options cannot have the same value.");
  }
  if ((settings.options ?? []).some(({ label }) => label.trim() === "" || label.length > 255)) {
    fault("options", "option_invalid", "An option's label must have 1 to 255 characters.");
  }
  if ((settings.options ?? []).length > 0 && after.type !== "enumeration") {
    fault("options", "not_an_enumeration", "Only an enumeration has options.");
  }
  return { issues, after };
}

async function changeIndex(
  tx: Db,
  projectId: number,
  type: ObjectType,
  before: PropertyDefinition,
  after: PropertyDefinition,
): Promise<void> {
  const index = after.indexed && !before.indexed;
  const unique = after.unique && !before.unique;
  const scope = { projectId };
  if (!after.indexed && before.indexed) await recordIndex.dropIndex(tx, scope, type, after.name);
  if (!after.unique && before.unique) await recordIndex.dropUnique(tx, scope, type, after.name);
  if (!index && !unique) return;

  const definitions = new Map([[after.name, after]]);
  for (let last = 0; ; ) {
    const rows = await records.listAfter(tx, scope, { type, after: last, limit: BATCH_RECORDS });
    for (let at = 0; at < rows.length; at += RECORDS_PER_TURN) {
      const some = rows
        .slice(at, at + RECORDS_PER_TURN)
        .map(
          (row) =>
            [{ projectId, type, id: row.id, createdAt: row.created_at }, row.properties] as const,
        );
      if (index) {
        const entries = some.flatMap(([record, values]) => indexRows(record, definitions, values));
        await recordIndex.insertIndexRows(tx, entries);
      }
      for (const [record, values] of unique ? some : []) {
        await reserveOrRefuse(tx, record, uniqueRows(record, definitions, values));
      }
      await nextTurn();
    }
    if (rows.length < BATCH_RECORDS) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function reserveOrRefuse(
  tx: Db,
  record: { projectId: number; type: ObjectType; id: number },
  rows: readonly recordIndex.IndexRow[],
): Promise<void> {
  // Check first: after a failed insert PostgreSQL rejects every statement until rollback.
  const [held] = await conflictIssues(tx, record, rows);
  if (held !== undefined) throw shared(record, held);
  try {
    await reserveUniqueValues(tx, rows);
  } catch (error) {
    if (!(error instanceof UniqueValuesTaken)) throw error;
    throw new CrmError("CONFLICT", "Another change took one of the values. Try again.", {
      cause: error,
    });
  }
}

/** Returns a CONFLICT that names both records, because the admin is writing neither of them. */
function shared({ type, id }: { type: ObjectType; id: number }, held: Issue): CrmError {
  const both = `${OBJECT_TYPES[type].plural} ${held.conflictingId} and ${id}`;
  const message = `"${held.path}" cannot be unique: ${both} have the same value. Change one of them, then try again.`;
  return new CrmError("CONFLICT", message, {
    issues: [{ ...held, path: "unique", message, recordId: String(id) }],
  });
}
