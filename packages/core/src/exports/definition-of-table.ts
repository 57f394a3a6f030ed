import type { ObjectSchema } from "../object-schema.ts";
import { nameOf, searchOfTable, type TableRows } from "../query/table-query.ts";
import type { ExportDefinition, ExportFormat } from "./definition.ts";

/** What to export from a table of the admin app. */
export interface TableExport extends TableRows {
  readonly object: ObjectSchema;
  /** The columns besides the record's name, as the table calls them. */
  readonly columns: readonly string[];
  readonly format: ExportFormat;
  readonly gzip: boolean;
  readonly delimiter?: ExportDefinition["delimiter"];
  readonly encoding?: ExportDefinition["encoding"];
  readonly protectFormulas?: boolean | undefined;
}

/**
 * Returns the export of a table: its records in its order, with its columns. The record's id comes first, so that an
 * import can find the record again, then the properties that name it. The table shows an amount with its currency, so
 * the column of the currency follows that of the amount.
 */
export function definitionOfTable(table: TableExport): ExportDefinition {
  const { object, format, gzip, delimiter, encoding, protectFormulas } = table;
  const named = object.nameProperties[0] ?? [];
  const asked = table.columns.map(nameOf);
  const columns = [...new Set(["id", ...named, ...withCurrency(object, asked)])];
  return {
    ...searchOfTable(table),
    object: object.name,
    format,
    gzip,
    labels: format === "csv",
    ...{ delimiter, encoding, protectFormulas },
    columns,
  };
}

function withCurrency({ money }: ObjectSchema, columns: readonly string[]): readonly string[] {
  if (money === null || columns.includes(money.currency)) return columns;
  return columns.flatMap((name) => (name === money.amount ? [name, money.currency] : [name]));
}
