import type { Db } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { expireFile } from "../files/files.ts";
import type { Job } from "../jobs/jobs.ts";
import { KEPT_MS } from "../jobs/undo-conflict.ts";
import { settingsOf } from "./settings.ts";

/** Lets the files of a bulk change that has ended expire. */
export async function keepFiles(_: Deps, tx: Db, job: Job): Promise<void> {
  const at = new Date(Date.now() + KEPT_MS).toISOString();
  const { definitionFile, selectedFile, changesFile, refusedFile } = settingsOf(job);
  for (const id of [definitionFile, selectedFile, changesFile, refusedFile]) {
    await expireFile(tx, { projectId: job.projectId, id }, at);
  }
}
