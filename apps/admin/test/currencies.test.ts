import { createProject } from "@rapport/core";
import { addDecimals, multiplyDecimals } from "@rapport/model";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { make, makeMany } from "./support/records.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DEALS = 120;
const ZONES = ["UTC", "America/New_York", "Asia/Kolkata", "America/St_Johns"];
const OWNERS = ["ann", "bob", null];
const today = new Date().toISOString().slice(0, 10);

interface Rate {
  readonly currency: string;
  readonly from: string;
  readonly rate: string;
}

interface Deal {
  readonly stage: string;
  readonly closeDate?: string;
  readonly currency?: string;
  readonly amount?: string;
  readonly owner: string | null;
}

interface Converted {
  readonly amount: string | null;
  readonly leftOut: readonly { readonly currency: string | null; readonly count: number }[];
}

/** Returns numbers that look random and are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Converts deals one by one, as specification §45 says. */
function convert(deals: readonly Deal[], rates: readonly Rate[]): Converted {
  let amount: string | null = null;
  const leftOut = new Map<string | null, number>();
  for (const deal of deals) {
    if (deal.amount === undefined) continue;
    const isClosed = deal.stage === "won" || deal.stage === "lost";
    const day = (isClosed && deal.closeDate?.slice(0, 10)) || today;
    const known = rates.filter(({ currency, from }) => currency === deal.currency && from <= day);
    const last = known.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1);
    const rate = deal.currency === "EUR" ? "1" : last?.rate;
    const currency = deal.currency ?? null;
    if (rate === undefined) leftOut.set(currency, (leftOut.get(currency) ?? 0) + 1);
    else amount = addDecimals(amount ?? "0", multiplyDecimals(deal.amount, rate));
  }
  const all = [...leftOut].map(([currency, count]) => ({ currency, count }));
  return {
    amount,
    leftOut: all.toSorted((a, b) => ((a.currency ?? "~") < (b.currency ?? "~") ? -1 : 1)),
  };
}

/** Without the zeros at the end, which depend on the order of additions. */
function plain(total: Converted | undefined): Converted | undefined {
  if (total === undefined) return undefined;
  const { amount, leftOut } = total;
  return { amount: amount?.includes(".") ? amount.replace(/\.?0+$/, "") : amount, leftOut };
}

