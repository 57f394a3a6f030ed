import type { Principal } from "@rapport/core";
import { applyCreate } from "../../../../packages/core/src/records/batch/apply.ts";
import { writeBatch } from "../../../../packages/core/src/records/batch/batch.ts";
import type { AdminApp, SignedIn } from "./admin-app.ts";

type RecordType = Parameters<SignedIn["trpc"]["records"]["create"]["mutate"]>[0]["type"];

/** Creates a record through the API and returns its id. */
export async function make(
  { trpc }: SignedIn,
  projectId: number,
  type: RecordType,
  values: Readonly<Record<string, string>>,
): Promise<number> {
  const properties = Object.entries(values).map(([internal_name, value]) => ({
    internal_name,
    value,
  }));
  return (await trpc.records.create.mutate({ projectId, type, properties })).id;
}

/** Creates records in one transaction, with their history, events and words, and returns their ids. */
export async function makeMany(
  { deps, tenantId }: AdminApp,
  projectId: number,
  type: RecordType,
  all: readonly Readonly<Record<string, string>>[],
): Promise<number[]> {
  const principal: Principal = {
    ...{ kind: "user", id: "1", tenantId, projectId, scopes: new Set() },
  };
  const inputs = all.map((values) => ({
    item: {
      properties: Object.entries(values).map(([internal_name, value]) => ({
        internal_name,
        value,
      })),
    },
  }));
  const batch = { inputs, atomic: true };
  const { results } = await writeBatch({ deps, principal }, type, batch, applyCreate);
  return results.map(({ record }) => record.id);
}

/** Adds a second deal pipeline that also has a stage named `new`, like the default one. */
export async function addPartnerPipeline(app: AdminApp, projectId: number): Promise<void> {
  const { kysely } = app.deps.db;
  const { id } = await kysely
    .insertInto("pipelines")
    .values({
      project_id: projectId,
      object_type: "deal",
      key: "partners",
      label: "Partner deals",
      position: 1,
      is_default: 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const stage = (key: string, position: number) => ({
    project_id: projectId,
    pipeline_id: id,
    key,
    label: key,
    position,
    probability: null,
    closed: position,
  });
  await kysely
    .insertInto("stages")
    .values([stage("new", 0), stage("signed", 1)])
    .execute();
  app.deps.schemas.clear();
}
