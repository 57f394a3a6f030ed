import { isDeepStrictEqual } from "node:util";
import { type Db, objectTypes, propertyDefinitions, recordScan } from "@rapport/db";
import { CrmError, type Issue, quoted } from "../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import { labelIssues } from "./change-pipelines.ts";
import {
  changeSchema,
  type PartChange,
  type SchemaChange,
  type SchemaDeps,
} from "./change-schema.ts";
import { checkProperty, type PropertySettings } from "./check-property.ts";
import { insertDefaultPipeline } from "./default-pipelines.ts";
import { loadProjectSchema } from "./project-schema.ts";
import { checkPipeline, type PipelineSettings } from "./save-pipeline.ts";
import { ownProperties, ownTraits, type TypeDetails } from "./type-definition.ts";
import { counted, MAX_COUNTED_RECORDS, type Usage } from "./usage.ts";

/** Limits per project and per own type. */
const MAX_TYPES = 100;
const MAX_PROPERTIES = 1_000;
const MAX_SETS = 10;
const MAX_SET_PROPERTIES = 10;

/** Settings of a type that may change. */
export type TypeChanges = { readonly [K in keyof TypeDetails]?: TypeDetails[K] | undefined };

/** A new object type, with the properties and the pipeline that it has from the start. */
export interface NewType extends TypeChanges {
  readonly name: string;
  readonly plural: string;
  readonly hasPipeline?: boolean | undefined;
  readonly properties?: readonly PropertySettings[] | undefined;
  /** Only of a type with pipelines; one pipeline with the stage "New" if undefined. */
  readonly pipeline?: PipelineSettings | undefined;
}

/** An object type as programs read it. */
export interface TypeView extends TypeDetails {
  readonly name: string;
  readonly plural: string;
  readonly builtIn: boolean;
  readonly hasPipeline: boolean;
}

/** Returns an object type as programs read it. */
export function typeView(object: ObjectSchema): TypeView {
  const { name, plural, builtIn, hasPipeline } = object;
  return { name, plural, ...detailsOf(object), builtIn, hasPipeline };
}

function detailsOf(object: ObjectSchema): TypeDetails {
  return {
    label: object.title,
    pluralLabel: object.pluralTitle,
    description: object.description,
    nameProperties: object.nameProperties,
    required: object.rules.required ?? [],
    icon: object.admin.icon,
  };
}

/**
 * Adds an object type to a project, with its properties and its pipeline in the same change.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT if the project has 100 types of its own, or if a
 *   removed type of this name is still being purged
 */
export function createType(
  deps: SchemaDeps,
  projectId: number,
  settings: NewType,
): Promise<SchemaChange<ObjectSchema>> {
  return changeSchema(deps, projectId, settings.name, async (tx) => {
    const schema = await loadProjectSchema(tx, projectId);
    const { issues, details, properties, object } = checkNewType(schema, settings);
    if (issues.length > 0) throw refused(issues);
    const rows = await objectTypes.listTypes.all(tx, { project: projectId });
    requireRoom(schema);
    const { name, plural } = settings;
    const leaving = rows.find((row) =>
      [row.name, row.plural].some((one) => one === name || one === plural),
    );
    if (leaving !== undefined) throw stillRemoved(leaving.name);
    const at = new Date().toISOString();
    await objectTypes.saveType.all(tx, {
      project: projectId,
      name,
      plural,
      rank: object.associationRank,
      hasPipeline: object.hasPipeline ? 1 : 0,
      definition: JSON.stringify(details),
      at,
    });
    const changes: PartChange[] = [{ part: "type", key: name, action: "created" }];
    for (const { name: property, builtIn, ...definition } of properties) {
      const row = { project: projectId, type: name, name: property, at };
      await propertyDefinitions.saveDefinition.all(tx, {
        ...row,
        definition: JSON.stringify(definition),
      });
      changes.push({ part: "property", key: property, action: "created" });
    }
    if (object.hasPipeline) {
      const pipeline = checkPipeline(object, settings.pipeline ?? firstPipeline(details));
      await insertDefaultPipeline(tx, projectId, name, pipeline);
      changes.push({ part: "pipeline", key: "default", action: "created" });
    }
    return { result: (await loadProjectSchema(tx, projectId)).object(name), changes };
  });
}

