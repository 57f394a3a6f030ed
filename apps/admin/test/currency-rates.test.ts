import { createProject } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const usd = (from: string, rate: string) => ({ currency: "USD", from, rate });

describe.each(DIALECTS)("the reporting currency and its rates on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn["trpc"];
  let reader: SignedIn["trpc"];
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = (await app.admin("admin")).trpc;
    reader = (await app.admin("read-only")).trpc;
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    projectId = await createProject(app.deps, app.tenantId, "Sales");
    await report("EUR");
  });

  const report = (currency: string | null) =>
    admin.currencies.setReporting.mutate({ projectId, currency });
  const add = (rate: ReturnType<typeof usd>, base = "EUR") =>
    admin.currencies.addRate.mutate({ projectId, base, rate });
  const read = () => reader.currencies.read.query({ projectId });
  const importText = (text: string, base = "EUR") =>
    admin.currencies.importFile.mutate({ projectId, base, text });
  const check = (text: string) =>
    admin.currencies.checkFile.mutate({ projectId, base: "EUR", text });

  it("are added, changed, moved to another day and removed, by every admin who may write", async () => {
    await add(usd("2026-02-01", "0.91"));
    await add(usd("2026-01-01", "0.9"));
    expect(await read()).toMatchObject({
      reporting: "EUR",
      rates: [usd("2026-01-01", "0.9"), usd("2026-02-01", "0.91")],
      kept: [{ currency: "EUR", count: 2 }],
    });
    const [before, rate] = [usd("2026-01-01", "0.9"), usd("2026-01-15", "0.89")];
    await admin.currencies.changeRate.mutate({ projectId, base: "EUR", before, rate });
    await admin.currencies.removeRate.mutate({
      ...{ projectId, base: "EUR", rate: usd("2026-02-01", "0.91") },
    });
    expect((await read()).rates).toEqual([rate]);
    const input = { projectId, base: "EUR", rate };
    await expect(reader.currencies.addRate.mutate(input)).rejects.toThrow(/read-only|role/);
  });

  it.each([
    [{ currency: "EUR" }, "EUR is the reporting currency."],
    [{ currency: "usd" }, "The currency must be an active ISO 4217 code"],
    [{ from: "2026-02-30" }, "The day must be a date"],
    [{ from: "yesterday" }, "The day must be a date"],
    [{ rate: "0" }, "The rate must be a number above 0"],
    [{ rate: "-1" }, "The rate must be a number above 0"],
    [{ rate: "1e3" }, "The rate must be a number above 0"],
    [{ rate: "0.1234567890123" }, "at most 12 digits after the point"],
  ])("refuse a rate with %j", async (fault, message) => {
    await expect(add({ ...usd("2026-01-01", "0.9"), ...fault })).rejects.toThrow(message);
    expect((await read()).rates).toEqual([]);
  });

  it("refuse what another admin has changed meanwhile, and a second rate of a day", async () => {
    await add(usd("2026-01-01", "0.9"));
    await expect(add(usd("2026-01-01", "0.8"))).rejects.toThrow("has a rate from 2026-01-01");
    const stale = { projectId, base: "EUR", rate: usd("2026-01-01", "0.8") };
    await expect(admin.currencies.removeRate.mutate(stale)).rejects.toThrow("Another admin");
    await report("CHF");
    await expect(add(usd("2026-03-01", "0.9"))).rejects.toThrow("Another admin");
    await expect(importText("2026-03-01,USD,0.9")).rejects.toThrow("Another admin");
  });

  it("keep the rates into an earlier reporting currency, and use them again", async () => {
    await add(usd("2026-01-01", "0.9"));
    await report("CHF");
    expect(await read()).toMatchObject({ rates: [], kept: [{ currency: "EUR", count: 1 }] });
    await add(usd("2026-01-01", "0.8"), "CHF");
    await report(null);
    expect(await read()).toMatchObject({ reporting: null, rates: [] });
    await report("EUR");
    expect((await read()).rates).toEqual([usd("2026-01-01", "0.9")]);
    await expect(report("XXX")).rejects.toThrow("active ISO 4217 code");
  });

  it("import a file after a dry run that lists the faults of its lines", async () => {
    await add(usd("2026-01-01", "0.9"));
    const text = [
      "\uFEFFrate;date;currency",
      "0,91;2026-02-01;USD",
      "0.95;2026-01-01;usd",
      "",
      "1,16;2026-01-01;GBP",
      "1,17;2026-01-01;GBP",
      "1.1;01.02.2026;GBP",
      "abc;2026-01-01;JPY",
      "1;2026-01-01;ABC",
      "1;2026-01-01;EUR",
    ].join("\r\n");
    const checked = await check(text);
    expect(checked).toMatchObject({ rates: 3, faulty: 5 });
    expect(checked.faults.map(({ line, message }) => [line, message.slice(0, 30)])).toEqual([
      [6, "Line 5 has a rate of GBP from "],
      [7, "The day must be a date such as"],
      [8, "The rate must be a number abov"],
      [9, "The currency must be an active"],
      [10, "EUR is the reporting currency."],
    ]);
    expect((await read()).rates).toHaveLength(1);
    expect(await importText(text)).toEqual({ added: 2, changed: 1, removed: 0, faulty: 5 });
    const rates = [
      { currency: "GBP", from: "2026-01-01", rate: "1.16" },
      usd("2026-01-01", "0.95"),
      usd("2026-02-01", "0.91"),
    ];
    expect((await read()).rates).toEqual(rates);
    expect(await importText(text)).toMatchObject({ added: 0, changed: 0 });
    expect(await check("2026-01-01\tUSD\t0,5\n")).toMatchObject({ rates: 1, faulty: 0 });
    expect(await check("")).toEqual({ rates: 0, faults: [], faulty: 0 });
    await expect(check('"2026-01-01,USD')).rejects.toThrow(/quote/);
  });

  it("are at most 10,000 of a project, into all currencies", async () => {
    const day = (i: number) => new Date(Date.UTC(1980, 0, 1 + i)).toISOString().slice(0, 10);
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => `${day(i)},USD,0.9`).join("\n");
    expect(await check(lines(10_001))).toMatchObject({ rates: 10_000, faulty: 1 });
    expect(await importText(lines(10_000))).toMatchObject({ added: 10_000 });
    await expect(add(usd("2026-01-01", "0.9"))).rejects.toThrow("can have 10000 rates");
    await report("CHF");
    await expect(add(usd("2026-01-01", "0.9"), "CHF")).rejects.toThrow("can have 10000 rates");
  });

  it("are in the audit log with each change", async () => {
    await report("EUR");
    await add(usd("2026-01-01", "0.9"));
    await importText("2026-01-01,USD,0.9");
    await importText("2026-01-02,USD,0.9");
    await report(null);
    const { entries } = await reader.audit.list.query({ projectId, limit: 20 });
    expect(entries.map(({ action, details }) => [action, details]).slice(0, 4)).toEqual([
      ["currencies.removeReporting", { name: null, before: "EUR" }],
      ["currencies.importRates", { base: "EUR", name: "1 rate", added: 1, changed: 0, removed: 0 }],
      ["currencies.addRate", { base: "EUR", name: "USD 0.9 from 2026-01-01" }],
      ["currencies.setReporting", { name: "EUR", before: null }],
    ]);
  });
});
