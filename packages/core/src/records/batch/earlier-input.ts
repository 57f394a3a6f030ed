import type { ObjectType } from "@rapport/model";
import type { CrmError, Issue } from "../../errors.ts";
import type { InputPaths } from "../../input-paths.ts";
import { versionMismatch } from "../errors.ts";
import { pathIn } from "./input.ts";
import type { Origin } from "./picture.ts";

/**
 * Returns the issue of a unique value that an earlier input of an atomic batch gives to another record. It names the
 * input, because the record does not have the value once the batch is undone.
 */
export function givenEarlier(
  type: ObjectType,
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
