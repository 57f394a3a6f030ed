import { liveRevisions, requestLog, together, usage } from "@rapport/db";
import { type LimitState, windowLimit } from "../access/window-limit.ts";
import type { Deps } from "../deps.ts";
import type { CrmError } from "../errors.ts";
import { type Principal, storedActor } from "../principal.ts";
import {
  LOG_WINDOW_SECONDS,
  LOGGED_PER_WINDOW,
  type RequestLogMode,
  requestCounts,
} from "./count-requests.ts";

/** A request that was answered. */
export interface AnsweredRequest {
  readonly id: string;
  readonly principal: Principal;
  readonly method: string;
  /** Returns the path, with names in place of values other than ids and types. Called only if the request is logged. */
  readonly path: () => string;
  readonly status: number;
  readonly ms: number;
  /** The state of its rate limit, if there is one. */
  readonly limit: (LimitState & { readonly points: number }) | undefined;
  /** Returns why it failed, if that is known. Called only if the request is logged. */
  readonly error: () => CrmError | undefined;
  readonly input: unknown;
  /** Of a tool of an agent: its name, and the records that it returned or changed. No values. */
  readonly called?: object | undefined;
}

export interface UsageMeter {
  /** Counts a request, and logs it if the settings say so. Both are written within a second. */
  note(request: AnsweredRequest): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** Interval at which counts and logged requests are written. Pages hear of them within a quarter of a second. */
const WRITE_INTERVAL_MS = 600;
/** Logged requests that wait for the database. Further ones are dropped. */
const MAX_WAITING = 2_000;
/** Maximum number of projects whose logged requests are counted; they take about 2 MB. */
const MAX_PROJECTS = 10_000;

/**
 * Counts the requests of each credential, and logs requests.
 *
 * @param options.mode which requests are logged
 * @param options.withInput whether the log has the form of the input of requests that failed
 * @param options.onError receives failures of writing; counts are written later
 */
export function openUsageMeter(
  deps: Pick<Deps, "db">,
  options: {
    readonly mode: RequestLogMode;
    readonly withInput: boolean;
    readonly onError: (error: unknown) => void;
  },
): UsageMeter {
  const { mode, withInput, onError } = options;
  const counts = requestCounts();
  const limits = windowLimit({
    points: LOGGED_PER_WINDOW,
    seconds: LOG_WINDOW_SECONDS,
    keys: 2 * MAX_PROJECTS,
  });
  let waiting: requestLog.LoggedRow[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function isLogged(projectId: number, status: number): boolean {
    const failed = status >= 400;
    if (mode === "off" || (mode === "errors" && !failed) || waiting.length >= MAX_WAITING) {
      return false;
    }
    return limits.consume(`${projectId} ${failed}`).isAllowed;
  }

  async function write(): Promise<void> {
    timer = undefined;
    const rows = counts.take();
    const projectIds = [...new Set(rows.map((row) => row.project_id))];
    const logged = waiting;
    waiting = [];
    try {
      await deps.db.transaction(async (tx) => {
        const counted = rows.length === 0 ? [] : [usage.addUsage(tx, rows)];
        if (logged.length > 0) counted.push(requestLog.insertRequests(tx, logged));
        if (rows.length > 0) counted.push(liveRevisions.noteRevisions(tx, projectIds, "usage"));
        await together(counted);
      });
    } catch (error) {
      counts.putBack(rows);
      onError(error);
    }
  }

  return {
    note(request) {
      const now = new Date();
      const { principal, status, ms, limit } = request;
      const { projectId } = principal;
      const credential = storedActor(principal);
      const limitUsed = limit === undefined ? 0 : 1 - limit.remaining / limit.points;
      counts.add({ projectId, credential, status, ms, limitUsed }, now);
      if (isLogged(projectId, status)) {
        const error = request.error();
        waiting.push({
          project_id: projectId,
          at: now.toISOString(),
          id: request.id,
          method: request.method,
          route: request.path(),
          status,
          microseconds: Math.round(ms * 1_000),
          credential,
          code: error?.code ?? null,
          details: requestDetails(request, error, withInput),
        });
      }
      timer ??= setTimeout(() => {
        writing = writing.then(write);
      }, WRITE_INTERVAL_MS).unref();
    },
    async stop() {
      if (timer !== undefined) {
        clearTimeout(timer);
        writing = writing.then(write);
      }
      await writing;
    },
  };
}

/** Maximum number of issues that are logged of one request. */
const MAX_ISSUES = 20;

function requestDetails(
  { input, called }: AnsweredRequest,
  error: CrmError | undefined,
  withInput: boolean,
) {
  if (error === undefined) {
    return called === undefined ? null : { message: null, issues: [], input: called };
  }
  const given = withInput && input !== undefined ? redactInput(input) : null;
  return {
    message: redactMessage(error.message),
    issues: error.issues.slice(0, MAX_ISSUES).map(({ path, code, message }) => ({
      path: redactPath(path),
      code,
      message: redactMessage(message),
    })),
    input: called ?? given,
  };
}

/** Members whose texts are names of the schema or choices of an operation, so they are shown. */
const SHOWN = new Set([
  "direction",
  "format",
  "idProperty",
  "internal_name",
  "mode",
  "object",
  "operator",
  "properties",
  "property",
]);
const NAMES = /^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)*$/;
/** Numbers in such members are ids of records. */
const ID = /(^|_)ids?$|Ids?$/;
const MEMBER_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

const MAX_ENTRIES = 20;
const MAX_DEPTH = 6;
const MAX_CHARACTERS = 4_000;

/**
 * Returns the form of an input: its members with the kinds of their values. Names of properties, choices such as an
 * operator, and ids of records are shown; all other values are left out, because they can be personal.
 *
 * @returns null if the form is longer than 4,000 characters
 */
export function redactInput(input: unknown): unknown {
  const form = describeForm(input, "", 0);
  return JSON.stringify(form).length > MAX_CHARACTERS ? null : form;
}

function describeForm(value: unknown, member: string, depth: number): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return textForm(value, member);
  if (typeof value !== "object") {
    return typeof value === "number" && ID.test(member) ? value : `(${typeof value})`;
  }
  if (depth === MAX_DEPTH) return "(more)";
  if (Array.isArray(value)) {
    const shown = value
      .slice(0, MAX_ENTRIES)
      .map((entry) => describeForm(entry, member, depth + 1));
    const rest = value.length - shown.length;
    return rest === 0 ? shown : [...shown, `(${rest} more)`];
  }
  const members = Object.entries(value);
  const shown = members
    .slice(0, MAX_ENTRIES)
    .map(([name, one]) => [
      MEMBER_NAME.test(name) ? name : "(member)",
      describeForm(one, name, depth + 1),
    ]);
  const rest = members.length - shown.length;
  return Object.fromEntries(rest === 0 ? shown : [...shown, ["(more)", rest]]);
}

function textForm(text: string, member: string): string {
  const isShown = SHOWN.has(member) && text.length <= 200 && NAMES.test(text);
  if (isShown || (ID.test(member) && /^\d{1,16}$/.test(text))) return text;
  return text.length === 1 ? "(1 character)" : `(${text.length} characters)`;
}

/** Returns a path into an input up to the first name that a caller made up. */
export function redactPath(path: string): string {
  const parts = path.split(".").slice(0, MAX_ENTRIES);
  const end = parts.findIndex((part) => !MEMBER_NAME.test(part) && !/^\d{1,6}$/.test(part));
  return end < 0 ? parts.join(".") : [...parts.slice(0, end), "(member)"].join(".");
}

/** Returns a message without quoted texts, which repeat what the caller sent. */
export function redactMessage(message: string): string {
  // An odd number of quotes means that a quoted text has one, so the texts after the first cannot be separated.
  const isEven = message.split('"').length % 2 === 1;
  return isEven ? message.replaceAll(/"[^"]*"/g, '"…"') : message.replace(/".*$/s, '"…"');
}
