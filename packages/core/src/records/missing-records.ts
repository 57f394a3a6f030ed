import { type Db, erasures } from "@rapport/db";
import { CrmError, type Issue } from "../errors.ts";
import { findPrimary } from "./current.ts";
import { mergedIssue, noRecord } from "./errors.ts";

/** An id of a request without a live record. */
export interface MissingRecord {
  readonly type: string;
  readonly id: number;
  readonly path: string;
  /** The record that it was merged into, if it was. */
  readonly primary: number | undefined;
  readonly isErased: boolean;
}

/** Returns the reason why a record is not live. */
export async function missingRecord(
  db: Db,
  scope: { projectId: number },
  { type, id }: { readonly type: string; readonly id: number },
  path: string,
): Promise<MissingRecord> {
  const primary = await findPrimary(db, scope, type, id);
  return { type, id, path, primary, isErased: await erasures.isErased(db, scope, type, id) };
}

/**
 * Returns the error for records that are not live: NOT_FOUND, or ERASED if the others were merged, or MERGED if all of
 * them were. It has an issue for each.
 */
export function missingRecords(missing: readonly MissingRecord[]): CrmError {
  const found = missing.map((one) => [missingCode(one), missingIssue(one)] as const);
  const [code, { message }] = CODES.flatMap((wanted) =>
    found.filter(([code]) => code === wanted),
  )[0] ?? ["NOT_FOUND", { message: "" }];
  return new CrmError(code, message, { issues: found.map(([, issue]) => issue) });
}

/** In the order in which they are checked. */
const CODES = ["NOT_FOUND", "ERASED", "MERGED"] as const;

function missingCode({ primary, isErased }: MissingRecord): (typeof CODES)[number] {
  if (isErased) return "ERASED";
  return primary === undefined ? "NOT_FOUND" : "MERGED";
}

function missingIssue({ type, id, path, primary, isErased }: MissingRecord): Issue {
  if (isErased) {
    return { path, code: "record_erased", message: `The ${type} with id ${id} was erased.` };
  }
  if (primary !== undefined) return mergedIssue(type, id, primary, path);
  return { path, code: "record_not_found", message: noRecord(type, id) };
}
