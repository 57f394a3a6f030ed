import { setTimeout as delay } from "node:timers/promises";
import { fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { type Caller, callerOf, readAll, writeAtPace } from "./load.ts";
import type { Options } from "./options.ts";
import { type Running, startRapport } from "./processes.ts";
import type { Seeded } from "./seed.ts";

/** What a job of an integrator takes. */
export interface JobFigures {
  readonly job: string;
  readonly requests: number;
  /** Milliseconds of the whole job; the median of several runs if it is short. */
  readonly ms: number;
}

/** How far a follower of the feed lags behind while records change. */
export interface FollowFigures {
  readonly writesPerSecond: number;
  readonly requestsPerSecond: number;
  /** Milliseconds from the time of a change until the follower has its event. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds from the last write until the follower had every event. */
  readonly caughtUpMs: number;
}

const SHORT_RUNS = 21;
const DEALS = 50;
const SYNCED = 10_000;
const BATCH = 1_000;
/** Milliseconds that the follower waits when there are no more events. */
const FOLLOW_PAUSE_MS = 250;
/** Milliseconds after a write within which its event is in the feed, with some to spare. */
const NUMBERING_MS = 3_000;

/** Does the jobs of an integrator one after another, on a server without other load. */
export async function benchJobs(
  { url, seeded }: BenchDatabase,
  folder: string,
  { seconds }: Options,
): Promise<{ jobs: readonly JobFigures[]; follow: FollowFigures }> {
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  try {
    const token = await fetchToken(rapport, seeded);
    const caller = callerOf(rapport.url, token);
    await createDeals(caller, seeded.companyId);
    const jobs: JobFigures[] = [];
    for (const [job, work] of Object.entries(jobsOf(caller, seeded))) {
      const runs = /^(copy|sync)/.test(job) ? 1 : SHORT_RUNS;
      jobs.push({ job, ...(await timed(caller, work, runs)) });
    }
    return { jobs, follow: await follow(rapport, caller, token, seeded, seconds) };
  } finally {
    await rapport.stop();
  }
}

function jobsOf(caller: Caller, seeded: Seeded): Record<string, () => Promise<unknown>> {
  const { companyId, firstId, count } = seeded;
  const email = `person${count >> 1}@example.com`;
  const ofCompany = { internal_name: "associations.company", operator: "EQ", value: companyId };
  return {
    "find a contact by email": () =>
      caller.get("/api/crm/objects/contacts/by/email", { value: email }),
    "50 deals of a company": () =>
      caller.send("POST", "/api/crm/objects/deals/search", {
        filterGroups: [{ filters: [ofCompany] }],
      }),
    "1,000 changes of a property": () =>
      readAll(caller, `/api/crm/objects/contacts/${firstId}/history`, {
        internal_name: "jobtitle",
      }),
    "a form for deals: properties and pipelines": async () => {
      await caller.get("/api/crm/properties/deals");
      await caller.get("/api/crm/pipelines/deals");
    },
    ...syncs(caller),
    [`copy ${count} contacts`]: () => readAll(caller, "/api/crm/objects/contacts", {}),
  };
}

/** Three nights of a program that sends all its contacts each time. */
function syncs(caller: Caller): Record<string, () => Promise<unknown>> {
  const night = (changed: number) => async () => {
    for (let start = 0; start < SYNCED; start += BATCH) {
      const inputs = Array.from({ length: BATCH }, (_, n) => syncedContact(start + n, changed));
      const body = { idProperty: "email", inputs };
      await caller.send("POST", "/api/crm/objects/contacts/batch/upsert", body);
    }
  };
  return {
    "sync 10,000 contacts, all new": night(0),
    "sync 10,000 contacts, none changed": night(0),
    "sync 10,000 contacts, 500 changed": night(500),
  };
}

function syncedContact(i: number, changed: number): object {
  const values = {
    ...{ firstname: `Sync${i}`, lastname: `Night${i}`, email: `sync${i}@example.com` },
    ...{ phone: `+4420${String(i).padStart(8, "0")}`, company: "Example", city: "Leeds" },
    jobtitle: i < changed ? "Buyer" : "Seller",
  };
  const properties = Object.entries(values).map(([internal_name, value]) => ({
    ...{ internal_name, value },
  }));
  return { properties };
}

async function createDeals(caller: Caller, companyId: number): Promise<void> {
  for (let i = 0; i < DEALS; i++) {
    await caller.send("POST", "/api/objects/deals", {
      properties: [
        { internal_name: "name", value: `Deal ${i}` },
        { internal_name: "amount", value: String(1_000 + i) },
        { internal_name: "stage", value: "new" },
      ],
      associations: [{ to: { object: "company", id: String(companyId) } }],
    });
  }
}

async function timed(
  caller: Caller,
  work: () => Promise<unknown>,
  runs: number,
): Promise<{ requests: number; ms: number }> {
  const times: number[] = [];
  const before = caller.requests();
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const ms = Math.round(10 * (times[runs >> 1] ?? 0)) / 10;
  return { requests: (caller.requests() - before) / runs, ms };
}

/** Follows the feed while records change. @throws Error if the follower misses an event */
async function follow(
  rapport: Running,
  caller: Caller,
  token: string,
  seeded: Seeded,
  seconds: number,
): Promise<FollowFigures> {
  const { nextCursor: now } = await caller.get("/api/crm/events", { from: "now" });
  const follower = startFollower(caller, now ?? "");
  const before = caller.requests();
  const { writesPerSecond, startedAt } = await writeAtPace(rapport, token, seeded, seconds);
  const end = performance.now();
  const requests = caller.requests() - before;
  const { lags, lastEventAt } = await follower.stop();
  if (lags.length < Math.floor(writesPerSecond * seconds) - 1) {
    throw new Error(`${lags.length} events for ${writesPerSecond * seconds} writes`);
  }
  lags.sort((a, b) => a - b);
  return {
    writesPerSecond,
    requestsPerSecond: Math.round(requests / ((end - startedAt) / 1_000)),
    p50: lags[lags.length >> 1] ?? 0,
    p99: lags[Math.floor(lags.length * 0.99)] ?? 0,
    caughtUpMs: Math.max(0, Math.round(lastEventAt - end)),
  };
}

/** Reads the feed page by page until it is stopped and there are no more events. */
function startFollower(caller: Caller, from: string) {
  const lags: number[] = [];
  let cursor = from;
  let lastEventAt = 0;
  let stoppedAt = Number.POSITIVE_INFINITY;
  const following = (async () => {
    for (;;) {
      const askedAt = performance.now();
      const page = await caller.get("/api/crm/events", { cursor, limit: "200" });
      cursor = page.nextCursor ?? cursor;
      for (const { timestamp } of page.results ?? []) {
        lags.push(Date.now() - Date.parse(timestamp ?? ""));
        lastEventAt = performance.now();
      }
      if (page.hasMore) continue;
      if (askedAt > stoppedAt + NUMBERING_MS) return { lags, lastEventAt };
      await delay(FOLLOW_PAUSE_MS);
    }
  })();
  return {
    stop: () => {
      stoppedAt = performance.now();
      return following;
    },
  };
}
