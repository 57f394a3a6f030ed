import { describe, expect, it } from "vitest";
import type { Column } from "../src/pages/board/moves.ts";
import { weightedAmounts } from "../src/pages/board/sums.ts";

const stage = (probability: string | null, amounts?: Column["amounts"]): Column => ({
  ...{ key: "new", label: "New", closed: false, count: 1, cards: [], nextCursor: null },
  ...{ relation: "eq", isPartial: false, probability, color: null },
  ...(amounts && { amounts }),
});

describe("weighted amounts", () => {
  it("are amounts times the probability of their stage, exactly, by currency", () => {
    const stages = [
      stage("0.1", [
        { currency: "EUR", amount: "0.1" },
        { currency: null, amount: "-7" },
      ]),
      stage("0.35", [{ currency: "EUR", amount: "12345678901234567890.05" }]),
    ];
    expect(weightedAmounts(stages)).toEqual([
      { currency: "EUR", amount: "4320987615432098761.53" },
      { currency: null, amount: "-0.70" },
    ]);
  });

  it("do not exist for stages without probabilities or amounts", () => {
    expect(weightedAmounts([stage(null, [{ currency: "EUR", amount: "1" }])])).toBeNull();
    expect(weightedAmounts([stage("0.5")])).toBeNull();
  });
});
