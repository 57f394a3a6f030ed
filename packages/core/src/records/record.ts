import type { Deps } from "../deps.ts";
import type { StoredValue } from "../values/parse-value.ts";
import { versionMismatch } from "./errors.ts";
import type { RuleIssue } from "./type-rules.ts";

export type RecordDeps = Pick<Deps, "db" | "schemas">;

/** For changes that may add records. */
export type AddingDeps = RecordDeps & Pick<Deps, "quotas">;

/** The stored values of a record. */
export type Properties = Readonly<Record<string, StoredValue>>;

/** A record as the services return it to a surface. */
export interface CrmRecord {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly properties: Properties;
}

export function withoutNulls(values: ReadonlyMap<string, StoredValue>): Properties {
  return Object.fromEntries([...values].filter(([, value]) => value !== null));
}

/** A change of a record after the rules of its type were applied. */
export interface RuledChange {
  /** Values to write: the given values and the values that the rules set. */
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly issues: readonly RuleIssue[];
}

/** Versions that a change is meant for (specification §23). */
export interface VersionCondition {
  /** Path of the condition in the request. */
  readonly path: string;
  /** Empty if no version of the record meets the condition. */
  readonly versions: readonly number[];
}

/**
 * Checks the version of a record. Call it with the locked row, after every check of the input.
 *
 * @throws CrmError VERSION_MISMATCH
 */
export function checkVersion(
  conditions: readonly VersionCondition[],
  { version }: { readonly version: number },
): void {
  const failed = conditions.find(({ versions }) => !versions.includes(version));
  if (failed !== undefined) throw versionMismatch(failed.path, version);
}

/** Returns the condition of an input's member `ifVersion`, if it has one. */
export function ifVersion(version: number | undefined): readonly VersionCondition[] {
  return version === undefined ? [] : [{ path: "ifVersion", versions: [version] }];
}
