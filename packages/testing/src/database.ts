import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type {} from "./global-setup.ts";
import { createDatabase } from "./postgres.ts";

/** Every test that touches the database runs on both. */
export const DIALECTS = ["sqlite", "postgres"] as const;

export type Dialect = (typeof DIALECTS)[number];

/** A fresh, empty database of a kind: a file of its own, or a database on the run's PostgreSQL. */
export async function testDatabase(
  dialect: Dialect,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  if (dialect === "postgres") return createDatabase(inject("postgresUrl"));
  const folder = mkdtempSync(join(tmpdir(), "rapport-sqlite-"));
  return {
    url: `sqlite:${join(folder, "rapport.db")}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
