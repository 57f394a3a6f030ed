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
 * them apart. An association is told once, whatever labels it got. Changes that end where they began stay apart, because
 * together they say nothing.
 */
export function foldItems<Item extends { readonly at: string }>(
  items: readonly Item[],
  findEntry: (item: Item) => (HistoryEntry & Item) | undefined,
): readonly (Item | Folded)[] {
  const runs: (Item | [HistoryEntry, ...HistoryEntry[]])[] = [];
  for (const item of items) {
    const entry = findEntry(item);
    const run = runs.at(-1);
    if (entry === undefined) runs.push(item);
    else if (Array.isArray(run) && isNext(run[0], run.at(-1)?.at ?? "", entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): readonly (Item | Folded)[] => {
    if (!Array.isArray(run)) return [run];
    const [newest, ...older] = run.map(alone) as [Folded, ...Folded[]];
    if (older.length === 0) return [newest];
    const all = older.reduce((folded, { entry }) => joined(folded, entry), newest);
    const changes = all.entry.changes.filter(({ from, to }) => !isSame(from, to));
    const isUndone = changes.length === 0 && all.entry.changes.length > 0;
    return isUndone ? [newest, ...older] : [{ ...all, entry: { ...all.entry, changes } }];
  });
}

function alone(entry: HistoryEntry): Folded {
  return { entry, count: 1, others: entry.other === null ? [] : [entry.other] };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
