import type { DialectName } from "./dialect.ts";

/** Returns whether a statement deletes rows by their address, `ctid`; otherwise it does so by their key. */
export function hasRowAddress(dialect: DialectName): boolean {
  return dialect === "postgres";
}

/** Returns whether rows of a project are found by an index of some of them, whose condition the statement then repeats. */
export function usesPartialIndex(dialect: DialectName): boolean {
  return dialect === "sqlite";
}

/** Returns whether an index finds all events of a project; otherwise it finds those with a record or a number. */
export function hasIndexOfEvents(dialect: DialectName): boolean {
  return dialect === "postgres";
}
