import { testDatabase } from "@rapport/testing";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { compact, openDatabase } from "../src/index.ts";

it("compacting a PostgreSQL table may take longer than the statements of a server", {
  timeout: 120_000,
}, async () => {
  const database = await testDatabase("postgres");
  const { kysely, close } = openDatabase(database.url);
  const define = (body: string) =>
    `create or replace function slow(x int) returns int language plpgsql immutable as $$ begin ${body} return x; end $$`;
  try {
    for (const statement of [
      define(""),
      "create table slow_table (x int)",
      "create index on slow_table (slow(x))",
      "insert into slow_table values (1)",
      // The vacuum analyzes the index, and sleeps for longer than a server's statement may take.
      define("perform pg_sleep(11);"),
    ]) {
      await sql.raw(statement).execute(kysely);
    }
    const { before, after } = await compact(database.url, {});
    expect([before, after]).toEqual([expect.any(Number), expect.any(Number)]);
  } finally {
    await close();
    await database.drop();
  }
});
