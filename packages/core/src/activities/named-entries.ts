import { type LogActor, type LogSurface, nameActors, surfaceOf } from "../audit/actors.ts";
import { changeParts, lostOther, nameRecords } from "../audit/log-entries.ts";
import type { LogEntry } from "../audit/log-entry.ts";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import type { Target } from "../records/associations/kinds.ts";
import type { EntryKind, FoundEntry } from "./record-entries.ts";

/** A change of a record in its timeline. */
export interface RecordEntry extends Pick<LogEntry, "action" | "changes" | "other"> {
  readonly id: string;
  readonly kind: EntryKind;
  readonly at: string;
  readonly actor: LogActor;
  readonly surface: LogSurface;
}

/** Returns the entries as the timeline shows them, with the names of their actors and other records. */
export async function namedEntries(
  deps: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  { type }: Pick<Target, "type">,
  entries: readonly FoundEntry[],
): Promise<ReadonlyMap<number, RecordEntry>> {
  const parts = entries.map(({ row }) => changeParts({ ...row, type }));
  const [actorOf, named] = await Promise.all([
    nameActors(
      deps,
      entries.map(({ row }) => row.actor),
    ),
    nameRecords(
      deps,
      principal,
      parts.flatMap(({ other }) => other ?? []),
    ),
  ]);
  return new Map(
    entries.map(({ id, at, kind, row }, i) => {
      const { action, changes, other } = parts[i] as (typeof parts)[number];
      const entry: RecordEntry = {
        ...{ id: `history:${id}`, kind, at, action, changes },
        other: other && (named(other) ?? lostOther(other, action)),
        actor: actorOf(row.actor),
        surface: surfaceOf(row.actor),
      };
      return [id, entry];
    }),
  );
}
