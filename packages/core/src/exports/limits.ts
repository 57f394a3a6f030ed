import { type Db, files } from "@rapport/db";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** Exports of a project that wait or run. */
export const MAX_OPEN_EXPORTS = 5;
/** Exports of a project that are open, or whose file is kept. */
const MAX_KEPT_EXPORTS = 50;
/** Gibibytes that the files of all exports of a project may have together, before compression by the storage. */
const MAX_GIBIBYTES = 10;

/** Kind of the files of exports. */
export const EXPORT_FILE = "export";

type Scope = Pick<Principal, "projectId">;

/** Refuses a new export, which was added already, if the project keeps too many. @throws CrmError CONFLICT */
export async function requirePlace(tx: Db, scope: Scope): Promise<void> {
  const lengths = await fileLengths(tx, scope);
  if (lengths.length > MAX_KEPT_EXPORTS) {
    throw refusal("too_many_exports", `This project keeps ${MAX_KEPT_EXPORTS} exports. ${REMEDY}`);
  }
  if (isFull(lengths)) throw full("have");
}

/** Ends an export whose file is one of those that have too many bytes. @throws CrmError CONFLICT */
export async function requireRoom(tx: Db, scope: Scope): Promise<void> {
  if (isFull(await fileLengths(tx, scope))) throw full("would have more than");
}

/** Returns the refusal of an export that would be one too many at the same time. */
export function tooManyOpen(): CrmError {
  return refusal(
    "too_many_exports",
    `This project has ${MAX_OPEN_EXPORTS} open exports. Wait until one has ended, or cancel one.`,
  );
}

const REMEDY = "Delete one, or wait until one expires.";

function fileLengths(tx: Db, scope: Scope): Promise<readonly number[]> {
  return files.listLengths(tx, scope, EXPORT_FILE, { now: new Date().toISOString() });
}

function isFull(lengths: readonly number[]): boolean {
  return lengths.reduce((sum, length) => sum + length, 0) >= MAX_GIBIBYTES * 1024 ** 3;
}

function full(verb: string): CrmError {
  return refusal(
    "exports_too_large",
    `The exports of this project ${verb} ${MAX_GIBIBYTES} GiB. ${REMEDY}`,
  );
}

function refusal(code: string, message: string): CrmError {
  return CrmError.ofIssue("CONFLICT", { path: "", code, message });
}
