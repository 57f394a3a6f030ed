import {
  type Color,
  type PropertyDefinition,
  type PropertyOption,
  type PropertyRules,
  rulesIn,
} from "@rapport/model";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError, quoted } from "../errors.ts";
import type { ObjectSchema, Pipeline, ProjectSchema, Stage } from "../object-schema.ts";
import { nearestName } from "./property-names.ts";

/** A property as programs read it (specification §11). */
export interface PropertyView {
  readonly internal_name: string;
  readonly label: string;
  readonly type: PropertyDefinition["type"];
  readonly multi: boolean;
  readonly indexed: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  readonly builtIn: boolean;
  readonly closed: boolean;
  readonly options: readonly PropertyOption[];
  readonly description: string | null;
  readonly rules: PropertyRules | null;
  readonly default: NonNullable<PropertyDefinition["default"]> | null;
  readonly group: string | null;
}

/** A pipeline as programs read it (specification §12). */
export interface PipelineView {
  readonly key: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly stages: readonly StageView[];
}

/** A stage as programs read it (specification §12). */
export interface StageView {
  readonly key: string;
  readonly label: string;
  readonly probability: string | null;
  readonly closed: boolean;
  /** Absent if none is chosen. */
  readonly color?: Color | undefined;
}

type SchemaDeps = Pick<Deps, "schemas">;

/**
 * Lists the properties of an object type, built-in ones first.
 *
 * @param plural plural name of the type, as paths use it
 * @throws CrmError NOT_FOUND for an unknown type
 */
export async function listProperties(
  call: Call<SchemaDeps>,
  plural: string,
): Promise<readonly PropertyView[]> {
  const { properties } = await requireType(call, plural);
  return [...properties.values()].map(propertyView);
}

/**
 * Reads one property of an object type by its internal name.
 *
 * @throws CrmError NOT_FOUND for an unknown type or property
 */
export async function readProperty(
  call: Call<SchemaDeps>,
  plural: string,
  name: string,
): Promise<PropertyView> {
  const { properties, plural: records } = await requireType(call, plural);
  const definition = properties.get(name);
  if (definition !== undefined) return propertyView(definition);
  throw unknown(`${capitalized(records)} have no property ${quoted(name)}.`, name, [
    ...properties.keys(),
  ]);
}

/**
 * Lists the pipelines of an object type in order; none for a type without pipelines.
 *
 * @throws CrmError NOT_FOUND for an unknown type
 */
export async function listPipelines(
  call: Call<SchemaDeps>,
  plural: string,
): Promise<readonly PipelineView[]> {
  const { pipelines } = await requireType(call, plural);
  return pipelines.map(pipelineView);
}

/**
 * Reads one pipeline of an object type by its key.
 *
 * @throws CrmError NOT_FOUND for an unknown type or key
 */
export async function readPipeline(
  call: Call<SchemaDeps>,
  plural: string,
  key: string,
): Promise<PipelineView> {
  const { pipelines, plural: records } = await requireType(call, plural);
  const pipeline = pipelines.find((one) => one.key === key);
  if (pipeline !== undefined) return pipelineView(pipeline);
  throw unknown(
    `${capitalized(records)} have no pipeline ${quoted(key)}.`,
    key,
    pipelines.map((one) => one.key),
  );
}

/**
 * Returns the object type with a name in either form.
 *
 * @param asked.isPlural whether only the plural will do
 * @param asked.path member of the request that has the name
 * @throws CrmError NOT_FOUND with the nearest plural
 */
export async function requireType(
  { deps, principal }: Call<SchemaDeps>,
  name: string,
  { isPlural = false, path = "plural" } = {},
): Promise<ObjectSchema> {
  const find = ({ objects }: ProjectSchema) => {
    const object = objects.get(name);
    return isPlural && object?.plural !== name ? undefined : object;
  };
  const known = find(await deps.schemas.get(principal.projectId));
  if (known !== undefined) return known;
  // Another process may have added it just now.
  const schema = await deps.schemas.renew(principal.projectId);
  const added = find(schema);
  if (added !== undefined) return added;
  const allowed = schema.types.map((one) => one.plural);
  const suggestion = nearestName(name, allowed);
  const message = `There is no object type ${quoted(name)}.${hint(suggestion)}`;
  throw CrmError.ofIssue("NOT_FOUND", {
    ...{ path, code: "object_type_unknown", message, allowed },
    ...(suggestion !== null && { suggestion }),
  });
}

function unknown(message: string, name: string, known: readonly string[]): CrmError {
  return new CrmError("NOT_FOUND", `${message}${hint(nearestName(name, known))}`);
}

function hint(nearest: string | null): string {
  return nearest === null ? "" : ` Did you mean "${nearest}"?`;
}

/** Returns a property as programs read it. */
export function propertyView(definition: PropertyDefinition): PropertyView {
  const { name, label, type, multi, indexed, unique, readOnly, builtIn, closed } = definition;
  return {
    ...{ internal_name: name, label, type, multi, indexed, unique, readOnly, builtIn, closed },
    options: (definition.options ?? []).map(({ value, label, color }) => ({
      ...{ value, label },
      ...(color && { color }),
    })),
    description: definition.description ?? null,
    rules: definition.rules ? Object.fromEntries(rulesIn(definition.rules)) : null,
    default: definition.default ?? null,
    group: definition.group ?? null,
  };
}

/** Returns a pipeline as programs read it. */
export function pipelineView({ key, label, isDefault, stages }: Pipeline): PipelineView {
  return { key, label, isDefault, stages: stages.map(stageView) };
}

/** Returns a stage as programs read it. */
export function stageView({ key, label, probability, closed, color }: Stage): StageView {
  return { key, label, probability, closed, ...(color !== null && { color }) };
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Returns the pipeline or stage with a key, which must exist. */
export function findPart<Part extends { readonly key: string }>(
  parts: readonly Part[],
  key: string | null | undefined,
): Part {
  const part = parts.find((one) => one.key === key);
  if (part === undefined) throw new Error("the changed part is not in the schema");
  return part;
}
