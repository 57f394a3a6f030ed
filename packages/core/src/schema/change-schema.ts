import { type Db, projectSchema, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";

export type SchemaDeps = Pick<Deps, "db" | "schemas">;

/**
 * Changes a project's schema, one change at a time and none while records are written; every process
 * is told of it.
 *
 * @param work reads the schema as it is and writes what is to change, in the transaction it is given
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
