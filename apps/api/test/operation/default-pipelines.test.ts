import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProject, createTenant } from "@rapport/core";
import { type Database, openDatabase } from "@rapport/db";
import { OBJECT_TYPES, PIPELINE_TYPE_NAMES } from "@rapport/model";
import { DIALECTS, migratedDatabase } from "@rapport/testing";
import { describe, expect, it } from "vitest";
import { startProcess } from "../support/process.ts";

/** More projects than one query finds. */
const BARE = 101;

describe.each(DIALECTS)("default pipelines on %s", (dialect) => {
  it("are added once to projects that lack them when two processes start at the same time", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-pipelines-"));
    const { url, drop } = await migratedDatabase(dialect);
    const projects = await prepare(url, async (db) => {
      const tenant = await createTenant({ db }, "T");
      // One project has every pipeline, one lacks those of one type, the others lack all.
      const whole = await createProject({ db }, tenant, "Whole");
      const half = await createProject({ db }, tenant, "Half");
      await removePipelines(db, half, "lead");
      const at = new Date().toISOString();
      const rows = Array.from({ length: BARE }, (_, i) => ({
        tenant_id: tenant,
        name: `Bare ${i}`,
        created_at: at,
      }));
      const bare = await db.kysely.insertInto("projects").values(rows).returning("id").execute();
      return [whole, half, ...bare.map(({ id }) => id)];
    });
    const kept = await prepare(url, listPipelines);

    const env = { DATA_DIR: dataDir, DATABASE_URL: url };
    const started = await Promise.all([startProcess(env), startProcess(env)]);
    for (const process of started) await process.end("SIGTERM");

    const found = await prepare(url, listPipelines);
    expect(found.map(({ id, ...rest }) => rest)).toEqual(
      projects.flatMap((project) =>
        PIPELINE_TYPE_NAMES.toSorted().map((type) => ({
          project,
          type,
          isDefault: 1,
          stages: OBJECT_TYPES[type].pipeline.stages.length,
        })),
      ),
    );
    expect(found).toEqual(expect.arrayContaining(kept));
    await drop();
    rmSync(dataDir, { recursive: true });
  });
});

async function prepare<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function listPipelines({ kysely }: Database) {
  const rows = await kysely
    .selectFrom("pipelines as p")
    .innerJoin("stages as s", "s.pipeline_id", "p.id")
    .select((eb) => [
      "p.id as id",
      "p.project_id as project",
      "p.object_type as type",
      "p.is_default as isDefault",
      eb.fn.countAll<number>().as("stages"),
    ])
    .groupBy(["p.id", "p.project_id", "p.object_type", "p.is_default"])
    .orderBy("p.project_id")
    .orderBy("p.object_type")
    .execute();
  return rows.map((row) => ({ ...row, stages: Number(row.stages) }));
}

async function removePipelines({ kysely }: Database, project: number, type: string): Promise<void> {
  const rows = await kysely
    .selectFrom("pipelines")
    .select("id")
    .where("project_id", "=", project)
    .where("object_type", "=", type)
    .execute();
  const ids = rows.map(({ id }) => id);
  await kysely.deleteFrom("stages").where("pipeline_id", "in", ids).execute();
  await kysely.deleteFrom("pipelines").where("id", "in", ids).execute();
}
