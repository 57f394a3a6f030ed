import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { forUpdateSkipLocked } from "../../dialect/locks.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, selectRows, sqlStatement } from "../../statement.ts";

/** A type of a project whose records do not all have their words yet. */
export type MissingWords = Row<"record_words_missing">;

/** Locks a type of a project with missing words that no other transaction has locked. */
export async function takeMissing(tx: Db): Promise<MissingWords | undefined> {
  for (const { project_id: project, type } of await waiting.all(tx, {})) {
    const taken = await take.first(tx, { project, type });
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/**
 * Waits until no other transaction is adding missing words to records of a type. After that it adds none to a record
 * that is no longer live.
 */
export const waitForMissing = selectRows(
  "record_words_missing_wait",
  "record_words_missing",
  ["after_id"],
  { where: { project_id: "project", type: "type" }, isLocked: true },
);

/** Saves that the records up to an id have their words. */
export async function noteAdded(tx: Db, { project_id, type }: MissingWords, after: number) {
  await move.all(tx, { project: project_id, type, after });
}

/** Saves that every record has its words. */
export async function noteComplete(tx: Db, { project_id, type }: MissingWords): Promise<void> {
  await complete.all(tx, { project: project_id, type });
}

/** More than there are workers. */
const waiting = sqlStatement<object, MissingWords>(
  "record_words_missing_waiting",
  () => sql`
    select project_id, type, after_id from record_words_missing order by project_id, type limit 50`,
);

const take = sqlStatement<{ project: number; type: string }, MissingWords>(
  "record_words_missing_take",
  (param, dialect) => sql`
    select project_id, type, after_id from record_words_missing
    where project_id = ${param("project")} and type = ${param("type")}
    ${forUpdateSkipLocked(dialect)}`,
);

const move = sqlStatement<{ project: number; type: string; after: number }, never>(
  "record_words_missing_move",
  (param) => sql`
    update record_words_missing set after_id = ${param("after")}
    where project_id = ${param("project")} and type = ${param("type")}`,
);

const complete = deleteRows("record_words_missing_complete", "record_words_missing", {
  project_id: "project",
  type: "type",
});
