/** Whose records: every query on them is confined to it. */
export interface Scope {
  readonly projectId: number;
}
