import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database, DialectName } from "../dialect/dialect.ts";
import type { Schema } from "../schema.ts";
import { inSnapshot, type ReadTable, readBatches } from "./read.ts";

const table = (
  name: string,
  columns: readonly string[],
  key: readonly string[],
  json: readonly string[] = [],
): ReadTable => ({ name, columns, key, json: new Set(json) });

/** The tables with the content of a project. Within a project, the key orders and identifies the rows. */
const TABLES = {
  types: table(
    "object_types",
    ["name", "plural", "rank", "has_pipeline", "definition", "created_at", "removed_at"],
    ["name"],
    ["definition"],
  ),
  definitions: table(
    "property_definitions",
    ["object_type", "name", "definition", "created_at"],
    ["object_type", "name"],
    ["definition"],
  ),
  associationLabels: table(
    "association_labels",
    ["type", "to_type", "key", "definition", "created_at"],
    ["type", "to_type", "key"],
    ["definition"],
  ),
  pipelines: table(
    "pipelines",
    ["id", "object_type", "key", "label", "position", "is_default"],
    ["id"],
  ),
  stages: table(
    "stages",
    ["id", "pipeline_id", "key", "label", "position", "probability", "closed", "color"],
    ["id"],
  ),
  views: table(
    "views",
    ["id", "audience", "type", "name", "content", "version", "maker", "created_at", "updated_at"],
    ["id"],
  ),
  reportingCurrencies: table("reporting_currencies", ["project_id", "currency"], ["project_id"]),
  rates: table(
    "currency_rates",
    ["base", "currency", "starts_on", "rate"],
    ["base", "currency", "starts_on"],
  ),
  associations: table(
    "associations",
    ["from_id", "from_type", "to_id", "to_type", "created_at"],
    ["from_id", "to_type", "to_id"],
  ),
  history: table(
    "record_history",
    ["id", "record_id", "action", "changes", "actor", "at", "version"],
    ["record_id", "id"],
    ["changes"],
  ),
  merges: table(
    "record_merges",
    ["merged_id", "primary_id", "number", "height", "changes", "at", "is_kept"],
    ["merged_id"],
    ["changes"],
  ),
  mergeAssociations: table(
    "merge_associations",
    ["merged_id", "other_id", "created_at"],
    ["merged_id", "other_id"],
  ),
  mergeLabels: table(
    "merge_labels",
    ["merged_id", "type", "other_id", "created_at"],
    ["merged_id", "type", "other_id"],
  ),
  erasures: table(
    "erasures",
    ["record_id", "type", "record_created_at", "version", "actor", "at", "step"],
    ["record_id"],
  ),
  differences: table(
    "duplicate_pairs",
    ["record_id", "other_id", "type", "dismissed_at"],
    ["record_id", "other_id"],
  ),
  records: table(
    "records",
    [
      ...["id", "type", "properties", "version", "created_at", "updated_at"],
      ...["deleted_at", "erased_at", "merged_into"],
    ],
    ["id"],
    ["properties"],
  ),
} satisfies Record<keyof ProjectRows, ReadTable>;

/** A row whose JSON columns are text. */
type RowOf<T extends keyof Schema, Json extends string = never> = Readonly<
  Omit<Selectable<Schema[T]>, Json> & Record<Json, string>
>;

/** The rows of a project's tables. JSON is text. */
export interface ProjectRows {
  types: RowOf<"object_types", "definition">;
  definitions: RowOf<"property_definitions", "definition">;
  associationLabels: RowOf<"association_labels", "definition">;
  pipelines: RowOf<"pipelines">;
  stages: RowOf<"stages">;
  views: RowOf<"views">;
  reportingCurrencies: RowOf<"reporting_currencies">;
  rates: RowOf<"currency_rates">;
  associations: RowOf<"associations">;
  history: RowOf<"record_history", "changes">;
  merges: RowOf<"record_merges", "changes">;
  mergeAssociations: RowOf<"merge_associations">;
  mergeLabels: RowOf<"merge_labels">;
  erasures: Omit<RowOf<"erasures">, "after_id">;
  /** Each pair that was dismissed, once. */
  differences: Pick<RowOf<"duplicate_pairs">, "record_id" | "other_id" | "type"> & {
    readonly dismissed_at: string;
  };
  records: RowOf<"records", "properties">;
}

/** Reads one project as it was at one moment. */
export interface ProjectSnapshot {
  /** Reads the project's rows of a table in the order of its key, in bounded batches. JSON is text. */
  rows<T extends keyof ProjectRows>(name: T): AsyncGenerator<readonly ProjectRows[T][]>;
  /** Returns the id of the project's first record, or undefined if it has no records. */
  firstRecord(): Promise<number | undefined>;
}

/** Runs `work` with a snapshot of a project. */
export function inProjectSnapshot<T>(
  db: Database,
  projectId: number,
  work: (snapshot: ProjectSnapshot) => Promise<T>,
): Promise<T> {
  return inSnapshot(db, (connection) => {
    const ofProject = (name: keyof ProjectRows) =>
      sql`${sql.raw(PROJECT[db.dialect][TABLES[name].name] ?? "project_id")} = ${projectId}${ONLY[name] ?? sql``}`;
    return work({
      rows: (name) => readBatches(connection, TABLES[name], null, ofProject(name)) as never,
      async firstRecord() {
        const found = await sql<{ id: number }>`
          select id from records where ${ofProject("records")} order by id limit 1`.execute(
          connection,
        );
        return found.rows[0]?.id;
      },
    });
  });
}

/** Further conditions. A pair has a row for each of its records. */
const ONLY: Readonly<Partial<Record<keyof ProjectRows, RawBuilder<unknown>>>> = {
  differences: sql` and dismissed_at is not null and record_id < other_id`,
};

/**
 * SQLite reads all records by their ids, because it has no index of a project's records in any state by their ids.
 * The plus keeps it from reading an index and sorting the project for each batch.
 */
const PROJECT: Record<DialectName, Readonly<Record<string, string>>> = {
  sqlite: { records: "+project_id" },
  postgres: {},
};
