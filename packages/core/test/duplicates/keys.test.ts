import { DIALECTS } from "@rapport/testing";
import { expect, onTestFinished, test } from "vitest";
import { findDuplicates } from "../../src/duplicates/find-duplicates.ts";
import { duplicateKeys } from "../../src/duplicates/keys.ts";
import { saveProperty } from "../../src/schema/save-property.ts";
import { openTestDeps } from "../support/deps.ts";

const AT = "2026-01-31T12:34:56.789Z";

test.each(DIALECTS)(
  "the keys of a record with too many addresses are those of its first properties by name, on %s",
  async (dialect) => {
    const store = await openTestDeps(dialect);
    onTestFinished(() => store[Symbol.asyncDispose]());
    const { db, deps } = store;
    const { projectId } = store.principal;
    for (const name of ["zz", "older_emails"]) {
      const property = { name, label: name, type: "email", multi: true } as const;
      await saveProperty(deps, projectId, "contact", property);
    }
    const emails = (name: string) => Array.from({ length: 15 }, (_, i) => `${name}${i}@x.test`);
    const [zz, older] = [emails("zz"), emails("older")];
    // PostgreSQL would put the shorter name first, SQLite keeps the order.
    for (const properties of [
      { zz, older_emails: older },
      { older_emails: older, zz },
    ]) {
      const row = { project_id: projectId, type: "contact", version: 1, deleted_at: null };
      await db.kysely
        .insertInto("records")
        .values({
          ...{ ...row, created_at: AT, updated_at: AT },
          properties: JSON.stringify(properties),
        } as never)
        .execute();
    }
    await db.kysely
      .insertInto("duplicate_backfills")
      .values({ project_id: projectId, type: "contact", after_id: 0 } as never)
      .execute();
    await findDuplicates(deps, new AbortController().signal);

    const object = await deps.schemas.object(projectId, "contact");
    const first = { older_emails: older, zz: zz.slice(0, 5) };
    const wanted = duplicateKeys(object, first, []).toSorted();
    const rows = await db.kysely
      .selectFrom("duplicate_keys")
      .select(["record_id", "key"])
      .where("project_id", "=", projectId)
      .execute();
    const byRecord = Map.groupBy(rows, (row) => row.record_id);
    expect(byRecord.size).toBe(2);
    for (const own of byRecord.values()) {
      expect(own.map(({ key }) => key).toSorted()).toEqual(wanted);
    }
  },
);
