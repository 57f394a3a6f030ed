import { type Db, erasures } from "@rapport/db";
import { CrmError, type Issue } from "../errors.ts";

export function notFound(type: string, id: number): CrmError {
  return new CrmError("NOT_FOUND", noRecord(type, id));
}

export function noRecord(type: string, id: number): string {
  return `There is no ${type} ${withId(id)} in this project.`;
}

/** Names an id in a message. Larger ids were lowered to the largest safe integer, which the caller did not send. */
export function withId(id: number): string {
  return id < Number.MAX_SAFE_INTEGER ? `with id ${id}` : "with so large an id";
}

/** Returns the error for a record that is not live: NOT_FOUND, or ERASED if it was erased. */
export async function notLive(
  db: Db,
  scope: { projectId: number },
  type: string,
  id: number,
): Promise<CrmError> {
  return (await erasures.isErased(db, scope, type, id)) ? erased(type, id) : notFound(type, id);
}

export function erased(type: string, id: number): CrmError {
  return new CrmError(
    "ERASED",
    `The ${type} with id ${id} was erased. Its values are gone for good.`,
  );
}

/** @param path the condition in the request */
export function versionMismatch(
  path: string,
  currentVersion: number,
  message = `The record has version ${currentVersion} now. Read it, then repeat the change.`,
): CrmError {
  const issue = { path, code: "version_mismatch", message, currentVersion };
  return CrmError.ofIssue("VERSION_MISMATCH", issue);
}

/** Returns the error for wrong input: MERGED if its only faults are ids of merged records. */
export function invalid(issues: readonly Issue[]): CrmError {
  const [first] = issues;
  if (first !== undefined && issues.every(({ code }) => code === MERGED_CODE)) {
    return new CrmError("MERGED", first.message, { issues });
  }
  return new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
}

const MERGED_CODE = "record_merged";

/**
 * Returns the issue for the id of a merged record.
 *
 * @param path path of the id in the request
 */
export function mergedIssue(type: string, id: number, primary: number, path: string): Issue {
  return {
    path,
    code: MERGED_CODE,
    message: `${capitalized(type)} ${id} was merged into ${primary}. Use the id ${primary}.`,
    conflictingId: String(primary),
  };
}

function capitalized(type: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}
