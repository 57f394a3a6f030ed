import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { Dialect } from "./dialects.ts";
import type {} from "./global-setup.ts";
import { createDatabase } from "./postgres-databases.ts";

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database: a new SQLite file, or a database on the PostgreSQL server of the test run. */
export async function testDatabase(dialect: Dialect): Promise<TestDatabase> {
  if (dialect === "postgres") return createDatabase(inject("postgresUrl"));
  return sqliteFolder().database;
}

/** Creates a migrated database without data, as a copy of the template of the test run. */
export async function migratedDatabase(dialect: Dialect): Promise<TestDatabase> {
  if (dialect === "postgres") {
    return createDatabase(inject("postgresUrl"), inject("postgresTemplate"));
  }
  const { file, database } = sqliteFolder();
  copyFileSync(inject("sqliteTemplate"), file);
  return database;
}

function sqliteFolder(): { file: string; database: TestDatabase } {
  const folder = mkdtempSync(join(tmpdir(), "rapport-sqlite-"));
  const file = join(folder, "rapport.db");
  const drop = async () => rmSync(folder, { recursive: true, force: true });
  return { file, database: { url: `sqlite:${file}`, drop } };
}
