/** The project that a query is limited to. */
export interface Scope {
  readonly projectId: number;
}
