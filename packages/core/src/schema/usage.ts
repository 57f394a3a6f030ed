import { type Db, schemaUsage } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import { CrmError } from "../errors.ts";
import { restorableSince } from "../retention.ts";

/** Records are counted up to this many. */
const MOST_COUNTED = 10_000;

/** What keeps a part of the schema from being removed. */
export interface Usage {
  /** Live records. */
  readonly records: number;
  /** Deleted records that can still be restored. */
  readonly deleted: number;
  /** Whether there may be more of either: counting ends at 10,000. */
  readonly isMore: boolean;
}

/** How many records stand in a pipeline, or with `stage` in one of its stages. */
export async function usageOfPipeline(
  db: Db,
  projectId: number,
  type: ObjectType,
  pipeline: string,
  stage: string | null,
): Promise<Usage> {
  const place = { type, pipeline, stage };
  return usage(await schemaUsage.countInPipeline(db, { projectId }, place, bounds()));
}

/** How many records have a value of a property. */
export async function usageOfProperty(
  db: Db,
  projectId: number,
  type: ObjectType,
  name: string,
): Promise<Usage> {
  return usage(await schemaUsage.countWithValue(db, { projectId }, { type, name }, bounds()));
}

/**
 * Refuses to remove what is in use.
 *
 * @param what.is for example `stage "won"`
 * @param what.remedy what to do with the records first
 * @throws CrmError CONFLICT, its issue with the `records` and `deleted` that stand in the way
 */
export function refuseInUse(
  what: { path: string; is: string; remedy: string },
  { records, deleted, isMore }: Usage,
): void {
  if (records === 0 && deleted === 0) return;
  const message = `The ${what.is} is in use by ${counted(records)} and ${counted(deleted)} in the bin, which can be restored. ${what.remedy}`;
  throw new CrmError("CONFLICT", message, {
    issues: [{ path: what.path, code: "in_use", message, records, deleted, isMore }],
  });
}

function bounds() {
  return { since: restorableSince(new Date()), limit: MOST_COUNTED };
}

function usage({ live, deleted }: schemaUsage.Counts): Usage {
  return { records: live, deleted, isMore: live >= MOST_COUNTED || deleted >= MOST_COUNTED };
}

function counted(count: number): string {
  if (count >= MOST_COUNTED) return "10,000 or more records";
  return count === 1 ? "1 record" : `${count} records`;
}