/**
 * Changes how an object type is shown and what its records need. Records that exist need it once they are written.
 *
 * @param type name of the type, built in or not
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND
 */
export function updateType(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  settings: TypeChanges,
): Promise<SchemaChange<ObjectSchema>> {
  return changeSchema(deps, projectId, type, async (tx) => {
    const schema = await loadProjectSchema(tx, projectId);
    const object = schema.object(type);
    const issues = checkTypeChanges(object, settings);
    if (issues.length > 0) throw refused(issues);
    const before = detailsOf(object);
    const after = { ...before, ...given(settings) };
    if (isDeepStrictEqual(before, after)) return { result: object, changes: [] };
    // Of a built-in type only what the project changed is stored, so that later versions can improve the rest.
    const rows = await objectTypes.listTypes.all(tx, { project: projectId });
    const stored = rows.find(({ name }) => name === object.name)?.definition ?? {};
    const definition = object.builtIn ? { ...stored, ...given(settings) } : after;
    await objectTypes.saveType.all(tx, {
      project: projectId,
      name: object.name,
      plural: object.plural,
      rank: object.associationRank,
      hasPipeline: object.hasPipeline ? 1 : 0,
      definition: JSON.stringify(definition),
      at: new Date().toISOString(),
    });
    return {
      result: (await loadProjectSchema(tx, projectId)).object(object.name),
      changes: [{ part: "type", key: object.name, action: "updated" }],
    };
  });
}

/**
 * Removes a type of a project. Its deleted records are purged later, by the worker.
 *
 * @throws CrmError INVALID_INPUT for a built-in type; IN_USE with the number of its live records
 */
export function removeType(
  deps: SchemaDeps,
  projectId: number,
  type: string,
): Promise<SchemaChange<null>> {
  return changeSchema(deps, projectId, type, async (tx) => {
    const object = (await loadProjectSchema(tx, projectId)).object(type);
    if (object.builtIn) {
      const message = `Every project has ${object.plural}, so this type cannot be removed.`;
      throw refused([{ path: "plural", code: "type_built_in", message }]);
    }
    await refuseTypeInUse(tx, projectId, object);
    const at = new Date().toISOString();
    await objectTypes.removeType.all(tx, { project: projectId, name: type, at });
    return { result: null, changes: [{ part: "type", key: type, action: "deleted" }] };
  });
}

/** Counts the live records of a type. Its deleted ones do not keep it. */
export async function typeUsage(db: Db, projectId: number, type: string): Promise<Usage> {
  const all = { above: 0, below: Number.MAX_SAFE_INTEGER };
  const records = await recordScan.countIds(
    db,
    { projectId },
    { type, range: all },
    MAX_COUNTED_RECORDS,
  );
  return { records, deleted: 0, merged: 0, isMore: records === MAX_COUNTED_RECORDS };
}

/**
 * Checks that no live record has a type.
 *
 * @throws CrmError IN_USE with the count
 */
export async function refuseTypeInUse(
  tx: Db,
  projectId: number,
  object: ObjectSchema,
): Promise<void> {
  const { records: count, isMore } = await typeUsage(tx, projectId, object.name);
  if (count === 0) return;
  const message = `There are ${counted(count)} of the type ${object.name}. Delete them first.`;
  throw new CrmError("IN_USE", message, {
    issues: [{ path: "plural", code: "in_use", message, count, isMore }],
    facts: { count },
  });
}

/**
 * Checks a new type against the others of its project.
 *
 * @returns one issue per fault, and what to store if there is none
 */
