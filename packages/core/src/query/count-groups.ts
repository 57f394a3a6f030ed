import { addDecimals, type PropertyDefinition } from "@rapport/model";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Total } from "./count-search.ts";
import { everyMatch, matches } from "./search/matches.ts";
import { type Search, searchContext } from "./search/search-context.ts";

/** Exact sums by property, and of money by currency. Null as a currency for any other number. */
export type Sums = Map<string, Map<string | null, string>>;

/** Records that have one value of a property. */
export interface CountedGroup {
  /** Null for records without a value. */
  readonly value: string | boolean | null;
  /** The pipeline of a stage; null for other groups. */
  readonly pipeline: string | null;
  count: number;
  readonly sums: Sums;
  /** Of money that is to be converted: the amounts by currency and day of their rate. */
  readonly convertible: Map<string, Convertible>;
}

/** Amounts in one currency with the same rate. */
export interface Convertible {
  readonly currency: string | null;
  readonly day: string;
  readonly valued: number;
  readonly amount: string;
}

/** What to count records of a type by, and which numbers to add up. */
export interface Grouping {
  readonly object: ObjectSchema;
  readonly by: PropertyDefinition | undefined;
  readonly sums: readonly PropertyDefinition[];
  /** Returns the first day of the rate at which the amount of a record is converted; not given without rates. */
  readonly dayOfRate?: ((record: ConvertedRecord) => string) | undefined;
}

/** What decides about the rate of a record. */
export interface ConvertedRecord {
  readonly currency: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Most groups that are counted. The records of all others are counted together with those without a value. */
const MAX_GROUPS = 10_000;

/**
 * Counts the records that a search finds by the values of a property, and adds up numbers. Others' requests run meanwhile.
 *
 * @param isEnough asked after each chunk; if it returns true, the count ends there and is not complete. Without it, the count
 *   examines as many records as that of a table
 */
export async function countGroups(
  call: Call<Pick<Deps, "db" | "scan">>,
  search: Search,
  { object, by, sums, dayOfRate, isEnough }: Grouping & { readonly isEnough?: () => boolean },
): Promise<{ readonly groups: readonly CountedGroup[]; readonly total: Total }> {
  const groups = new Map<string, CountedGroup>();
  const { money } = object;
  const context = searchContext(call, search);
  const steps = isEnough ? everyMatch(context, null) : matches(context, null, context.limits.chunk);
  let value = 0;
  for await (const step of steps) {
    for (const [, { properties }] of step.found) {
      value++;
      const pipeline = by?.name === "stage" ? groupText(properties.pipeline) : null;
      const values = by === undefined ? [null] : [properties[by.name] ?? null].flat();
      for (const one of values.length === 0 ? [null] : values) {
        const group = findGroup(groups, one, pipeline);
        group.count++;
        for (const { name } of sums) {
          const isMoney = money?.amount === name;
          const currency = isMoney ? groupText(properties[money.currency]) : null;
          addTo(group.sums, name, currency, properties[name]);
          const amount = properties[name];
          if (!isMoney || dayOfRate === undefined || typeof amount !== "string") continue;
          const day = dayOfRate({ currency, properties });
          addConvertible(group.convertible, { currency, day, valued: 1, amount });
        }
      }
    }
    const isStopped = "stopped" in step && step.stopped !== undefined;
    if (isStopped || isEnough?.())
      return { groups: [...groups.values()], total: { value, relation: "gte" } };
  }
  return { groups: [...groups.values()], total: { value, relation: "eq" } };
}

function addTo(sums: Sums, name: string, currency: string | null, amount: unknown): void {
  if (typeof amount !== "string") return;
  const known = sums.get(name) ?? new Map<string | null, string>();
  sums.set(name, known.set(currency, addDecimals(known.get(currency) ?? "0", amount)));
}

/** Adds amounts to those with the same currency and rate. */
export function addConvertible(all: CountedGroup["convertible"], one: Convertible): void {
  const key = `${one.currency} ${one.day}`;
  const { valued = 0, amount = "0" } = all.get(key) ?? {};
  all.set(key, {
    ...one,
    valued: valued + one.valued,
    amount: addDecimals(amount, one.amount),
  });
}

function findGroup(
  groups: Map<string, CountedGroup>,
  given: string | boolean | null,
  pipeline: string | null,
): CountedGroup {
  const wanted = JSON.stringify([given, pipeline]);
  const known = groups.get(wanted);
  if (known !== undefined) return known;
  const value = groups.size < MAX_GROUPS ? given : null;
  const key = JSON.stringify([value, pipeline]);
  const group = groups.get(key) ?? {
    value,
    pipeline,
    count: 0,
    sums: new Map(),
    convertible: new Map(),
  };
  groups.set(key, group);
  return group;
}

function groupText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
