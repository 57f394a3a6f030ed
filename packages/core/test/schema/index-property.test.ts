import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveProperty } from "../../src/schema/save-property.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

/** More than the ids that one statement reads. */
const CONTACTS = 1_100;
const ROWS = 100;
const AT = "2026-01-31T12:34:56.789Z";

describe.each(DIALECTS)("a property that becomes indexed on %s", (dialect) => {
  let store: TestDeps;
  beforeAll(async () => {
    store = await openTestDeps(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  test("is indexed for every live record that has values, however many there are", async () => {
    const { deps, db, principal } = store;
    const { projectId } = principal;
    const property = { name: "codes", label: "Codes", type: "text", multi: true } as const;
    await saveProperty(deps, projectId, "contact", property);
    for (let start = 0; start < CONTACTS; start += ROWS) {
      const rows = Array.from({ length: ROWS }, (_, i) => ({
        ...{ project_id: projectId, type: "contact", version: 1, created_at: AT, updated_at: AT },
        deleted_at: i === 1 ? AT : null,
        properties: JSON.stringify({
          firstname: `Ada ${start + i}`,
          ...(i === 0 ? {} : { codes: [`A${start + i}`, `a${start + i}`, `B${start + i}`] }),
        }),
      }));
      await db.kysely
        .insertInto("records")
        .values(rows as never)
        .execute();
    }

    await saveProperty(deps, projectId, "contact", { ...property, indexed: true });
    const { count } = await db.kysely
      .selectFrom("record_index")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("project_id", "=", projectId)
      .where("property", "=", "codes")
      .executeTakeFirstOrThrow();
    // Two values that differ only in their case share a row. Of 100 contacts, one has no values and one is deleted.
    expect(Number(count)).toBe(2 * (CONTACTS - (2 * CONTACTS) / ROWS));
  });
});