export function checkNewType(schema: ProjectSchema, settings: Partial<NewType>) {
  const { name = "", plural = "", hasPipeline = false, pipeline } = settings;
  const issues: Issue[] = [
    ...nameIssues(schema, "name", name),
    ...nameIssues(schema, "plural", plural),
  ];
  if (name !== "" && name === plural) {
    const message = `The plural must differ from the name ${quoted(name)}, because paths and scopes tell them apart. Example: "listings".`;
    issues.push({ path: "plural", code: "name_taken", message });
  }
  const label = settings.label ?? labelOf(name);
  const details: TypeDetails = {
    label,
    pluralLabel: settings.pluralLabel ?? labelOf(plural),
    description: settings.description ?? null,
    nameProperties: settings.nameProperties ?? [],
    required: settings.required ?? [],
    icon: settings.icon ?? DEFAULT_ICON,
  };
  const properties = new Map(ownProperties(hasPipeline).map((one) => [one.name, one]));
  const added = (settings.properties ?? []).map((one, index) => {
    const checked = checkProperty(undefined, one);
    const path = (of: string) => `properties.${index}.${of}`;
    issues.push(...checked.issues.map((issue) => ({ ...issue, path: path(issue.path) })));
    if (properties.has(one.name)) {
      const message = `There are two properties ${quoted(one.name)}. Leave one of them out; ${[...ownProperties(hasPipeline)].map((base) => base.name).join(", ")} are there without being named.`;
      issues.push({ path: path("name"), code: "name_taken", message });
    }
    properties.set(one.name, checked.after);
    return checked.after;
  });
  if (added.length > MAX_PROPERTIES) {
    const message = `An object type can have at most ${MAX_PROPERTIES.toLocaleString("en")} own properties.`;
    issues.push({ path: "properties", code: "too_many", message });
  }
  issues.push(...detailIssues(details, properties));
  if (pipeline !== undefined && !hasPipeline) {
    const message = 'A type with a pipeline needs "hasPipeline": true.';
    issues.push({ path: "pipeline", code: "no_pipelines", message });
  }
  // Younger types come first in the labels of associations (next to the built-in ones, whose ranks are above 0).
  const rank = Math.min(0, ...schema.types.map((one) => one.associationRank)) - 1;
  const row = { name, plural, rank, has_pipeline: hasPipeline ? 1 : 0 };
  const content = { version: schema.version, properties, pipelines: [] };
  const object: ObjectSchema = { schema, ...ownTraits(row, details, properties), ...content };
  if (pipeline !== undefined && hasPipeline) {
    const found = checkPipeline(object, pipeline).issues;
    issues.push(...found.map((issue) => ({ ...issue, path: `pipeline.${issue.path}` })));
  }
  return { issues, details, properties: added, object };
}

/** Checks changes of a type. Returns one issue per fault. */
export function checkTypeChanges(object: ObjectSchema, settings: TypeChanges): readonly Issue[] {
  const changes = given(settings);
  const found = detailIssues({ ...detailsOf(object), ...changes }, object.properties);
  // What the type has already is not the caller's fault.
  return found.filter(({ path }) =>
    Object.keys(changes).some((name) => `${path}.`.startsWith(`${name}.`)),
  );
}

function given(settings: TypeChanges): Partial<TypeDetails> {
  const { label, pluralLabel, description, nameProperties, required, icon } = settings;
  const all = { label, pluralLabel, description, nameProperties, required, icon };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Partial<TypeDetails>;
}

function detailIssues(
  { label, pluralLabel, nameProperties, required, icon }: TypeDetails,
  properties: ReadonlyMap<string, unknown>,
): readonly Issue[] {
  return [
    ...labelIssues(label, [], "label"),
    ...labelIssues(pluralLabel, [], "pluralLabel"),
    ...setIssues("nameProperties", nameProperties, properties),
    ...setIssues("required", required, properties),
    ...(/^[a-z][a-z0-9-]{0,49}$/.test(icon)
      ? []
      : [
          {
            path: "icon",
            code: "icon_invalid",
            message: 'An icon is named by small letters, digits and hyphens. Example: "home"',
          },
        ]),
  ];
}

