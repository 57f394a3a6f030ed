import { migratedDatabase } from "@rapport/testing";
import { expect, test } from "vitest";
import { openDatabase } from "../src/index.ts";

test("a transaction is committed before a long one that arrives with it begins", async () => {
  const database = await migratedDatabase("sqlite");
  const db = openDatabase(database.url);
  try {
    const order: string[] = [];
    const short = (name: string) =>
      db.transaction(async () => void order.push(name)).then(() => order.push(`${name} committed`));
    const before = short("first");
    const long = db.transaction(async () => void order.push("long"), { isLong: true });
    const after = short("second");
    await Promise.all([before, long, after]);
    expect(order).toEqual(["first", "first committed", "long", "second", "second committed"]);
  } finally {
    await db.close();
    await database.drop();
  }
});
