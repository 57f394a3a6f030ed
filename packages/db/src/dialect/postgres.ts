import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { isoFromPostgres } from "../columns.ts";
import type { Schema } from "../schema.ts";
import type { PreparedQuery } from "../statement.ts";
import { type Database, type Db, UniqueViolation } from "./dialect.ts";
import { PLAN_SETTINGS, renewPlans } from "./postgres-plans.ts";

const INT8 = 20;
const TIMESTAMPTZ = 1184;
/** How often a transaction that lost a race (serialization failure, deadlock) is tried. */
const ATTEMPTS = 5;

/**
 * Opens a PostgreSQL database. Statements are named, so each connection parses and plans them once.
 *
 * @param url `postgres://user:password@host:port/database`
 * @param poolSize connections this process may hold
 */
export function openPostgres(url: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: { getTypeParser },
    options: ["timezone=UTC", ...PLAN_SETTINGS].map((setting) => `-c ${setting}`).join(" "),
    application_name: "rapport",
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks while idle is replaced at the next query, which reports what it meets.
  pool.on("error", () => undefined);
  renewPlans(pool);

  const { execute, tryLock } = executor(pool);
  return {
    dialect: "postgres",
    execute,
    tryLock,
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    transaction: (work) => transaction(pool, work),
    ping: async () => void (await pool.query("select 1")),
    integrity: async () => [],
    backup: async () => {
      throw new Error("use pg_dump to back up a PostgreSQL database");
    },
    close: () => pool.end(),
  };
}

const PARSERS = pg.types.getTypeParser;

function getTypeParser(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  if (oid === INT8) return Number;
  if (oid === TIMESTAMPTZ) return isoFromPostgres;
  return PARSERS(oid, format as "text");
}

function executor(client: pg.Pool | pg.PoolClient): Db {
  async function execute(
    query: PreparedQuery,
    values: readonly unknown[],
  ): Promise<readonly object[]> {
    try {
      const result = await client.query({
        name: query.name,
        text: query.sql,
        values: values as unknown[],
      });
      return result.rows;
    } catch (error) {
      throw sqlState(error) === "23505"
        ? new UniqueViolation("unique violation", { cause: error })
        : error;
    }
  }
  async function tryLock(name: string): Promise<boolean> {
    const [row] = (await execute(TRY_LOCK, [name])) as readonly { locked: boolean }[];
    return row?.locked ?? false;
  }
  return { dialect: "postgres", execute, tryLock };
}

const TRY_LOCK: PreparedQuery = {
  name: "try_lock",
  sql: "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked",
};

async function transaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, work);
    } catch (error) {
      const state = sqlState(error);
      if ((state !== "40001" && state !== "40P01") || attempt === ATTEMPTS) throw error;
    }
  }
}

async function once<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(executor(client));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
