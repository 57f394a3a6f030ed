import type { Input } from "./batch-works.ts";
import type { Seeded } from "./seed.ts";
import { NAMESAKES } from "./seed-rows.ts";

/** Columns of the imported and the exported files. */
export const COLUMNS = [
  ...["firstname", "lastname", "email", "phone", "jobtitle"],
  ...["city", "zip", "country", "lifecyclestage", "notes"],
];

export const TRANSFER_MODES = ["create", "upsert"] as const;

export type TransferMode = (typeof TRANSFER_MODES)[number];

let unique = 0;

/**
 * Returns the cells of row `i`. The mode `create` makes a new contact of each row. The mode `upsert` finds a seeded
 * contact by its email and changes one in ten; rows beyond the seeded contacts are new.
 */
function cellsOf(mode: TransferMode, { count }: Seeded, i: number): readonly string[] {
  const isNew = mode === "create" || i >= count;
  const n = isNew ? `${process.pid}t${unique++}` : String(i);
  const isChanged = !isNew && i % 10 === 0;
  return [
    `First${i % 977}`,
    `Last${i % Math.ceil(count / NAMESAKES)}`,
    isNew ? `imported${n}@example.com` : `person${n}@example.com`,
    `+44207946${String(i).padStart(7, "0")}`,
    isChanged ? `Moved${unique++}` : "Buyer",
    ...["Leeds", `Z${i % 20}`, "United Kingdom", i % 10 === 0 ? "customer" : "lead", "plain"],
  ];
}

/** Yields a CSV file in pieces of about 100 KB. */
export function* csvOf(mode: TransferMode, seeded: Seeded, rows: number): Generator<Buffer> {
  const linesAtOnce = 1_000;
  let lines = [COLUMNS.join(",")];
  for (let i = 0; i < rows; i++) {
    lines.push(cellsOf(mode, seeded, i).join(","));
    if (lines.length < linesAtOnce) continue;
    yield Buffer.from(`${lines.join("\n")}\n`);
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join("\n")}\n`);
}

/** Returns rows as inputs of a batch. */
export function inputsOf(
  mode: TransferMode,
  seeded: Seeded,
  first: number,
  rows: number,
): readonly Input[] {
  return Array.from({ length: rows }, (_, n) => {
    const cells = cellsOf(mode, seeded, first + n);
    return {
      properties: COLUMNS.map((internal_name, i) => ({ internal_name, value: cells[i] ?? "" })),
    };
  });
}
