import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import type { Total } from "../query/count-search.ts";
import { listTable } from "../query/table.ts";
import type { TableRows } from "../query/table-query.ts";
import type { StoredValue } from "../values/parse-value.ts";
import { type Amount, amountsOf } from "./amounts.ts";
import { countTable } from "./count-table.ts";

/** Deals of a stage that are summed. Their amounts are read one by one, so there must be a limit. */
const MAX_SUMMED = 1_000;
const PER_PAGE = 200;

/** The figures of a stage of which a search or filters show only some records. */
export interface FoundFigures {
  readonly count: number;
  /** Whether `count` is exact or a lower limit. */
  readonly relation: Total["relation"];
  /** Only for deals. */
  readonly amounts?: readonly Amount[];
  /** Whether `amounts` leaves deals out, because there are too many to sum. */
  readonly isPartial: boolean;
}

/**
 * Counts the records that a table finds. Of deals it also sums the amounts, of the first thousand at most.
 *
 * @throws CrmError INVALID_INPUT, see `listTable`
 */
export async function foundFigures(
  deps: Pick<Deps, "db" | "scan" | "schemas" | "cursors">,
  principal: Principal,
  object: ObjectSchema,
  query: TableRows,
): Promise<FoundFigures> {
  const { matching } = await countTable(deps, principal, object, query);
  const { value: count, relation } = matching;
  const { money } = object;
  if (money === null) return { count, relation, isPartial: false };
  const found: Amount[] = [];
  let cursor: string | undefined;
  let summed = 0;
  do {
    const page = await listTable(deps, principal, object.name, {
      ...query,
      cursor,
      limit: PER_PAGE,
    });
    for (const { properties } of page.records) {
      const amount = textIn(properties[money.amount]);
      const currency = textIn(properties[money.currency]);
      if (amount !== null) found.push({ currency, amount });
    }
    summed += page.records.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && summed < MAX_SUMMED);
  return { count, relation, amounts: amountsOf(found), isPartial: cursor !== undefined };
}

function textIn(value: StoredValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
