import { migrate, openDatabase } from "@rapport/db";
import { DIALECTS, testDatabase } from "@rapport/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { emailKey, phoneKey } from "../../src/formats.ts";
import { foldText } from "../../src/record-index/index-key.ts";

type Row = [project: number, type: string, property: string, value: string, record: number];

const AT = "2026-01-31T12:34:56.789Z";
const LONDON = [
  "+44 20 7946 0001",
  "+442079460001",
  "+44 (0)20 7946 0001",
  "0044 20 7946 0001",
  "00442079460001",
  "+44-20-7946-0001",
  "(+44) 20/7946.0001",
];
const KEYS: readonly (readonly [phone: string, key: string])[] = [
  ...LONDON.map((phone) => [phone, "+442079460001"] as const),
  ["+44 20 7946 0001 ext. 5", "+442079460001;ext=5"],
  ["0044 20 7946 0001 x5", "+442079460001;ext=5"],
  ["+442079460001#5", "+442079460001;ext=5"],
  ["+44 20 7946 0001 Extension 5", "+442079460001;ext=5"],
  ["+44 20 7946 0001 ext. 05", "+442079460001;ext=05"],
  ["020 7946 0001", "02079460001"],
  ["(0)20 7946 0001", "02079460001"],
  ["555-0100 ext. 42", "5550100;ext=42"],
  ["112", "112"],
  ["12+34", "1234"],
];

describe("the key of a phone number", () => {
  it.each(KEYS)("of %s is %s", (phone, key) => {
    expect(phoneKey(phone)).toBe(key);
  });

  it("does not exist for other texts", () => {
    expect(["", "Ada", "tel:112", "+442079460001;ext=5"].map(phoneKey)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("the key of an email", () => {
  it.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["info@Müller.example", "info@xn--mller-kva.example"],
    ["INFO@XN--MLLER-KVA.example", "info@xn--mller-kva.example"],
    ["info@mu\u0308ller.example", "info@xn--mller-kva.example"],
    ["用户@例え.jp", "用户@xn--r8jz45g.jp"],
    ["Jos\u00e9@example.com", "jos\u00e9@example.com"],
    ["Jose\u0301@example.com", "jos\u00e9@example.com"],
  ])("of %s is %s", (email, key) => {
    expect(emailKey(email)).toBe(key);
  });
});

describe.each(DIALECTS)("a filled database from before the keys of addresses, on %s", (dialect) => {
  it("has the keys after its migration, and the first holder of a unique number", async () => {
    const database = await testDatabase(dialect);
    onTestFinished(() => database.drop());
    const db = openDatabase(database.url);
    onTestFinished(() => db.close());
    await migrate(db, { to: "061-tenant-log" });
    const { kysely } = db;
    await kysely.insertInto("tenants").values({ name: "T", created_at: AT }).execute();
    for (const name of ["P", "Q"]) {
      await kysely.insertInto("projects").values({ tenant_id: 1, name, created_at: AT }).execute();
    }
    const hotline = {
      ...{ project_id: 1, object_type: "deal", name: "hotline", created_at: AT },
      definition: JSON.stringify({ type: "phone", unique: true }) as never,
    };
    await kysely.insertInto("property_definitions").values(hotline).execute();
    const phones = KEYS.map(([phone]) => foldText(phone));
    const others = ["ada lovelace x 5", "+442079460001;ext=5"];
    const rows: Row[] = [
      ...[...phones, ...others].map((value, i): Row => [1, "contact", "phone", value, i + 1]),
      ...phones.map((value, i): Row => [1, "deal", "hotline", value, i + 1]),
      // Not phone numbers: another property, another project.
      [1, "contact", "zip", "00 12-3", 1],
      [2, "deal", "hotline", "00 12-3", 1],
      // Two spellings in one record.
      [1, "company", "phone", "0044 1234", 9],
      [1, "company", "phone", "+44-1234", 9],
    ];
    for (const table of ["record_index", "record_unique"] as const) {
      for (const [project_id, type, property, value, record_id] of rows) {
        await kysely
          .insertInto(table)
          .values({ project_id, type, property, value, record_id })
          .execute();
      }
    }
    await migrate(db);
    const valuesOf = async (
      table: "record_index" | "record_unique",
      type: string,
      property: string,
    ) => {
      const found = await kysely
        .selectFrom(table)
        .select(["record_id", "value"])
        .where("type", "=", type)
        .where("property", "=", property)
        .orderBy("record_id")
        .orderBy("value")
        .execute();
      return found.map(({ record_id, value }) => [record_id, value]);
    };
    const expected = KEYS.map(([, key], i) => [i + 1, key]);
    expect(await valuesOf("record_index", "contact", "phone")).toEqual([
      ...expected,
      ...others.map((value, i) => [KEYS.length + i + 1, value]),
    ]);
    expect(await valuesOf("record_index", "deal", "hotline")).toEqual(
      [...expected, [1, "00 12-3"]].toSorted(
        ([a, x], [b, y]) => Number(a) - Number(b) || (String(x) < String(y) ? -1 : 1),
      ),
    );
    expect(await valuesOf("record_index", "contact", "zip")).toEqual([[1, "00 12-3"]]);
    expect(await valuesOf("record_index", "company", "phone")).toEqual([[9, "+441234"]]);
    const holders = new Map<string, number>();
    for (const [i, [, key]] of KEYS.entries()) if (!holders.has(key)) holders.set(key, i + 1);
    const held = (await valuesOf("record_unique", "deal", "hotline")).filter(
      ([, v]) => v !== "00 12-3",
    );
    expect(new Set(held.map(([, value]) => value))).toEqual(new Set(holders.keys()));
    expect(held).toHaveLength(holders.size);
  });
});
