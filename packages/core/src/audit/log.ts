import { openPosition, sealPosition } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { type LogActor, nameActors, nameAuthors, storedActor } from "./actors.ts";
import { foldedPage } from "./folded-log.ts";
import {
  auditPage,
  HISTORY,
  historyPage,
  lostOther,
  NEWEST,
  nameRecords,
  newestFirst,
  SOURCES,
  sourcesOf,
} from "./log-entries.ts";
import type { LogEntry, LogFilter, LogPage, LogSubject, Position } from "./log-entry.ts";

/**
 * Lists actions, newest first, one page at a time: those of admins and, within a project, all changes of its
 * records. Without a project, changes of records are left out.
 *
 * @throws CrmError INVALID_INPUT for a cursor of another list or filter
 */
export async function listLog(
  deps: Pick<Deps, "db" | "cursors" | "schemas">,
  filter: LogFilter,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ entries: readonly LogEntry[]; nextCursor: string | null }> {
  const owner = { projectId: filter.projectId ?? 0 };
  const identity = { list: "audit", filter: logIdentity(filter) };
  const after = openPosition<Position>(deps, owner, identity, page.cursor) ?? NEWEST;
  const { shown, next } = await (filter.folds && filter.recordId === undefined
    ? foldedPage(deps, filter, after, page.limit)
    : plainPage(deps, filter, after, page.limit));
  const actors = shown.flatMap(({ actor, subject }) => [actor, actorInSubject(subject) ?? actor]);
  // The history of a record says who started the job that changed it.
  const name = await (filter.recordId === undefined
    ? nameActors(deps, actors)
    : nameAuthors(deps, owner.projectId, actors));
  const named = await nameRecords(deps, owner, [
    ...shown.flatMap(({ subject, position: [, source] }) => (source === HISTORY ? subject : [])),
    ...shown.flatMap(({ other }) => other ?? []),
  ]);
  return {
    entries: shown.map(({ position: [, source, id], ...entry }) => ({
      id: `${SOURCES[source]}:${id}`,
      ...entry,
      actor: name(entry.actor),
      subject:
        source === HISTORY
          ? (named(entry.subject) ?? entry.subject)
          : namedActor(entry.subject, name),
      other: entry.other && (named(entry.other) ?? lostOther(entry.other, entry.action)),
    })),
    nextCursor: next === null ? null : sealPosition(deps, owner, identity, next),
  };
}

async function plainPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<LogPage> {
  const { wantsAudit, wantsHistory } = sourcesOf(filter);
  const [done, changed] = await Promise.all([
    wantsAudit ? auditPage(deps, filter, after, limit + 1) : [],
    wantsHistory ? historyPage(deps, filter, after, limit + 1) : [],
  ]);
  const found = [...done, ...changed].toSorted((a, b) => newestFirst(a.position, b.position));
  const shown = found.slice(0, limit);
  return { shown, next: found.length > limit ? (shown.at(-1)?.position ?? null) : null };
}

/** Clients, keys and admins can be the object of an action too; they have the same names as actors. */
function actorInSubject({ kind, id }: LogSubject): string | null {
  const isActor = id !== null && ["client", "key", "admin"].includes(kind);
  return isActor ? storedActor(`${kind}:${id}`) : null;
}

function namedActor(subject: LogSubject, name: (stored: string) => LogActor): LogSubject {
  const stored = actorInSubject(subject);
  return stored === null ? subject : { ...subject, label: name(stored).label };
}

function logIdentity(filter: LogFilter): Readonly<Record<string, unknown>> {
  const { actor, surface, subject, objectType, recordId, property, from, to, isHistory } = filter;
  const given = {
    ...{ actor, surface, subject, objectType, recordId, property, from, to, isHistory },
    ...{ action: filter.action, folds: filter.folds, tenantId: filter.tenantId },
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
