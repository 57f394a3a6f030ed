import { addAll, multiplyDecimals } from "@rapport/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readGroups } from "../src/records/search.ts";
import type { Cell, Settings } from "../src/reports/figure.ts";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { make } from "./support/records.ts";
import { type MoneyReport, shownReport } from "./support/reports.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** The first rate begins within the month of closed deals, or on the day of one of them. */
const SINCE = dayAgo(10);

const DEALS = [
  ...["EUR", "GBP", "JPY", undefined].flatMap((currency) => [
    { stage: "new", amount: "100", currency },
    { stage: "new", amount: "30.50", currency, closeDate: dayAgo(-40) },
    { stage: "new", currency, closeDate: dayAgo(-40) },
    ...[9, 10, 11, 70].map((days) => ({
      ...{ stage: "won", amount: String(days), currency, closeDate: dayAgo(days) },
      ...(days > 9 && { owner_id: "ann" }),
    })),
  ]),
];

type Deal = { readonly [Name in "stage" | "amount" | "currency" | "closeDate"]?: unknown };

describe("figures of reports about amounts", () => {
  let app: AdminApp;
  let admin: SignedIn;
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp("sqlite");
    admin = await app.admin("admin");
    projectId = app.projectId;
    for (const { currency, ...deal } of DEALS) {
      const values = { ...deal, ...(currency !== undefined && { currency }) };
      await make(admin, projectId, "deal", { name: "Deal", ...values });
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Returns the deals that a link leads to. */
  const follow = async (link: Cell["link"]): Promise<readonly Deal[]> => {
    const { filter } = (link?.search ?? {}) as { readonly filter?: string };
    const { groups, skipped } = readGroups(filter);
    expect(skipped).toEqual([]);
    const asked = { projectId, type: "deal" as const, groups: groups as never, limit: 100 };
    const { records } = await admin.trpc.records.list.query(asked);
    return records.map(({ properties }) => properties as Deal);
  };
  const each = async (
    kind: MoneyReport,
    settings: Settings,
    check: (cell: Cell, deals: readonly Deal[]) => void,
  ) => {
    const { figure } = await shownReport(admin, projectId, kind, settings);
    const cells = figure.rows.flatMap((row) => row.cells.slice(0, figure.series.length));
    const linked = cells.filter(({ link }) => link !== undefined);
    expect(linked.length).toBeGreaterThan(0);
    for (const cell of linked) check(cell, await follow(cell.link));
    const further = figure.rows.flatMap((row) => row.cells.slice(figure.series.length));
    for (const { link, value } of further) {
      if (link !== undefined) expect(await follow(link)).toHaveLength(value);
    }
  };
  const sum = (amounts: readonly unknown[]) => Number(addAll(amounts.map(String)));

  const KINDS: readonly (readonly [MoneyReport, Settings])[] = [
    ["forecast", {}],
    ["outcomes", {}],
    ["outcomes", { by: "owner" }],
    ["funnel", {}],
  ];

  it.each(KINDS)("of %s %o lead to the deals in their currency", async (kind, settings) => {
    for (const currency of ["EUR", "GBP", "none"]) {
      const measure = `amount-${currency}`;
      await each(kind, { ...settings, measure }, ({ raw }, deals) => {
        expect(sum(deals.map(({ amount }) => amount))).toBe(Number(raw));
        const own = currency === "none" ? undefined : currency;
        expect(new Set(deals.map((deal) => deal.currency ?? undefined))).toEqual(new Set([own]));
      });
    }
  });

  it("of a forecast lead to the deals that a weighted amount sums", async () => {
    await each("forecast", { measure: "weighted-EUR" }, ({ raw }, deals) => {
      expect(deals).toHaveLength(1);
      expect(Number(raw)).toBeCloseTo(sum(deals.map(({ amount }) => amount)) * 0.1);
    });
  });

  it.each(KINDS)("of %s %o lead to the deals that a total converts", async (kind, settings) => {
    const { currencies } = admin.trpc;
    await currencies.setReporting.mutate({ projectId, currency: "EUR" });
    const rate = { currency: "GBP", from: SINCE, rate: "2" };
    await currencies.addRate.mutate({ projectId, base: "EUR", rate }).catch(() => undefined);
    await each(kind, { ...settings, measure: "amount-total" }, ({ raw }, deals) => {
      const amounts = deals.map(({ stage, amount, currency, closeDate }) => {
        const isEarly = stage === "won" && String(closeDate).slice(0, 10) < SINCE;
        expect(isEarly ? ["EUR"] : ["EUR", "GBP"]).toContain(currency);
        return multiplyDecimals(String(amount), currency === "GBP" ? "2" : "1");
      });
      expect(sum(amounts)).toBe(Number(raw));
    });
  });
});
