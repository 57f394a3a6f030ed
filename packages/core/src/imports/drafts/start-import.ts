import { tenancy } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { createFile, expireFile } from "../../files/files.ts";
import { countOpenJobs, createJob } from "../../jobs/jobs.ts";
import type { Principal } from "../../principal.ts";
import { tooMany } from "../imports.ts";
import { IMPORT, type ImportSettings } from "../settings.ts";
import { MAX_OPEN_IMPORTS } from "../size-limits.ts";
import { lockOpen, refused } from "./change-draft.ts";
import { saveDraft } from "./draft.ts";
import { draftIssues } from "./with-options.ts";

/**
 * Starts the import of a draft that was checked, with the fixes of its rows. From then on it is an import like any other.
 *
 * @returns its id
 * @throws CrmError CONFLICT if the draft was not checked, or five imports of the project are open; INVALID_INPUT if its
 *   options no longer fit the schema
 */
export async function startImport(deps: Deps, principal: Principal, id: string): Promise<number> {
  const { projectId } = principal;
  const schemas = await deps.schemas.get(projectId);
  return deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: projectId });
    const draft = await lockOpen(tx, principal, id);
    const { type, fileId, fileName, fixesFile, settings, counts } = draft;
    if (counts === null) throw new CrmError("CONFLICT", "Check the file before you import it.");
    const { options, ...found } = settings;
    const issues = draftIssues(schemas, draft);
    if (issues.length > 0) throw refused(issues);
    if ((await countOpenJobs(tx, principal, IMPORT)) >= MAX_OPEN_IMPORTS) throw tooMany();
    for (const file of [fileId, fixesFile]) {
      if (file !== null) await expireFile(tx, { projectId, id: file }, null);
    }
    const refusedFile = await createFile(deps, tx, principal, type);
    const changesFile = await createFile(deps, tx, principal, type);
    const data = { ...found, file: fileId, fixesFile, refusedFile, changesFile };
    const started: ImportSettings = { ...options, fileName, data };
    const importId = await createJob(deps, tx, principal, {
      ...{ kind: IMPORT, type, state: "running" },
      settings: { ...started },
    });
    await saveDraft(tx, principal, draft, { importId });
    return importId;
  });
}
