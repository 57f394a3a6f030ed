import { createProject, createRecord, type Principal, removeOldHistory } from "@rapport/core";
import { usage } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { addPartnerPipeline, make } from "./support/records.ts";

/** Half an hour off, so that days do not begin with an hour of UTC. */
const ZONE = "America/St_Johns";
const DAY_MS = 24 * 60 * 60 * 1000;
const DEALS = 90;
const STAGES = {
  default: ["new", "qualified", "proposal", "negotiation", "won", "lost"],
  partners: ["new", "signed"],
} as const;
const OWNERS = ["Ann", "ann", "bob|1|2", "=1+1", null];
const EMPTY = { count: 0, amounts: [] };

/** Returns numbers that look random and are the same in each run. */
function numbers(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const DATE = new Intl.DateTimeFormat("en-CA", { timeZone: ZONE, dateStyle: "short" });
const dayOf = (at: string | number) => DATE.format(new Date(at));
const monthOf = (at: string) => `${dayOf(at).slice(0, 7)}-01`;

interface Deal {
  readonly id: number;
  readonly created: string;
  readonly values: Readonly<Record<string, string>>;
}

describe.each(DIALECTS)("reports on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let reader: SignedIn["trpc"];
  let projectId: number;
  let deals: readonly Deal[];

  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    reader = (await app.admin("read-only")).trpc;
    projectId = app.projectId;
    await addPartnerPipeline(app, projectId);
    await fillDeals();
    deals = await readDeals();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Creates deals with random values, then changes, moves, deletes, restores and merges some. */
  async function fillDeals(): Promise<void> {
    const random = numbers();
    const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
    const ids: number[] = [];
    const closeDate = () => new Date(Date.now() + (random(600) - 400) * DAY_MS + random(DAY_MS));
    for (let i = 0; i < DEALS; i++) {
      const pipeline = pick(["default", "default", "partners"] as const);
      const owner = pick(OWNERS);
      const createdAt = new Date(Date.now() - random(380) * DAY_MS - random(DAY_MS));
      ids.push(
        await createdDeal(createdAt.toISOString(), {
          ...{ name: `D${i}`, pipeline, stage: pick(STAGES[pipeline]) },
          ...(random(4) > 0 && { closeDate: closeDate().toISOString() }),
          ...(random(4) > 0 && { amount: `${random(9_000)}.${10 + random(89)}` }),
          ...(random(3) > 0 && { currency: pick(["EUR", "USD"]) }),
          ...(owner !== null && { owner_id: owner }),
        }),
      );
    }
    const set = (id: number, internal_name: string, value: string | null) =>
      admin.trpc.records.set.mutate({
        ...{ projectId, type: "deal", id, item: { internal_name, value } },
      });
    for (let i = 0; i < DEALS; i++) {
      const id = pick(ids);
      const name = pick(["stage", "stage", "closeDate", "amount", "currency", "owner_id"]);
      if (name === "stage") await set(id, "stage", pick(["new", "won"])).catch(() => null);
      if (name === "closeDate") await set(id, name, closeDate().toISOString());
      if (name === "amount") await set(id, name, pick(["12.50", "-3.25", null]));
      if (name === "currency") await set(id, name, pick(["EUR", null]));
      if (name === "owner_id") await set(id, name, pick(OWNERS));
    }
    const [one = 0, two = 0, three = 0, four = 0] = ids;
    await admin.trpc.records.delete.mutate({ projectId, type: "deal", id: one });
    await admin.trpc.records.delete.mutate({ projectId, type: "deal", id: two });
    await admin.trpc.records.restore.mutate({ projectId, type: "deal", id: two });
    const merge = { projectId, type: "deal" as const, primaryId: three, mergeIds: [four] };
    await admin.trpc.duplicates.merge.mutate(merge);
    await spreadTimes(random);
    const other = await createProject(app.deps, app.tenantId, "Other");
    await make(admin, other, "deal", {
      name: "Theirs",
      stage: "won",
      amount: "1",
      currency: "EUR",
    });
  }

  async function createdDeal(createdAt: string, values: Record<string, string>): Promise<number> {
    const principal: Principal = {
      ...{ kind: "user", id: "1", tenantId: app.tenantId, projectId, scopes: new Set() },
    };
    const properties = Object.entries(values).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    const { deps } = app;
    return (await createRecord({ deps, principal }, "deal", { properties }, { createdAt })).id;
  }

  /** Spreads the changes of a record over the time since its creation. */
  async function spreadTimes(random: (below: number) => number): Promise<void> {
    const { kysely } = app.deps.db;
    const rows = await kysely.selectFrom("records").select(["id", "created_at"]).execute();
    for (const { id, created_at } of rows) {
      let at = new Date(created_at).getTime();
      const entries = await kysely
        .selectFrom("record_history")
        .select("id")
        .where("record_id", "=", id)
        .orderBy("id")
        .execute();
      for (const entry of entries) {
        const change = kysely.updateTable("record_history").where("id", "=", entry.id);
        await change.set({ at: new Date(at).toISOString() }).execute();
        at = Math.min(at + random(40 * DAY_MS), Date.now());
      }
    }
  }

  async function readDeals(): Promise<readonly Deal[]> {
    const rows = await app.deps.db.kysely
      .selectFrom("records")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("deleted_at", "is", null)
      .execute();
    return rows.map(({ id, properties, created_at }) => ({
      id,
      created: new Date(created_at).toISOString(),
      values: (typeof properties === "string"
        ? JSON.parse(properties)
        : properties) as Deal["values"],
    }));
  }

  /** Adds up deals in cents. */
  function sums(some: readonly Deal[]) {
    const cents = new Map<string | null, bigint>();
    for (const { values } of some) {
      if (values.amount === undefined) continue;
      const [whole = "", rest = ""] = values.amount.split(".");
      const own = BigInt(whole + rest.padEnd(2, "0"));
      const currency = values.currency ?? null;
      cents.set(currency, (cents.get(currency) ?? 0n) + own);
    }
    return {
      count: some.length,
      amounts: [...cents].toSorted(([a], [b]) => ((a ?? "~") < (b ?? "~") ? -1 : 1)),
    };
  }
  const inCents = (given: {
    count: number;
    amounts: readonly { currency: string | null; amount: string }[];
  }) => ({
    count: given.count,
    amounts: given.amounts.map(({ currency, amount }) => {
      const [whole = "", rest = ""] = amount.split(".");
      return [currency, BigInt(whole + rest.padEnd(2, "0"))];
    }),
  });
  const closed = (result: "won" | "lost") =>
    deals.filter(({ values }) => values.pipeline === "default" && values.stage === result);

  it("counts the deals won and lost in each month of a time zone, with their exact amounts", async () => {
    const report = await reader.reports.outcomes.query({ projectId, months: 12, timeZone: ZONE });
    expect(report.spans).toHaveLength(12);
    expect(report.stages).toEqual({ won: ["won"], lost: ["lost"] });
    expect(report.spans.some(({ won }) => won.count > 0)).toBe(true);
    for (const { key, won, lost } of report.spans) {
      const inMonth = ({ values }: Deal) =>
        values.closeDate !== undefined && monthOf(values.closeDate) === key;
      expect([key, inCents(won)]).toEqual([key, sums(closed("won").filter(inMonth))]);
      expect([key, inCents(lost)]).toEqual([key, sums(closed("lost").filter(inMonth))]);
    }
  });

  it("counts the deals won and lost by owner, ignoring case", async () => {
    const input = { projectId, months: 24, timeZone: ZONE };
    const { owners, period } = await reader.reports.owners.query(input);
    const within = ({ values: { closeDate = "" } }: Deal) =>
      closeDate >= period.starts && closeDate < period.ends;
    expect(owners.length).toBeGreaterThan(2);
    for (const { owner, won, lost } of owners) {
      const isOwn = ({ values }: Deal) =>
        (values.owner_id ?? "").toLowerCase() === (owner ?? "").toLowerCase();
      const of = (result: "won" | "lost") => sums(closed(result).filter(within).filter(isOwn));
      expect([owner, inCents(won), inCents(lost)]).toEqual([owner, of("won"), of("lost")]);
    }
    const all = [...closed("won"), ...closed("lost")].filter(within);
    expect(owners.reduce((sum, { won, lost }) => sum + won.count + lost.count, 0)).toBe(all.length);
  });

  it("forecasts each open deal once, weighted by its stage", async () => {
    const report = await reader.reports.forecast.query({ projectId, months: 3, timeZone: ZONE });
    const today = dayOf(Date.now());
    const months = report.parts.filter(({ kind }) => kind === "month").map(({ key }) => key);
    const partOf = ({ values: { closeDate } }: Deal) => {
      if (closeDate === undefined) return "undated";
      if (dayOf(closeDate) < today) return "overdue";
      return months.includes(monthOf(closeDate)) ? monthOf(closeDate) : "later";
    };
    const open = deals.filter(({ values }) => values.pipeline === "default");
    for (const part of report.parts) {
      for (const [i, { key, probability }] of report.stages.entries()) {
        const own = open.filter((deal) => deal.values.stage === key && partOf(deal) === part.key);
        const cell = part.stages[i] ?? { ...EMPTY, weighted: [] };
        expect([part.key, key, inCents(cell)]).toEqual([part.key, key, sums(own)]);
        for (const [j, { amount }] of cell.weighted.entries()) {
          const whole = Number(cell.amounts[j]?.amount) * Number(probability);
          expect(Number(amount)).toBeCloseTo(whole, 6);
        }
      }
    }
    const counted = report.parts.flatMap(({ stages }) => stages.map(({ count }) => count));
    const isOpen = ({ values }: Deal) => !["won", "lost"].includes(values.stage ?? "");
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(open.filter(isOpen).length);
    const valued = open.filter((deal) => isOpen(deal) && deal.values.amount !== undefined);
    const ofCurrency = (currency: string | null) =>
      valued.filter(({ values }) => (values.currency ?? null) === currency).length;
    const [first, ...others] = report.currencies.filter((currency) => currency !== null);
    const counts = [first ?? "", ...others].map(ofCurrency);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.length).toBeGreaterThan(1);
    expect(report.currencies.indexOf(null)).toBeOneOf([-1, report.currencies.length - 1]);
  });

  it.each(["day", "week", "month"] as const)("counts the records created by %s", async (unit) => {
    const period = unit === "day" ? "90d" : "12m";
    const input = { projectId, period, unit, timeZone: ZONE } as const;
    const { spans, series } = await reader.reports.created.query(input);
    const counts = series.find(({ type }) => type === "deal")?.counts ?? [];
    for (const [i, { key }] of spans.entries()) {
      const next = spans[i + 1]?.key ?? "9999";
      const own = deals.filter(({ created }) => dayOf(created) >= key && dayOf(created) < next);
      expect([key, counts[i]]).toEqual([key, own.length]);
    }
    expect(series.filter(({ type }) => type !== "deal").flatMap((one) => one.counts)).not.toContain(
      1,
    );
    const days = spans.map(({ key }) => new Date(`${key}T12:00:00Z`));
    if (unit === "week") expect(days.slice(1).every((day) => day.getUTCDay() === 1)).toBe(true);
    if (unit === "month") expect(days.every((day) => day.getUTCDate() === 1)).toBe(true);
  });

  it.each(["this-month", "last-month", "this-quarter", "last-quarter", "this-year"] as const)(
    "counts the records created in %s of the zone's calendar",
    async (period) => {
      const input = { projectId, period, unit: "day", timeZone: ZONE } as const;
      const { spans, series } = await reader.reports.created.query(input);
      const [first = "", last = ""] = [spans[0]?.key, spans.at(-1)?.key];
      const own = deals.filter(({ created }) => dayOf(created) >= first && dayOf(created) <= last);
      const counts = series.find(({ type }) => type === "deal")?.counts ?? [];
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(own.length);
      const months = { "this-quarter": 3, "last-quarter": 3, "this-year": 12 }[period as string];
      const month = Number(first.slice(5, 7));
      expect([first.slice(8), (month - 1) % (months ?? 1)]).toEqual(["01", 0]);
      const isOver = period.startsWith("last");
      if (!isOver) expect(last).toBe(dayOf(Date.now()));
      else expect(dayOf(spans.at(-1)?.ends ?? "").slice(8)).toBe("01");
    },
  );

  it.each([undefined, "12m"] as const)(
    "counts a funnel of records created in %s",
    async (period) => {
      const asked = { projectId, type: "deal", period, timeZone: ZONE } as const;
      const { stages, createdFrom } = await reader.reports.funnel.query(asked);
      const here = deals.filter(
        ({ values, created }) =>
          values.pipeline === "default" && (createdFrom === null || created >= createdFrom),
      );
      const countOf = (keys: readonly string[]) =>
        here.filter(({ values }) => keys.includes(values.stage ?? "")).length;
      expect(createdFrom === null).toBe(period === undefined);
      expect(
        stages.map(({ key, count, reached, isLost }) => [key, count, reached, isLost]),
      ).toEqual(
        STAGES.default.map((key, i) =>
          key === "lost"
            ? [key, countOf([key]), countOf([key]), true]
            : [key, countOf([key]), countOf(STAGES.default.slice(i, 5)), false],
        ),
      );
      const partners = await reader.reports.funnel.query({ ...asked, pipeline: "partners" });
      expect(partners.stages.map(({ key }) => key)).toEqual(["new", "signed"]);
    },
  );

  it("measures how long records were in the stages that they left in the period", async () => {
    const asked = { projectId, type: "deal", period: "12m", timeZone: ZONE } as const;
    const { stages, isPartial } = await reader.reports.durations.query(asked);
    const from = `${Number(dayOf(Date.now()).slice(0, 4)) - 1}${dayOf(Date.now()).slice(4)}`;
    const first = new Date(`${from.slice(0, 7)}-01T12:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() + 1);
    const start = first.toISOString().slice(0, 10);
    const stays = await staysOf(start);
    expect(isPartial).toBe(false);
    expect(stages.reduce((sum, { left }) => sum + left, 0)).toBeGreaterThan(5);
    for (const { key, left, meanSeconds, medianSeconds, p90Seconds, longest, records } of stages) {
      const own = (stays.get(key) ?? []).toSorted((a, b) => a.seconds - b.seconds);
      expect([key, left]).toEqual([key, own.length]);
      const ids = new Set(own.map(({ id }) => id));
      expect([records, longest]).toEqual([ids.size, [...ids].toSorted((a, b) => a - b)]);
      if (own.length === 0) {
        expect([meanSeconds, medianSeconds, p90Seconds]).toEqual([null, null, null]);
        continue;
      }
      const middle = (own.length - 1) / 2;
      const [low, high] = [own[Math.floor(middle)], own[Math.ceil(middle)]];
      expect(medianSeconds).toBeCloseTo(((low?.seconds ?? 0) + (high?.seconds ?? 0)) / 2, 3);
      const total = own.reduce((sum, { seconds }) => sum + seconds, 0);
      expect(meanSeconds).toBeCloseTo(total / own.length, 3);
      expect(p90Seconds).toBeGreaterThanOrEqual(medianSeconds ?? 0);
    }
  });

  /** Reads the histories from their beginnings, one record after the other. */
  async function staysOf(start: string) {
    const stays = new Map<string, { id: number; seconds: number }[]>();
    for (const { id, created, values } of deals) {
      if (values.pipeline !== "default") continue;
      const entries = await app.deps.db.kysely
        .selectFrom("record_history")
        .select(["at", "changes"])
        .where("record_id", "=", id)
        .orderBy("id")
        .execute();
      let entered = Date.parse(created);
      for (const { at, changes } of entries) {
        const parsed = typeof changes === "string" ? JSON.parse(changes) : changes;
        const [old] = (parsed.stage ?? []) as [string?];
        if (old === undefined) continue;
        const left = new Date(at).getTime();
        const known = stays.get(old) ?? [];
        stays.set(old, known);
        if (dayOf(left) >= start) known.push({ id, seconds: (left - entered) / 1000 });
        entered = left;
      }
    }
    return stays;
  }

  it("measures the same once HISTORY_DAYS has removed what else changed", async () => {
    const asked = { projectId, type: "deal", period: "12m", timeZone: ZONE } as const;
    const { stages } = await reader.reports.durations.query(asked);
    const later = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
    await removeOldHistory(app.deps, 1, undefined, later);
    expect((await reader.reports.durations.query(asked)).stages).toEqual(stages);
  });

  it("lists exactly the rows that it counts", async () => {
    const report = await reader.reports.outcomes.query({ projectId, months: 12, timeZone: ZONE });
    const span = report.spans.findLast(({ won }) => won.count > 0);
    const found = await reader.records.list.query({
      ...{ projectId, type: "deal", limit: 200 },
      groups: [
        [
          { property: "pipeline", operator: "eq", value: "default" },
          { property: "stage", operator: "eq", value: "won" },
          { property: "closeDate", operator: "gte", value: span?.starts ?? "" },
          { property: "closeDate", operator: "lt", value: span?.ends ?? "" },
        ],
      ],
    });
    expect(found.records).toHaveLength(span?.won.count ?? -1);
    const { stages } = await reader.reports.durations.query({
      ...{ projectId, type: "deal", period: "12m", timeZone: ZONE },
    });
    const { longest = [] } = stages.find(({ left }) => left > 0) ?? {};
    const left = await reader.records.list.query({
      ...{ projectId, type: "deal", limit: 200 },
      groups: [[{ property: "id", operator: "in", values: [...longest] }]],
    });
    expect(left.records.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(longest);
  });

  it("counts deliveries by day and endpoint, and requests by day and credential", async () => {
    const project = await createProject(app.deps, app.tenantId, "Integrations");
    const { kysely } = app.deps.db;
    const now = new Date().toISOString();
    const { id } = await kysely
      .insertInto("webhook_endpoints")
      .values({
        ...{ project_id: project, url: "https://example.com/hook", event_types: "[]", secret: "" },
        ...{ enabled: 1, created_at: now, updated_at: now },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const states = [
      ["delivered", 0],
      ["delivered", 2],
      ["failed", 2],
      ["pending", 0],
      ["failed", 9],
    ] as const;
    for (const [status, days] of states) {
      await kysely
        .insertInto("deliveries")
        .values({
          ...{ project_id: project, endpoint_id: id, event_id: 1, event_type: "deal.created" },
          ...{ status, attempt_count: 1, next_at: now, created_at: ago(days) },
        })
        .execute();
    }
    const recent = { projectId: project, period: "7d", timeZone: ZONE } as const;
    const { spans, endpoints } = await reader.reports.webhooks.query(recent);
    const dayBefore = spans.find(({ key }) => key === dayOf(ago(2)));
    expect(spans).toHaveLength(7);
    expect(spans.at(-1)).toMatchObject({ delivered: 1, failed: 0, pending: 1 });
    expect(dayBefore).toMatchObject({ delivered: 1, failed: 1, pending: 0 });
    const url = "https://example.com/hook";
    expect(endpoints).toEqual([{ id, url, delivered: 2, failed: 1, pending: 1 }]);

    const times = { ms_1: 3, ms_2: 0, ms_5: 0, ms_10: 0, ms_20: 0, ms_50: 0, ms_100: 0, ms_200: 0 };
    const row = {
      ...{ project_id: project, hour: `${now.slice(0, 13)}:00:00.000Z`, credential: "key:1" },
      ...{ requests: 3, client_errors: 1, server_errors: 1, throttled: 0, peak_percent: 1 },
      ...{ ...times, ms_500: 0, ms_1000: 0, ms_5000: 0, ms_more: 0 },
    };
    await app.deps.db.transaction((tx) => usage.addUsage(tx, [row]));
    const answer = await reader.reports.usage.query({ ...recent, period: "24h" });
    expect(answer.spans).toHaveLength(24);
    expect(answer.spans.at(-1)).toMatchObject({ ok: 1, refused: 1, failed: 1 });
    expect(answer.credentials).toMatchObject([{ requests: 3, refused: 1, failed: 1 }]);
    const inWeek = await reader.reports.usage.query(recent);
    expect(inWeek.spans.reduce((sum, { ok }) => sum + ok, 0)).toBe(1);
  });

  it("measures the latest 10,000 changes of stages, and then none again for a while", async () => {
    const project = await createProject(app.deps, app.tenantId, "Busy");
    const often = await make(admin, project, "deal", { name: "Often", stage: "new" });
    const gone = await make(admin, project, "deal", { name: "Gone", stage: "new" });
    await admin.trpc.records.delete.mutate({ projectId: project, type: "deal", id: gone });
    const start = Date.now();
    const change = (age: number) => ({
      ...{ project_id: project, record_id: age === 500 ? gone : often },
      ...{ action: "updated", actor: "key:1" },
      ...{ changes: '{"stage":["new","won"]}', at: new Date(start - age).toISOString() },
    });
    const { kysely } = app.deps.db;
    for (let age = 0; age < 11_000; age += 1_000) {
      const values = Array.from({ length: 1_000 }, (_, i) => change(age + i));
      await kysely.insertInto("record_history").values(values).execute();
    }
    const asked = { projectId: project, type: "deal", period: "30d", timeZone: ZONE } as const;
    const first = await reader.reports.durations.query(asked);
    expect(first.isPartial).toBe(true);
    expect(first.stages.find(({ key }) => key === "new")).toMatchObject({ left: 9_999 });
    await kysely.deleteFrom("record_history").where("project_id", "=", project).execute();
    expect(await reader.reports.durations.query(asked)).toEqual(first);
  });

  it("returns empty reports for an empty project, and nothing of others", async () => {
    const project = await createProject(app.deps, app.tenantId, "Empty");
    const asked = { projectId: project, timeZone: ZONE };
    const [created, funnel, durations, outcomes, owners, forecast, webhooks, usages] =
      await Promise.all([
        reader.reports.created.query({ ...asked, period: "30d", unit: "day" }),
        reader.reports.funnel.query({ ...asked, type: "deal" }),
        reader.reports.durations.query({ ...asked, type: "lead", period: "30d" }),
        reader.reports.outcomes.query({ ...asked, months: 3 }),
        reader.reports.owners.query({ ...asked, months: 3 }),
        reader.reports.forecast.query({ ...asked, months: 3 }),
        reader.reports.webhooks.query({ ...asked, period: "24h" }),
        reader.reports.usage.query({ ...asked, period: "24h" }),
      ]);
    expect(created.series.flatMap(({ counts }) => counts).every((count) => count === 0)).toBe(true);
    expect(funnel.stages.every(({ reached }) => reached === 0)).toBe(true);
    expect(durations.stages.every(({ left }) => left === 0)).toBe(true);
    expect(outcomes.spans.every(({ won, lost }) => won.count + lost.count === 0)).toBe(true);
    expect([outcomes.currencies, owners.owners, forecast.currencies]).toEqual([[], [], []]);
    expect([webhooks.endpoints, usages.credentials]).toEqual([[], []]);
  });

  it("returns 400 for an unknown pipeline or time zone, and 404 for an unknown project", async () => {
    const forecast = (more: object) =>
      reader.reports.forecast.query({ projectId, months: 3, timeZone: ZONE, ...more });
    await expect(forecast({ pipeline: "nope" })).rejects.toMatchObject({
      message: 'There is no pipeline "nope". Pipelines: default, partners.',
    });
    await expect(forecast({ timeZone: "Mars/Olympus" })).rejects.toMatchObject({
      data: { httpStatus: 400 },
    });
    await expect(forecast({ projectId: 999_999 })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
  });

  it("keeps what two pages pin and remove at the same time", async () => {
    const { trpc } = await app.admin("read-only");
    const pin = (period: string) => ({ report: "usage" as const, settings: { period } });
    const set = (seen: string[], pins: string[]) =>
      trpc.reports.pins.set.mutate({ projectId, pins: pins.map(pin), seen: seen.map(pin) });
    const periods = async () =>
      (await trpc.reports.pins.list.query({ projectId })).map(({ settings }) => settings.period);
    const first = await trpc.reports.pins.list.query({ projectId });
    await Promise.all(
      ["a", "b", "c", "d"].map((period) =>
        trpc.reports.pins.set.mutate({
          projectId,
          pins: [...first, pin(period)],
          seen: [...first],
        }),
      ),
    );
    expect((await periods()).slice(first.length).toSorted()).toEqual(["a", "b", "c", "d"]);
    await trpc.reports.pins.set.mutate({ projectId, pins: [pin("24h"), pin("7d")] });
    await set(["24h", "7d"], ["7d", "24h", "30d"]);
    await set(["24h", "7d"], ["24h"]);
    await set(["24h", "7d"], ["24h", "7d", "30d"]);
    expect(await periods()).toEqual(["24h", "30d"]);
    const many = Array.from({ length: 11 }, (_, i) => `${i}`);
    await expect(set([], many)).rejects.toMatchObject({ data: { httpStatus: 400 } });
    expect(await periods()).toEqual(["24h", "30d"]);
  });

  it("keeps the reports on Home for each admin and project", async () => {
    const other = await createProject(app.deps, app.tenantId, "Pins");
    const { trpc } = await app.admin("read-only");
    const first = await trpc.reports.pins.list.query({ projectId });
    expect(first.map(({ report }) => report)).toEqual([
      "funnel",
      "created",
      "outcomes",
      "forecast",
      "usage",
    ]);
    const pins = [{ report: "usage" as const, settings: { period: "24h" }, isWide: true }];
    await trpc.reports.pins.set.mutate({ projectId, pins });
    expect(await trpc.reports.pins.list.query({ projectId })).toEqual(pins);
    expect(await trpc.reports.pins.list.query({ projectId: other })).toEqual(first);
    expect(await reader.reports.pins.list.query({ projectId })).toEqual(first);
    await trpc.reports.pins.set.mutate({ projectId, pins: [] });
    expect(await trpc.reports.pins.list.query({ projectId })).toEqual([]);
    const tooMany = Array.from({ length: 13 }, () => pins[0] ?? { report: "usage", settings: {} });
    await expect(
      trpc.reports.pins.set.mutate({ projectId, pins: tooMany as typeof pins }),
    ).rejects.toMatchObject({ data: { httpStatus: 400 } });
  });
});
