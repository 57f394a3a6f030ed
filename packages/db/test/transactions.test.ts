import { DIALECTS, type Dialect, migratedDatabase } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type Database,
  type Db,
  endWith,
  joinTransaction,
  openDatabase,
  together,
  UniqueViolation,
  type Write,
} from "../src/index.ts";

const query = (name: string, sql: string) => ({ name, sql });
const INSERT = query("test_insert", "insert into test_rows (id) values (1)");
const FAIL = query("test_fail", "insert into test_rows (id) values (null)");
const COUNT = query("test_count", "select count(*) as count from test_rows");

describe.each(DIALECTS)("transactions on %s", (dialect) => {
  let db: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ db, drop } = await openWithTable(dialect));
  });
  afterAll(() => drop());

  test("leaves nothing of the statements that were started before and after one that failed", async () => {
    const before = await count(db);
    const failing = db.transaction((tx) =>
      together([run(tx, INSERT), run(tx, FAIL), run(tx, INSERT)]),
    );
    await expect(failing).rejects.toThrow(/not.null/i);
    expect(await count(db)).toBe(before);
    await db.transaction((tx) => run(tx, INSERT));
    expect(await count(db)).toBe(before + 1);
  });

  test("runs no statement of a transaction whose first statement failed, even if its error is ignored", async () => {
    const before = await count(db);
    const failing = db.transaction(async (tx) => {
      await run(tx, FAIL).catch(() => undefined);
      await run(tx, INSERT);
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow();
    expect(await count(db)).toBe(before);
  });

  test("fails with the error of the statement that failed first, however late its caller sees it", async () => {
    const late = async (tx: Db) => {
      try {
        await run(tx, FAIL);
      } finally {
        for (let i = 0; i < 10; i++) await undefined;
      }
    };
    const failing = db.transaction((tx) => together([late(tx), run(tx, INSERT)]));
    await expect(failing).rejects.toThrow(/not.null/i);
  });

  test("refuses a statement after the end of its transaction", async () => {
    const before = await count(db);
    const kept = await db.transaction(async (tx) => {
      await run(tx, INSERT);
      return tx;
    });
    await expect(run(kept, INSERT)).rejects.toThrow();
    expect(await count(db)).toBe(before + 1);
  });

  test("commits its last writes, all or none, and fails with the error of the first that failed", async () => {
    // The connection prepares what is sent together.
    await db.transaction((tx) => run(tx, INSERT));
    await db.transaction((tx) => run(tx, FAIL)).catch(() => undefined);
    const before = await count(db);
    const wrong = { ...write(FAIL), failure: () => new Error("refused") };
    for (const writes of [
      [write(INSERT), wrong],
      [wrong, write(INSERT)],
      [write(INSERT), wrong, wrong],
    ]) {
      const failing = db.transaction(async (tx) => {
        await run(tx, INSERT);
        await endWith(tx, writes);
      });
      await expect(failing).rejects.toThrow("refused");
      expect(await count(db)).toBe(before);
    }
    await db.transaction(async (tx) => {
      await run(tx, INSERT);
      await endWith(tx, [write(INSERT), write(INSERT)]);
    });
    await db.transaction((tx) => endWith(tx, [write(INSERT)]));
    expect(await count(db)).toBe(before + 4);
  });

  test("keeps the transaction open after the last writes of one that is part of it", async () => {
    const before = await count(db);
    const failing = db.transaction(async (tx) => {
      await joinTransaction(db, tx).transaction((joined) => endWith(joined, [write(INSERT)]));
      await run(tx, INSERT);
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await count(db)).toBe(before);
  });

  test("leaves out the writes that its database does not need", async () => {
    const before = await count(db);
    const unneeded = { callIn: () => null };
    await db.transaction((tx) => endWith(tx, [unneeded, write(INSERT), unneeded]));
    expect(await count(db)).toBe(before + 1);
  });

  test("runs statements in the order in which they were started", async () => {
    const order: string[] = [];
    const note = (name: string, statement: Promise<unknown>) =>
      statement.then(() => order.push(name));
    await db.transaction((tx) =>
      together([note("first", run(tx, INSERT)), note("second", run(tx, COUNT))]),
    );
    expect(order).toEqual(["first", "second"]);
  });
});

describe("a transaction on SQLite that takes longer than 50 seconds", () => {
  const tooLong = /longer than 50 seconds/;

  test.each([
    ["before its next statement", true],
    ["at its commit", false],
  ])("is rolled back %s", async (_, hasStatement) => {
    const { db, drop } = await openWithTable("sqlite");
    const clock = movableClock();
    const slow = db.transaction(async (tx) => {
      await run(tx, INSERT);
      clock.advance(50_001);
      if (hasStatement) await run(tx, COUNT);
    });
    await expect(slow).rejects.toThrow(tooLong);
    expect(await count(db)).toBe(0);
    // The database works.
    await db.checkWritable();
    await db.transaction((tx) => run(tx, INSERT));
    expect(await count(db)).toBe(1);
    await drop();
  });

  test("is committed if it is a long one", async () => {
    const { db, drop } = await openWithTable("sqlite");
    const clock = movableClock();
    const work = async (tx: Db) => {
      await run(tx, INSERT);
      clock.advance(50_001);
      await run(tx, INSERT);
    };
    await db.transaction(work, { isLong: true });
    expect(await count(db)).toBe(2);
    await drop();
  });
});

/** Adds to the time since the start of the process. */
function movableClock() {
  const now = performance.now.bind(performance);
  let added = 0;
  const spy = vi.spyOn(performance, "now").mockImplementation(() => now() + added);
  onTestFinished(() => spy.mockRestore());
  return {
    advance(milliseconds: number) {
      added += milliseconds;
    },
  };
}

test("refuses a statement on PostgreSQL after its last writes, which are committed", async () => {
  const { db, drop } = await openWithTable("postgres");
  const transaction = (after: (tx: Db) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await run(tx, INSERT);
      await endWith(tx, [write(INSERT)]);
      await after(tx);
    });
  // The connection prepares what is sent together.
  await transaction(async () => undefined);
  await expect(transaction((tx) => run(tx, INSERT))).rejects.toThrow(/after the end/);
  expect(await count(db)).toBe(4);
  await drop();
});

