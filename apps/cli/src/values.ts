import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ADMIN_ROLES, type AdminRole } from "@rapport/model";
import { InvalidArgumentError } from "commander";

/** Stricter than `Date`, which also accepts other formats. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** @throws InvalidArgumentError unless the text is the id of a row */
export function id(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** @throws InvalidArgumentError unless the text is a whole number that is not negative */
export function limit(text: string): number {
  if (!/^(0|[1-9][0-9]{0,14})$/.test(text)) {
    throw new InvalidArgumentError("It must be a whole number, or 0 for no limit.");
  }
  return Number(text);
}

/** A role of admins, or `none`. Commander stores an empty text for null. */
export type RoleName = AdminRole | "none";

/** @throws InvalidArgumentError unless the text is a role of admins or `none` */
export function role(text: string): RoleName {
  const found = [...ADMIN_ROLES, "none" as const].find((one) => one === text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`It must be ${ADMIN_ROLES.join(", ")} or none.`);
}

/** Splits a text at white space. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/**
 * @returns ISO 8601 in UTC
 * @throws InvalidArgumentError unless the text is a day or a time with its zone
 */
export function time(text: string): string {
  const day = text.slice(0, 10);
  const parsed = new Date(text);
  const isReal = !Number.isNaN(parsed.getTime()) && new Date(day).toISOString().startsWith(day);
  if (!ISO_TIME.test(text) || !isReal) {
    throw new InvalidArgumentError("It must be a time such as 2027-01-31T00:00:00Z.");
  }
  return parsed.toISOString();
}

/** @throws InvalidArgumentError if the file exists or its folder does not */
export function newFile(name: string): string {
  const path = whereTyped(name);
  const found = at(path);
  if (found?.isDirectory()) throw new InvalidArgumentError(`${path} is a folder. Name a file.`);
  if (found) throw new InvalidArgumentError("The file already exists. Name a new file.");
  if (!at(dirname(path))?.isDirectory()) {
    throw new InvalidArgumentError(`There is no folder ${dirname(path)}. Create it first.`);
  }
  return path;
}

/**
 * Returns the path of a file that may exist; the target of a link, so that the link stays.
 *
 * @throws InvalidArgumentError if something else than a file has that name, or its folder does not exist
 */
export function fileToReplace(name: string): string {
  const path = whereTyped(name);
  const found = at(path);
  if (found === undefined) return newFile(name);
  if (!found.isFile()) throw new InvalidArgumentError(`${path} is not a file. Name a file.`);
  return realpathSync(path);
}

/** @throws InvalidArgumentError if there is no such folder */
export function existingFolder(name: string): string {
  const path = whereTyped(name);
  const found = at(path);
  if (found?.isDirectory()) return path;
  if (found) throw new InvalidArgumentError(`${path} is not a folder. Name a folder.`);
  throw new InvalidArgumentError(`There is no folder ${path}. Create it first.`);
}

/** @throws InvalidArgumentError unless the text is a whole number above 0 */
export function count(text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) {
    throw new InvalidArgumentError("It must be a whole number from 1 to 9999.");
  }
  return Number(text);
}

/** @throws InvalidArgumentError if there is no such file, or it is a folder */
export function existingFile(name: string): string {
  const path = whereTyped(name);
  const found = at(path);
  if (!found) throw new InvalidArgumentError(`There is no file ${path}.`);
  if (found.isDirectory()) throw new InvalidArgumentError(`${path} is a folder. Name a file.`);
  return path;
}

/** @throws InvalidArgumentError if the file cannot be read as JSON */
export function jsonFile(name: string): unknown {
  const path = existingFile(name);
  try {
    // Editors on Windows may begin the file with a byte order mark.
    return JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read as JSON: ${(error as Error).message}.`);
  }
}

function at(path: string) {
  return existsSync(path) ? statSync(path) : undefined;
}

/** Resolves a path from the caller's folder, because npm runs the command in Rapport's folder. */
export function whereTyped(name: string): string {
  return resolve(process.env.INIT_CWD ?? "", name);
}

/** Returns bytes as a number of MB, rounded up. */
export function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString("en");
}
