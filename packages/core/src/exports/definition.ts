import type { FILE_FORMATS } from "@rapport/model";
import type { CsvForm } from "../csv.ts";
import { ANY_TYPE } from "../files/files.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { ASSOCIATIONS_PREFIX } from "../query/conditions/association-conditions.ts";
import type { SearchRequest } from "../query/search-objects.ts";
import { searchName, searchOfTable, type TableRows } from "../query/table-query.ts";
import type { ExportEncoding } from "./encode.ts";

export type ExportFormat = (typeof FILE_FORMATS)[number];

/** What to export: the records of a search, and the properties and associations of each (specification §27). */
export interface ExportDefinition
  extends Pick<SearchRequest, "filterGroups" | "query" | "sorts" | "properties" | "associations"> {
  readonly object: string;
  readonly format: ExportFormat;
  /** Whether a CSV file has labels and names instead of internal names, keys and ids. */
  readonly labels: boolean;
  readonly gzip: boolean;
  /** How a CSV file is written. Undefined in exports of version 0.3.0: commas, and formulas are protected. */
  readonly delimiter?: CsvForm["delimiter"] | undefined;
  readonly protectFormulas?: boolean | undefined;
  readonly encoding?: ExportEncoding | undefined;
  /**
   * Columns of the admin app in their order: `id`, `createdAt`, `updatedAt`, properties, and `associations.` with a
   * type. If given, `properties` and `associations` are ignored.
   */
  readonly columns?: readonly string[] | undefined;
}

/** Returns how the CSV file of an export is written. */
export function exportCsvForm({
  delimiter = ",",
  protectFormulas = true,
}: Pick<ExportDefinition, "delimiter" | "protectFormulas">): CsvForm {
  return { delimiter, protectFormulas };
}

/** Returns the encoding of an export's file. Excel takes a file for UTF-8 only if it has a byte order mark. */
export function exportEncoding({
  format,
  labels,
  encoding = format === "csv" && labels ? "utf-8-bom" : "utf-8",
}: Pick<ExportDefinition, "format" | "labels" | "encoding">): ExportEncoding {
  return encoding;
}

/** Columns that every record has besides its properties. */
export const OWN_COLUMNS: readonly string[] = ["id", "createdAt", "updatedAt"];

/** Returns the properties and associations to export of each record. */
export function columnSelection({ columns, properties, associations }: ExportDefinition): {
  readonly properties: readonly string[] | undefined;
  readonly associations: readonly string[] | undefined;
} {
  if (columns === undefined) return { properties, associations };
  const isAssociation = (name: string) => name.startsWith(ASSOCIATIONS_PREFIX);
  return {
    properties: columns.filter((name) => !OWN_COLUMNS.includes(name) && !isAssociation(name)),
    associations: [
      ...new Set(columns.filter(isAssociation).map((name) => associatedColumn(name).type)),
    ],
  };
}

/** Returns the type, and the key of a label, that a column of associations names: `associations.company.decision_maker`. */
export function associatedColumn(name: string): {
  readonly type: string;
  readonly key: string | undefined;
} {
  const [type = "", key] = name.slice(ASSOCIATIONS_PREFIX.length).split(".");
  return { type, key };
}

/** Returns the type whose erasures delete an export's file. With names of associated records it holds several types. */
export function exportFileType(definition: ExportDefinition): string | typeof ANY_TYPE {
  const { associations = [] } = columnSelection(definition);
  return definition.labels && associations.length > 0 ? ANY_TYPE : definition.object;
}

/** Returns the media type of an export's file. */
export function exportMediaType(
  definition: Pick<ExportDefinition, "format" | "gzip" | "labels" | "encoding">,
): string {
  if (definition.gzip) return "application/gzip";
  if (definition.format === "ndjson") return "application/x-ndjson";
  return `text/csv; charset=${exportEncoding(definition).replace("-bom", "")}`;
}

/** Returns the name of an export's file, such as `contacts-2026-11-20.csv.gz`. */
export function exportFileName(
  plural: string,
  { format, gzip }: Pick<ExportDefinition, "format" | "gzip">,
  createdAt: string,
): string {
  const day = createdAt.slice(0, "2026-11-20".length);
  return `${plural}-${day}.${format}${gzip ? ".gz" : ""}`;
}

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
  const asked = table.columns.map(searchName);
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
