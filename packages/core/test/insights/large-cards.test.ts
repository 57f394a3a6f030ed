import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBoard, readStage } from "../../src/insights/board.ts";
import { applyCreate } from "../../src/records/batch/apply.ts";
import { writeBatch } from "../../src/records/batch/batch.ts";
import { saveProperty } from "../../src/schema/save-property.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const MIB = 1024 * 1024;
/** With these, a deal has almost 1 MiB. */
const TEXTS = Array.from({ length: 15 }, (_, i) => `text_${i}`);
/** In each of two stages. */
const DEALS = 20;

describe.each(DIALECTS)("a board with large cards on %s", (dialect) => {
  let store: TestDeps;
  const stages: string[] = [];
  let pipeline = "";
  beforeAll(async () => {
    store = await openTestDeps(dialect);
    const { deps, principal } = store;
    for (const name of TEXTS) {
      const property = { name, label: name, type: "text", multi: false } as const;
      await saveProperty(deps, principal.projectId, "deal", property);
    }
    const {
      pipelines: [first],
    } = await deps.schemas.object(principal.projectId, "deal");
    pipeline = first?.key ?? "";
    stages.push(...(first?.stages ?? []).slice(0, 2).map(({ key }) => key));
    const text = "x".repeat(65_000);
    for (const stage of stages) {
      const properties = [
        { internal_name: "name", value: "Deal" },
        { internal_name: "pipeline", value: pipeline },
        { internal_name: "stage", value: stage },
        ...TEXTS.map((internal_name) => ({ internal_name, value: text })),
      ];
      const inputs = Array.from({ length: DEALS }, () => ({ item: { properties } }));
      const { errors } = await writeBatch(
        { deps, principal },
        "deal",
        { inputs, atomic: false },
        applyCreate,
      );
      expect(errors).toEqual([]);
    }
  });
  afterAll(() => store[Symbol.asyncDispose]());

  test.each([
    ["in the order of the board", "desc"],
    ["in another order", "asc"],
  ] as const)("ends a page after 8 MiB of values, %s", async (_, direction) => {
    const { deps, principal } = store;
    const sort = { property: "id", direction };
    const rows = { groups: [], sort };
    const query = { ...rows, type: "deal", fields: TEXTS, limit: 100 } as const;
    const board = await readBoard({ deps, principal }, { ...query, pipeline, rates: null });
    const shown = board.stages.map(({ cards }) => cards.length).slice(0, 2);
    // The first stage fills the page. The second one shows that it has cards.
    expect(shown).toEqual([9, 1]);
    expect(JSON.stringify(board).length).toBeLessThan(10 * MIB);

    for (const [i, stage] of stages.entries()) {
      const ids = board.stages[i]?.cards.map(({ id }) => id) ?? [];
      let cursor = board.stages[i]?.nextCursor ?? null;
      while (cursor !== null) {
        const page = await readStage({ deps, principal }, { ...query, pipeline, stage, cursor });
        expect(page.cards.length).toBeLessThan(10);
        ids.push(...page.cards.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(new Set(ids).size).toBe(DEALS);
    }
  });

  test("shows all cards if their fields are small", async () => {
    const { deps, principal } = store;
    const sort = { property: "id", direction: "desc" } as const;
    const query = { groups: [], sort, fields: ["name"], limit: 100, rates: null };
    const board = await readBoard({ deps, principal }, { ...query, type: "deal", pipeline });
    const shown = board.stages.map(({ cards }) => cards.length).slice(0, 2);
    expect(shown).toEqual([DEALS, DEALS]);
  });
});
