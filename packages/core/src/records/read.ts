import { records } from "@rapport/db";
import { hasProbability, type ObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import {
  type AssociationEntry,
  parseTypes,
  readAssociations,
} from "./associations/associations.ts";
import { invalid, notFound } from "./errors.ts";
import type { Properties } from "./rules.ts";
import type { StoredValue } from "./values.ts";

export interface ReadRecord {
  readonly id: number;
  readonly properties: Properties;
  readonly associations: Readonly<Record<string, readonly AssociationEntry[]>> | null;
}

/**
 * Reads a live record (specification §2.6).
 *
 * @param select.properties internal names to return; all properties with a value if undefined
 * @param select.associations object types whose associations to return; none if undefined
 * @throws CrmError INVALID_INPUT for an unknown name or type; NOT_FOUND
 */
export async function readRecord(
  deps: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  type: ObjectType,
  id: number,
  select: {
    properties?: readonly string[] | undefined;
    associations?: readonly string[] | undefined;
  },
): Promise<ReadRecord> {
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const types = parseTypes(select.associations ?? []);
  const issues = [...nameIssues(schema, select.properties ?? []), ...types.issues];
  if (issues.length > 0) throw invalid(issues);
  const row = await records.findRecord(deps.db, principal, type, id);
  if (row === undefined) throw notFound(type, id);
  return {
    id: row.id,
    properties: selectProperties(type, schema, row.properties, select.properties),
    associations: select.associations
      ? await readAssociations(deps.db, principal, { type, id }, types.types)
      : null,
  };
}

function nameIssues(schema: ObjectSchema, names: readonly string[]): readonly Issue[] {
  return names
    .filter((name) => !schema.properties.has(name))
    .map((name) =>
      FORBIDDEN_NAMES.has(name)
        ? forbiddenNameIssue(name, "properties")
        : unknownNameIssue(name, schema.properties.keys(), "properties"),
    );
}

function selectProperties(
  type: ObjectType,
  schema: ObjectSchema,
  stored: Properties,
  names: readonly string[] | undefined,
): Properties {
  const derived: Properties = hasProbability(type)
    ? { probability: probabilityOf(schema, stored) }
    : {};
  if (names === undefined) return { ...stored, ...derived };
  const selected: Record<string, StoredValue> = {};
  for (const name of names) selected[name] = derived[name] ?? stored[name] ?? null;
  return selected;
}

/** Returns the probability of a record's stage, so that changing a stage needs no update of its records. */
function probabilityOf(schema: ObjectSchema, stored: Properties): string | null {
  const pipeline = schema.pipelines.find(({ key }) => key === stored.pipeline);
  return pipeline?.stages.find(({ key }) => key === stored.stage)?.probability ?? null;
}
