import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { forUpdate } from "../../dialect/locks.ts";
import { insertRows, statement } from "../../statement.ts";

export interface TenantRow {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
}

export interface ProjectRow extends TenantRow {
  readonly tenant_id: number;
}

export const insertTenant = statement<{ name: string; at: string }, { id: number }>(
  "tenant_insert",
  (query, param) =>
    query
      .insertInto("tenants")
      .values({ name: param("name"), created_at: param("at") })
      .returning("id"),
);

export const insertProject = statement<
  { tenant: number; name: string; at: string },
  { id: number }
>("project_insert", (query, param) =>
  query
    .insertInto("projects")
    .values({ tenant_id: param("tenant"), name: param("name"), created_at: param("at") })
    .returning("id"),
);

export const findTenant = statement<{ id: number }, TenantRow>("tenant_find", (query, param) =>
  query.selectFrom("tenants").selectAll().where("id", "=", param("id")),
);

export const findProject = statement<{ id: number }, ProjectRow>("project_find", (query, param) =>
  query.selectFrom("projects").selectAll().where("id", "=", param("id")),
);

/** Locks a project until the transaction ends, so that a count of its rows stays correct. */
export const lockProject = statement<{ id: number }, { id: number }>(
  "project_lock",
  (query, param, dialect) =>
    query
      .selectFrom("projects")
      .select("id")
      .where("id", "=", param("id"))
      .modifyEnd(forUpdate(dialect)),
);

export const listTenants = statement<object, TenantRow>("tenants_list", (query) =>
  query.selectFrom("tenants").selectAll().orderBy("id"),
);

export const listProjects = statement<object, ProjectRow>("projects_list", (query) =>
  query.selectFrom("projects").selectAll().orderBy("id"),
);

export const listProjectsOf = statement<{ tenant: number }, ProjectRow>(
  "projects_of_tenant",
  (query, param) =>
    query.selectFrom("projects").selectAll().where("tenant_id", "=", param("tenant")).orderBy("id"),
);

export const renameTenant = statement<{ id: number; name: string }, { id: number }>(
  "tenant_rename",
  (query, param) =>
    query
      .updateTable("tenants")
      .set({ name: param("name") })
      .where("id", "=", param("id"))
      .returning("id"),
);

export const renameProject = statement<{ id: number; name: string }, { id: number }>(
  "project_rename",
  (query, param) =>
    query
      .updateTable("projects")
      .set({ name: param("name") })
      .where("id", "=", param("id"))
      .returning("id"),
);

export const insertPipeline = statement<
  { project: number; type: string; key: string; label: string; position: number; default: number },
  { id: number }
>("pipeline_insert", (query, param) =>
  query
    .insertInto("pipelines")
    .values({
      project_id: param("project"),
      object_type: param("type"),
      key: param("key"),
      label: param("label"),
      position: param("position"),
      is_default: param("default"),
    })
    .returning("id"),
);

export const insertStages = insertRows("stages", [
  "project_id",
  "pipeline_id",
  "key",
  "label",
  "position",
  "probability",
  "closed",
]);

export interface StageRow {
  readonly pipeline_id: number;
  readonly object_type: string;
  readonly pipeline_key: string;
  readonly pipeline_label: string;
  readonly is_default: number;
  readonly id: number;
  readonly key: string;
  readonly label: string;
  readonly probability: string | null;
  readonly closed: number;
}

/** Lists every stage of every pipeline of a project, in order. */
export const listStages = statement<{ project: number }, StageRow>("stages_list", (query, param) =>
  query
    .selectFrom("stages as s")
    .innerJoin("pipelines as p", "p.id", "s.pipeline_id")
    .select([
      "s.pipeline_id",
      "p.object_type",
      "p.key as pipeline_key",
      "p.label as pipeline_label",
      "p.is_default",
      "s.id",
      "s.key",
      "s.label",
      "s.probability",
      "s.closed",
    ])
    .where("p.project_id", "=", param("project"))
    .orderBy("p.object_type")
    .orderBy("p.position")
    .orderBy("p.id")
    .orderBy("s.position")
    .orderBy("s.id"),
);

export interface DefinitionRow {
  readonly object_type: string;
  readonly name: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** Lists a project's own properties and its changes of built-in ones. */
export const listDefinitions = statement<{ project: number }, DefinitionRow>(
  "definitions_list",
  (query, param) =>
    query
      .selectFrom("property_definitions")
      .select(["object_type", "name", "definition"])
      .where("project_id", "=", param("project"))
      .orderBy("object_type")
      .orderBy("name"),
);

/** Inserts a definition, or replaces the one with that name. */
export const saveDefinition = statement<
  { project: number; type: string; name: string; definition: string; at: string },
  never
>("definition_save", (query, param) =>
  query
    .insertInto("property_definitions")
    .values({
      project_id: param("project"),
      object_type: param("type"),
      name: param("name"),
      definition: param("definition"),
      created_at: param("at"),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "object_type", "name"])
        .doUpdateSet((eb) => ({ definition: eb.ref("excluded.definition") })),
    ),
);

/** `catalogue` is the stored name of the schemas, which older versions use too. */
export type VersionedState = "access" | "catalogue";

/** Invalidates the caches of `name` in every process. */
export async function bumpVersion(db: Db, name: VersionedState): Promise<void> {
  await bump.all(db, { name });
}

const bump = statement<{ name: string }, never>("state_bump", (query, param) =>
  query
    .updateTable("state_versions")
    .set({ version: sql<number>`version + 1` })
    .where("name", "=", param("name")),
);

export const listVersions = statement<object, { name: VersionedState; version: number }>(
  "state_versions",
  (query) => query.selectFrom("state_versions").select(["name", "version"]).$castTo(),
);
