import type { UseQueryOptions } from "@tanstack/react-query";
import type { Settings, Shown } from "./figure.ts";

/** A report as the pages know it. */
export interface Definition {
  readonly title: string;
  /** One line: what is counted. */
  readonly lead: string;
  /** Shown if there is nothing to draw. */
  readonly empty: string;
  /** Returns the options of a query that selects what the report shows. */
  readonly query: (projectId: number, settings: Settings) => ShownQuery;
}

export type ShownQuery = UseQueryOptions<unknown, Error, Shown>;

/** Forgets the type of the answer of a procedure, so that all reports have queries of one type. */
export function asShown(options: { readonly queryKey: readonly unknown[] }): ShownQuery {
  return options as unknown as ShownQuery;
}
