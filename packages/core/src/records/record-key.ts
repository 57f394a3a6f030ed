import type { PropertyDefinition } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { resolvePipeline, resolveStage } from "../schema/pipelines.ts";
import {
  FORBIDDEN_NAMES,
  forbiddenNameIssue,
  quoted,
  unknownNameIssue,
} from "../schema/property-names.ts";

/**
 * Finds the property that identifies records. Returns an issue unless it is indexed and has a single value.
 *
 * @param path where in the request its name is
 */
export function keyProperty(
  schema: ObjectSchema,
  name: string,
  path: string,
): { readonly definition: PropertyDefinition } | { readonly issue: Issue } {
  const found = indexedProperty(schema, name, path);
  if ("issue" in found || !found.definition.multi) return found;
  const message = `${quoted(name)} can have several values, so it identifies no record.`;
  return { issue: { path, code: "property_multi_value", message } };
}

/** Finds an indexed property by name. Returns an issue if there is no such property. */
function indexedProperty(
  schema: ObjectSchema,
  name: string,
  path: string,
): { readonly definition: PropertyDefinition } | { readonly issue: Issue } {
  const definition = schema.properties.get(name);
  if (definition?.indexed) return { definition };
  if (definition !== undefined) {
    const message = `${quoted(name)} is not indexed, so no record can be found by it. Index it on the schema page.`;
    return { issue: { path, code: "property_not_indexed", message } };
  }
  const issue = FORBIDDEN_NAMES.has(name)
    ? forbiddenNameIssue(name, path)
    : unknownNameIssue(name, schema.properties.keys(), path);
  return { issue };
}

/** Replaces the id or label of a pipeline or stage by its key, as a write does. */
export function stageKey({ pipelines }: ObjectSchema, property: string, value: string): string {
  if (property === "pipeline") return resolvePipeline(pipelines, value)?.key ?? value;
  if (property !== "stage") return value;
  const stages = pipelines.map((pipeline) => resolveStage(pipeline, value));
  return stages.find((stage) => stage !== null)?.key ?? value;
}
