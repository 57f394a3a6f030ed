import { isDeepStrictEqual } from "node:util";
import { type Db, objectTypes, projectSchema, recordScan } from "@rapport/db";
import { CrmError, type Issue, quoted } from "../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import { keyFor } from "./change-pipelines.ts";
import {
  changeSchema,
  type PartChange,
  type SchemaChange,
  type SchemaDeps,
} from "./change-schema.ts";
import {
  checkNewType,
  checkTypeChanges,
  givenDetails,
  type NewType,
  type TypeChanges,
  typeDetails,
} from "./check-type.ts";
import { insertDefaultPipeline } from "./pipelines.ts";
import { loadProjectSchema } from "./project-schema.ts";
import { checkPipeline, type PipelineSettings } from "./save-pipeline.ts";
import type { TypeDetails } from "./type-definition.ts";
import { counted, MAX_COUNTED_RECORDS, type Usage } from "./usage.ts";

/** Most types of a project's own. */
const MAX_TYPES = 100;

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
  return { name, plural, ...typeDetails(object), builtIn, hasPipeline };
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
      await projectSchema.saveDefinition.all(tx, {
        ...row,
        definition: JSON.stringify(definition),
      });
      changes.push({ part: "property", key: property, action: "created" });
    }
    if (object.hasPipeline) {
      const { pipeline: given = firstPipeline(details) } = settings;
      const { label, stages } = checkPipeline(object, given);
      const key = settings.pipeline === undefined ? "default" : keyFor(label, "pipeline", []);
      await insertDefaultPipeline(tx, projectId, name, { key, label, stages });
      changes.push({ part: "pipeline", key, action: "created" });
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
    const before = typeDetails(object);
    const after = { ...before, ...givenDetails(settings) };
    if (isDeepStrictEqual(before, after)) return { result: object, changes: [] };
    await saveDetails(tx, projectId, object, givenDetails(settings));
    return {
      result: (await loadProjectSchema(tx, projectId)).object(object.name),
      changes: [{ part: "type", key: object.name, action: "updated" }],
    };
  });
}

/** Stores changes of a type. Of a built-in type only these, so that later versions can improve the rest. */
export async function saveDetails(
  tx: Db,
  projectId: number,
  object: ObjectSchema,
  changes: Partial<TypeDetails>,
): Promise<void> {
  const rows = await objectTypes.listTypes.all(tx, { project: projectId });
  const stored = rows.find(({ name }) => name === object.name)?.definition ?? {};
  const before = object.builtIn ? stored : typeDetails(object);
  await objectTypes.saveType.all(tx, {
    project: projectId,
    name: object.name,
    plural: object.plural,
    rank: object.associationRank,
    hasPipeline: object.hasPipeline ? 1 : 0,
    definition: JSON.stringify({ ...before, ...changes }),
    at: new Date().toISOString(),
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
  const [are, them] = count === 1 ? ["is", "it"] : ["are", "them"];
  const message = `There ${are} ${counted(count)} of the type ${object.name}. Delete ${them} first.`;
  throw new CrmError("IN_USE", message, {
    issues: [{ path: "plural", code: "in_use", message, count, isMore }],
    facts: { count },
  });
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
  return CrmError.ofIssue("CONFLICT", { path: "name", code: "name_taken", message });
}

function refused(issues: readonly Issue[]): CrmError {
  return new CrmError(
    "INVALID_INPUT",
    issues.length === 1 ? (issues[0] as Issue).message : "The object type is invalid.",
    { issues },
  );
}
