import type { LogActor, LogSurface } from "./actors.ts";

/** The object of an action: a record with its type, id and name, or a client, key or admin with its name. */
export interface LogSubject {
  readonly kind: string;
  readonly id: string | null;
  readonly label: string;
  /** True for a record that is now in the bin. */
  readonly isDeleted: boolean;
}

/** One action in the log. */
export interface LogEntry {
  /** `audit:…` for an admin's action, `history:…` for a change of a record. */
  readonly id: string;
  readonly at: string;
  readonly actor: LogActor;
  readonly surface: LogSurface;
  /**
   * `created` and similar for a change of a record, otherwise the procedure: `clients.create`. A merged record was
   * `merged_into` the other one, or `unmerged_from` it.
   */
  readonly action: string;
  readonly subject: LogSubject;
  /** The other record if the action associated, dissociated, merged or unmerged two records. */
  readonly other: LogSubject | null;
  /** Null if the action concerns a tenant or the whole installation. */
  readonly projectId: number | null;
  /** Property changes of a record. */
  readonly changes: readonly {
    readonly property: string;
    readonly from: unknown;
    readonly to: unknown;
  }[];
  /** The admin's input, without secrets. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The entries that this one summarises, including itself, and the time of the oldest; null if it is one alone. */
  readonly run: { readonly count: number; readonly since: string } | null;
}

export interface LogFilter {
  readonly projectId?: number | undefined;
  /** Only what concerns this tenant and none of its projects. */
  readonly tenantId?: number | undefined;
  readonly actor?: string | undefined;
  readonly surface?: LogSurface | undefined;
  /** Only admins' actions on this object, in its stored form: `client:rpc…`. */
  readonly subject?: string | undefined;
  readonly objectType?: string | undefined;
  readonly recordId?: number | undefined;
  /** Only the record's creation and changes of this property. */
  readonly property?: string | undefined;
  /** ISO 8601 */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only changes of records. */
  readonly isHistory?: boolean;
  /** Only changes of records with this action. Needs a type. */
  readonly action?: string | undefined;
  /** Whether like changes of records by programs become one entry. */
  readonly folds?: boolean | undefined;
}

export type Position = readonly [at: string, source: number, id: number];
/** An entry with its place in the log, before names are looked up. */
export type Found = Omit<LogEntry, "actor" | "id"> & { actor: string; position: Position };

/** What a page shows, and the position after which the next page starts. */
export interface LogPage {
  readonly shown: readonly Found[];
  readonly next: Position | null;
}
