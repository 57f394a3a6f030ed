import { type Database, health } from "@rapport/db";
import { type Finding, ok, warning } from "./finding.ts";

const HOUR_MS = 60 * 60 * 1_000;
/** An older backup means that a daily job did not run. */
const MAX_AGE_HOURS = 48;

/** Checks that a backup was made lately. Those of PostgreSQL are often made by other programs. */
export async function checkBackup(db: Database): Promise<Finding> {
  const newest = await health.readNewestBackup.first(db, {});
  if (newest === undefined) {
    return db.dialect === "postgres"
      ? ok("backup", 'No backup by "rapport backup" is known. Those of other programs are not.')
      : warning(
          "backup",
          'No backup was made yet; run "rapport backup --keep 14 FOLDER" every day.',
        );
  }
  const hours = Math.floor((Date.now() - Date.parse(newest.changed_at)) / HOUR_MS);
  const age = hours < 1 ? "less than an hour" : hours === 1 ? "1 hour" : `${hours} hours`;
  const message = `The newest backup is ${age} old: ${newest.value}.`;
  if (hours < MAX_AGE_HOURS) return ok("backup", message);
  return warning("backup", `${message} Check the job that runs "rapport backup".`);
}

/** Checks that a worker finishes erasures. */
export async function checkErasures(db: Database): Promise<Finding> {
  const oldest = (await health.readOldestErasure.first(db, {}))?.at ?? null;
  if (oldest === null || Date.now() - Date.parse(oldest) < HOUR_MS) {
    return ok("erasures", "No erasure has been unfinished for more than an hour.");
  }
  return warning(
    "erasures",
    `An erasure of ${oldest} is not finished. Start the server or "rapport worker", and check its log.`,
  );
}
