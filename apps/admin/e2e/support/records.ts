import {
  createRecord,
  deleteRecord,
  type ObjectType,
  type Principal,
  readRecord,
} from "@rapport/core";
import type { Installation } from "./installation.ts";

/** Makes a record in the project; returns its id. */
export async function make(
  app: Installation,
  type: ObjectType,
  values: Readonly<Record<string, string>>,
): Promise<number> {
  const properties = Object.entries(values).map(([internal_name, value]) => ({
    internal_name,
    value,
  }));
  return (await createRecord(app.deps, principalOf(app), type, { properties })).id;
}

/** The properties of a record as they are stored. */
export async function read(app: Installation, type: ObjectType, id: number) {
  return (await readRecord(app.deps, principalOf(app), type, id, {})).properties;
}

/** Moves a record to the bin. */
export function remove(app: Installation, type: ObjectType, id: number): Promise<void> {
  return deleteRecord(app.deps, principalOf(app), type, id);
}

/** Who may do anything in the project, for the services. */
export function principalOf({ tenantId, projectId }: Installation): Principal {
  return { kind: "system", id: "test", tenantId, projectId, scopes: new Set() };
}
