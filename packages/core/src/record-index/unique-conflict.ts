import { type Db, recordIndex } from "@rapport/db";
import { CrmError, type Issue } from "../errors.ts";
import { BODY_PATHS, type InputPaths } from "../input-paths.ts";

/** Another live record holds one of the unique values that a change needs. */
export class UniqueValuesTaken extends Error {
  override readonly name = "UniqueValuesTaken";
  readonly rows: readonly recordIndex.IndexRow[];

  /** @param rows the values that the change needs; at least one of them is taken */
  constructor(rows: readonly recordIndex.IndexRow[], cause: unknown) {
    super("a unique value is taken", { cause });
    this.rows = rows;
  }
}

/** Returns the refusal that names the live records which hold the unique values of a change. */
export async function uniqueConflict(
  db: Db,
  scope: { projectId: number },
  taken: UniqueValuesTaken,
  paths: InputPaths = BODY_PATHS,
): Promise<CrmError> {
  const issues = await conflictIssues(db, scope, taken.rows, paths);
  const message = issues[0]?.message ?? "Another change took the same value. Try again.";
  return new CrmError("CONFLICT", message, { issues, cause: taken });
}

/** Lists one issue per unique value that a live record holds. */
export async function conflictIssues(
  db: Db,
  scope: { projectId: number },
  rows: readonly recordIndex.IndexRow[],
  paths: InputPaths = BODY_PATHS,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const [, type, property, value] of rows) {
    const holder = await recordIndex.findHolder(db, scope, { type, property, value });
    if (holder === undefined) continue;
    issues.push(takenIssue(type, property, holder, paths));
  }
  return issues;
}

/** Returns the issue of a unique value that another live record has. */
export function takenIssue(
  type: string,
  property: string,
  holder: number,
  paths: InputPaths,
): Issue {
  return {
    path: paths.conflict(property),
    code: "value_not_unique",
    message: `Another ${type} (id ${holder}) already has this ${property}.`,
    conflictingId: String(holder),
  };
}
