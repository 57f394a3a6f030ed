import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InvalidArgumentError } from "commander";

/** `Date` also takes other forms, and days that no month has. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** @throws InvalidArgumentError unless the text is the id of a row */
export function id(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** What stands between spaces. */
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

/** @throws InvalidArgumentError when there is a file of that name, or no folder for it */
export function newFile(name: string): string {
  const path = whereTyped(name);
  if (existsSync(path)) throw new InvalidArgumentError("It exists already; name a new file.");
  if (!existsSync(dirname(path))) {
    throw new InvalidArgumentError(`There is no folder ${dirname(path)}; make it first.`);
  }
  return path;
}

/** @throws InvalidArgumentError when the file cannot be read as JSON */
export function jsonFile(name: string): unknown {
  try {
    return JSON.parse(readFileSync(whereTyped(name), "utf8"));
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read as JSON: ${(error as Error).message}.`);
  }
}

/** The command runs in Rapport's folder, to which settings refer; a file is named from where one stands. */
function whereTyped(name: string): string {
  return resolve(process.env.INIT_CWD ?? "", name);
}
