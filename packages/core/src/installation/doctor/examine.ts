import { existsSync } from "node:fs";
import {
  type Database,
  isOpenToOthers,
  isUnfinished,
  listFiles,
  listMigrations,
} from "@rapport/db";
import { secretBox } from "../../access/secret-box.ts";
import { fileOf, reach } from "../addresses.ts";
import { columnsOf, trySecrets } from "../sealed-secrets.ts";
import { checkBackup, checkErasures } from "./backup.ts";
import { checkClock } from "./clock.ts";
import { checkDeliveries, checkEndpoints } from "./deliveries.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";
import { checkImports } from "./imports.ts";
import { checkPlatform } from "./platform.ts";
import { checkSigningKeys } from "./signing-keys.ts";

/**
 * Checks an installation's database and its connection to the messaging platform. Changes nothing.
 *
 * @param options.databaseUrl value of DATABASE_URL
 * @param options.graphUrl base address of the messaging platform
 */
export async function examine(options: {
  databaseUrl: string;
  secretKeys: readonly Buffer[];
  graphUrl: string;
}): Promise<readonly Finding[]> {
  const [database, platform] = await Promise.all([
    examineDatabase(options.databaseUrl, options.secretKeys),
    checkPlatform(options.graphUrl),
  ]);
  return [...database, platform];
}

async function examineDatabase(url: string, keys: readonly Buffer[]): Promise<readonly Finding[]> {
  const file = fileOf(url);
  if (file !== undefined && !existsSync(file) && existsSync(`${file}-wal`)) {
    const message = `The database ${file} was deleted or moved while it was open: its WAL is still there. Move it back, or stop the server, remove ${file}-wal and ${file}-shm, and restore a backup.`;
    return [failed("database", message)];
  }
  if (file !== undefined && !existsSync(file)) {
    const message = `There is no database at ${file}; start the server or run "rapport migrate" to create it, or correct DATABASE_URL.`;
    return [failed("database", message)];
  }
  // Before opening the database, because SQLite then creates the WAL.
  const files = checkFiles(url);
  let db: Database;
  try {
    db = await reach(url, "DATABASE_URL");
  } catch (error) {
    const message = `${(error as Error).message} Check the address, and check that the database server runs.`;
    return [failed("database", message)];
  }
  try {
    const migrations = await checkMigrations(db);
    const answers = files ?? ok("database", `The ${db.dialect} database answers.`);
    if (migrations.state !== "ok") return [answers, migrations];
    return [
      answers,
      migrations,
      await checkClock(db),
      await checkSecrets(db, keys),
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
    `The secret key cannot decrypt ${columnsOf(tried)}; set SECRET_KEY, or the file secret-key in DATA_DIR, to the key that encrypted them. If it is lost, see docs/secret-key.md.`,
  );
}
