import type { Kysely } from "kysely";
import type { Database } from "../dialect/dialect.ts";
import type { Schema } from "../schema.ts";
import type { CopiedTable, SharedTable } from "./plan.ts";
import type { OnStep, Progress } from "./progress.ts";
import { addToChecksum, inSnapshot, readBatches } from "./read.ts";

export interface ComparedTable {
  readonly table: string;
  /** Rows in the source at the end. */
  readonly sourceRows: number;
  readonly targetRows: number;
  readonly sourceChecksum: string;
  readonly targetChecksum: string;
  /** `source_changed`: the target equals what was read, but the source has changed since. */
  readonly state: "same" | "source_changed" | "different";
}

/**
 * Reads both databases again and compares every table by its count and checksum.
 *
 * @param copied count and checksum of what was read from each table during the copy
 * @param onStep called after each batch and after each table
 */
export function compare(
  { source, target }: { readonly source: Database; readonly target: Database },
  tables: readonly SharedTable[],
  copied: ReadonlyMap<string, Progress>,
  onStep: OnStep,
): Promise<readonly ComparedTable[]> {
  return inSnapshot(source, (before) =>
    inSnapshot(target, async (after) => {
      const compared: ComparedTable[] = [];
      for (const { from, to } of tables) {
        const report = (rows: number, done: boolean) =>
          onStep({ doing: "compare", table: from.name, rows, done });
        const [here, there] = await Promise.all([
          sumUp(before, from),
          sumUp(after, to, (rows) => report(rows, false)),
        ]);
        report(there.rows, true);
        compared.push({
          table: from.name,
          sourceRows: here.rows,
          targetRows: there.rows,
          sourceChecksum: here.checksum,
          targetChecksum: there.checksum,
          state: tableState(here, there, copied.get(from.name)),
        });
      }
      return compared;
    }),
  );
}

interface Sum {
  readonly rows: number;
  readonly checksum: string;
}

async function sumUp(
  snapshot: Kysely<Schema>,
  table: CopiedTable,
  onBatch: (rows: number) => void = () => undefined,
): Promise<Sum> {
  let rows = 0;
  let checksum = 0n;
  for await (const batch of readBatches(snapshot, table, null, table.only)) {
    rows += batch.length;
    for (const row of batch) checksum = addToChecksum(checksum, table, row);
    onBatch(rows);
  }
  return { rows, checksum: text(checksum) };
}

function tableState(
  source: Sum,
  target: Sum,
  copied: Progress | undefined,
): ComparedTable["state"] {
  if (source.rows === target.rows && source.checksum === target.checksum) return "same";
  const isAsRead = copied?.rows === target.rows && text(copied.checksum) === target.checksum;
  return isAsRead ? "source_changed" : "different";
}

function text(checksum: bigint): string {
  return checksum.toString(16).padStart(32, "0");
}
