import { isDeepStrictEqual } from "node:util";
import { propertyDefinitions } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { CrmError, quoted } from "../errors.ts";
import { changeSchema, type SchemaChange, type SchemaDeps } from "./change-schema.ts";
import { checkProperty, type PropertySettings } from "./check-property.ts";
import { changeIndex } from "./index-property.ts";
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
  settings: PropertySettings,
  isNew?: boolean,
): Promise<SchemaChange<PropertyDefinition>> {
  return changeSchema(deps, projectId, type, async (tx) => {
    // Read from the database, because another process may have changed the schema since it was cached.
    const properties = await loadProperties(tx, projectId, type);
    const before = properties.get(settings.name);
    if (isNew === false && before === undefined) throw unknownProperty(type, settings.name);
    const { issues, after } = checkProperty(isNew === true ? undefined : before, settings);
    if (issues.length > 0) {
      throw new CrmError("INVALID_INPUT", "The property is invalid.", { issues });
    }
    if (isNew === true && before !== undefined) throw nameTaken(type, before);
    if (before === undefined) requireRoom(properties);
    else if (isDeepStrictEqual(before, after)) return { result: after, changes: [] };

    await refuseUsedOptions(tx, projectId, type, after, optionsLeftOut(before, after));
    const { name, builtIn, ...definition } = after;
    await propertyDefinitions.saveDefinition.all(tx, {
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
export function optionsLeftOut(
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

function nameTaken(type: string, { name, label }: PropertyDefinition): CrmError {
  const message = `The ${type} already has a property ${quoted(name)} (${label}). Choose another name.`;
  return new CrmError("CONFLICT", message, {
    issues: [{ path: "name", code: "name_taken", message }],
  });
}
