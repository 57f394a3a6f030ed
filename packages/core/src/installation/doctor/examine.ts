import {
  access,
  type Database,
  health,
  isOpenToOthers,
  isUnfinished,
  listFiles,
  listMigrations,
  projectImports,
} from "@rapport/db";
import { request } from "undici";
import { secretBox } from "../../access/secret-box.ts";
import { signingKeyAt } from "../../access/tokens/signing-keys.ts";
import { reach, sqliteFile } from "../addresses.ts";
import { trySecrets, unreadableColumns } from "../secret-rotation.ts";
import { isPresent } from "../unreadable.ts";
import { checkClock } from "./clock.ts";
import { type Finding, failed, listedIds, ok, warning } from "./finding.ts";

/**
 * Checks an installation's database and its connection to the messaging platform. Changes nothing.
 *
 * @param options.databaseUrl value of DATABASE_URL
 * @param options.secretKeys null if they cannot be read; then no secret is tried
 * @param options.graphUrl base address of the messaging platform
 */
export async function examine(options: {
  databaseUrl: string;
  secretKeys: readonly Buffer[] | null;
  graphUrl: string;
}): Promise<readonly Finding[]> {
  const [database, platform] = await Promise.all([
    examineDatabase(options.databaseUrl, options.secretKeys),
    checkPlatform(options.graphUrl),
  ]);
  return [...database, platform];
}

const TIMEOUT_MS = 3_000;

/** Checks that the messaging platform answers. Any answer will do, because the request has no credentials. */
async function checkPlatform(graphUrl: string): Promise<Finding> {
  const { host } = new URL(graphUrl);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { body } = await request(graphUrl, { method: "HEAD", signal });
    await body.dump();
    return ok("platform", `The messaging platform at ${host} answers.`);
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    const why = name === "TimeoutError" ? "no answer within 3 seconds" : (code ?? name);
    return warning(
      "platform",
      `The messaging platform at ${host} cannot be reached (${why}), so templates are not synced; check META_GRAPH_URL and the outbound access of this network.`,
    );
  }
}

async function examineDatabase(
  url: string,
  keys: readonly Buffer[] | null,
): Promise<readonly Finding[]> {
  const missing = findMissing(sqliteFile(url));
  if (missing !== null) return [missing];
  // Check this before the database is opened, because SQLite creates the WAL when it opens.
  const files = checkFiles(url);
  let db: Database;
  try {
    db = await reach(url, "DATABASE_URL");
  } catch (error) {
    const fix = " Check the address, and check that the database server runs.";
    const isServer = sqliteFile(url) === undefined;
    return [failed("database", `${(error as Error).message}${isServer ? fix : ""}`)];
  }
  try {
    const migrations = await checkMigrations(db);
    const answers = files ?? ok("database", `The ${db.dialect} database answers.`);
    if (migrations.state !== "ok") return [answers, migrations];
    return [
      answers,
      migrations,
      await checkClock(db),
      ...(keys === null ? [] : [await checkSecrets(db, keys)]),
      await checkSigningKeys(db),
      await checkDeliveries(db),
      await checkEndpoints(db),
      await checkImports(db),
      await checkErasures(db),
      await checkBackup(db),
    ];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // insufficient_privilege of PostgreSQL, as after a backup was restored by another role.
    if (code !== "42501") throw error;
    const fix = "The role in DATABASE_URL must own the tables; restore the backup as this role.";
    return [failed("database", `DATABASE_URL: ${message}. ${fix}`)];
  } finally {
    await db.close();
  }
}

/** Returns what is wrong if the file of an embedded database is not there or cannot be found. */
function findMissing(file: string | undefined): Finding | null {
  if (file === undefined) return null;
  try {
    if (isPresent(file)) return null;
    const message = isPresent(`${file}-wal`)
      ? `The database ${file} was deleted or moved while it was open: its WAL is still there. Move it back, or stop the server, remove ${file}-wal and ${file}-shm, and restore a backup.`
      : `There is no database at ${file}; start the server or run "rapport migrate" to create it, or correct DATABASE_URL.`;
    return failed("database", message);
  } catch (error) {
    return failed("database", (error as Error).message);
  }
}

/** An older key should be replaced. */
const MAX_KEY_AGE_MS = 365 * 24 * 60 * 60 * 1_000;

/** Checks that a key is active that signs access tokens. */
async function checkSigningKeys(db: Database): Promise<Finding> {
  const keys = await access.listSigningKeys.all(db, {});
  if (keys.length === 0) {
    return warning(
      "signing keys",
      "There is no signing key yet; the server creates one at its first start.",
    );
  }
  const now = new Date().toISOString();
  const current = signingKeyAt(keys, now);
  if (current === undefined) {
    return failed(
      "signing keys",
      `No signing key is active, so no access token can be issued; run "rapport keys rotate" and check the clock.`,
    );
  }
  if (current.signs_from > now) {
    return failed(
      "signing keys",
      `This machine's clock is before ${current.signs_from}, when the oldest key starts. That key signs, but others may refuse tokens with a wrong time; synchronize the clock with NTP.`,
    );
  }
  if (Date.now() - Date.parse(current.signs_from) > MAX_KEY_AGE_MS) {
    return warning(
      "signing keys",
      `The active key has signed since ${current.signs_from}; run "rapport keys rotate".`,
    );
  }
  return ok("signing keys", `A signing key has been active since ${current.signs_from}.`);
}

