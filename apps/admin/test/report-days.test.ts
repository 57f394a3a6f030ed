import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { make } from "./support/records.ts";

const ZONES = [
  "America/New_York",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Pacific/Kiritimati",
  "Europe/Berlin",
  "UTC",
];
const DAY_MS = 24 * 60 * 60 * 1000;
const MIDNIGHT = "T00:00:00.000Z";
/** Days beside which close dates lie: the first of some months, and today. */
const EDGES = [0, -1, -2, 1].map((months) => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1);
});
const TODAY = Date.parse(new Date().toISOString().slice(0, 10));
/** Hours from midnight in UTC; a whole day is no moment. */
const HOURS = [-48, -24, -11.75, -10.25, -5.25, -1, 0, 0.5, 4.5, 7.75, 13.5, 24, 48];

/** Returns the day of a close date for a reader. */
function dayIn(zone: string, closeDate: string): string {
  if (closeDate.endsWith(MIDNIGHT)) return closeDate.slice(0, 10);
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  return format.format(new Date(closeDate));
}

describe.each(DIALECTS)("reports of days without a time on %s", (dialect) => {
  let app: AdminApp;
  let reader: SignedIn["trpc"];
  let projectId: number;
  const closeDates: string[] = [];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    reader = (await app.admin("read-only")).trpc;
    projectId = app.projectId;
    const admin = await app.admin("admin");
    for (const edge of [...EDGES, TODAY]) {
      for (const hours of HOURS) {
        closeDates.push(new Date(edge + hours * 60 * 60 * 1000).toISOString());
      }
    }
    for (const [i, closeDate] of closeDates.entries()) {
      const values = { closeDate, amount: String(i + 1), currency: "EUR", owner_id: "Ann" };
      await make(admin, projectId, "deal", { name: `won ${i}`, stage: "won", ...values });
      await make(admin, projectId, "deal", { name: `new ${i}`, stage: "new", ...values });
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Counts and sums the deals whose close date is on some days. */
  const figures = (zone: string, isIn: (day: string) => boolean) => {
    const own = closeDates.flatMap((closeDate, i) => (isIn(dayIn(zone, closeDate)) ? [i + 1] : []));
    const sum = own.reduce((all, amount) => all + amount, 0);
    const amounts = own.length === 0 ? [] : [{ currency: "EUR", amount: String(sum) }];
    return { count: own.length, amounts };
  };

  it.each(ZONES)("counts a day in its own month in %s", async (timeZone) => {
    const report = await reader.reports.outcomes.query({ projectId, months: 3, timeZone });
    for (const { key, won } of report.spans) {
      const isIn = (day: string) => day.startsWith(key.slice(0, 7));
      expect([key, won]).toEqual([key, figures(timeZone, isIn)]);
    }
    const { owners } = await reader.reports.owners.query({ projectId, months: 3, timeZone });
    const [first, last] = [report.spans[0]?.key ?? "", report.spans.at(-1)?.key.slice(0, 7) ?? ""];
    const isIn = (day: string) => day >= first && day.slice(0, 7) <= last;
    expect(owners.map(({ won }) => won)).toEqual([figures(timeZone, isIn)]);
  });

  it.each(ZONES)(
    "forecasts a day in its own month in %s, overdue when it has ended",
    async (timeZone) => {
      const { parts } = await reader.reports.forecast.query({ projectId, months: 3, timeZone });
      const today = dayIn(timeZone, new Date(Date.now() + 1).toISOString());
      const months = parts.filter(({ kind }) => kind === "month").map(({ key }) => key.slice(0, 7));
      for (const { kind, key, stages } of parts) {
        const isIn = (day: string) =>
          kind === "overdue"
            ? day < today
            : kind === "month"
              ? day >= today && day.startsWith(key.slice(0, 7))
              : kind === "later" && day.slice(0, 7) > (months.at(-1) ?? "");
        const [{ count, amounts } = figures(timeZone, () => false)] = stages;
        expect([key, { count, amounts }]).toEqual([key, figures(timeZone, isIn)]);
      }
    },
  );

  it.each(ZONES)("lists the deals that it counts in %s", async (timeZone) => {
    const { spans } = await reader.reports.outcomes.query({ projectId, months: 3, timeZone });
    for (const { key, won } of spans) {
      const [year = 0, month = 1] = key.split("-").map(Number);
      const last = new Date(Date.UTC(year, month, 1) - DAY_MS).toISOString().slice(0, 10);
      const found = await reader.records.list.query({
        ...{ projectId, type: "deal", limit: 200 },
        groups: [
          [
            { property: "stage", operator: "eq", value: "won" },
            {
              ...{ property: "closeDate", operator: "between" },
              values: [`${key}[${timeZone}]`, `${last}[${timeZone}]`],
            },
          ],
        ],
      });
      expect([key, found.records.length]).toEqual([key, won.count]);
    }
  });

  it("counts a day in its own month where the sums lack too many changes", async () => {
    const note = { project_id: projectId, type: "deal", created_at: "2000-01-01T00:00:00.000Z" };
    for (let first = 0; first <= 5_000; first += 500) {
      const rows = Array.from({ length: 501 }, (_, i) => ({
        ...note,
        id: 1e6 + 501 * first + i,
        delta: 0,
      }));
      await app.deps.db.kysely.insertInto("sum_changes").values(rows).execute();
    }
    for (const timeZone of ZONES) {
      const { spans } = await reader.reports.outcomes.query({ projectId, months: 2, timeZone });
      for (const { key, won } of spans) {
        const isIn = (day: string) => day.startsWith(key.slice(0, 7));
        expect([timeZone, key, won]).toEqual([timeZone, key, figures(timeZone, isIn)]);
      }
    }
  });
});
