import { type Db, records, UniqueViolation } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";
import type { ObjectCatalogue } from "./catalogue.ts";
import { byCurrentSchema } from "./current-schema.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "./names.ts";
import { checkProperties, type PropertyItem } from "./property-input.ts";
import {
  type AssociationEntry,
  type AssociationItem,
  associate,
  checkAssociations,
  parseTypes,
  readAssociations,
} from "./record-associations.ts";
import { keepChange } from "./record-change.ts";
import { reindex } from "./record-index.ts";
import { applyRules, type Properties } from "./record-rules.ts";
import type { ObjectType } from "./types.ts";
import { uniqueConflict } from "./unique-conflict.ts";
import type { StoredValue } from "./values.ts";

export type RecordDeps = Pick<Deps, "db" | "catalogue">;

export interface CreateInput {
  readonly properties: readonly PropertyItem[];
  readonly associations?: readonly AssociationItem[] | undefined;
}

/** A record as the services hand it to a surface. */
export interface CrmRecord {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly properties: Properties;
}

export interface ReadRecord {
  readonly id: number;
  readonly properties: Properties;
  readonly associations: Readonly<Record<string, readonly AssociationEntry[]>> | null;
}

/**
 * Creates a record with its associations (§4.1).
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT when a unique value is taken
 */
export async function createRecord(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  input: CreateInput,
): Promise<CrmRecord> {
  const at = new Date().toISOString();
  return byCurrentSchema(deps, principal, type, async (catalogue) => {
    const { issues, values, targets } = await checkCreate(deps, principal, type, input, at);
    if (issues.length > 0) throw invalid(issues);
    const properties = withoutNulls(values);

    return guardUnique(deps.db, principal, type, catalogue, properties, () =>
      deps.db.transaction(async (tx) => {
        const id = await records.insertRecord(tx, principal, { type, properties, at });
        await reindex(tx, { ...principal, type, id }, catalogue.properties, {}, properties);
        if (targets.length > 0) await associate(tx, principal, { type, id }, targets, at);
        const change = { type, id, action: "created", properties, associated: targets } as const;
        await keepChange(tx, principal, change, catalogue, at);
        return { id, createdAt: at, updatedAt: at, properties };
      }),
    );
  });
}

/**
 * Everything that is wrong with the input of a create, as far as the project's data decides it.
 * Tolerates input of the wrong shape, so that its faults are reported beside those of the shape.
 */
export async function checkCreate(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  input: { readonly properties?: unknown; readonly associations?: unknown },
  at = new Date().toISOString(),
) {
  const catalogue = (await deps.catalogue.get(principal.projectId))[type];
  const items = Array.isArray(input.properties) ? input.properties : [];
  const checked = checkProperties(
    catalogue.properties,
    items,
    (index, member) => `properties.${index}.${member}`,
  );
  const ruled = applyRules(type, catalogue, null, checked.values, at);
  const associated = await checkAssociations(
    deps.db,
    principal,
    type,
    Array.isArray(input.associations) ? input.associations : [],
  );
  const position = (property: string) =>
    items.findIndex((item) => (item as PropertyItem | null)?.internal_name === property);
  const ruleIssues = ruled.issues
    .filter(
      ({ property }) =>
        !checked.issues.some((issue) => issue.path === `properties.${position(property)}.value`),
    )
    .map(({ property, ...issue }): Issue => {
      const index = position(property);
      const path = index < 0 ? "properties" : `properties.${index}.value`;
      return { path, ...issue } as Issue;
    });
  return {
    values: ruled.values,
    targets: associated.targets,
    issues: [...checked.issues, ...ruleIssues, ...associated.issues],
  };
}

/**
 * Reads a live record (§2.6).
 *
 * @param select.properties internal names to return; all that have a value when undefined
 * @param select.associations object types whose associations to return; none when undefined
 * @throws CrmError INVALID_INPUT for an unknown name or type; NOT_FOUND
 */
export async function readRecord(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  id: number,
  select: {
    properties?: readonly string[] | undefined;
    associations?: readonly string[] | undefined;
  },
): Promise<ReadRecord> {
  const catalogue = (await deps.catalogue.get(principal.projectId))[type];
  const types = parseTypes(select.associations ?? []);
  const issues = [...nameIssues(catalogue, select.properties ?? []), ...types.issues];
  if (issues.length > 0) throw invalid(issues);
  const row = await records.findRecord(deps.db, principal, type, id);
  if (row === undefined) throw notFound(type, id);
  return {
    id: row.id,
    properties: selectProperties(type, catalogue, row.properties, select.properties),
    associations: select.associations
      ? await readAssociations(deps.db, principal, { type, id }, types.types)
      : null,
  };
}

export function notFound(type: ObjectType, id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no ${type} with id ${id} in this project.`);
}

export function invalid(issues: readonly Issue[]): CrmError {
  return new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
}

function nameIssues(catalogue: ObjectCatalogue, names: readonly string[]): readonly Issue[] {
  return names
    .filter((name) => !catalogue.properties.has(name))
    .map((name) =>
      FORBIDDEN_NAMES.has(name)
        ? forbiddenNameIssue(name, "properties")
        : unknownNameIssue(name, catalogue.properties.keys(), "properties"),
    );
}

function selectProperties(
  type: ObjectType,
  catalogue: ObjectCatalogue,
  stored: Properties,
  names: readonly string[] | undefined,
): Properties {
  const derived: Properties =
    type === "deal" ? { probability: probabilityOf(catalogue, stored) } : {};
  if (names === undefined) return { ...stored, ...derived };
  const selected: Record<string, StoredValue> = {};
  for (const name of names) selected[name] = derived[name] ?? stored[name] ?? null;
  return selected;
}

/** A deal's probability is its stage's, so that changing a stage needs no rewrite of its deals. */
function probabilityOf(catalogue: ObjectCatalogue, stored: Properties): string | null {
  const pipeline = catalogue.pipelines.find(({ key }) => key === stored.pipeline);
  return pipeline?.stages.find(({ key }) => key === stored.stage)?.probability ?? null;
}

export function withoutNulls(values: ReadonlyMap<string, StoredValue>): Properties {
  return Object.fromEntries([...values].filter(([, value]) => value !== null));
}

/** Runs a write; when a unique value is taken, says by which record. */
export async function guardUnique<T>(
  db: Db,
  principal: Principal,
  type: ObjectType,
  catalogue: ObjectCatalogue,
  properties: Properties,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw await uniqueConflict(db, principal, type, catalogue.properties, properties, error);
  }
}
