import type { PropertyDefinition } from "@rapport/model";
import type { Issue } from "../errors.ts";
import { quoted } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { resolvePipeline, resolveStage } from "../schema/pipelines.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";

/**
 * Finds the property that identifies records. Returns an issue unless it is indexed and has a single value.
 *
 * @param path where in the request its name is
 */
export function keyProperty(
  object: ObjectSchema,
  name: string,
  path: string,
): { readonly definition: PropertyDefinition } | { readonly issue: Issue } {
  const definition = object.properties.get(name);
  if (definition === undefined) {
    const issue = FORBIDDEN_NAMES.has(name)
      ? forbiddenNameIssue(name, path)
      : unknownNameIssue(name, object.properties.keys(), path);
    return { issue };
  }
  if (isKey(definition)) return { definition };
  const allowed = keyNames(object);
  if (definition.multi) {
    const message = `${quoted(name)} can have several values, so it identifies no record.`;
    return { issue: { path, code: "property_multi_value", message, allowed } };
  }
  const message = definition.readOnly
    ? `${quoted(name)} is derived, so no record can be found by it.`
    : `${quoted(name)} is not indexed, so no record can be found by it. Index it on the schema page.`;
  return { issue: { path, code: "property_not_indexed", message, allowed } };
}

/** The property in which contacts keep emails beside their first one. The import from HubSpot adds it. */
export const ADDITIONAL_EMAILS = "additional_emails";

/**
 * Returns the property by which a key finds the records that do not have it as the key property itself: a contact's email
 * may be one of its additional emails.
 */
export function furtherKey(
  object: ObjectSchema,
  key: PropertyDefinition,
): PropertyDefinition | undefined {
  if (object.name !== "contact" || key.name !== "email") return undefined;
  const further = object.properties.get(ADDITIONAL_EMAILS);
  return further?.type === "email" && further.indexed ? further : undefined;
}

/** Returns the names of the properties that are indexed and have a single value. */
export function keyNames({ properties }: ObjectSchema): readonly string[] {
  return [...properties.values()].filter(isKey).map(({ name }) => name);
}

/** Returns whether the property can identify records: it is indexed and has a single value. */
export function isKey({ indexed, multi }: PropertyDefinition): boolean {
  return indexed && !multi;
}

/** Replaces the id or label of a pipeline or stage by its key, as a write does. */
export function stageKey({ pipelines }: ObjectSchema, property: string, value: string): string {
  if (property === "pipeline") return resolvePipeline(pipelines, value)?.key ?? value;
  if (property !== "stage") return value;
  const stages = pipelines.map((pipeline) => resolveStage(pipeline, value));
  return stages.find((stage) => stage !== null)?.key ?? value;
}
