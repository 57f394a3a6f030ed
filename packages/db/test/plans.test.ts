import { testDatabase } from "@rapport/testing";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Database, migrate, openDatabase } from "../src/index.ts";
import { type DeclaredStatement, listStatements } from "../src/statement.ts";
import {
  explainPostgres,
  explainSqlite,
  type Plan,
  plan,
  prepare,
  valuesOf,
} from "./support/explain.ts";
import { fill } from "./support/fill.ts";
import { argsOf, LIMIT } from "./support/statement-args.ts";
import { PLANS, WITHOUT_PLAN } from "./support/statement-plans.ts";

/** Most pages per row: the path through its index, the row, and its indexes if it changes. */
const PAGES_PER_ROW = 30;

/** Most table rows read per returned row, including filtered ones. */
const READ_PER_ROW = 5;

// biome-ignore lint/suspicious/noExplicitAny: the connection of any schema
type Connection = Kysely<any>;

const named = new Map<string, DeclaredStatement>();

beforeAll(() => {
  for (const [name, statement] of listStatements()) {
    if (!WITHOUT_PLAN.test(name)) named.set(name, statement);
  }
});

it("every named statement has an entry with its indexes", () => {
  expect([...named.keys()].toSorted()).toEqual(Object.keys(PLANS).toSorted());
});

describe("on SQLite, every statement uses the intended indexes", () => {
  it.each([
    ["empty", async () => undefined],
    // The migrations set the statistics by which SQLite plans, so it does not matter how many rows there are.
    ["filled with 1,000 records", (db: Database) => fill(db, 1_000)],
  ])("of a database that is %s", async (_, prepareRows) => {
    const database = await testDatabase("sqlite");
    const db = openDatabase(database.url);
    await migrate(db);
    await prepareRows(db);
    const misused: [string, readonly string[]][] = [];
    for (const [name, statement] of named) {
      const uses = await explainSqlite(db.kysely, statement);
      const intended = PLANS[name]?.sqlite ?? PLANS[name]?.uses ?? [];
      if (uses.join(" ") !== intended.join(" ")) misused.push([name, uses]);
    }
    await db.close();
    await database.drop();
    expect(Object.fromEntries(misused)).toEqual({});
  });
});

describe("on PostgreSQL, every statement uses the intended indexes and reads what it returns", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let db: Database;
  let plannedEmpty: Database;

  beforeAll(async () => {
    database = await testDatabase("postgres");
    db = openDatabase(database.url, { poolSize: 1 });
    await migrate(db);
    await disableAutovacuum(db);
    await sql`analyze`.execute(db.kysely);
    plannedEmpty = openDatabase(database.url, { poolSize: 1 });
    await plannedEmpty.kysely.connection().execute(async (connection) => {
      await setUp(connection, "generic");
      for (const name of named.keys()) await plan(connection, name, valuesFor(name));
    });
    // A pool closes idle connections.
    const use = setInterval(() => void sql`select 1`.execute(plannedEmpty.kysely), 1_000);
    await fill(db).finally(() => clearInterval(use));
  });

  afterAll(async () => {
    await plannedEmpty.close();
    await db.close();
    await database.drop();
  });

  it("once the tables have grown since the connection planned", async () => {
    // PostgreSQL keeps plans of the empty tables for a while. A full scan now fails by itself.
    await sql`set statement_timeout = 1000`.execute(plannedEmpty.kysely);
    await vi.waitFor(() => plannedEmpty.kysely.connection().execute(expectIntended), {
      timeout: 60_000,
      interval: 1_000,
    });
  });

  describe.each([
    ["the statistics of empty tables", async () => undefined],
    ["no statistics", () => forgetStatistics(db)],
    ["the statistics of 100,000 rows", () => sql`analyze`.execute(db.kysely)],
  ])("with %s", (_, prepareStatistics) => {
    beforeAll(async () => void (await prepareStatistics()));

    it.each(["generic", "custom"] as const)("and %s plans", inNewSession);
  });

  async function inNewSession(mode: "generic" | "custom"): Promise<void> {
    const session = openDatabase(database.url, { poolSize: 1 });
    try {
      await session.kysely.connection().execute(async (connection) => {
        await setUp(connection, mode);
        await expectIntended(connection);
      });
    } finally {
      await session.close();
    }
  }
});

async function setUp(connection: Connection, mode: "generic" | "custom"): Promise<void> {
  await sql.raw(`set plan_cache_mode = force_${mode}_plan`).execute(connection);
  for (const [name, statement] of named) await prepare(connection, name, statement);
}

async function expectIntended(connection: Connection): Promise<void> {
  const plans = new Map<string, Plan>();
  for (const name of named.keys()) {
    plans.set(name, await explainPostgres(connection, name, valuesFor(name)));
  }
  const misused = [...plans].filter(([name, { uses }]) => !isIntended(name, uses));
  expect(Object.fromEntries(misused.map(([name, { uses }]) => [name, uses]))).toEqual({});
  expect(Object.fromEntries([...plans].filter(([name, made]) => isWasteful(name, made)))).toEqual(
    {},
  );
}

function isIntended(name: string, uses: readonly string[]): boolean {
  const intended = PLANS[name]?.uses ?? [];
  return PLANS[name]?.counts === undefined
    ? uses.join(" ") === intended.join(" ")
    : uses.every((index) => intended.includes(index));
}

function isWasteful(name: string, { read, rows, pages }: Plan): boolean {
  const wanted = Math.max(rows, LIMIT);
  const readMost =
    PLANS[name]?.counts === undefined ? READ_PER_ROW * wanted : Number.POSITIVE_INFINITY;
  return read > readMost || pages > PAGES_PER_ROW * Math.max(wanted, read);
}

function valuesFor(name: string): readonly unknown[] {
  const statement = named.get(name);
  return statement === undefined ? [] : valuesOf(statement, "postgres", argsOf(name));
}

async function disableAutovacuum({ kysely }: Database): Promise<void> {
  for (const { name } of await kysely.introspection.getTables()) {
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(kysely);
  }
}

/** Resets the statistics to those of a restored database. */
async function forgetStatistics({ kysely }: Database): Promise<void> {
  await sql`delete from pg_statistic`.execute(kysely);
  await sql`
    update pg_class set reltuples = -1, relpages = 0
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')`.execute(kysely);
}
