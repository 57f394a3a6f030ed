import { describe, expect, it } from "vitest";
import type { Column } from "../src/pages/board/moves.ts";
import { stageSum, weightedAmounts } from "../src/pages/board/sums.ts";
import { amountsCell } from "../src/reports/money.ts";

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

  it("are rounded once, to the digits of their currency", () => {
    const amounts = [
      { currency: "BHD", amount: "12.3456789" },
      { currency: "JPY", amount: "1001" },
    ];
    expect(weightedAmounts([stage("0.5", amounts)])).toEqual([
      { currency: "BHD", amount: "6.173" },
      { currency: "JPY", amount: "500" },
    ]);
    const amountTexts = (currency: string | null, amount: string) =>
      amountsCell([{ currency, amount }]).text.replaceAll("\u00a0", " ");
    expect(amountTexts("BHD", "12.345")).toBe("BHD 12.345");
    expect(amountTexts("EUR", "12.3456")).toBe("EUR 12.35");
    expect(amountTexts("euro", "12.3456")).toBe("12.35 euro");
    expect(amountTexts(null, "12.3456")).toBe("12.35");
  });

  it("do not exist for stages without probabilities or amounts", () => {
    expect(weightedAmounts([stage(null, [{ currency: "EUR", amount: "1" }])])).toBeNull();
    expect(weightedAmounts([stage("0.5")])).toBeNull();
  });
});

describe("the sum of a stage", () => {
  const tell = (amounts: Readonly<Record<string, string>>) => {
    const own = Object.entries(amounts).map(([currency, amount]) => ({
      ...{ currency: currency === "none" ? null : currency, amount },
    }));
    return stageSum(stage(null, own), null)?.text(false).replaceAll("\u00a0", " ");
  };

  it("is the largest one, in whatever order deals were moved", () => {
    expect(tell({ EUR: "5400", GBP: "120600" })).toMatch(/^GBP 120,600\.00 · 1 more$/);
    expect(tell({ GBP: "120600", EUR: "5400" })).toMatch(/^GBP 120,600\.00 · 1 more$/);
  });

  it("compares a yen with a cent, and any currency before none", () => {
    expect(tell({ JPY: "5000", EUR: "1000.10" })).toMatch(/^EUR 1,000\.10 · 1 more$/);
    expect(tell({ none: "9000", EUR: "1", "?": "0.1" })).toMatch(/^EUR 1\.00 · 2 more$/);
  });
});
