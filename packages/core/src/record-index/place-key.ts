import type { StoredProperties } from "@rapport/db";

/**
 * Name of the index rows with the places of records in pipelines. No property has this name. Figures of stages and close
 * dates are counted and summed from these rows alone.
 */
export const PLACE = "~place";

const NAMES: ReadonlySet<string> = new Set([
  "pipeline",
  "stage",
  "closeDate",
  "currency",
  "amount",
  "owner_id",
]);

const MAX_OWNER_CHARACTERS = 100;
/** As long as a date, and before all of them. */
const NO_DATE = "------------------------";
const NO_CURRENCY = "---";

/**
 * Returns the place of a record as the index has it; null without a stage, so of a record that is not there.
 *
 * @param createdAt when the record was created, ISO 8601
 */
export function placeKey(properties: StoredProperties, createdAt: string): string | null {
  const text = (name: string) => {
    const value = properties[name];
    return typeof value === "string" ? value : "";
  };
  if (text("stage") === "") return null;
  const owner = [...text("owner_id")].slice(0, MAX_OWNER_CHARACTERS).join("");
  return [
    ...[text("pipeline"), text("stage"), text("closeDate") || NO_DATE, createdAt],
    ...[text("currency") || NO_CURRENCY, text("amount"), owner],
  ].join("|");
}

/** Returns whether a change of these properties can change the place of a record. */
export function changesPlace(names: readonly string[]): boolean {
  return names.some((name) => NAMES.has(name));
}

interface Ends {
  readonly from: string | null;
  readonly until: string | null;
}

/**
 * Close dates from one time to before another: moments, and days without a time from one day to before another (ISO 8601
 * at midnight UTC).
 */
export type ClosesInDays = Ends & { readonly days: Ends };

/** Records of one stage: all of them if `closes` is not given, those without a close date if it is null. */
export interface PlaceRange {
  readonly pipeline: string;
  readonly stage: string;
  /** An end that is null is open. */
  readonly closes?: Ends | ClosesInDays | null;
  /**
   * The months that sums divide by day. If it is given, they divide all others by month. Not if it is undefined.
   */
  readonly mixedMonths?: readonly string[] | undefined;
}

/**
 * Returns the range of the index that has some places.
 *
 * @returns the first value, the value after the last one, the position of the creation time in them, and how many
 *   characters of the close date divide sums
 */
export function placeSpan({ pipeline, stage, closes, mixedMonths }: PlaceRange) {
  const prefix = `${pipeline}|${stage}|`;
  const [low, high] = rangeEnds(closes);
  const skip = [...prefix].length + NO_DATE.length + 2;
  const keep = mixedMonths === undefined ? 0 : "2026-11-22".length;
  return { low: prefix + low, high: prefix + high, skip, keep };
}

function rangeEnds(closes: PlaceRange["closes"]): readonly [low: string, high: string] {
  if (closes === undefined) return ["", AFTER_DATES];
  if (closes === null) return ["-", "."];
  return [closes.from ?? FIRST_DATE, closes.until ?? AFTER_DATES];
}

const FIRST_DATE = "0";
/** Sorts after every digit and after the text that means "no date". */
const AFTER_DATES = ":";
