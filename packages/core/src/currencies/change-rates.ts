import { currencyRates, type Db, liveRevisions, tenancy } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue, quoted } from "../errors.ts";
import * as formats from "../formats.ts";
import type { Principal } from "../principal.ts";
import { CURRENCIES } from "../values/parse-value.ts";
import { type Rate, ratesInto, todayInUtc } from "./rates.ts";

/** Most rates of a project, into all currencies together. */
export const MAX_RATES = 10_000;

type RateCall = Call<Pick<Deps, "db">>;

/** The reporting currency of a project, and the rates into it. */
export interface CurrencySettings {
  /** Null if each currency is added up on its own. */
  readonly reporting: string | null;
  readonly rates: readonly Rate[];
  /** Numbers of rates into each currency, those of earlier reporting currencies too. */
  readonly kept: readonly { readonly currency: string; readonly count: number }[];
  /** Today in UTC. */
  readonly today: string;
  /** The codes that amounts may have. */
  readonly codes: readonly string[];
}

export async function readCurrencies({ deps, principal }: RateCall): Promise<CurrencySettings> {
  const { db } = deps;
  const reporting = await currencyRates.findReporting(db, principal);
  const counts = await currencyRates.countRates.all(db, { project: principal.projectId });
  return {
    reporting: reporting ?? null,
    rates: reporting === undefined ? [] : await ratesInto(db, principal, reporting),
    kept: counts.map(({ base, count }) => ({ currency: base, count })),
    today: todayInUtc(),
    codes: [...CURRENCIES],
  };
}

/**
 * Sets the currency in which the project adds up amounts, or none. Rates into other currencies are kept.
 *
 * @throws CrmError INVALID_INPUT for a currency that amounts cannot have
 */
export async function setReporting(
  { deps, principal }: RateCall,
  currency: string | null,
): Promise<{ readonly before: string | null }> {
  const fault = currency === null ? null : currencyFault(currency);
  if (fault !== null)
    throw invalid([{ path: "currency", code: "currency_unknown", message: fault }]);
  const { projectId: project } = principal;
  return deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: project });
    const before = (await currencyRates.findReporting(tx, principal)) ?? null;
    if (before === currency) return { before };
    if (currency === null) await currencyRates.removeReporting.all(tx, { project });
    else await currencyRates.saveReporting.all(tx, { project, currency });
    await liveRevisions.noteRevision(tx, principal, "currencies");
    return { before };
  });
}

/** A change of rates into a currency. */
export interface RateChange {
  /** The reporting currency that the admin saw. */
  readonly base: string;
  /** Rates as the admin saw them, which are removed. */
  readonly removed?: readonly Rate[];
  readonly saved?: readonly Rate[];
  /** Whether a saved rate replaces another one of its currency and day. */
  readonly isReplacing?: boolean;
}

/** What a change of rates did. */
export interface ChangedRates {
  readonly added: number;
  /** Rates that replaced those of their days. */
  readonly changed: number;
  readonly removed: number;
}

/**
 * Removes and saves rates.
 *
 * @throws CrmError INVALID_INPUT for an invalid rate, or if there would be too many; CONFLICT if the reporting currency or
 *   a rate was changed meanwhile, or a day has another rate that is not to be replaced
 */
export async function changeRates(
  { deps, principal }: RateCall,
  { base, removed = [], saved = [], isReplacing = false }: RateChange,
): Promise<ChangedRates> {
  const issues = saved.flatMap((rate) => rateIssues(rate, base));
  if (issues.length > 0) throw invalid(issues);
  const { projectId: project } = principal;
  return deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: project });
    await requireBase(tx, principal, base);
    const known = new Map((await ratesInto(tx, principal, base)).map((one) => [rateKey(one), one]));
    for (const rate of removed) {
      if (known.get(rateKey(rate))?.rate !== rate.rate) throw changedMeanwhile(rate);
      const { currency, from: day } = rate;
      await currencyRates.deleteRate.all(tx, { project, base, currency, day });
      known.delete(rateKey(rate));
    }
    const taken = saved.filter((rate) => known.has(rateKey(rate)));
    if (taken[0] !== undefined && !isReplacing) throw isTaken(taken[0]);
    const changed = taken.filter((rate) => known.get(rateKey(rate))?.rate !== rate.rate);
    const added = saved.filter((rate) => !known.has(rateKey(rate)));
    await requireRoom(tx, principal, added.length);
    const rows = [...added, ...changed].map(({ from, ...rate }) => ({ ...rate, starts_on: from }));
    await currencyRates.putRates(tx, principal, base, rows);
    await liveRevisions.noteRevision(tx, principal, "currencies");
    return { added: added.length, changed: changed.length, removed: removed.length };
  });
}

/** Returns what identifies a rate among those into one currency. */
export function rateKey({ currency, from }: Rate): string {
  return `${currency} ${from}`;
}

/**
 * Lists what is wrong with a rate.
 *
 * @param base the currency into which it converts
 */
export function rateIssues({ currency, from, rate }: Rate, base: string): readonly Issue[] {
  const faults = {
    currency: currency === base ? `${base} is the reporting currency.` : currencyFault(currency),
    from: formats.date(from) === null ? DAY_RULE : null,
    rate:
      RATE.test(rate) && formats.decimal(rate) === rate && /[1-9]/.test(rate) ? null : RATE_RULE,
  };
  return Object.entries(faults).flatMap(([path, message]) =>
    message === null ? [] : [{ path, code: "rate_invalid", message }],
  );
}

const RATE = /^\d{1,12}(\.\d{1,12})?$/;
const RATE_RULE =
  "The rate must be a number above 0, such as 0.92, with at most 12 digits after the point.";
const DAY_RULE = "The day must be a date such as 2026-11-28.";

function currencyFault(code: string): string | null {
  if (CURRENCIES.has(code)) return null;
  return `The currency must be an active ISO 4217 code in upper case, such as "USD", got ${quoted(code)}.`;
}

async function requireBase(tx: Db, scope: Principal, base: string): Promise<void> {
  if ((await currencyRates.findReporting(tx, scope)) === base) return;
  throw new CrmError(
    "CONFLICT",
    "Another admin has changed the reporting currency. Reload the page.",
  );
}

/** @throws CrmError INVALID_INPUT */
async function requireRoom(tx: Db, { projectId: project }: Principal, added: number) {
  const counts = await currencyRates.countRates.all(tx, { project });
  const all = counts.reduce((sum, { count }) => sum + count, added);
  if (added === 0 || all <= MAX_RATES) return;
  const message = `A project can have ${MAX_RATES} rates; there would be ${all}. Remove old rates first.`;
  throw new CrmError("INVALID_INPUT", message);
}

function changedMeanwhile({ currency, from }: Rate): CrmError {
  const message = `Another admin has changed the rate of ${currency} from ${from}. Reload the page.`;
  return new CrmError("CONFLICT", message);
}

function isTaken({ currency, from }: Rate): CrmError {
  const message = `${currency} has a rate from ${from} already. Edit that rate, or choose another day.`;
  return invalid([{ path: "from", code: "rate_taken", message }]);
}

function invalid(issues: readonly Issue[]): CrmError {
  return new CrmError("INVALID_INPUT", issues[0]?.message ?? "", { issues });
}
