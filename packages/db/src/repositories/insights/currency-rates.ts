import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { insertMany, insertRow } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { deleteRows, selectRows, sqlStatement } from "../../statement.ts";

export type RateRow = Pick<Row<"currency_rates">, "currency" | "starts_on" | "rate">;

/** Returns the currency in which a project adds up amounts; undefined if it has none. */
export async function findReporting(db: Db, { projectId }: Scope): Promise<string | undefined> {
  return (await find.first(db, { project: projectId }))?.currency;
}

const find = selectRows("reporting_currency_find", "reporting_currencies", ["currency"], {
  where: { project_id: "project" },
});

export const saveReporting = insertRow("reporting_currency_save", "reporting_currencies", {
  values: { project_id: "project", currency: "currency" },
  key: ["project_id"],
  replace: ["currency"],
});

export const removeReporting = deleteRows("reporting_currency_remove", "reporting_currencies", {
  project_id: "project",
});

/** Lists the rates into a currency by currency and day. */
export const listRates = selectRows(
  "currency_rates_list",
  "currency_rates",
  ["currency", "starts_on", "rate"],
  {
    where: { project_id: "project", base: "base" },
    orderBy: ["project_id", "base", "currency", "starts_on"],
  },
);

/** Counts a project's rates into each currency. */
export const countRates = sqlStatement<{ project: number }, { base: string; count: number }>(
  "currency_rates_count",
  (param) => sql`
    select base, count(*) as count from currency_rates
    where project_id = ${param("project")} group by base order by base`,
);

/** Saves rates into a currency, in place of those of the same days. */
export async function putRates(
  tx: Db,
  { projectId }: Scope,
  base: string,
  rates: readonly RateRow[],
): Promise<void> {
  await put(
    tx,
    rates.map(({ currency, starts_on, rate }) => [projectId, base, currency, starts_on, rate]),
  );
}

const PRIMARY_KEY = ["project_id", "base", "currency", "starts_on"];

const put = insertMany(
  "currency_rates",
  { project_id: "bigint", base: "text", currency: "text", starts_on: "text", rate: "text" },
  { onConflict: { key: { sqlite: PRIMARY_KEY, postgres: PRIMARY_KEY }, replace: ["rate"] } },
);

export const deleteRate = deleteRows(
  "currency_rate_delete",
  "currency_rates",
  { project_id: "project", base: "base", currency: "currency", starts_on: "day" },
  ["rate"],
);

/** Removes a project's reporting currency and all its rates. */
export async function clear(tx: Db, { projectId: project }: Scope): Promise<void> {
  await removeReporting.all(tx, { project });
  await clearRates.all(tx, { project });
}

const clearRates = deleteRows("currency_rates_clear", "currency_rates", {
  project_id: "project",
});
