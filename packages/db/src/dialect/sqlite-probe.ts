import { rmSync, writeFileSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { DatabaseUnavailable } from "./dialect.ts";

/** Bytes that must fit on the disk; a change of a record writes some 20 pages of 4 KiB. */
const PROBE_BYTES = 256 * 1024;

/**
 * Writes what the database's first page holds already, in the caller's transaction. On a read-only database
 * this fails at once, on a disk that does not write when it is committed: until then a page stays in memory.
 *
 * @throws the driver's error
 */
export function rewriteFirstPage(connection: Sqlite.Database): void {
  const version = Number(connection.pragma("user_version", { simple: true }));
  connection.pragma(`user_version = ${version}`);
}

/**
 * Writes a file next to the database and removes it. One page says little of a full disk: it may fit into
 * what the WAL has left.
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
