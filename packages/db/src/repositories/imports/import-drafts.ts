import { sql } from "kysely";
import { joinOne } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import { forUpdate } from "../../dialect/locks.ts";
import { insertMany, insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** An import that an admin prepares; see the table. */
export type ImportDraft = Omit<Row<"import_drafts">, "project_id">;

/** In place of an import: the draft was discarded. The worker removes it, because it can have many keys. */
export const DISCARDED = 0;

const columns = sql`id, type, file_id, file_name, content, check_id, report_file, fixes_file, report, import_id,
  actor, created_at`;

export async function insertDraft(
  tx: Db,
  scope: Scope,
  draft: Pick<
    ImportDraft,
    "id" | "type" | "file_id" | "file_name" | "content" | "actor" | "created_at"
  >,
): Promise<void> {
  const { id, type, file_id, file_name, content, actor, created_at } = draft;
  const row = [scope.projectId, id, type, file_id, file_name, content, actor, created_at];
  await insert(tx, [row]);
}

const insert = insertRows("import_drafts", [
  "project_id",
  "id",
  "type",
  "file_id",
  "file_name",
  "content",
  "actor",
  "created_at",
]);

export const findDraft = sqlStatement<{ project: number; id: string }, ImportDraft>(
  "import_draft_find",
  (param) => sql`
    select ${columns} from import_drafts where project_id = ${param("project")} and id = ${param("id")}`,
);

/** Finds a draft and locks it until the transaction ends. */
export const lockDraft = sqlStatement<{ project: number; id: string }, ImportDraft>(
  "import_draft_lock",
  (param, dialect) => sql`
    select ${columns} from import_drafts where project_id = ${param("project")} and id = ${param("id")}
    ${forUpdate(dialect)}`,
);

/** Lists the drafts of a project, newest first. A project has only a few. */
export const listDrafts = sqlStatement<{ project: number }, ImportDraft>(
  "import_drafts_list",
  (param) => sql`
    select ${columns} from import_drafts where project_id = ${param("project")} order by created_at desc, id`,
);

type Changeable = Pick<
  ImportDraft,
  "file_id" | "content" | "check_id" | "report_file" | "fixes_file" | "report" | "import_id"
>;

/** Saves the parts of a draft that can change. The caller must hold its lock. */
export async function saveDraft(tx: Db, scope: Scope, id: string, draft: Changeable) {
  const { file_id, content, check_id, report_file, fixes_file, report, import_id } = draft;
  const changes = { file_id, content, check_id, report_file, fixes_file, report, import_id };
  await save.all(tx, { project: scope.projectId, id, ...changes });
}

const save = sqlStatement<{ project: number; id: string } & Changeable, never>(
  "import_draft_save",
  (param) => sql`
    update import_drafts set file_id = ${param("file_id")}, content = ${param("content")}, check_id = ${param("check_id")},
      report_file = ${param("report_file")}, fixes_file = ${param("fixes_file")},
      report = ${param("report")}, import_id = ${param("import_id")}
    where project_id = ${param("project")} and id = ${param("id")}`,
);

export const deleteDraft = sqlStatement<{ project: number; id: string }, never>(
  "import_draft_delete",
  (param) => sql`
    delete from import_drafts where project_id = ${param("project")} and id = ${param("id")}`,
);

/** Lists drafts of all projects that are no longer needed: started, discarded, or created before a time. */
export const listEndedDrafts = sqlStatement<
  { before: string; limit: number },
  Pick<ImportDraft, "id"> & { readonly project_id: number }
>(
  "import_drafts_ended",
  (param) => sql`
    select project_id, id from import_drafts where import_id is not null or created_at < ${param("before")}
    order by project_id, id limit ${param("limit")}`,
);

/** Discards the drafts of an object type that were not started. */
export async function discardDraftsForType(tx: Db, scope: Scope, type: string): Promise<void> {
  await discardAll.all(tx, { project: scope.projectId, type, import: DISCARDED });
}

const discardAll = sqlStatement<{ project: number; type: string; import: number }, never>(
  "import_drafts_discard",
  (param) => sql`
    update import_drafts set import_id = ${param("import")}
    where project_id = ${param("project")} and type = ${param("type")} and import_id is null`,
);

/** A value of a file and the first row that has it. */
export type DraftKey = Pick<Row<"import_draft_keys">, "digest" | "row_number">;

/**
 * Stores the values of some rows of a draft, at most 1,000.
 *
 * @returns the values that an earlier row has, with that row
 */
export async function addKeys(
  tx: Db,
  scope: Scope,
  draft: string,
  keys: readonly DraftKey[],
): Promise<readonly DraftKey[]> {
  const rows = keys.map(({ digest, row_number }) => [scope.projectId, draft, digest, row_number]);
  const added = (await insertKeys(tx, rows)) as readonly DraftKey[];
  if (added.length === keys.length) return [];
  const isNew = new Set(added.map(({ digest }) => digest));
  const known = keys.flatMap(({ digest }) => (isNew.has(digest) ? [] : [digest]));
  return findKeys(tx, scope, draft, known);
}

const insertKeys = insertMany(
  "import_draft_keys",
  { project_id: "bigint", draft_id: "text", digest: "text", row_number: "bigint" },
  { onConflict: "ignore", returning: ["digest"] },
);

/** Returns those of some values, at most 1,000, that a row has, with the row. */
export function findKeys(
  db: Db,
  scope: Scope,
  draft: string,
  digests: readonly string[],
): Promise<readonly DraftKey[]> {
  if (digests.length === 0) return Promise.resolve([]);
  return known.all(db, {
    project: scope.projectId,
    draft,
    digests: JSON.stringify([...new Set(digests)]),
  });
}

const known = sqlStatement<{ project: number; draft: string; digests: string }, DraftKey>(
  "import_draft_keys_find",
  (param, dialect) => sql`
    select k.digest, k.row_number from (${jsonValues(dialect, param("digests"), "text")}) as d
    ${joinOne(
      dialect,
      "import_draft_keys",
      "k",
      sql`k.project_id = ${param("project")} and k.draft_id = ${param("draft")} and k.digest = d.value`,
    )}`,
);

/**
 * Deletes some of the values that a dry run has stored.
 *
 * @returns whether there may be more
 */
export async function deleteKeys(
  tx: Db,
  scope: Scope,
  draft: string,
  limit: number,
): Promise<boolean> {
  const some = await firstKeys.all(tx, { project: scope.projectId, draft, limit });
  const last = some.at(-1);
  if (last === undefined) return false;
  await dropKeys.all(tx, { project: scope.projectId, draft, digest: last.digest });
  return some.length === limit;
}

interface Keys {
  project: number;
  draft: string;
}

const firstKeys = sqlStatement<Keys & { limit: number }, Pick<DraftKey, "digest">>(
  "import_draft_keys_first",
  (param) => sql`
    select digest from import_draft_keys
    where project_id = ${param("project")} and draft_id = ${param("draft")}
    order by project_id, draft_id, digest limit ${param("limit")}`,
);

const dropKeys = sqlStatement<Keys & { digest: string }, never>(
  "import_draft_keys_delete",
  (param) => sql`
    delete from import_draft_keys
    where project_id = ${param("project")} and draft_id = ${param("draft")} and digest <= ${param("digest")}`,
);
