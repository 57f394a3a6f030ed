import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startRapport } from "./processes.ts";
import { openRaw, type RawDatabase } from "./raw-database.ts";

const PAUSE_MS = 500;

/**
 * Runs Rapport on a seeded database until its worker has added up and compared the seeded records, so that no
 * measurement includes that work.
 */
export async function settle(url: string): Promise<void> {
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
