import type { TestProject } from "vitest/node";
import type { Amounts } from "./amounts.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser's URL of the run's PostgreSQL; `createDatabase` makes databases from it. */
    postgresUrl: string;
    /** The name of a database there that every migration has run on; `createDatabase` copies it. */
    postgresTemplate: string;
    /** An SQLite file that every migration has run on. */
    sqliteTemplate: string;
    amounts: Amounts;
  }
}

/** One PostgreSQL for the whole run; `TEST_POSTGRES_URL` names another server to use instead. */
export default async function setUp(project: TestProject) {
  // Set by scripts/long-run.mjs.
  project.provide("amounts", JSON.parse(process.env.TEST_AMOUNTS || "{}") as Amounts);
  const external = process.env.TEST_POSTGRES_URL;
  if (external) {
    project.provide("postgresUrl", external);
    return;
  }
  const postgres = await startPostgres({ isDurable: false });
  project.provide("postgresUrl", postgres.url);
  return postgres.stop;
}
