import { versionMismatch } from "./errors.ts";

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
