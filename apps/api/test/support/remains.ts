import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { type Database, listTables } from "@rapport/db";
import { runSql } from "@rapport/testing";

/**
 * Lists where a text still is: tables by their names, and the files of an SQLite database. Compares without regard to
 * case.
 *
 * @param url the database's URL
 */
export async function findRemains(
  db: Database,
  url: string,
  text: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  const names = (await listTables(db)).map(({ name }) => name);
  for (const table of [...names, "record_words"]) {
    const rows = url.startsWith("sqlite:")
      ? await db.kysely
          .selectFrom(table as "records")
          .selectAll()
          .execute()
      : await runSql(url, `select * from ${table}`);
    if (JSON.stringify(rows).toLowerCase().includes(text)) found.push(table);
  }
  return [...found, ...(url.startsWith("sqlite:") ? findInFiles(url.slice(7), text) : [])];
}

/** Lists which files of an SQLite database contain a text. Its index of words is in no table that can be read. */
export function findInFiles(file: string, text: string): readonly string[] {
  const remains = (path: string) =>
    existsSync(path) && readFileSync(path).toString("latin1").toLowerCase().includes(text);
  return ["", "-wal"].filter((suffix) => remains(`${file}${suffix}`)).map((one) => `file${one}`);
}

/**
 * Returns a dump of a PostgreSQL database as operators make it, in lower case. Undefined if there is no pg_dump(1), or
 * only one that is older than the server.
 */
export function dumpOf(url: string): string | undefined {
  const run = spawnSync("pg_dump", ["--dbname", url], { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (run.error !== undefined || run.stderr.includes("server version mismatch")) return undefined;
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.toLowerCase();
}
