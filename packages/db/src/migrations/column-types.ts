/** What the databases call the types that columns have: all that differs between their migrations. */
export interface ColumnTypes {
  readonly id: string;
  readonly int: string;
  readonly json: string;
  readonly time: string;
  readonly text: string;
  readonly clustered: string;
  readonly dialect: "sqlite" | "postgres";
}
