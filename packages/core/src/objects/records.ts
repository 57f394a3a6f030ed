import { type Db, type PropertyChanges, records, UniqueViolation } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";
import type { ObjectCatalogue } from "./catalogue.ts";
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
import { changedNames, reindex } from "./record-index.ts";
import { applyRules, type Properties } from "./record-rules.ts";
import type { ObjectType } from "./types.ts";
import { uniqueConflict } from "./unique-conflict.ts";
import type { StoredValue } from "./values.ts";

type RecordDeps = Pick<Deps, "db" | "catalogue">;

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
  const catalogue = (await deps.catalogue.get(principal.projectId))[type];
  const { issues, values, targets } = await checkCreate(deps, principal, type, input, at);
  if (issues.length > 0) throw invalid(issues);
  const properties = withoutNulls(values);

  return guardUnique(deps.db, principal, type, catalogue, properties, () =>
    deps.db.transaction(async (tx) => {
      const id = await records.insertRecord(tx, principal, { type, properties, at });
      await reindex(tx, { ...principal, type, id }, catalogue.properties, {}, properties);
      if (targets.length > 0) await associate(tx, principal, { type, id }, targets, at);
      const change = { type, id, action: "created", properties, associated: targets } as const;
      await keepChange(tx, principal, change, at);
      return { id, createdAt: at, updatedAt: at, properties };
    }),
  );
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

/**
 * Replaces the value of one property (§4.1); without a value the property is cleared.
 *
 * @throws CrmError INVALID_INPUT, NOT_FOUND, or CONFLICT when a unique value is taken
 */
export async function setProperty(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  id: number,
  item: PropertyItem,
): Promise<void> {
  await updateRecord(deps, principal, type, id, [item], (_, member) => member);
}

/**
 * Replaces the values of properties in one change; one without a value is cleared.
 *
 * @param pathOf where in the request the n-th item stands
 * @throws CrmError INVALID_INPUT, NOT_FOUND, or CONFLICT when a unique value is taken
 */
export async function updateRecord(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  id: number,
  items: readonly PropertyItem[],
  pathOf: Parameters<typeof checkProperties>[2],
): Promise<CrmRecord> {
  const at = new Date().toISOString();
  const catalogue = (await deps.catalogue.get(principal.projectId))[type];
  const checked = checkProperties(catalogue.properties, items, pathOf);
  if (checked.issues.length > 0) throw invalid(checked.issues);

  return guardUnique(deps.db, principal, type, catalogue, Object.fromEntries(checked.values), () =>
    deps.db.transaction(async (tx) => {
      const row = await records.lockRecord(tx, principal, type, id);
      if (row === undefined) throw notFound(type, id);
      const ruled = applyRules(type, catalogue, row.properties, checked.values, at);
      if (ruled.issues.length > 0) {
        const index = (name: string) =>
          Math.max(
            0,
            items.findIndex((item) => item.internal_name === name),
          );
        throw invalid(
          ruled.issues.map(
            ({ property, ...issue }) =>
              ({ path: pathOf(index(property), "value"), ...issue }) as Issue,
          ),
        );
      }
      const before: Properties = row.properties;
      const after = withoutNulls(new Map([...Object.entries(before), ...ruled.values]));
      const changed = changedNames(before, after);
      const record = {
        id,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        properties: after,
      };
      if (changed.length === 0) return record;
      await records.saveProperties(tx, principal, { id, properties: after, at });
      await reindex(tx, { ...principal, type, id }, catalogue.properties, before, after);
      const changes = changesOf(changed, before, after);
      const change = { type, id, action: "updated", properties: after, changes } as const;
      await keepChange(tx, principal, change, at);
      return { ...record, updatedAt: at };
    }),
  );
}

export function notFound(type: ObjectType, id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no ${type} with id ${id} in this project.`);
}

function invalid(issues: readonly Issue[]): CrmError {
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

function withoutNulls(values: ReadonlyMap<string, StoredValue>): Properties {
  return Object.fromEntries([...values].filter(([, value]) => value !== null));
}

function changesOf(
  names: readonly string[],
  before: Properties,
  after: Properties,
): PropertyChanges {
  return Object.fromEntries(
    names.map((name) => [name, [before[name] ?? null, after[name] ?? null] as const]),
  );
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
