import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { migratedDatabase } from "@rapport/testing";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { openCheckpoints } from "../src/dialect/sqlite/checkpoints.ts";
import { type Database, openDatabase } from "../src/index.ts";

const query = (name: string, sql: string) => ({ name, sql });
const CREATE = query("test_create_filled", "create table filled (bytes)");
const WRITE = query("test_write_bytes", "insert into filled values (zeroblob(?))");
const READ = query("test_read", "select 1");

const MIB = 2 ** 20;
/** The longest log: what a checkpoint waits for, and a transaction of this file. */
const LOG_LIMIT = 10 * MIB;

test("the log of a database that is written to all the time stays short", async () => {
  await using database = await temporaryDatabase();
  for (let i = 0; i < 30; i++) await write(database.db, 2 * MIB);
  expect(statSync(database.log).size).toBeLessThan(LOG_LIMIT);
  expect(statSync(database.file).size).toBeGreaterThan(45 * MIB);
});

test("reads are answered while the log is copied", async () => {
  await using database = await temporaryDatabase();
  await write(database.db, 8 * MIB);
  let reads = 0;
  let isWritten = false;
  // It waits for the checkpoint.
  const next = write(database.db, 1).then(() => (isWritten = true));
  while (!isWritten) {
    await database.db.execute(READ, []);
    reads++;
    await sleep(0);
  }
  await next;
  expect(reads).toBeGreaterThan(1);
});

test("the log stops growing once a reader of an old snapshot has ended", async () => {
  await using database = await temporaryDatabase();
  const reader = new Sqlite(database.file);
  reader.exec("begin");
  reader.prepare("select count(*) from filled").get();
  for (let i = 0; i < 10; i++) await write(database.db, 2 * MIB);
  const grown = statSync(database.log).size;
  expect(grown).toBeGreaterThan(20 * MIB);
  reader.exec("commit");
  reader.close();
  for (let i = 0; i < 30; i++) await write(database.db, 2 * MIB);
  expect(statSync(database.log).size).toBeLessThan(grown + LOG_LIMIT);
});

test("a closed database leaves no log", async () => {
  await using database = await temporaryDatabase();
  await write(database.db, 8 * MIB);
  await database.db.close();
  expect(existsSync(database.log)).toBe(false);
});

test("a program that closes its database during a checkpoint ends after that", async () => {
  await using database = await temporaryDatabase();
  // The log stays long, because another connection wrote it and is open.
  const other = new Sqlite(database.file);
  other.pragma("wal_autocheckpoint = 0");
  other.prepare("insert into filled values (zeroblob(?))").run(8 * MIB);
  const program = fileURLToPath(new URL("support/close-during-checkpoint.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, database.file]);
  other.close();
  expect(stdout).toBe("closed\n");
});

test("SQLite copies the log itself if the thread cannot", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rapport-checkpoints-"));
  const file = join(folder, "written.db");
  const writer = new Sqlite(file);
  try {
    writer.pragma("journal_mode = wal");
    writer.exec("create table filled (bytes)");
    const checkpoints = openCheckpoints(writer, join(folder, "absent.db"));
    for (let i = 0; i < 30; i++) {
      writer.prepare("insert into filled values (zeroblob(?))").run(2 * MIB);
      await checkpoints.runIfDue();
    }
    await checkpoints.close();
    expect(statSync(`${file}-wal`).size).toBeLessThan(LOG_LIMIT);
  } finally {
    writer.close();
    await rm(folder, { recursive: true });
  }
});

async function temporaryDatabase() {
  const { url, drop } = await migratedDatabase("sqlite");
  const file = url.slice("sqlite:".length);
  const db = openDatabase(url);
  await db.transaction((tx) => tx.execute(CREATE, []));
  return {
    db,
    file,
    log: `${file}-wal`,
    async [Symbol.asyncDispose]() {
      await db.close();
      await drop();
    },
  };
}

/** Writes a row of so many bytes in a transaction of its own. */
async function write(db: Database, bytes: number): Promise<void> {
  await db.transaction((tx) => tx.execute(WRITE, [bytes]));
}
