import { type Db, projectSchema, recordBatches } from "@rapport/db";
import { asMoment } from "@rapport/model";
import type { Call } from "../call.ts";
import { CrmError } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { UniqueValuesTaken, uniqueConflict } from "../record-index/unique-conflict.ts";
import type { RecordDeps } from "./record.ts";

/** How often a write is tried while the schema changes. */
const MAX_ATTEMPTS = 5;

/** The schema that a write was checked against is no longer the project's. */
export class SchemaChanged extends CrmError {
  constructor() {
    super("CONFLICT", "The schema changed while the record was being written. Try again.");
  }
}

/**
 * Keeps a project's schema from changing until the transaction ends.
 *
 * @throws SchemaChanged if the write was checked against another schema than the project's
 */
export async function holdSchemaVersion(
  tx: Db,
  scope: Principal,
  { version }: ObjectSchema,
): Promise<void> {
  await recordBatches.lockSchemaShared.all(tx, { project: scope.projectId });
  const current = await projectSchema.schemaVersion(tx, scope.projectId);
  if ((current ?? 0) !== version) throw new SchemaChanged();
}

/**
 * Milliseconds that a write may wait for its transaction. After that it takes a new time, because lists of
 * changes must not miss it (`updatedSince`).
 */
const MAX_WAIT_MS = 5_000;

class WaitedTooLong extends CrmError {
  constructor() {
    super("UNAVAILABLE", "The database is busy. Retry in 2 seconds.", {
      headers: { "Retry-After": "2" },
    });
  }
}

/**
 * Runs one change of a record as a unit of work: checked against the project's current schema, written in one
 * transaction with its index rows, history and events.
 *
 * The schema in this process's cache may be out of date. `recordHistory` detects that at the end of the
 * transaction, and the write starts again with the current schema.
 *
 * @param plan checks what needs no transaction, and returns the work for one. Both may run several times, so
 *   the work may only run queries
 * @param paths where in the request a conflict over a unique value belongs
 * @param options see `Database.transaction`
 * @throws CrmError CONFLICT if a unique value is taken or the schema keeps changing; and what `plan` throws
 */
export async function writeRecord<T>(
  { deps, principal }: Call<RecordDeps>,
  type: string,
  plan: (
    object: ObjectSchema,
    at: string,
  ) => Promise<(tx: Db) => Promise<T>> | ((tx: Db) => Promise<T>),
  {
    paths,
    options = {},
  }: {
    readonly paths?: InputPaths | undefined;
    readonly options?: { readonly hasOwnCommit?: boolean } | undefined;
  } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const object = await deps.schemas.object(principal.projectId, type);
    const startedAt = new Date();
    try {
      const work = await plan(object, asMoment(startedAt.toISOString()));
      return await deps.db.transaction((tx) => {
        if (Date.now() - startedAt.getTime() > MAX_WAIT_MS) throw new WaitedTooLong();
        return work(tx);
      }, options);
    } catch (error) {
      if (error instanceof UniqueValuesTaken) {
        throw await uniqueConflict(deps.db, principal, error, paths);
      }
      const isRepeatable = error instanceof SchemaChanged || error instanceof WaitedTooLong;
      if (!isRepeatable || attempt === MAX_ATTEMPTS) throw error;
      if (error instanceof SchemaChanged) deps.schemas.clear();
    }
  }
}
