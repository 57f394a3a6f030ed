import { reports, sums } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { addUpNow } from "./add-up.ts";
import { inPortions } from "./in-portions.ts";
import type { Period } from "./period.ts";
import { partsOf } from "./period-parts.ts";
import type { Read } from "./read-sums.ts";
import { DELIVERY } from "./sum-keys.ts";

export interface CountedDeliveries {
  /** Index of the period. */
  readonly span: number;
  readonly status: string;
  readonly endpointId: number;
  readonly count: number;
}

const STATUSES = ["delivered", "failed", "pending"] as const;
/** Ranges of keys that one statement reads on SQLite, in a few milliseconds. */
const SQLITE_RANGES = 32;

/**
 * Counts a project's deliveries that were created in each period, by status and endpoint, from the sums.
 *
 * @param periods must begin and end with a quarter of an hour
 */
export async function countDeliveries(
  deps: Pick<Deps, "db">,
  project: number,
  periods: readonly Period[],
): Promise<Read<readonly CountedDeliveries[]>> {
  if (!(await addUpNow(deps, project))) return countEach(deps, project, periods);
  const parts = partsOf(periods);
  const ranges = parts.map(({ range }, span) => ({
    ...{ span, type: DELIVERY, ...range },
    skip: range.low.length + "|".length + 1,
  }));
  const found = new Map<
    string,
    { -readonly [Key in keyof CountedDeliveries]: CountedDeliveries[Key] }
  >();
  const counted = await inPortions(deps.db, ranges, SQLITE_RANGES, (spans) =>
    sums.countRestIn.all(deps.db, { project, spans }),
  );
  for (const { span: part, rest, count } of counted) {
    for (const { span, sign } of parts[part]?.of ?? []) {
      const name = `${span} ${rest}`;
      const known = found.get(name);
      const [status = "", endpoint] = rest.split("|");
      if (known !== undefined) known.count += sign * count;
      else found.set(name, { span, status, endpointId: Number(endpoint), count: sign * count });
    }
  }
  return { value: [...found.values()].filter(({ count }) => count !== 0), rows: 0 };
}

/** Counts in the index of deliveries, if the sums are behind. */
async function countEach(
  { db }: Pick<Deps, "db">,
  project: number,
  periods: readonly Period[],
): Promise<Read<readonly CountedDeliveries[]>> {
  const ranges = STATUSES.flatMap((status) =>
    periods.map(({ starts, ends }, span) => ({ span, status, starts, ends })),
  );
  const counted = await inPortions(db, ranges, 1, (spans) =>
    reports.countDeliveriesIn.all(db, { project, spans }),
  );
  return {
    value: counted.map(({ endpoint_id: endpointId, ...row }) => ({ ...row, endpointId })),
    rows: counted.reduce((sum, { count }) => sum + count, 0),
  };
}
