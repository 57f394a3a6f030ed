import { hash } from "node:crypto";
import type { CopiedTable } from "./plan.ts";
import type { Row } from "./read.ts";

/** Returns a row's values in column order, in the form that inserts on both databases accept. */
export function storedValues(table: CopiedTable, row: Row): readonly unknown[] {
  return table.columns.map((column) => {
    const value = row[column];
    return table.json.has(column) && typeof value === "string"
      ? JSON.stringify(JSON.parse(value))
      : value;
  });
}

/**
 * Adds a row to a table's checksum: the sum of the rows' SHA-256, cut to 128 bits. The order of rows and of
 * JSON members does not matter, because the two databases order them differently.
 */
export function addToChecksum(checksum: bigint, table: CopiedTable, row: Row): bigint {
  const text = JSON.stringify(table.columns.map((column) => canonical(table, column, row)));
  const bytes = hash("sha256", text, "buffer");
  const number = (bytes.readBigUInt64BE(0) << 64n) | bytes.readBigUInt64BE(8);
  return BigInt.asUintN(128, checksum + number);
}

function canonical(table: CopiedTable, column: string, row: Row): unknown {
  const value = row[column];
  if (table.binary.has(column)) return hash("sha256", value as Uint8Array);
  if (!table.json.has(column) || typeof value !== "string") return value;
  // Wrapped in an array, so that JSON null differs from SQL null.
  return [withSortedMembers(JSON.parse(value))];
}

function withSortedMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedMembers);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, withSortedMembers(member)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
