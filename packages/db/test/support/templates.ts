import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CITUS_URL, createTemplate, DIALECTS, joinNodes } from "@rapport/testing";
import type { TestProject } from "vitest/node";
import { migrate, openDatabase, scaleOut } from "../../src/index.ts";

const SHARDS = 4;

/** Migrates one database of each kind, once for the whole run: tests copy them instead of migrating again. */
export default async function setUp(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "rapport-template-"));
  const sqlite = join(folder, "rapport.db");
  await migrateAt(`sqlite:${sqlite}`);
  project.provide("sqliteTemplate", sqlite);
  if (!DIALECTS.includes("postgres")) return () => rmSync(folder, { recursive: true });
  const postgres = await createTemplate(project.getProvidedContext().postgresUrl, migrateAt);
  project.provide("postgresTemplate", postgres.name);
  return async () => {
    await postgres.drop();
    rmSync(folder, { recursive: true });
  };
}

async function migrateAt(url: string): Promise<void> {
  const isCluster = CITUS_URL !== undefined && url.startsWith("postgres");
  if (isCluster) await joinNodes(url);
  const db = openDatabase(url);
  try {
    await migrate(db);
    if (isCluster) await scaleOut(db, SHARDS);
  } finally {
    await db.close();
  }
}
