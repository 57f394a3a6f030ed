import { hasMoney } from "@rapport/model";

/** What the records of a sum have in common, and the form of its keys. */
export const KINDS = {
  /** `pipeline|stage|currency` */
  stage: "stage",
  /** `pipeline|stage|month of the close date|currency`; only of types that hold money. */
  closing: "closing",
  /** `pipeline|stage|hour of the close date|currency`; only of records with a close date. */
  closingHour: "closing-hour",
  /** `pipeline|stage|month of the close date|currency|owner`; only of types that hold money. */
  owner: "owner",
  /** `pipeline|stage|day of the creation`, and the same with its quarter of an hour. */
  stageDay: "stage-day",
  stageQuarter: "stage-quarter",
  /** The day, hour and quarter of an hour of the creation. */
  day: "day",
  hour: "hour",
  quarter: "quarter",
} as const;

type Kind = (typeof KINDS)[keyof typeof KINDS];

/**
 * The type of sums of deliveries. They have the kinds `day`, `hour` and `quarter`, and keys of the form
 * `time|status|endpoint`.
 */
export const DELIVERY = "delivery";

/** Keys without a close date sort before it. */
const FIRST_DIGIT = "0";

interface Part {
  readonly kind: Kind;
  readonly key: string;
}

/** Returns the sums that a record created at a time (ISO 8601) is part of. */
export function sumsOfCreation(createdAt: string): readonly Part[] {
  return [
    { kind: KINDS.day, key: createdAt.slice(0, 10) },
    { kind: KINDS.hour, key: createdAt.slice(0, 13) },
    { kind: KINDS.quarter, key: quarterHour(createdAt) },
  ];
}

/**
 * Returns the sums that a record is part of, and its amount.
 *
 * @param place as from `placeKey`
 */
export function sumsOfPlace(
  type: string,
  place: string,
): { readonly parts: readonly Part[]; readonly amount: string | null } {
  const [pipeline, stage, closes = "", created = "", currency, amount, ...owner] = place.split("|");
  const prefix = `${pipeline}|${stage}|`;
  const month = closes.slice(0, 7);
  const parts: Part[] = [
    { kind: KINDS.stage, key: `${prefix}${currency}` },
    { kind: KINDS.stageDay, key: prefix + created.slice(0, 10) },
    { kind: KINDS.stageQuarter, key: prefix + quarterHour(created) },
  ];
  if (hasMoney(type)) {
    parts.push(
      { kind: KINDS.closing, key: `${prefix}${month}|${currency}` },
      { kind: KINDS.owner, key: `${prefix}${month}|${currency}|${owner.join("|")}` },
    );
    if (closes >= FIRST_DIGIT) {
      parts.push({ kind: KINDS.closingHour, key: `${prefix}${closes.slice(0, 13)}|${currency}` });
    }
  }
  return { parts, amount: amount || null };
}

/** Returns the sums that deliveries are part of. @param place their quarter of an hour, status and endpoint */
export function sumsOfDelivery(place: string): readonly Part[] {
  const rest = place.slice(UNITS.quarter.characters);
  return sumsOfCreation(place).map(({ kind, key }) => ({ kind, key: key + rest }));
}

/** Returns the beginning of a time's quarter of an hour, such as `2026-11-22T21:45`. */
export function quarterHour(time: string): string {
  const minute = Math.floor(Number(time.slice(14, 16)) / 15) * 15;
  return time.slice(0, 14) + String(minute).padStart(2, "0");
}

/** A range of keys of one kind. */
export interface KeyRange {
  readonly kind: Kind;
  readonly low: string;
  readonly high: string;
}

const MINUTE_MS = 60_000;
const UNITS = {
  [KINDS.day]: { ms: 24 * 60 * MINUTE_MS, characters: 10 },
  [KINDS.hour]: { ms: 60 * MINUTE_MS, characters: 13 },
  [KINDS.quarter]: { ms: 15 * MINUTE_MS, characters: 16 },
} as const;

type TimeKind = keyof typeof UNITS;

/**
 * Divides a period into as few ranges of keys as the units allow. Both ends must begin a quarter of an hour, as the days
 * of every time zone do.
 *
 * @param kinds from the largest unit to the smallest
 */
export function rangesOfPeriod(
  { starts, ends }: { readonly starts: string; readonly ends: string },
  kinds: readonly TimeKind[] = [KINDS.day, KINDS.hour, KINDS.quarter],
): readonly KeyRange[] {
  const [kind, ...smaller] = kinds;
  if (kind === undefined || starts >= ends) return [];
  const { ms, characters } = UNITS[kind];
  const at = (time: number) => new Date(time).toISOString();
  const [first, last] = [Date.parse(starts), Date.parse(ends)];
  const low = Math.ceil(first / ms) * ms;
  const high = Math.floor(last / ms) * ms;
  if (low >= high) return rangesOfPeriod({ starts, ends }, smaller);
  return [
    ...rangesOfPeriod({ starts, ends: at(low) }, smaller),
    { kind, low: at(low).slice(0, characters), high: at(high).slice(0, characters) },
    ...rangesOfPeriod({ starts: at(high), ends }, smaller),
  ];
}
