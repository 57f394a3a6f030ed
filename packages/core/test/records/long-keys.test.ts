import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findIds } from "../../src/records/batch/keys.ts";
import { saveProperty } from "../../src/schema/save-property.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const AT = "2026-01-31T12:34:56.789Z";
/** Longer than what the index has of a value. */
const START = "x".repeat(300);
const SAME = 1_000;
const DIFFERENT = 450;

describe.each(DIALECTS)("long keys on %s", (dialect) => {
  let store: TestDeps;
  let statements: string[];
  beforeAll(async () => {
    store = await openTestDeps(dialect);
    const { deps, db, principal } = store;
    const { projectId } = principal;
    const property = { name: "link", label: "Link", type: "text", multi: false } as const;
    await saveProperty(deps, projectId, "contact", property);
    const links = [
      ...Array.from({ length: SAME }, () => `y${START}`),
      ...Array.from({ length: DIFFERENT }, (_, i) => `${START}${i}`),
    ];
    for (let start = 0; start < links.length; start += 100) {
      const rows = links.slice(start, start + 100).map((link) => ({
        ...{ project_id: projectId, type: "contact", version: 1, created_at: AT, updated_at: AT },
        ...{ deleted_at: null, properties: JSON.stringify({ link }) },
      }));
      await db.kysely
        .insertInto("records")
        .values(rows as never)
        .execute();
    }
    await saveProperty(deps, projectId, "contact", { ...property, indexed: true });
  });
  afterAll(() => store[Symbol.asyncDispose]());

  async function find(keys: readonly string[]) {
    const { db, deps, principal } = store;
    const object = await deps.schemas.object(principal.projectId, "contact");
    const property = object.properties.get("link");
    if (property === undefined) throw new Error("the property is lost");
    statements = [];
    const counted: typeof db = {
      ...db,
      kysely: db.kysely,
      execute: (query, values) => {
        statements.push(query.name);
        return db.execute(query, values);
      },
    };
    return findIds(counted, { ...principal, object }, property, keys);
  }

  test("are found among hundreds with the same beginning, by their values alone", async () => {
    const keys = [`${START}0`, `${START}449`, `${START}450`];
    const found = await find(keys);
    expect(keys.map((key) => found.get(key)?.length)).toEqual([1, 1, 0]);
    expect(statements).not.toContain("records_many");
  });

  test("are no longer looked for once ten records have each of them", async () => {
    const found = await find([`y${START}`]);
    expect(found.get(`y${START}`)).toHaveLength(10);
    expect(statements).toHaveLength(2);
  });
});
