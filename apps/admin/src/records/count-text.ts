import { formatNumber } from "../ui/values/format.ts";
import type { Table } from "./use-table.ts";

type CountedRecords = NonNullable<Table["count"]>["all"];

/** Returns a number of records as text. The server counts to a limit, and says so by its relation. */
export function countText({ value, relation }: CountedRecords): string {
  return `${formatNumber(value)}${relation === "gte" ? "+" : ""}`;
}
