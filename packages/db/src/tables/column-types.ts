import type { ColumnType } from "kysely";

/** JSON is written as text and read as a value (columns.ts). */
export type Json<T> = ColumnType<T, string, string>;
/** ISO 8601 UTC with milliseconds, on both databases. */
export type Timestamp = string;
/** 0 or 1: the only boolean form that both databases share. */
export type Flag = number;
