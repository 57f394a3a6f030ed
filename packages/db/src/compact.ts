import { sql } from "kysely";
import { type Compacted, compactFile, type OnGivenBack } from "./dialect/sqlite/compact.ts";
import { openDatabase, sqliteFile } from "./open.ts";
import { isDistributed } from "./scale-out/distribute.ts";

/**
 * Gives unused space of a database back while others read and write it.
 *
 * @param options.rewrite whether to rewrite SQLite's file, while nobody else has it open
 * @throws CompactRefused if SQLite's file must be rewritten first, or others have it open
 */
export function compact(
  url: string,
  {
    rewrite = false,
    onGivenBack = () => undefined,
  }: { rewrite?: boolean; onGivenBack?: OnGivenBack },
): Promise<Compacted> {
  const file = sqliteFile(url);
  return file === undefined
    ? compactPostgres(url, onGivenBack)
    : compactFile(file, rewrite, onGivenBack);
}

/** Limit of the vacuum of a table, and of building an index again. */
const STATEMENT_TIMEOUT_MS = 6 * 60 * 60_000;
/** Smaller indexes are left as they are. */
const SMALL_INDEX_BYTES = 1024 * 1024;

/**
 * Vacuums each table, which frees the space of removed rows for new ones and cuts off empty ends, and builds the indexes
 * again beside the old ones. Neither keeps others from writing.
 */
async function compactPostgres(url: string, onGivenBack: OnGivenBack): Promise<Compacted> {
  const { kysely, close } = openDatabase(url, { poolSize: 1, timeoutMs: STATEMENT_TIMEOUT_MS });
  const run = (statement: string) => sql.raw(statement).execute(kysely);
  const listNames = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(kysely)).rows.map(({ name }) => name);
  async function size(): Promise<number> {
    const { rows } = await SIZE.execute(kysely);
    return Number(rows[0]?.bytes);
  }
  try {
    const before = await size();
    // Invalid indexes of an earlier run that was stopped.
    for (const name of await listNames(INVALID))
      await run(`drop index concurrently if exists ${name}`);
    for (const name of await listNames(TABLES)) {
      await run(`vacuum (analyze) ${name}`);
      onGivenBack(before - (await size()));
    }
    // Citus does not pass this on to the tables of its nodes.
    const indexes = (await isDistributed(kysely)) ? [] : await listNames(INDEXES);
    for (const name of indexes) {
      await run(`reindex index concurrently ${name}`);
      onGivenBack(before - (await size()));
    }
    return { before, after: await size() };
  } finally {
    await close();
  }
}

const OWN = sql`c.relnamespace = (select oid from pg_namespace where nspname = current_schema())`;

const SIZE = sql<{ bytes: number }>`
  select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes from pg_class c
  where c.relkind = 'r' and ${OWN}`;

const TABLES = sql<{ name: string }>`
  select cast(c.oid as regclass)::text as name from pg_class c
  where c.relkind = 'r' and ${OWN} order by 1`;

const INDEXES = sql<{ name: string }>`
  select cast(c.oid as regclass)::text as name from pg_class c
  where c.relkind = 'i' and ${OWN} and pg_relation_size(c.oid) > ${sql.lit(SMALL_INDEX_BYTES)}
  order by pg_relation_size(c.oid)`;

const INVALID = sql<{ name: string }>`
  select cast(c.oid as regclass)::text as name from pg_class c
  join pg_index i on i.indexrelid = c.oid
  where not i.indisvalid and ${OWN} and c.relname ~ '_cc(new|old)[0-9]*$'`;
