import type { audit } from "@rapport/db";
import { ASSOCIATION_TYPE } from "../records/history.ts";
import type { LogEntry } from "./log-entry.ts";
import { unnamedRecord } from "./named-records.ts";

type ChangeParts = Pick<LogEntry, "action" | "changes" | "other">;

type ChangeRow = Pick<audit.HistoryRow, "action" | "changes" | "type">;

/** Returns what a row of the history of a record says, without the names of other records. */
export function changeParts(row: ChangeRow): ChangeParts {
  const { action, changes } = row;
  if (action === "merged" || action === "unmerged") return mergeParts(row);
  const all = Object.entries(changes);
  const [first] = all.filter(([name]) => name !== ASSOCIATION_TYPE);
  if (first !== undefined && (action === "associated" || action === "dissociated")) {
    const [kind, [, id]] = first;
    const other = unnamedRecord(kind, Number(id));
    return { action, changes: [], other };
  }
  return { action, changes: all.map(toChange), other: null };
}

function mergeParts({ action, type: kind, changes }: ChangeRow): ChangeParts {
  const { "merge.id": merged, "merge.into": primary, ...values } = changes;
  const [before, after] = merged ?? primary ?? [null, null];
  const id = after ?? before;
  const passive = action === "merged" ? "merged_into" : "unmerged_from";
  return {
    action: merged === undefined ? passive : action,
    changes: Object.entries(values).map(toChange),
    // An erasure removes the ids from the history.
    other: id === null ? null : unnamedRecord(kind, Number(id)),
  };
}

function toChange([property, [from, to]]: [string, readonly [unknown, unknown]]) {
  return { property, from, to };
}
