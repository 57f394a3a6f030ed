import pg from "pg";
import { expect, inject, test } from "vitest";
import "../src/global-setup.ts";
import { createDatabase } from "../src/databases/database.ts";

test("creates a database that answers queries until it is dropped", async () => {
  const database = await createDatabase(inject("postgresUrl"));
  expect(await query(database.url, "select 1 as one")).toEqual([{ one: 1 }]);

  await database.drop();
  await expect(query(database.url, "select 1")).rejects.toMatchObject({ code: "3D000" });
});

test("creates databases that share nothing", async () => {
  await using first = await createDatabase(inject("postgresUrl"));
  await using second = await createDatabase(inject("postgresUrl"));
  await query(first.url, "create table only_here (id int)");
  await expect(query(second.url, "select * from only_here")).rejects.toMatchObject({
    code: "42P01",
  });
});

test("compares text by language unless a query says otherwise", async () => {
  await using database = await createDatabase(inject("postgresUrl"));
  expect(
    await query(database.url, `select 'a' < 'B' as language, 'a' < 'B' collate "C" as bytes`),
  ).toEqual([{ language: true, bytes: false }]);
});

async function query(url: string, statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