const HOUR_MS = 60 * 60 * 1_000;
/** An older backup means that a daily job did not run. */
const MAX_AGE_HOURS = 48;

/** Checks that a backup was made lately. Those of PostgreSQL are often made by other programs. */
async function checkBackup(db: Database): Promise<Finding> {
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
async function checkErasures(db: Database): Promise<Finding> {
  const oldest = (await health.readOldestErasure.first(db, {}))?.at ?? null;
  if (oldest === null || Date.now() - Date.parse(oldest) < HOUR_MS) {
    return ok("erasures", "No erasure has been unfinished for more than an hour.");
  }
  return warning(
    "erasures",
    `An erasure of ${oldest} is not finished. Start the server or "rapport worker", and check its log.`,
  );
}

/** A delivery that has been due for longer than this is overdue. */
const OVERDUE_MS = 10 * 60 * 1_000;

/** Checks that a worker sends the deliveries that are due. */
async function checkDeliveries(db: Database): Promise<Finding> {
  const before = new Date(Date.now() - OVERDUE_MS).toISOString();
  const overdue = await health.listOverdue.all(db, { before });
  const total = overdue.reduce((sum, one) => sum + Number(one.overdue), 0);
  if (total === 0) return ok("deliveries", "No delivery is overdue.");
  const abandoned = overdue.reduce((sum, one) => sum + Number(one.abandoned), 0);
  const taken = abandoned === 0 ? "" : ` ${abandoned} of them were taken by a worker that died.`;
  return warning(
    "deliveries",
    `${total} deliveries have been due for more than 10 minutes (endpoints ${listedIds(overdue.map((one) => one.endpoint_id))}).${taken} Start the server or "rapport worker", and check its log.`,
  );
}

/** Checks that the receivers of webhooks accept them. */
async function checkEndpoints(db: Database): Promise<Finding> {
  const troubled = await health.listTroubled.all(db, {});
  const off = troubled.filter((one) => one.enabled === 0).map((one) => one.id);
  const failing = troubled.filter((one) => one.enabled === 1).map((one) => one.id);
  if (troubled.length === 0) return ok("endpoints", "Every webhook endpoint is enabled and works.");
  const parts = [
    off.length === 0
      ? []
      : [`Disabled: ${listedIds(off)}; fix the receivers and enable them again.`],
    failing.length === 0 ? [] : [`Failing now: ${listedIds(failing)}; see their deliveries.`],
  ];
  return warning("endpoints", parts.flat().join(" "));
}

/** Checks that no import of a project or from HubSpot was left unfinished. */
async function checkImports(db: Database): Promise<Finding> {
  const unfinished = await projectImports.listUnfinished.all(db, {});
  if (unfinished.length === 0) return ok("imports", "No import of a project is unfinished.");
  const parts = [
    named(unfinished, "file", "from a file", "rapport project import"),
    named(unfinished, "hubspot", "from HubSpot", "rapport import hubspot"),
  ];
  return warning("imports", parts.flat().join(" "));
}

function named(
  unfinished: readonly { readonly project_id: number; readonly source: string }[],
  wanted: string,
  from: string,
  command: string,
): readonly string[] {
  const ids = unfinished.flatMap((one) => (one.source === wanted ? [one.project_id] : []));
  if (ids.length === 0) return [];
  return [`Unfinished ${from}: projects ${listedIds(ids)}; run the same "${command}" again.`];
}

function checkFiles(url: string): Finding | undefined {
  const open = listFiles(url).filter(isOpenToOthers);
  if (open.length === 0) return undefined;
  const message = `Other users can read ${open.join(", ")}; run "chmod 600 ${open.join(" ")}", or start the server, which does it.`;
  return failed("database", message);
}

async function checkMigrations(db: Database): Promise<Finding> {
  const { missing, unknown, refused } = await listMigrations(db);
  if (refused.length > 0) {
    const message = `The database was migrated by a later version (${refused.join(", ")}); run that version.`;
    return failed("migrations", message);
  }
  if (missing.length > 0) {
    const message = `${missing.join(", ")} have not run; run "rapport migrate", or start the server.`;
    return failed("migrations", message);
  }
  if (await isUnfinished(db)) {
    const message = `A copy into this database is not finished; run the same "rapport copy" again before you use it.`;
    return failed("migrations", message);
  }
  if (unknown.length > 0) {
    const message = `The database was migrated by a later version (${unknown.join(", ")}). This version works with it; upgrade it soon.`;
    return warning("migrations", message);
  }
  return ok("migrations", "All migrations have run.");
}

async function checkSecrets(db: Database, keys: readonly Buffer[]): Promise<Finding> {
  const tried = await trySecrets(db, secretBox(keys));
  if (tried.unreadable.size === 0)
    return ok("secrets", `The secret key decrypts all ${tried.count} stored secrets.`);
  return failed(
    "secrets",
    `The secret key cannot decrypt ${unreadableColumns(tried)}; set SECRET_KEY, or the file secret-key in DATA_DIR, to the key that encrypted them. If it is lost, see docs/secret-key.md.`,
  );
}
