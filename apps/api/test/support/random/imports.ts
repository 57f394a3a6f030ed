import fc from "fast-check";
import type { RandomRequest } from "./request-parts.ts";
import { textOf, wholeOf } from "./values.ts";

/** Returns imports of files with a few rows. */
export function imported(type: string): fc.Arbitrary<RandomRequest> {
  const key = type === "contact" ? "email" : "name";
  const row = fc.tuple(wholeOf(type), fc.boolean()).map(([items]) => {
    const cells = items.map(({ internal_name, value, values }) => [internal_name, values ?? value]);
    return Object.fromEntries(cells) as Readonly<Record<string, unknown>>;
  });
  const rows = fc.array(row, { minLength: 1, maxLength: 6 });
  const options = { mode: fc.constantFrom("create", "update", "upsert"), undo: fc.boolean() };
  return fc
    .record({ rows, format: fc.constantFrom("csv", "ndjson"), ...options })
    .map(({ rows, format, mode, undo }) => ({
      method: "POST",
      path: "/api/crm/imports",
      json: { object: type, mode, format, ...(mode !== "create" && { idProperty: key }) },
      file: format === "csv" ? csvOf(rows) : rows.map((one) => `${JSON.stringify(one)}\n`).join(""),
      isUndone: undo,
    }));
}

function csvOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const cell = (value: unknown) =>
    `"${(Array.isArray(value) ? value.map(textOf).join(";") : textOf(value ?? "")).replaceAll('"', '""')}"`;
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(","));
  return [names.map(cell).join(","), ...lines].map((line) => `${line}\r\n`).join("");
}
