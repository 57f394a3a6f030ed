/** Names of column types: the only difference between the migrations of the two databases. */
export interface ColumnTypes {
  readonly id: string;
  readonly int: string;
  readonly json: string;
  readonly time: string;
  readonly text: string;
  readonly clustered: string;
  readonly dialect: "sqlite" | "postgres";
}
