import { projectSchema, recordIndex } from "@rapport/db";
import { layoutWithout } from "@rapport/model";
import { CrmError, quoted } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { changeSchema, type SchemaChange, type SchemaDeps } from "./change-schema.ts";
import { saveDetails } from "./object-types.ts";
import { loadProjectSchema } from "./project-schema.ts";
import { refuseUsedProperty, type Usage, usageOfProperty } from "./usage.ts";

/**
 * Counts the records that have a value of a property.
 *
 * @throws CrmError NOT_FOUND
 */
export async function propertyUsage(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  name: string,
): Promise<Usage> {
  const { properties } = await deps.schemas.object(projectId, type);
  if (!properties.has(name)) throw unknownProperty(type, name);
  return usageOfProperty(deps.db, projectId, type, name);
}

/**
 * Removes a property that a project added. No record may have a value of it.
 *
 * @throws CrmError INVALID_INPUT for a built-in property; NOT_FOUND; CONFLICT while records have values, or the type
 *   names or requires its records by it
 */
export async function removeProperty(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  name: string,
): Promise<SchemaChange<null>> {
  const { properties } = await deps.schemas.object(projectId, type);
  if (properties.get(name)?.builtIn) throw builtIn(name);
  const key = { project: projectId, type, name };
  return changeSchema(deps, projectId, type, async (tx) => {
    const object = (await loadProjectSchema(tx, projectId)).object(type);
    if (!object.properties.has(name)) throw unknownProperty(type, name);
    refuseNeeded(object, name);
    await refuseUsedProperty(tx, projectId, type, name);
    await recordIndex.dropIndex(tx, { projectId }, type, name);
    await recordIndex.dropUnique.all(tx, { projectId }, { type, property: name });
    await projectSchema.deleteDefinition.all(tx, key);
    const layout = layoutWithout(object.layout, name);
    if (layout !== object.layout) await saveDetails(tx, projectId, object, { layout });
    return { result: null, changes: [{ part: "property", key: name, action: "deleted" }] };
  });
}

/** Without it, no record could be created that the type requires it of. */
function refuseNeeded(
  { name: type, nameProperties, rules, activity }: ObjectSchema,
  name: string,
): void {
  const sets = {
    nameProperties,
    required: rules.required ?? [],
    activity: [activity?.at, activity?.body],
  };
  const user = Object.entries(sets).find(([, all]) => all.flat().includes(name))?.[0];
  if (user === undefined) return;
  const message = `The object type ${quoted(type)} has ${quoted(name)} in \`${user}\`. Leave it out there first.`;
  throw CrmError.ofIssue("CONFLICT", { path: "name", code: "property_needed", message });
}

/** Returns the NOT_FOUND error for a property. */
export function unknownProperty(type: string, name: string): CrmError {
  return new CrmError("NOT_FOUND", `The ${type} has no property ${quoted(name)}.`);
}

function builtIn(name: string): CrmError {
  const message = `${quoted(name)} is a built-in property and cannot be removed.`;
  return CrmError.ofIssue("INVALID_INPUT", { path: "name", code: "property_built_in", message });
}
