import { type Db, projectSchema, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";

export type SchemaDeps = Pick<Deps, "db" | "schemas">;

/**
 * Changes a project's schema. A lock keeps out other schema changes and record writes meanwhile. A version
 * counter makes every process reload the schema.
 *
 * @param work reads the current schema and writes the change, both in the given transaction
 */
export async function changeSchema<T>(
  deps: SchemaDeps,
  projectId: number,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const done = await deps.db.transaction(
    async (tx) => {
      await projectSchema.lockSchema(tx, projectId);
      const result = await work(tx);
      await projectSchema.bumpSchema.all(tx, { project: projectId });
      await tenancy.bumpVersion(tx, "catalogue");
      return result;
    },
    { isLong: true },
  );
  deps.schemas.clear();
  return done;
}
