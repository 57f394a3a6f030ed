import { createHash } from "node:crypto";
import { currencyRates, type Db } from "@rapport/db";
import { addDecimals, multiplyDecimals } from "@rapport/model";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import type { Grouping } from "../query/count-groups.ts";

/** The project. */
type Scope = Pick<Principal, "projectId">;

/** How much one unit of a currency is worth in the reporting currency, from a day on. */
export interface Rate {
  readonly currency: string;
  /** `2026-11-28`, in UTC. */
  readonly from: string;
  /** Exact decimal. */
  readonly rate: string;
}

/** Amounts in one currency whose rates hold on the same days. */
export interface Convertible {
  readonly currency: string | null;
  /** The day of the rate, or the month if no rate begins within it; today's rate if it is neither. */
  readonly day?: string | undefined;
  /** Records that have an amount. */
  readonly valued: number;
  /** Exact decimal; null without an amount. */
  readonly amount: string | null;
}

/** Records whose amounts a total does not have, because their currency has no rate on their day. */
export interface LeftOut {
  /** Null for records without a currency. */
  readonly currency: string | null;
  readonly count: number;
}

/** A sum in the reporting currency. */
export interface Converted {
  /** Exact decimal, not rounded. Null if no amount could be converted. */
  readonly amount: string | null;
  /** In the order of the currencies, records without one last. */
  readonly leftOut: readonly LeftOut[];
}

/** What an answer says about its totals. */
export interface Reporting {
  readonly currency: string;
  /** Day of the rates of what is not closed, in UTC. */
  readonly day: string;
  /** The rates that hold on that day. */
  readonly rates: readonly (Rate & {
    /** First day on which the currency has a rate. */
    readonly since: string;
  })[];
}

const MONTH = /^\d{4}-\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The reporting currency of a project, with the rates into it (specification §38.1). */
export class Rates {
  readonly currency: string;
  /** In UTC. */
  readonly today: string;
  readonly #byCurrency: ReadonlyMap<string, readonly Rate[]>;
  /** The months in which a rate begins after their first day, in their order, such as `2026-11`. */
  readonly mixedMonths: readonly string[];

  /** @param rates by currency and day */
  constructor(currency: string, rates: readonly Rate[], today: string) {
    this.currency = currency;
    this.today = today;
    this.#byCurrency = Map.groupBy(rates, (rate) => rate.currency);
    const within = rates.filter(({ from }) => !from.endsWith("-01"));
    this.mixedMonths = [...new Set(within.map(({ from }) => from.slice(0, 7)))].toSorted();
  }

  /**
   * Finds the rate of a currency that holds on a day.
   *
   * @param day a day, or a month that is not mixed; today's rate for anything else
   */
  at(currency: string, day?: string): Rate | undefined {
    if (currency === this.currency) return { currency, from: FIRST_DAY, rate: "1" };
    const on = MONTH.test(day ?? "") ? `${day}-01` : DAY.test(day ?? "") ? day : undefined;
    const latest = on ?? this.today;
    return lastUntil(this.#byCurrency.get(currency) ?? [], latest);
  }

  /** Adds up amounts, each at the rate of its day. Nothing is rounded. */
  total(rows: readonly Convertible[]): Converted {
    let amount: string | null = null;
    const leftOut = new Map<string | null, number>();
    for (const row of rows) {
      if (row.amount === null) continue;
      const rate = row.currency === null ? undefined : this.at(row.currency, row.day)?.rate;
      if (rate === undefined) {
        leftOut.set(row.currency, (leftOut.get(row.currency) ?? 0) + row.valued);
      } else {
        const converted = rate === "1" ? row.amount : multiplyDecimals(row.amount, rate);
        amount = amount === null ? converted : addDecimals(amount, converted);
      }
    }
    const missing = [...leftOut].map(([currency, count]) => ({ currency, count }));
    return {
      amount,
      leftOut: missing
        .filter(({ count }) => count !== 0)
        .toSorted((a, b) => compareCurrencies(a.currency, b.currency)),
    };
  }

  /** Returns a text that differs if any rate does. */
  digest(): string {
    const all = JSON.stringify([this.currency, this.today, [...this.#byCurrency]]);
    return createHash("sha256").update(all).digest("base64url");
  }

  /** Returns what an answer says about its totals. */
  view(): Reporting {
    const rates = [...this.#byCurrency].flatMap(([currency, [first]]) => {
      const rate = this.at(currency);
      return rate === undefined || first === undefined ? [] : [{ ...rate, since: first.from }];
    });
    return { currency: this.currency, day: this.today, rates };
  }
}

/** Finds the last of some rates that begins on a day or before. @param rates by day */
function lastUntil(rates: readonly Rate[], day: string): Rate | undefined {
  let [low, high] = [0, rates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rates[middle] as Rate).from <= day) low = middle + 1;
    else high = middle;
  }
  return rates[low - 1];
}

const FIRST_DAY = "0001-01-01";

/** Compares codes of currencies. Null is last. */
export function compareCurrencies(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

/**
 * Reads the rates into a project's reporting currency; null if it has none. Read them from the primary: a replica does not
 * know which of their changes were acknowledged.
 */
export async function readRates({ db }: { readonly db: Db }, scope: Scope): Promise<Rates | null> {
  const base = await currencyRates.findReporting(db, scope);
  if (base === undefined) return null;
  return new Rates(base, await ratesInto(db, scope, base), todayInUtc());
}

/** Lists the rates into a currency by currency and day. */
export async function ratesInto(db: Db, scope: Scope, base: string): Promise<readonly Rate[]> {
  const rows = await currencyRates.listRates.all(db, { project: scope.projectId, base });
  return rows.map(({ currency, starts_on: from, rate }) => ({ currency, from, rate }));
}

export function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A day before all rates. */
const NO_RATE = "0000-01-01";

/**
 * Returns a function that finds the first day of the rate at which the amount of a record is converted: that of its close date
 * in a closed stage, otherwise that of today. If there is none, it is a day before all rates.
 */
export function dayOfRate(
  { pipelines }: ObjectSchema,
  rates: Rates,
): NonNullable<Grouping["dayOfRate"]> {
  const closed = new Set(
    pipelines.flatMap(({ key, stages }) =>
      stages.filter((stage) => stage.closed).map((stage) => `${key} ${stage.key}`),
    ),
  );
  return ({ currency, properties: { pipeline, stage, closeDate } }) => {
    const isClosed = closed.has(`${pipeline} ${stage}`) && typeof closeDate === "string";
    const day = isClosed ? closeDate.slice(0, "2026-11-28".length) : undefined;
    return (currency === null ? undefined : rates.at(currency, day)?.from) ?? NO_RATE;
  };
}