describe.each(DIALECTS)("totals in a reporting currency on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let reader: SignedIn["trpc"];
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    reader = (await app.admin("read-only")).trpc;
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    projectId = await createProject(app.deps, app.tenantId, "Sales");
  });

  const report = (currency: string | null) =>
    admin.trpc.currencies.setReporting.mutate({ projectId, currency });
  const addRate = (rate: Rate) =>
    admin.trpc.currencies.addRate.mutate({ projectId, base: "EUR", rate });
  const board = async (groups: readonly never[] | object[] = []) => {
    const query = { projectId, type: "deal", groups } as never;
    return reader.board.read.query(query);
  };
  const totals = async (groups?: object[]) => {
    const { stages } = await board(groups);
    return new Map(stages.map(({ key, total }) => [key, plain(total)]));
  };
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

  it("are not there without one, and every sum is as before", async () => {
    await make(admin, projectId, "deal", { name: "A", amount: "12.50", currency: "USD" });
    const { stages, reporting } = await board();
    expect(reporting).toBeNull();
    expect(stages[0]).toMatchObject({ amounts: [{ currency: "USD", amount: "12.50" }] });
    expect(stages[0]).not.toHaveProperty("total");
    const input = { projectId, months: 12, timeZone: "UTC" };
    for (const answer of [
      await reader.reports.forecast.query(input),
      await reader.reports.outcomes.query(input),
      await reader.reports.owners.query(input),
      await reader.reports.funnel.query({ projectId, type: "deal", timeZone: "UTC" }),
    ]) {
      expect(answer.reporting).toBeNull();
      expect(JSON.stringify(answer)).not.toContain('"total"');
    }
  });

  it("say which currency they have, at which rates, and what they leave out", async () => {
    await report("EUR");
    await addRate({ currency: "USD", from: "2020-01-01", rate: "0.9" });
    await addRate({ currency: "USD", from: dayBefore(10), rate: "0.8" });
    await addRate({ currency: "USD", from: "2999-01-01", rate: "5" });
    const deals = [
      { amount: "0.1", currency: "USD" },
      { amount: "0.2", currency: "EUR" },
      { amount: "7", currency: "JPY" },
      { amount: "8", currency: "JPY" },
      { amount: "9" },
      { currency: "JPY" },
      { amount: "100", currency: "USD", stage: "won", closeDate: `${dayBefore(20)}T23:59:59Z` },
      { amount: "100", currency: "USD", stage: "won", closeDate: dayBefore(10) },
      { amount: "100", currency: "USD", stage: "won", closeDate: "2019-12-31" },
      { amount: "100", currency: "USD", stage: "lost", closeDate: "2999-06-01" },
    ];
    for (const deal of deals) await make(admin, projectId, "deal", { name: "Deal", ...deal });
    const { reporting } = await board();
    expect(reporting).toEqual({
      ...{ currency: "EUR", day: today },
      rates: [{ currency: "USD", from: dayBefore(10), rate: "0.8", since: "2020-01-01" }],
    });
    const expected = new Map<string, Converted>([
      [
        "new",
        {
          amount: "0.28",
          leftOut: [
            { currency: "JPY", count: 2 },
            { currency: null, count: 1 },
          ],
        },
      ],
      ["won", { amount: "170", leftOut: [{ currency: "USD", count: 1 }] }],
      ["lost", { amount: "500", leftOut: [] }],
      ["qualified", { amount: null, leftOut: [] }],
    ]);
    for (const groups of [[], [[{ property: "name", operator: "eq", value: "Deal" }]]]) {
      expect(await totals(groups)).toEqual(new Map([...(await totals(groups)), ...expected]));
    }
    expect((await board()).stages[0]?.amounts).toEqual([
      { currency: "EUR", amount: "0.2" },
      { currency: "JPY", amount: "15" },
      { currency: "USD", amount: "0.1" },
      { currency: null, amount: "9" },
    ]);
  });

  it.each([
    ["with rates from the first days of months", 11, false],
    ["with rates from any day", 12, true],
  ])("are those of the deals one by one in every figure, %s", async (_, seed, isAnyDay) => {
    const random = numbers(seed);
    const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
    const day = () => dayBefore(random(420) - 40);
    const rates = new Map<string, Rate>();
    for (let i = 0; i < 60; i++) {
      const from = isAnyDay ? day() : `${day().slice(0, 7)}-01`;
      const currency = pick(["USD", "USD", "GBP"]);
      rates.set(`${currency} ${from}`, {
        currency,
        from,
        rate: `${random(3)}.${1 + random(9_999)}`,
      });
    }
    await report("EUR");
    const text = [...rates.values()].map((one) => `${one.from},${one.currency},${one.rate}`);
    const done = await admin.trpc.currencies.importFile.mutate({
      ...{ projectId, base: "EUR", text: ["date,currency,rate", ...text].join("\n") },
    });
    expect(done).toEqual({ added: rates.size, changed: 0, removed: 0, faulty: 0 });
    const deals: Deal[] = [];
    for (let i = 0; i < DEALS; i++) {
      const closes = new Date(Date.now() + (random(420) - 380) * DAY_MS + random(DAY_MS));
      // Of another month in some time zones.
      const monthStart = Date.parse(`${closes.toISOString().slice(0, 7)}-01`);
      const nearMonthStart = new Date(monthStart + random(DAY_MS) - DAY_MS / 2);
      const closeDate = pick([
        closes.toISOString(),
        nearMonthStart.toISOString(),
        `${closes.toISOString().slice(0, 10)}T00:00:00.000Z`,
      ]);
      const stage = pick(["new", "proposal", "won", "won", "lost"]);
      const isOpen = stage === "new" || stage === "proposal";
      // A deal that is created in a closed stage gets a close date.
      const hasDate = random(6) > 0 || !isOpen;
      deals.push({
        ...{ stage, owner: pick(OWNERS) },
        ...(hasDate && { closeDate }),
        ...(random(8) > 0 && { amount: `${random(9_000)}.${10 + random(89)}` }),
        ...(random(8) > 0 && { currency: pick(["EUR", "USD", "GBP", "JPY"]) }),
      });
    }
    const values = deals.map(({ owner, ...deal }, i) => ({
      ...{ name: `D${i}`, ...deal, ...(owner !== null && { owner_id: owner }) },
    }));
    await makeMany(app, projectId, "deal", values);
    const expected = (some: readonly Deal[]) => plain(convert(some, [...rates.values()]));
    await expectTotals(deals, expected);
    // As on several nodes, where figures are counted one by one.
    const locks = app.deps.db.kysely;
    await locks.insertInto("sum_locks").values({ project_id: 0 }).execute();
    await expectTotals(deals, expected);
    await locks.deleteFrom("sum_locks").where("project_id", "=", 0).execute();
  });

  /** Compares the figures of the board and of all reports with those of a model. */
  async function expectTotals(
    deals: readonly Deal[],
    expected: (some: readonly Deal[]) => Converted | undefined,
  ): Promise<void> {
    const ofStage = (stage: string) => expected(deals.filter((one) => one.stage === stage));
    const { stages } = await reader.reports.funnel.query({
      projectId,
      type: "deal",
      timeZone: "UTC",
    });
    const onBoard = await totals();
    for (const { key, total } of stages) {
      expect([key, plain(total)]).toEqual([key, ofStage(key)]);
      expect([key, onBoard.get(key)]).toEqual([key, ofStage(key)]);
    }
    expect(await totals([[{ property: "name", operator: "known" }]])).toEqual(onBoard);

    const input = { projectId, type: "deal", by: "stage", sums: ["amount"] };
    const table = await reader.records.groups.query(input);
    expect(plain(table.converted)).toEqual(expected(deals));
    for (const { value, converted } of table.groups) {
      expect([value, plain(converted)]).toEqual([value, ofStage(String(value))]);
    }

    for (const timeZone of ZONES) {
      const input = { projectId, months: 13, timeZone };
      const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
      const monthOf = (closeDate: string) =>
        closeDate.endsWith("T00:00:00.000Z")
          ? closeDate.slice(0, 7)
          : format.format(new Date(closeDate)).slice(0, 7);
      const closed = deals.flatMap((deal) =>
        deal.closeDate === undefined ? [] : [{ deal, month: monthOf(deal.closeDate) }],
      );
      const inMonth = (key: string, stage: string) =>
        closed.flatMap(({ deal, month }) =>
          deal.stage === stage && month === key.slice(0, 7) ? [deal] : [],
        );
      const { spans } = await reader.reports.outcomes.query(input);
      for (const { key, won, lost } of spans) {
        const found = [plain(won.total), plain(lost.total)];
        const wanted = [expected(inMonth(key, "won")), expected(inMonth(key, "lost"))];
        expect([timeZone, key, found]).toEqual([timeZone, key, wanted]);
      }
      const months = spans.map(({ key }) => key);
      const { owners } = await reader.reports.owners.query(input);
      for (const owner of OWNERS) {
        const of = (stage: string) =>
          expected(
            months.flatMap((key) => inMonth(key, stage)).filter((one) => one.owner === owner),
          );
        const found = owners.find((one) => one.owner === owner);
        expect([timeZone, owner, plain(found?.won.total), plain(found?.lost.total)]).toEqual([
          ...[timeZone, owner, of("won"), of("lost")],
        ]);
      }
    }
    const forecast = await reader.reports.forecast.query({ projectId, months: 3, timeZone: "UTC" });
    const undated = forecast.parts.find(({ kind }) => kind === "undated");
    for (const [i, { key }] of forecast.stages.entries()) {
      const open = deals.filter((one) => one.stage === key && one.closeDate === undefined);
      expect([key, plain(undated?.stages[i]?.total)]).toEqual([key, expected(open)]);
    }
  }
});
