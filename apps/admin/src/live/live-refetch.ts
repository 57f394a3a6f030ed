import { focusManager, type Query, type QueryClient } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { api, queryClient as pageClient } from "../api.ts";
import { setOnJobEnd, setShowWaiting } from "./waiting-rows.ts";

/** What changed in the project. */
export interface LiveChanges {
  /** Object types, `schema`, `jobs`, `deliveries`, `usage`, `views` and `access`. */
  readonly subjects: readonly string[];
  readonly ids: readonly number[];
  /** Whether there were too many changes to name them. */
  readonly isMany: boolean;
  /** Whether the page may have missed anything, so that it fetches everything again. */
  readonly isMissed?: boolean;
}

/** Refetches lists at most this often, however fast records change. */
const REFETCH_EVERY_MS = 1_000;
/** How often to check whether parts that wait can be refetched. */
const HELD_CHECK_MS = 500;
/** Many changes at once have ended if there were none for this long. */
const QUIET_MS = 3_000;

/**
 * Returns a function that refetches the queries that show some changes. It waits while they are in use. While many
 * records change, rows and cards wait for a click, or for the end of these changes.
 */
export function refetching(
  queryClient: QueryClient,
  signal: AbortSignal,
): (changes: LiveChanges) => void {
  const held = new Set<Part>();
  /** When the many changes of a part are expected to have ended. */
  const manyUntil = new Map<Part, number>();
  let timer: ReturnType<typeof setInterval> | undefined;
  signal.addEventListener("abort", end, { once: true });

  function queryFilter(part: Part) {
    const { queryKey, except } = PARTS[part];
    const predicate = ({ queryKey: key, meta }: Query) =>
      meta?.isLive !== false && (except === undefined || !startsWith(key, except));
    return { queryKey, predicate };
  }
  function refetch(part: Part): void {
    // A hidden page refetches when it becomes visible again.
    const refetchType = document.hidden ? "none" : "active";
    void queryClient.invalidateQueries({ ...queryFilter(part), refetchType });
  }
  function release(isFree: (part: Part) => boolean): void {
    for (const part of held) {
      if (!isFree(part)) continue;
      held.delete(part);
      refetch(part);
    }
    if (!WAITING.some((part) => held.has(part))) setShowWaiting(undefined);
    if (held.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }
  function end(): void {
    clearInterval(timer);
    leave();
    setShowWaiting(undefined);
    setOnJobEnd(undefined);
  }
  function checkHeld(): void {
    if (held.size > 0) timer ??= setInterval(() => release(isReady), HELD_CHECK_MS);
  }
  // Queries of parts in use are not refetched then, see the end of this file.
  const leave = focusManager.subscribe((isFocused) => {
    if (!isFocused) return;
    for (const part of USABLE.filter(isInUse)) held.add(part);
    checkHeld();
  });
  const isFree = (part: Part) =>
    !isInUse(part) && !mustWait(part) && !isStillFetched(part) && !isNextPageFetched(part);
  const isFetched = (part: Part, isMeant: (state: Query["state"]) => boolean) =>
    queryClient
      .getQueryCache()
      .findAll({ ...queryFilter(part), fetchStatus: "fetching" })
      .some(({ state }) => isMeant(state));
  // A new fetch would cancel that of the next page, and the admin's click would have no effect.
  const isNextPageFetched = (part: Part) =>
    isFetched(part, ({ fetchMeta }) => fetchMeta?.fetchMore !== undefined);
  // A first fetch, which TanStack Query does not repeat before its end, may have read what was there before a change.
  const isFirstFetched = (part: Part) => isFetched(part, ({ data }) => data === undefined);
  // Requests come all the time, and each new fetch would cancel a slow one.
  const isStillFetched = (part: Part) =>
    USAGE.includes(part) && queryClient.isFetching(queryFilter(part)) > 0;
  const mustWait = (part: Part) =>
    WAITING.includes(part) && Date.now() < (manyUntil.get(part) ?? 0);
  const showWaiting = () => release((part) => WAITING.includes(part) && !isInUse(part));
  setOnJobEnd(() => {
    manyUntil.clear();
    showWaiting();
  });

  const isReady = (part: Part) => isFree(part) && !isFirstFetched(part);
  function show(part: Part, all: readonly LiveChanges[]): void {
    if (all.some(({ isMissed }) => isMissed)) manyUntil.delete(part);
    if (!isReady(part)) held.add(part);
    if (isFree(part)) refetch(part);
    if (mustWait(part)) setShowWaiting(showWaiting);
    if (all.some(({ isMany, isMissed }) => isMany && !isMissed))
      manyUntil.set(part, Date.now() + QUIET_MS);
    checkHeld();
  }
  // Each part is collected on its own, because changes of one part must not delay those of another.
  const collecting = new Map<Part, (changes: LiveChanges) => void>();
  return (changes) => {
    for (const part of new Set(changedParts(changes))) {
      const collect = collecting.get(part) ?? collected((all) => show(part, all), signal);
      collecting.set(part, collect);
      collect(changes);
    }
  };
}

/**
 * Queries that show records, the schema, jobs, deliveries, requests or views. Those with `meta.isLive: false` stay as
 * they are.
 */
const PARTS = {
  record: { queryKey: api.records.read.pathKey(), except: undefined },
  records: { queryKey: api.records.pathKey(), except: api.records.read.pathKey() },
  board: { queryKey: api.board.pathKey(), except: undefined },
  home: { queryKey: api.home.pathKey(), except: undefined },
  reports: { queryKey: api.reports.pathKey(), except: api.reports.pins.pathKey() },
  duplicates: { queryKey: api.duplicates.pathKey(), except: undefined },
  schema: { queryKey: api.schema.pathKey(), except: undefined },
  imports: { queryKey: api.imports.pathKey(), except: undefined },
  exports: { queryKey: api.exports.pathKey(), except: undefined },
  changes: { queryKey: api.changes.pathKey(), except: undefined },
  webhooks: { queryKey: api.webhooks.pathKey(), except: undefined },
  webhookHealth: { queryKey: api.home.webhooks.pathKey(), except: undefined },
  usage: { queryKey: api.usage.pathKey(), except: undefined },
  usageReport: { queryKey: api.reports.usage.pathKey(), except: undefined },
  views: { queryKey: api.views.pathKey(), except: undefined },
  currencies: { queryKey: api.currencies.pathKey(), except: undefined },
  me: { queryKey: api.me.pathKey(), except: undefined },
  tenants: { queryKey: api.tenants.pathKey(), except: undefined },
} satisfies Record<
  string,
  { queryKey: readonly unknown[]; except: readonly unknown[] | undefined }
>;
type Part = keyof typeof PARTS;

/** Rows that would jump while many records change. */
const WAITING: readonly Part[] = ["records", "board"];

const OF_RECORDS: readonly Part[] = ["record", "records", "board", "home", "reports", "duplicates"];
const USAGE: readonly Part[] = ["usage", "usageReport"];
const OF_SUBJECTS: ReadonlyMap<string, readonly Part[]> = new Map([
  ["schema", [...OF_RECORDS, "schema"]],
  ["jobs", ["imports", "exports", "changes"]],
  ["deliveries", ["webhooks", "webhookHealth"]],
  ["usage", USAGE],
  ["views", ["views"]],
  ["currencies", ["currencies", "board", "records", "reports"]],
  ["access", ["me", "tenants"]],
] as const);

function changedParts({ subjects, isMany, isMissed }: LiveChanges): readonly Part[] {
  if (isMissed) return Object.keys(PARTS) as Part[];
  const named = subjects.flatMap((subject) => OF_SUBJECTS.get(subject) ?? OF_RECORDS);
  return isMany ? [...named, ...OF_RECORDS, "schema"] : named;
}

/** Parts that are shown around a form of the admin. */
const WITH_FORMS: readonly Part[] = ["record", "imports", "webhooks"];

/** What the admin is using: the editor of a cell, the filters or selected rows of a view, or a card that moves. */
type Use = "cell" | "view" | "card";

/** Uses that are active now. */
const inUse = new Map<symbol, Use>();

/** The uses during which a part of the page is not refetched. */
const HELD_BY: Readonly<Partial<Record<Part, readonly Use[]>>> = {
  records: ["cell"],
  // A bulk change must not get other rows than the admin saw.
  views: ["cell", "view"],
  board: ["card"],
};

/** Keeps what the admin is using from being fetched again, even if it is deleted. */
export function useHold(use: Use, isUsed = true): void {
  useLayoutEffect(() => {
    if (!isUsed) return;
    const own = Symbol(use);
    inUse.set(own, use);
    return () => void inUse.delete(own);
  }, [use, isUsed]);
}

/** Whether the admin is editing a record, a cell or a form, or moving a card. */
function isInUse(part: Part): boolean {
  if (WITH_FORMS.includes(part)) return (document.activeElement?.closest("form") ?? null) !== null;
  const holds = HELD_BY[part] ?? [];
  return [...inUse.values()].some((use) => holds.includes(use));
}

/** Parts that can be in use. A part comes after those that contain it. */
const USABLE: readonly Part[] = ["records", "record", "board", "imports", "webhooks", "views"];

for (const part of USABLE) {
  pageClient.setQueryDefaults(PARTS[part].queryKey, {
    refetchOnWindowFocus: () => (isInUse(part) ? false : "always"),
  });
}

/** Query keys begin with the path of their procedure. */
function startsWith([path]: readonly unknown[], [start]: readonly unknown[]): boolean {
  return JSON.stringify(path) === JSON.stringify(start);
}

/** Returns a function that passes what it is given on: at once, and then what was collected each second. */
function collected<T>(pass: (all: readonly T[]) => void, signal: AbortSignal): (one: T) => void {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting.length === 0 || signal.aborted) return;
    const all = waiting;
    waiting = [];
    timer = setTimeout(flush, REFETCH_EVERY_MS);
    pass(all);
  };
  return (one) => {
    waiting.push(one);
    if (timer === undefined) flush();
  };
}
