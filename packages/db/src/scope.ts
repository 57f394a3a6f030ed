/** The project that a query is limited to. */
export interface Scope {
  readonly projectId: number;
}

/** A row with a project and an id, of any project. */
export interface RowOfProject {
  readonly project_id: number;
  readonly id: number;
}
