import { type Db, schemaUsage } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { CrmError, type Issue, quoted } from "../errors.ts";
import { RESTORABLE_DAYS, restorableSince } from "../retention.ts";
import type { SchemaDeps } from "./change-schema.ts";

/** Counting stops at this many records. */
export const MAX_COUNTED_RECORDS = 10_000;

/** Counting stops after this many different values. So many are no options but free text. */
const MAX_FOUND_VALUES = 1_000;
/** Values that an admin can look through, to choose those that become options. */
const MAX_LISTED_VALUES = 200;

/** Counts of the records that use a part of the schema, which keep it from being removed. */
export interface Usage {
  /** Live records. */
  readonly records: number;
  /** Deleted records that can still be restored. */
  readonly deleted: number;
  /** Records merged into others, whose merge can still be undone. */
  readonly merged: number;
  /** True if counting stopped at 10,000. */
  readonly isMore: boolean;
}

/** Counts the records in a pipeline, or in one of its stages if `stage` is not null. */
export async function usageOfPipeline(
  db: Db,
  projectId: number,
  type: string,
  { pipeline, stage }: { readonly pipeline: string; readonly stage: string | null },
): Promise<Usage> {
  const place = { type, pipeline, stage };
  return usage(await schemaUsage.countInPipeline(db, { projectId }, place, bounds()));
}

/** Counts the records that have a value of a property. */
export async function usageOfProperty(
  db: Db,
  projectId: number,
  type: string,
  name: string,
): Promise<Usage> {
  return usage(await schemaUsage.countWithValue(db, { projectId }, { type, name }, bounds()));
}

/** Values of an enumeration that live records have. */
export interface UsedValues {
  /** The values that most records have, most used first. */
  readonly values: readonly { readonly value: string; readonly records: number }[];
  /** True if records have further values. */
  readonly isMore: boolean;
}

/**
 * Counts the live records that have each value of an enumeration.
 *
 * @throws CrmError NOT_FOUND unless the type has an enumeration of this name
 */
export async function usedValues(
  { db, schemas }: SchemaDeps,
  projectId: number,
  type: string,
  name: string,
): Promise<UsedValues> {
  const definition = (await schemas.object(projectId, type)).properties.get(name);
  if (definition?.type !== "enumeration") {
    throw new CrmError("NOT_FOUND", `The ${type} has no enumeration ${quoted(name)}.`);
  }
  const property = { type, name, isMulti: definition.multi };
  const counts = await schemaUsage.countEveryValue(db, { projectId }, property, MAX_FOUND_VALUES);
  const values = [...counts].map(([value, records]) => ({ value, records }));
  values.sort((one, other) => other.records - one.records);
  return { values: values.slice(0, MAX_LISTED_VALUES), isMore: values.length > MAX_LISTED_VALUES };
}

/**
 * Checks that no live record has one of some values of a closed enumeration.
 *
 * @param values options that a change leaves out
 * @throws CrmError CONFLICT with an issue for each value that records have
 */
export async function refuseUsedOptions(
  db: Db,
  projectId: number,
  type: string,
  {
    property: { name, multi },
    values,
  }: { readonly property: PropertyDefinition; readonly values: readonly string[] },
): Promise<void> {
  if (values.length === 0) return;
  const property = { type, name, isMulti: multi };
  const limit = MAX_COUNTED_RECORDS;
  const counts = await schemaUsage.countValues(db, { projectId }, property, {
    wanted: values,
    bounds: { limit },
  });
  const issues = [...counts].flatMap(([value, records]): Issue[] => {
    if (records === 0) return [];
    const message = `The option ${quoted(value)} of ${quoted(name)} is used by ${counted(records)}. Change it there first, or keep the option.`;
    const isMore = records >= limit;
    return [{ path: "options", code: "in_use", message, value, records, isMore }];
  });
  const [first] = issues;
  if (first !== undefined) throw new CrmError("CONFLICT", first.message, { issues });
}

/**
 * Checks that no record is in a pipeline, or in one of its stages if `stage` is not null.
 *
 * @throws CrmError CONFLICT with the counts
 */
export async function refuseUsedPlace(
  db: Db,
  projectId: number,
  type: string,
  { pipeline, stage }: { readonly pipeline: string; readonly stage: string | null },
): Promise<void> {
  const [part, key] = stage === null ? ["pipeline", pipeline] : ["stage", stage];
  refuseInUse(
    {
      path: part,
      is: `${part} ${quoted(key)}`,
      remedy: (those) => `move ${those} to another ${part}`,
    },
    await usageOfPipeline(db, projectId, type, { pipeline, stage }),
  );
}

/**
 * Checks that no record has a value of a property.
 *
 * @throws CrmError CONFLICT with the counts
 */
export async function refuseUsedProperty(
  db: Db,
  projectId: number,
  type: string,
  name: string,
): Promise<void> {
  refuseInUse(
    {
      path: "name",
      is: `property ${quoted(name)}`,
      remedy: (those) => `clear its value in ${those}`,
    },
    await usageOfProperty(db, projectId, type, name),
  );
}

/**
 * Checks that no record uses a part of the schema.
 *
 * @param what.path path of the issue
 * @param what.is name of the part for the message, such as `stage "won"`
 * @param what.remedy returns what to do with the records, which it gets in words
 * @throws CrmError CONFLICT if records use it; the issue has the counts `records`, `deleted` and `merged`
 */
function refuseInUse(
  what: { path: string; is: string; remedy: (those: string) => string },
  { records, deleted, merged, isMore }: Usage,
): void {
  if (records === 0 && deleted === 0 && merged === 0) return;
  const users = [
    ...(records > 0 ? [counted(records)] : []),
    ...(deleted > 0 ? [`${counted(deleted)} in the bin`] : []),
    ...(merged > 0 ? [`${counted(merged)} merged into others`] : []),
  ];
  const remedies: string[] = [];
  const those = records + deleted === 1 ? "that record" : "those records";
  if (deleted > 0) {
    const which = records > 0 ? "what is in the bin" : those;
    remedies.push(
      `Restore ${which} first, then ${what.remedy(records > 0 ? those : pronoun(deleted))}.`,
    );
  } else if (records > 0) {
    remedies.push(`First ${what.remedy(those)}.`);
  }
  if (merged > 0) {
    const [merges, are] = merged === 1 ? ["that merge", "it is"] : ["those merges", "they are"];
    remedies.push(
      `Undo ${merges} first, or wait until ${are} more than ${RESTORABLE_DAYS} days old.`,
    );
  }
  const message = `The ${what.is} is used by ${users.join(", and by ")}. ${remedies.join(" ")}`;
  throw CrmError.ofIssue("CONFLICT", {
    path: what.path,
    code: "in_use",
    message,
    records,
    deleted,
    merged,
    isMore,
  });
}

function pronoun(count: number): string {
  return count === 1 ? "it" : "them";
}

function bounds() {
  return { since: restorableSince(new Date()), limit: MAX_COUNTED_RECORDS };
}

function usage({ live, deleted, merged }: schemaUsage.Counts): Usage {
  return {
    records: live,
    deleted,
    merged,
    isMore: live >= MAX_COUNTED_RECORDS || deleted + merged >= MAX_COUNTED_RECORDS,
  };
}

/** Returns a number of records in words. */
export function counted(count: number): string {
  if (count >= MAX_COUNTED_RECORDS) return "10,000 or more records";
  return count === 1 ? "1 record" : `${count} records`;
}
