import { type Db, erasures } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import { CrmError, type Issue } from "../errors.ts";

export function notFound(type: ObjectType, id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no ${type} with id ${id} in this project.`);
}

/** Returns the error for a record that is not live: NOT_FOUND, or ERASED if it was erased. */
export async function notLive(
  db: Db,
  scope: { projectId: number },
  type: ObjectType,
  id: number,
): Promise<CrmError> {
  return (await erasures.isErased(db, scope, type, id)) ? erased(type, id) : notFound(type, id);
}

export function erased(type: ObjectType, id: number): CrmError {
  return new CrmError(
    "ERASED",
    `The ${type} with id ${id} was erased. Its values are gone for good.`,
  );
}

/** @param path the condition in the request */
export function versionMismatch(path: string, currentVersion: number): CrmError {
  const message = `The record has version ${currentVersion} now. Read it, then repeat the change.`;
  const issue = { path, code: "version_mismatch", message, currentVersion };
  return new CrmError("VERSION_MISMATCH", message, { issues: [issue] });
}

export function invalid(issues: readonly Issue[]): CrmError {
  return new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
}
