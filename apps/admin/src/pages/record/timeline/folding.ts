import { actorName } from "../../../actors.ts";
import { ATTACHMENT, type HistoryEntry } from "../../../records/record-model.ts";

/** Changes by one author within minutes, shown as one. */
export interface Folded {
  /** The newest change, with the values before and after all of them. */
  readonly entry: HistoryEntry;
  /** Number of changes. */
  readonly count: number;
  /** The other records that it was associated with, newest first. */
  readonly others: readonly NonNullable<HistoryEntry["other"]>[];
}

/** Changes further apart are told apart. */
const GAP_MS = 10 * 60 * 1000;
const FOLDING = new Set(["updated", "associated", "dissociated"]);

/**
 * Joins changes of one kind by one author within minutes, newest first. What is between two changes, such as a note, keeps
 * them apart. An association is told once, whatever labels it got.
 */
export function foldItems<Item extends { readonly at: string }>(
  items: readonly Item[],
  findEntry: (item: Item) => (HistoryEntry & Item) | undefined,
): readonly (Item | Folded)[] {
  const folded: (Item | Folded)[] = [];
  let last: { at: string; run: Folded } | undefined;
  for (const item of items) {
    const entry = findEntry(item);
    if (entry === undefined) {
      folded.push(item);
      last = undefined;
    } else if (last !== undefined && isNext(last.run.entry, last.at, entry)) {
      const run = joined(last.run, entry);
      folded[folded.length - 1] = run;
      last = { at: entry.at, run };
    } else {
      const run = { entry, count: 1, others: entry.other === null ? [] : [entry.other] };
      folded.push(run);
      last = { at: entry.at, run };
    }
  }
  return folded;
}

export function isFolded(item: object): item is Folded {
  return "entry" in item;
}

function isNext(newest: HistoryEntry, at: string, entry: HistoryEntry): boolean {
  return (
    FOLDING.has(entry.action) &&
    entry.action === newest.action &&
    fileVerb(entry) === fileVerb(newest) &&
    entry.surface === newest.surface &&
    actorName(entry.actor) === actorName(newest.actor) &&
    Date.parse(at) - Date.parse(entry.at) <= GAP_MS
  );
}

/** Returns what was done to the files of a record; undefined if something else changed. */
export function fileVerb({ changes: [first] }: HistoryEntry): "attached" | "removed" | undefined {
  if (first?.property !== ATTACHMENT) return undefined;
  return first.to === null ? "removed" : "attached";
}

/** Returns what a change is of: a property, or one of the files. */
export function changeSubject({ property, from, to }: HistoryEntry["changes"][number]): string {
  return property === ATTACHMENT ? `${property} ${to ?? from}` : property;
}

function joined({ entry: newest, count, others }: Folded, older: HistoryEntry): Folded {
  const first = new Map(older.changes.map((change) => [changeSubject(change), change]));
  const changes = newest.changes.map((change) => {
    const before = first.get(changeSubject(change));
    first.delete(changeSubject(change));
    return before === undefined ? change : { ...change, from: before.from };
  });
  const { other } = older;
  const isTold = others.some((one) => one.kind === other?.kind && one.id === other.id);
  return {
    entry: { ...newest, changes: [...changes, ...first.values()] },
    count: count + 1,
    others: other === null || isTold ? others : [...others, other],
  };
}