/** Returns an issue for each name in sets of properties that is no property of the type. */
function setIssues(
  path: string,
  sets: readonly (readonly string[])[],
  properties: ReadonlyMap<string, unknown>,
): readonly Issue[] {
  const isLarge = sets.length > MAX_SETS || sets.some((set) => set.length > MAX_SET_PROPERTIES);
  if (isLarge || sets.some((set) => set.length === 0)) {
    const message = `This takes at most ${MAX_SETS} sets of 1 to ${MAX_SET_PROPERTIES} properties. Example: [["street"]]`;
    return [{ path, code: "sets_invalid", message }];
  }
  return sets.flatMap((set, at) =>
    set.flatMap((name, index): Issue[] => {
      if (properties.has(name)) return [];
      const message = `The type has no property ${quoted(name)}. Add it to the properties, or leave it out here.`;
      return [{ path: `${path}.${at}.${index}`, code: "property_unknown", message }];
    }),
  );
}

function nameIssues(
  schema: ProjectSchema,
  path: "name" | "plural",
  name: string,
): readonly Issue[] {
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(name)) {
    const message = `A ${path} must start with a small letter and have at most 50 small letters, digits and underscores. Example: "${path === "name" ? "listing" : "listings"}"`;
    return [{ path, code: "name_invalid", message }];
  }
  const other = schema.objects.get(name);
  if (other !== undefined) {
    const is = other.name === name ? "name" : "plural";
    const message = `${quoted(name)} is the ${is} of another object type (${other.title}). Choose another.`;
    return [{ path, code: "name_taken", message }];
  }
  if (RESERVED.has(name) || name.includes("_to_") || name in {}) {
    const use = name.includes("_to_")
      ? "associations are named like it"
      : "paths, scopes or events use it";
    const message = `${quoted(name)} cannot be the ${path} of a type, because ${use}. Choose another.`;
    return [{ path, code: "name_reserved", message }];
  }
  return [];
}

/** Words of paths, scopes, events and procedures; those of the first line in one form only. */
const RESERVED: ReadonlySet<string> = new Set([
  ..."properties histories batches searches merges data api crm".split(" "),
  ...[
    "association association_label attachment batch by change create custom delete endpoint erase erasure",
    "event export feed file group history id import job key label list merge object openapi order owner",
    "pipeline project property read record restore schema scope search set stage stream template tenant",
    "token type unmerge update upsert user view webhook workspace write",
  ].flatMap((line) => line.split(" ").flatMap((word) => [word, `${word}s`])),
]);

const DEFAULT_ICON = "box";

function labelOf(name: string): string {
  const text = name.replaceAll("_", " ").trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function firstPipeline({ label }: TypeDetails): PipelineSettings {
  return { label: `${label.slice(0, 240)} pipeline` };
}

function requireRoom(schema: ProjectSchema): void {
  if (schema.types.filter(({ builtIn }) => !builtIn).length < MAX_TYPES) return;
  throw new CrmError(
    "CONFLICT",
    `A project can have at most ${MAX_TYPES} object types of its own. Remove one first.`,
  );
}

function stillRemoved(name: string): CrmError {
  const message = `The object type ${quoted(name)} was removed, and its deleted records are being purged. Try again in a few minutes.`;
  return new CrmError("CONFLICT", message, {
    issues: [{ path: "name", code: "name_taken", message }],
  });
}

function refused(issues: readonly Issue[]): CrmError {
  return new CrmError(
    "INVALID_INPUT",
    issues.length === 1 ? (issues[0] as Issue).message : "The object type is invalid.",
    { issues },
  );
}
