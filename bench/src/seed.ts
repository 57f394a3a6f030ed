import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  createApiKey,
  createClient,
  createProject,
  createTenant,
  KEY_SCOPES,
  PUBLIC_SCOPES,
} from "@rapport/core";
import { migrate, openDatabase, records } from "@rapport/db";
import { startRapport } from "./processes.ts";
import { fillContacts } from "./seed-rows.ts";
import { openRaw, type RawDatabase } from "./yardstick/raw-database.ts";

export interface Seeded {
  readonly tenantId: number;
  readonly projectId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
  /** The contacts have the ids from firstId to firstId + count - 1. The first 10,000 are the company's. */
  readonly firstId: number;
  readonly count: number;
  readonly companyId: number;
}

/** Counts up when the seeded rows change, so that older ones are not used. */
const SEED_VERSION = 2;
/** The worker deletes events after 30 days, so older rows are made again. */
const MAX_AGE_MS = 20 * 86_400_000;

/** Returns the name of a seeded database in the cache. */
export function seedName(count: number): string {
  return `seed_${SEED_VERSION}_${count}`;
}

/**
 * Makes a seeded database, unless the cache has it. Runs migrations that are newer than the cache.
 *
 * @param folder of the cache; it notes there what `Seeded` says
 * @param create makes an empty database and returns its URL; called unless the cache has it
 */
export async function seedOnce(
  folder: string,
  dialect: string,
  count: number,
  database: { readonly url: string; create(): Promise<void> },
): Promise<Seeded> {
  mkdirSync(folder, { recursive: true });
  const note = join(folder, `${dialect}_${seedName(count)}.json`);
  if (existsSync(note) && Date.now() - statSync(note).mtimeMs < MAX_AGE_MS) {
    await migrateOnly(database.url);
    await settle(database.url);
    return JSON.parse(readFileSync(note, "utf8"));
  }
  rmSync(note, { force: true });
  await database.create();
  const seeded = await seed(database.url, count);
  await settle(database.url);
  writeFileSync(note, JSON.stringify(seeded));
  return seeded;
}

const PAUSE_MS = 500;

/**
 * Runs Rapport on a seeded database until its worker has added up and compared the seeded records, so that no
 * measurement includes that work.
 */
async function settle(url: string): Promise<void> {
  const raw = openRaw(url);
  try {
    if (!(await hasWork(raw))) return;
    const folder = mkdtempSync(join(tmpdir(), "rapport-bench-settle-"));
    const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
    try {
      while (await hasWork(raw)) await delay(PAUSE_MS);
    } finally {
      await rapport.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    await raw.run(raw.dialect === "sqlite" ? "pragma wal_checkpoint(truncate)" : "vacuum analyze");
  } finally {
    await raw.close();
  }
}

async function hasWork(raw: RawDatabase): Promise<boolean> {
  const rows = await raw.run(`
    select 1 as work where exists (select 1 from sum_changes)
      or exists (select 1 from project_feeds where compared_number < last_number)
      or exists (select 1 from record_words_missing)`);
  return rows.length > 0;
}

async function migrateOnly(url: string): Promise<void> {
  const db = openDatabase(url);
  await migrate(db);
  await db.close();
}

/** Fills an empty database with contacts of ten properties, without the API. */
async function seed(databaseUrl: string, count: number): Promise<Seeded> {
  const db = openDatabase(databaseUrl);
  await migrate(db);
  const tenantId = await createTenant({ db }, "Bench");
  const projectId = await createProject({ db }, tenantId, "Bench");
  const scopes = [...PUBLIC_SCOPES.keys()];
  const client = await createClient({ db }, { projectId, name: "Bench", scopes });
  const keyScopes = [...KEY_SCOPES.keys()];
  const { apiKey } = await createApiKey({ db }, { projectId, name: "Bench", scopes: keyScopes });
  const company = { type: "company", properties: { name: "Bench" }, at: new Date().toISOString() };
  const companyId = await db.transaction((tx) => records.insertRecord(tx, { projectId }, company));
  await db.close();

  const raw = openRaw(databaseUrl);
  const actor = `client:${client.clientId}`;
  await fillContacts(raw, { projectId, companyId, actor, count });
  await raw.close();
  return { tenantId, projectId, ...client, apiKey, firstId: companyId + 1, count, companyId };
}
