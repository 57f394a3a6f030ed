import { rmSync, writeFileSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { DatabaseUnavailable } from "./errors.ts";

/** Bytes that must fit on the disk. A record change writes about 20 pages of 4 KiB. */
const PROBE_BYTES = 256 * 1024;

/**
 * Rewrites the database's first page unchanged, in the caller's transaction. On a read-only database this
 * fails at once. On a broken disk it fails at commit, because the page stays in memory until then.
 *
 * @throws the driver's error
 */
export function rewriteFirstPage(connection: Sqlite.Database): void {
  const version = Number(connection.pragma("user_version", { simple: true }));
  connection.pragma(`user_version = ${version}`);
}

/**
 * Writes a file next to the database and removes it. Writing one page would not detect a full disk, because
 * the WAL may still have room for it.
 *
 * @throws DatabaseUnavailable if it does not fit
 */
export function checkSpace({ name }: Sqlite.Database): void {
  const file = `${name}-probe`;
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true });
  } catch (cause) {
    throw new DatabaseUnavailable("the disk of the database is full", { cause });
  } finally {
    rmSync(file, { force: true });
  }
}
