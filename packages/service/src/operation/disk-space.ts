import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../settings/config.ts";

export interface DiskSpace {
  readonly folder: string;
  readonly freeBytes: number;
}

/**
 * Returns the folder with the least free space of those that the program writes to: DATA_DIR, and the one of an embedded
 * database. Undefined if none of them exists.
 */
export async function leastSpace({
  dataDir,
  databaseUrl,
}: Pick<Config, "dataDir" | "databaseUrl">): Promise<DiskSpace | undefined> {
  const [, database] = /^sqlite:(.*)$/s.exec(databaseUrl) ?? [];
  const folders = database === undefined ? [dataDir] : [dataDir, dirname(database)];
  const spaces = await Promise.all(folders.map(measureSpace));
  const known = spaces.filter((one) => one !== undefined);
  return known.toSorted((a, b) => a.freeBytes - b.freeBytes)[0];
}

async function measureSpace(folder: string): Promise<DiskSpace | undefined> {
  const space = await statfs(folder).catch(() => undefined);
  // Not `bfree`, which has what only root may use.
  return space && { folder, freeBytes: space.bavail * space.bsize };
}
