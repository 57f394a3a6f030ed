import type { TestProject } from "vitest/node";
import type { Amounts } from "./amounts.ts";
import { CITUS_URL } from "./citus.ts";
import { DIALECTS } from "./dialects.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser URL of the PostgreSQL server of the test run, for `createDatabase`. */
    postgresUrl: string;
    /** Name of a migrated database on that server, which `createDatabase` copies. */
    postgresTemplate: string;
    /** Path of a migrated SQLite file. */
    sqliteTemplate: string;
    amounts: Amounts;
  }
}

/** Starts one PostgreSQL server for the whole test run, unless `TEST_POSTGRES_URL` names an existing one, or `TEST_CITUS_URL` a cluster. */
export default async function setUp(project: TestProject) {
  // Set by scripts/long-run.mjs.
  project.provide("amounts", JSON.parse(process.env.TEST_AMOUNTS || "{}") as Amounts);
  if (!DIALECTS.includes("postgres")) return;
  const external = CITUS_URL ?? process.env.TEST_POSTGRES_URL;
  if (external) {
    project.provide("postgresUrl", external);
    return;
  }
  const postgres = await startPostgres({ isDurable: false });
  project.provide("postgresUrl", postgres.url);
  return postgres.stop;
}
