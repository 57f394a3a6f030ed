import { typeNames } from "../../object-types.ts";
import { formatNumber } from "../../ui/values/format.ts";
import { isType } from "./links.tsx";
import type { Entry } from "./search.ts";

/** A longer pause ends a run; the server has the same. */
const PAUSE_MS = 10 * 60_000;

/** Joins the runs of one page with their rest on the next one. */
export function joinRuns(entries: readonly Entry[]): readonly Entry[] {
  const joined: Entry[] = [];
  const places = new Map<string, number>();
  for (const entry of entries) {
    const { run, actor, action, subject } = entry;
    if (run === null) {
      joined.push(entry);
      continue;
    }
    const key = `${actor.kind} ${actor.id} ${action} ${subject.kind}`;
    const place = places.get(key);
    const before = joined[place ?? -1];
    const isSoon =
      before?.run != null && Date.parse(before.run.since) - Date.parse(entry.at) <= PAUSE_MS;
    if (place !== undefined && isSoon) {
      const count = before.run.count + run.count;
      joined[place] = { ...before, run: { count, since: run.since } };
    } else {
      places.set(key, joined.push(entry) - 1);
    }
  }
  return joined;
}

/** Leaves out the second of two entries about the same two records, which says the same from the other's side. */
export function tellOnce(entries: readonly Entry[]): readonly Entry[] {
  const told = new Map<string, string | null>();
  return entries.filter(({ run, at, actor, subject, other }) => {
    if (run !== null || other === null) return true;
    const both = [`${subject.kind}:${subject.id}`, `${other.kind}:${other.id}`].toSorted();
    const key = [at, actor.kind, actor.id, ...both].join(" ");
    const teller = told.get(key);
    // An association of the same records with another label has entries of its own.
    if (teller === undefined || teller === subject.id) {
      told.set(key, subject.id);
      return true;
    }
    return false;
  });
}

/** Returns how many entries of the log are shown, those within runs too. */
export function countEntries(entries: readonly Entry[]): number {
  return entries.reduce((sum, { run }) => sum + (run?.count ?? 1), 0);
}

/** Returns what was done in a run: `created 1,204 contacts`. */
export function wordsOfRun({ action, subject: { kind } }: Entry, count: number): string {
  const records = isType(kind) ? typeNames(kind).label.toLowerCase() : "records";
  const [before, after] = WORDS[action] ?? [`did ${action} to`, records];
  return `${before} ${formatNumber(count)} ${after.replace("{records}", records)}`;
}

/** Words before and after the number. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  created: ["created", "{records}"],
  updated: ["made", "changes to {records}"],
  deleted: ["deleted", "{records}"],
  restored: ["restored", "{records}"],
  erased: ["erased", "{records}"],
  associated: ["made", "associations of {records}"],
  dissociated: ["removed", "associations of {records}"],
  merged: ["merged records into", "{records}"],
  merged_into: ["merged", "{records} into others"],
};
