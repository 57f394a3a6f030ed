import { CITUS_URL, createDatabase, joinNodes } from "@rapport/testing";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { migrate, openDatabase } from "../src/index.ts";
import { distributeTables } from "../src/scale-out/distribute.ts";

/** Before the migration that makes `home_reports` and writes `record_index`. */
const BEFORE = "047-passkeys";

describe.skipIf(CITUS_URL === undefined)(
  "migrations after a scale-out (skipped without TEST_CITUS_URL)",
  () => {
    it("spread the tables that they make, and write the rows of every node", async () => {
      await using database = await createDatabase(CITUS_URL as string);
      await joinNodes(database.url);
      const db = openDatabase(database.url);
      await migrate(db, { to: BEFORE });
      await distributeTables(db.kysely, 4);
      await sql.raw(DEALS).execute(db.kysely);

      expect(await migrate(db)).toContain("048-reports");
      const { rows: keys } = await sql`
        select column_to_column_name(logicalrelid, partkey) as key from pg_dist_partition
        where logicalrelid = 'home_reports'::regclass`.execute(db.kysely);
      expect(keys).toEqual([{ key: "project_id" }]);
      const { rows: places } = await sql`
        select count(distinct project_id) as projects from record_index
        where property = '~place'`.execute(db.kysely);
      expect(places).toEqual([{ projects: 20 }]);
      await db.close();
    });
  },
);

/** A deal in each of 20 projects, so that every shard has some. */
const DEALS = `
  insert into records (project_id, type, properties, version, created_at, updated_at)
  select i, 'deal', '{"pipeline": "default", "stage": "new"}', 1, now(), now()
  from generate_series(1, 20) as i`;
