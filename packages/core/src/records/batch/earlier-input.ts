import { CrmError, type Issue } from "../../errors.ts";
import type { InputPaths } from "../../input-paths.ts";
import { versionMismatch } from "../errors.ts";
import { pathIn } from "./input.ts";
import type { Origin } from "./picture.ts";

/**
 * Returns the issue of a unique value that an earlier input of an atomic batch gives to another record. It names the
 * input, because the record does not have the value once the batch is undone.
 */
export function givenEarlier(
  type: string,
  property: string,
  input: number,
  paths: InputPaths,
): Issue {
  return {
    path: paths.conflict(property),
    code: "value_not_unique",
    message: `\`${pathIn(input, "")}\` gives another ${type} the same ${property}.`,
  };
}

/**
 * Returns the refusal of an input whose record an earlier input of an atomic batch deletes. It names that input, because
 * the record is live again once the batch is undone.
 */
export function deletedEarlier(
  type: string,
  id: number,
  index: number,
  { input }: Origin,
): CrmError {
  const message = `\`${pathIn(input, "")}\` deletes the ${type} with id ${id} first.`;
  const issue = { path: pathIn(index, "id"), code: "record_not_found", message };
  return new CrmError("NOT_FOUND", message, { issues: [issue] });
}

/**
 * Returns the refusal of a condition on a record that an earlier input of an atomic batch changes. Its version is the
 * one from before the batch, because the record has that one again once the batch is undone.
 *
 * @param path the condition in the request
 */
export function replacedEarlier(path: string, { version, input }: Origin): CrmError {
  const earlier = `\`${pathIn(input, "")}\``;
  const message = `The record has version ${version} now, and ${earlier} changes it first. Give only ${earlier} an \`ifVersion\`.`;
  return versionMismatch(path, version, message);
}
