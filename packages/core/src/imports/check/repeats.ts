import { type Db, importDrafts } from "@rapport/db";
import type { Principal } from "../../principal.ts";
import type { Draft } from "../drafts/draft.ts";
import { type CheckedRow, reported } from "./check-rows.ts";
import type { ReportedRow } from "./report.ts";

/**
 * Finds the rows that repeat an earlier one: those with its key are duplicates, those with another unique value are
 * refused. Stores the values of the others for later rows. They are in the database, because a file can have millions.
 *
 * @param tx the transaction that commits the progress of the dry run
 */
export async function findRepeats(
  tx: Db,
  scope: Pick<Principal, "projectId">,
  { id: draft, settings: { columns } }: Pick<Draft, "id" | "settings">,
  checked: readonly CheckedRow[],
): Promise<readonly ReportedRow[]> {
  const first = new Map<string, number>();
  for (const { row, outcome, key, unique } of checked) {
    if (outcome === "refused") continue;
    const digests = [...(key === undefined ? [] : [key]), ...unique.map(({ digest }) => digest)];
    for (const digest of digests) if (!first.has(digest)) first.set(digest, row.number);
  }
  const keys = [...first].map(([digest, row_number]) => ({ digest, row_number }));
  for (let start = 0; start < keys.length; start += MAX_KEYS) {
    const some = keys.slice(start, start + MAX_KEYS);
    for (const { digest, row_number } of await importDrafts.addKeys(tx, scope, draft, some)) {
      first.set(digest, row_number);
    }
  }
  return checked.map((one) => {
    const line = reported(one, columns);
    const earlier = (digest: string | undefined) => {
      const found = digest === undefined ? undefined : first.get(digest);
      return found === one.row.number ? undefined : found;
    };
    if (one.outcome === "refused") return line;
    const firstRow = earlier(one.key);
    if (firstRow !== undefined) return { ...line, outcome: "duplicate", firstRow };
    const taken = one.unique.find(({ digest }) => earlier(digest) !== undefined);
    if (taken === undefined) return line;
    const message = `${taken.label} is the same as in row ${earlier(taken.digest)}. It must be unique.`;
    return { ...line, outcome: "refused", reasons: [{ column: null, message }], changes: [] };
  });
}

/** Values that one statement notes. */
const MAX_KEYS = 1_000;