test("fails on PostgreSQL if COMMIT is refused, and commits nothing", async () => {
  const { db, drop } = await openWithTable("postgres");
  await db.transaction((tx) =>
    run(
      tx,
      query("test_once", "alter table test_rows add unique (id) deferrable initially deferred"),
    ),
  );
  const transaction = (sql: string) =>
    db.transaction(async (tx) => {
      await run(tx, COUNT);
      await endWith(tx, [write(query("test_late", sql))]);
    });
  const insert = "insert into test_rows (id) values (7)";
  await transaction(insert);
  await expect(transaction(insert)).rejects.toThrow(UniqueViolation);
  expect(await count(db)).toBe(1);
  await db.transaction((tx) => run(tx, INSERT));
  expect(await count(db)).toBe(2);
  await drop();
});

test("does not run the first statement on PostgreSQL if BEGIN fails, and then runs it once", async () => {
  const { db, drop } = await openWithTable("postgres");
  await db.transaction((tx) => run(tx, query("test_forget", "deallocate begin")));
  await db.transaction((tx) => run(tx, INSERT));
  expect(await count(db)).toBe(1);
  await drop();
});

/** Opens a database with one connection, so that each transaction uses that of the one before. */
async function openWithTable(dialect: Dialect) {
  const database = await migratedDatabase(dialect);
  const db = openDatabase(database.url, { poolSize: 1 });
  await db.transaction((tx) =>
    run(tx, query("test_table", "create table test_rows (id int not null)")),
  );
  const drop = async () => {
    await db.close();
    await database.drop();
  };
  return { db, drop };
}

function write(statement: { name: string; sql: string }): Write {
  return { callIn: () => [statement, []] };
}

function run(tx: Db, statement: { name: string; sql: string }) {
  return tx.execute(statement, []);
}

async function count(db: Database): Promise<number> {
  const [row] = (await db.execute(COUNT, [])) as readonly { count: number }[];
  return Number(row?.count);
}
