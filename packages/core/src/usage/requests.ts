import { leaving, requestLog, usage } from "@rapport/db";
import { type LogActor, nameActors } from "../audit/actors.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { openPosition, sealPosition } from "../paging.ts";
import { USAGE_DAYS } from "./count-requests.ts";

/** A logged request. */
export interface LoggedRequest {
  /** The request id. */
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly credential: LogActor;
  /** Code of the error, if the response was one. */
  readonly code: string | null;
}

/** The error of a logged request, without values that the caller sent. */
export interface RequestDetails extends LoggedRequest {
  readonly message: string | null;
  readonly issues: readonly {
    readonly path: string;
    readonly code: string;
    readonly message: string;
  }[];
  /** The form of the input, or null. */
  readonly input: unknown;
}

export const OUTCOMES = ["ok", "failed", "throttled", "refused", "broken"] as const;
export type RequestOutcome = (typeof OUTCOMES)[number];

export interface RequestFilter {
  /** Stored form, such as `client:rpc…`. */
  readonly credential?: string | undefined;
  /** `failed` is `refused` or `broken`; `refused` is a status of 400 to 499, `broken` of 500 or more. */
  readonly outcome?: RequestOutcome | undefined;
  readonly method?: string | undefined;
  /** Part of the route. */
  readonly route?: string | undefined;
  /** ISO 8601 */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Position = readonly [at: string, id: string];

/** Requests that one statement reads, and the number of such statements in a page. */
const READ_AT_ONCE = 500;
const MAX_READS = 10;

/**
 * Lists logged requests of a project, newest first. A page can be short although there are more, because it reads
 * at most 5,000 requests.
 */
export async function listRequests(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors">>,
  filter: RequestFilter,
  page: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ requests: readonly LoggedRequest[]; nextCursor: string | null }> {
  const identity = { list: "admin.requests", filter: givenFilters(filter) };
  const start = openPosition<Position>({ deps, principal }, identity, page.cursor);
  let [at, id] = start ?? [filter.to === undefined ? LATEST : filter.to, LAST_ID];
  const found: requestLog.LoggedLine[] = [];
  let hasMore = true;
  // Without a filter, the page is the next requests.
  let limit = page.limit + 1;
  for (let reads = 0; reads < MAX_READS && hasMore && found.length < page.limit; reads++) {
    const from = filter.from ?? EARLIEST;
    const rows = await requestLog.listRequests.all(deps.db, principal, { at, id, from, limit });
    hasMore = rows.length === limit;
    limit = READ_AT_ONCE;
    for (const row of rows) {
      [at, id] = [row.at, row.id];
      if (matches(row, filter)) found.push(row);
      if (found.length === page.limit) break;
    }
    hasMore ||= found.length === page.limit && rows.at(-1)?.id !== id;
  }
  const name = await nameActors(
    deps,
    found.map(({ credential }) => credential),
  );
  return {
    requests: found.map((row) => requestView(row, name)),
    nextCursor: hasMore ? sealPosition({ deps, principal }, identity, [at, id]) : null,
  };
}

/** @throws CrmError NOT_FOUND if the log does not have the request */
export async function readRequest(
  { deps, principal }: Call<Pick<Deps, "db">>,
  key: { readonly at: string; readonly id: string },
): Promise<RequestDetails> {
  const row = await requestLog.findRequest.first(deps.db, principal, key);
  if (row === undefined) {
    throw new CrmError("NOT_FOUND", "The log does not have this request any more.");
  }
  const details = (row.details ?? {}) as Partial<RequestDetails>;
  return {
    ...requestView(row, await nameActors(deps, [row.credential])),
    message: details.message ?? null,
    issues: details.issues ?? [],
    input: details.input ?? null,
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Requests deleted per transaction. */
const BATCH_ROWS = 500;

/**
 * Removes counts of requests after 31 days, and logged requests.
 *
 * @param requestLogDays days that requests are logged
 */
export async function removeOldUsage(
  deps: Pick<Deps, "db">,
  requestLogDays: number,
  now = new Date(),
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  for (const { id: projectId } of await leaving.listAllProjects.all(deps.db, {})) {
    await usage.deleteOldUsage.all(deps.db, { projectId }, { before: before(USAGE_DAYS) });
    for (let isMore = true; isMore; ) {
      isMore = await deps.db.transaction((tx) =>
        requestLog.deleteOldRequests(tx, { projectId }, before(requestLogDays), BATCH_ROWS),
      );
    }
  }
}

function requestView(
  row: requestLog.LoggedLine,
  name: (stored: string) => LogActor,
): LoggedRequest {
  const { id, at, method, route, status, microseconds, credential, code } = row;
  return {
    id,
    at,
    method,
    route,
    status,
    ms: microseconds / 1_000,
    credential: name(credential),
    code,
  };
}

function matches(row: requestLog.LoggedLine, filter: RequestFilter): boolean {
  const { credential, outcome, method, route } = filter;
  return (
    (credential === undefined || row.credential === credential) &&
    (outcome === undefined || HAS_OUTCOME[outcome](row.status)) &&
    (method === undefined || row.method === method) &&
    (route === undefined || row.route.includes(route))
  );
}

const HAS_OUTCOME: Readonly<Record<RequestOutcome, (status: number) => boolean>> = {
  ok: (status) => status < 400,
  failed: (status) => status >= 400,
  throttled: (status) => status === 429,
  refused: (status) => status >= 400 && status < 500,
  broken: (status) => status >= 500,
};

function givenFilters(filter: RequestFilter): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

const EARLIEST = "1970-01-01T00:00:00.000Z";
const LATEST = "9999-12-31T23:59:59.999Z";
/** Follows every request id. */
const LAST_ID = "~";
