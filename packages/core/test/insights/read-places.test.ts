import { reports } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPlaces } from "../../src/insights/read-sums.ts";
import { PLACE, placeKey } from "../../src/record-index/place-key.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const CREATED = "2026-03-01T00:00:00.000Z";
const STAGES = ["new", "won"] as const;
/** As many deals have the same place as no portion below can hold. */
const SAME = 6;

describe.each(DIALECTS)("the places of records on %s", (dialect) => {
  let test: TestDeps;
  let scope: { readonly project: number; readonly type: string };

  beforeAll(async () => {
    test = await openTestDeps(dialect);
    scope = { project: test.principal.projectId, type: "deal" };
    const places = STAGES.flatMap((stage) =>
      Array.from({ length: 20 }, (_, i) =>
        placeKey(
          { pipeline: "default", stage, amount: String(Math.max(i, SAME)), currency: "EUR" },
          CREATED,
        ),
      ),
    );
    const rows = places.map((value, i) => ({
      ...{ project_id: scope.project, type: "deal", property: PLACE },
      ...{ value: value ?? "", record_id: i + 1 },
    }));
    await test.db.kysely.insertInto("record_index").values(rows).execute();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it.each([1, 3, 7, 19, 20, 1_000])("are each counted once in portions of %i", async (portion) => {
    const ranges = STAGES.map((stage) => ({ pipeline: "default", stage }));
    const read = (spans: string) => reports.sumPlaces.all(test.db, { ...scope, spans });
    const rows = await readPlaces(test.db, scope, { ranges, portionRows: portion }, read);
    for (const span of STAGES.keys()) {
      const own = rows.filter((row) => row.span === span);
      expect(own.reduce((sum, { count }) => sum + count, 0)).toBe(20);
      expect(own.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(7 * 6 + 169);
    }
  });
});
