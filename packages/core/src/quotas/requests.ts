import { quotas } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { CrmError } from "../errors.ts";
import { quotaExceeded } from "./room.ts";

/** What is left of a tenant's requests of the day. */
export interface RequestsLeft {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until midnight UTC. */
  readonly secondsLeft: number;
  /** QUOTA with `Retry-After`, if the calls do not fit. */
  readonly refusal?: CrmError;
}

/** Counts the requests of tenants that have a quota of them. */
export interface RequestQuota {
  /**
   * Counts calls of a tenant: all of them or none.
   *
   * @returns undefined if the tenant has no such quota
   */
  count(tenantId: number, calls: number): Promise<RequestsLeft | undefined>;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** How long a process counts before it writes, and for how long it uses what others have written. */
const WRITE_INTERVAL_MS = 600;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Requests of a tenant on a day. */
interface Counted {
  readonly day: string;
  /** Requests that all processes had written at a time of the performance clock. */
  written: number;
  at: number;
  /** Requests of this process that are not written yet. */
  pending: number;
}

/**
 * Counts in memory, and adds to the counts of all processes in the database every 600 ms. A single process counts exactly.
 * Several processes together may exceed a quota by the requests of 600 ms.
 *
 * @param onError receives failures of writing; counts are written later
 */
export function openRequestQuota(
  deps: Pick<Deps, "db" | "quotas">,
  { onError }: { readonly onError: (error: unknown) => void },
): RequestQuota {
  const tenants = new Map<number, Counted>();
  const reading = new Map<number, Promise<Counted>>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function read(tenant: number, day: string): Promise<Counted> {
    const row = await quotas.findRequests.first(deps.db, { tenant });
    const known = tenants.get(tenant);
    const pending = known?.day === day ? known.pending : 0;
    const written = row?.day === day ? row.requests : 0;
    const counted = { day, written, at: performance.now(), pending };
    tenants.set(tenant, counted);
    return counted;
  }

  /** Returns what is known of a tenant, or reads it. Requests that arrive together read it once. */
  function current(tenant: number, day: string): Counted | Promise<Counted> {
    const known = tenants.get(tenant);
    // While requests of this process are not written, the row is not read again.
    const isFresh = known !== undefined && performance.now() - known.at < WRITE_INTERVAL_MS;
    if (known?.day === day && (isFresh || known.pending > 0)) return known;
    let running = reading.get(tenant);
    if (running === undefined) {
      running = read(tenant, day).finally(() => reading.delete(tenant));
      reading.set(tenant, running);
    }
    return running;
  }

  async function write(): Promise<void> {
    timer = undefined;
    for (const [tenant, counted] of tenants) {
      const { day, pending } = counted;
      if (pending === 0) continue;
      try {
        const row = await deps.db.transaction((tx) =>
          quotas.addRequests.first(tx, { tenant, day, requests: pending }),
        );
        counted.pending -= pending;
        counted.written = row?.day === day ? row.requests : counted.written + pending;
        counted.at = performance.now();
      } catch (error) {
        onError(error);
        schedule();
      }
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      writing = writing.then(write);
    }, WRITE_INTERVAL_MS).unref();
  }

  return {
    async count(tenant, calls) {
      const limit = deps.quotas.readLimit(tenant, "requestsPerDay");
      if (limit === 0) return undefined;
      const now = Date.now();
      const secondsLeft = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
      const counted = await current(tenant, new Date(now).toISOString().slice(0, 10));
      const used = counted.written + counted.pending;
      if (used + calls > limit) {
        const refusal = quotaExceeded(
          { quota: "requestsPerDay", limit, used },
          { "Retry-After": String(secondsLeft) },
        );
        return { limit, remaining: Math.max(0, limit - used), secondsLeft, refusal };
      }
      counted.pending += calls;
      schedule();
      return { limit, remaining: limit - used - calls, secondsLeft };
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
