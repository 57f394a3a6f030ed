import { formatNumber } from "../../ui/values/format.ts";
import { countOf } from "./runs.ts";
import type { Entry } from "./search.ts";

/** An entry with the changes of records that belong to it. */
export interface LogLine {
  readonly entry: Entry;
  readonly parts: readonly Entry[];
}

/** The actors whose changes belong to an admin's action on a bulk change. */
const ACTORS: ReadonlyMap<string, string> = new Map([
  ["changes.start", "change"],
  ["changes.undo", "change_undo"],
]);

/**
 * Puts the changes of records that a bulk change or its undoing made into the entry of the admin who started it. They stay
 * on their own if that entry is not loaded, is filtered out or was left in another installation.
 *
 * @param entries newest first
 */
export function nestChanges(entries: readonly Entry[]): readonly LogLine[] {
  const begun = new Map<string, Entry[]>();
  const lines: LogLine[] = [];
  for (const entry of entries.toReversed()) {
    const { action, actor, subject, projectId } = entry;
    const owner = begun.get(`${projectId} ${actor.id}`);
    if (actor.kind === "system" && owner !== undefined) {
      owner.unshift(entry);
      continue;
    }
    const parts: Entry[] = [];
    const prefix = ACTORS.get(action);
    if (prefix !== undefined) begun.set(`${projectId} ${prefix}:${subject.id}`, parts);
    lines.unshift({ entry, parts });
  }
  return lines;
}

/** Returns what to add to the sentence of an entry: `: 3,763 changes`. */
export function wordsOfParts(parts: readonly Entry[]): string {
  const count = countOf(parts);
  if (count === 0) return "";
  return `: ${formatNumber(count)} ${count === 1 ? "change" : "changes"}`;
}
