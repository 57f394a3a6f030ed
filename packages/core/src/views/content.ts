import type { TableFilter } from "../query/table-query.ts";

/** A filter of a view. `within` compares with a period relative to today, see `isPeriod`. */
export interface ViewFilter extends Omit<TableFilter, "operator"> {
  readonly operator: TableFilter["operator"] | "within";
}

export interface ViewColumn {
  /** Internal name of a property, `associations.` and a type, or `id`, `created_at` or `updated_at`. */
  readonly name: string;
  /** In pixels; the usual width if undefined. */
  readonly width?: number | undefined;
  /** Whether it stays in place while the table scrolls. */
  readonly pinned?: boolean | undefined;
}

/**
 * What a view shows. The names in it may have left the schema since, so nothing here is compared with the schema: the page
 * marks what is gone and works without it.
 */
export interface ViewContent {
  readonly layout: "table" | "board";
  /** A record must meet all filters of one group. */
  readonly groups: readonly (readonly ViewFilter[])[];
  /** Null for the newest first. */
  readonly sort: { readonly property: string; readonly direction: "asc" | "desc" } | null;
  /** Null for the usual columns. */
  readonly columns: readonly ViewColumn[] | null;
  /** Property that the table is grouped by. Absent without one. */
  readonly group?: string | undefined;
  readonly board: {
    /** Key of the pipeline; null for the default one. */
    readonly pipeline: string | null;
    /** Keys of the stages that are collapsed. */
    readonly collapsed: readonly string[];
    /** Properties on each card; null for the usual ones. */
    readonly cards: readonly string[] | null;
  };
}
