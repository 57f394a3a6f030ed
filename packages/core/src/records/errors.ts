import type { ObjectType } from "@rapport/model";
import { CrmError, type Issue } from "../errors.ts";

export function notFound(type: ObjectType, id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no ${type} with id ${id} in this project.`);
}

export function invalid(issues: readonly Issue[]): CrmError {
  return new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
}
