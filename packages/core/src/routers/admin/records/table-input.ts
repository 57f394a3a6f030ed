import { z } from "zod";
import { isTimeZone } from "../../../days-in-zone.ts";
import { MAX_TABLE_FILTERS, TABLE_OPERATORS } from "../../../query/table-query.ts";
import { searchText } from "../../schemas.ts";
import { objectType } from "../procedure.ts";

const filterValue = z.union([searchText(), z.number(), z.boolean()]);
const MAX_GROUPS = 10;

/** One condition of a table. */
export const filter = z.strictObject({
  property: searchText(),
  operator: z.enum(TABLE_OPERATORS),
  value: filterValue.optional(),
  values: z.array(filterValue).max(50).optional(),
});

/** The records of a table. */
export const tableRows = {
  type: objectType,
  groups: z.array(z.array(filter).min(1).max(MAX_TABLE_FILTERS)).max(MAX_GROUPS).default([]),
  /** A page of an older version asks so. Without its filters it would get other records. */
  filters: z.never({ error: "The app was updated. Reload the page." }).optional(),
  search: z.preprocess((text) => (isBlank(text) ? undefined : text), searchText().optional()),
};

/** The records of a table in their order. */
export const table = {
  ...tableRows,
  sort: z
    .strictObject({ property: searchText(), direction: z.enum(["asc", "desc"]) })
    .default({ property: "id", direction: "desc" }),
};

/** The time zone whose days are counted. */
export const timeZone = searchText(64)
  .refine(isTimeZone, { error: "This must be a time zone such as Europe/Berlin." })
  .default("UTC");

function isBlank(text: unknown): boolean {
  return typeof text === "string" && text.trim() === "";
}
