import autocannon from "autocannon";
import { sendOpenLoop } from "./overload-client.ts";
import type { Running } from "./processes.ts";
import type { Seeded } from "./seed.ts";

/** The requests of a measured load. `next` makes each request different. */
export interface Load {
  readonly url: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly headers?: Record<string, string>;
  readonly next: () => { path: string; body?: string; headers?: Record<string, string> };
}

export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server per request, in microseconds; 0 if it was not measured. */
  readonly cpuUs: number;
  /** The same of PostgreSQL. */
  readonly databaseCpuUs: number;
}

/** Returns the processor time that has been used, in milliseconds. */
export type CpuClock = () => number;

export interface CpuClocks {
  readonly server: CpuClock;
  readonly database: CpuClock;
}

/**
 * Sends requests on keep-alive connections and counts the responses.
 *
 * @param clocks count the processor time of the server and of its database
 * @throws Error if a response is not a success, because the figures would be meaningless
 */
export async function measure(
  load: Load,
  options: { seconds: number; connections: number },
  clocks?: CpuClocks,
): Promise<Figures> {
  const before = [clocks?.server() ?? 0, clocks?.database() ?? 0] as const;
  const result = await autocannon({
    url: load.url,
    connections: options.connections,
    duration: options.seconds,
    requests: [
      {
        method: load.method,
        headers: load.headers ?? {},
        setupRequest: (request) => {
          const { headers, ...next } = load.next();
          return { ...request, ...next, headers: { ...request.headers, ...headers } };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${load.method} ${load.url}: ${result.non2xx} refusals, ${result.errors} errors`,
    );
  }
  const perRequest = (ms: number) => Math.round((ms * 1_000) / Math.max(1, result["2xx"]));
  return {
    perSecond: Math.round(result["2xx"] / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuUs: perRequest((clocks?.server() ?? 0) - before[0]),
    databaseCpuUs: perRequest((clocks?.database() ?? 0) - before[1]),
  };
}

/** Returns the measurement with the median rate. */
export function median(figures: readonly Figures[]): Figures {
  const sorted = figures.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Figures;
}

/** Measures several loads in turn, several rounds, after a warm-up; returns the median of each. */
export async function measureInTurn(
  loads: readonly { readonly load: Load; readonly clocks?: CpuClocks }[],
  options: { seconds: number; connections: number; rounds: number },
): Promise<readonly Figures[]> {
  const { connections, rounds } = options;
  const warmUp = { seconds: options.seconds, connections };
  for (const { load } of loads) await measure(load, warmUp);
  const figures: Figures[][] = loads.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { load, clocks }] of loads.entries()) {
      figures[i]?.push(await measure(load, options, clocks));
    }
  }
  return figures.map(median);
}

interface PacedWrites {
  readonly writesPerSecond: number;
  /** In milliseconds of `performance.now()`. */
  readonly startedAt: number;
}

const WRITES_PER_SECOND = 1_000;
const CONNECTIONS = 64;

/** Changes 1,000 contacts per second, one after another. */
export async function writeAtPace(
  { url }: Running,
  token: string,
  { firstId, count }: Seeded,
  seconds: number,
): Promise<PacedWrites> {
  const startedAt = performance.now();
  let n = 0;
  const { perSecond } = await sendOpenLoop({
    port: Number(new URL(url).port),
    request: () => {
      const path = `/api/crm/objects/contacts/${firstId + (n % count)}`;
      return patchRequest(path, token, { internal_name: "city", value: `City ${n++}` });
    },
    ...{ rate: WRITES_PER_SECOND, connections: CONNECTIONS, seconds },
  });
  return { writesPerSecond: perSecond["200"] ?? 0, startedAt };
}

/** Calls an API as an integrator does, and counts the requests. */
export interface Caller {
  readonly requests: () => number;
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  send(method: "POST" | "PATCH", path: string, body: object): Promise<Answer>;
}

/** `data` of a response. Only the members that a job reads are named. */
export interface Answer {
  readonly id?: number;
  readonly results?: readonly Answer[];
  readonly errors?: readonly object[];
  readonly record?: Answer;
  readonly nextCursor?: string | null;
  readonly hasMore?: boolean;
  readonly timestamp?: string;
  readonly state?: string;
  readonly read?: number;
  readonly refused?: number;
  readonly rows?: number;
}

/** @param token the access token to send */
export function callerOf(url: string, token: string): Caller {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  let requests = 0;
  async function call(path: string, init: RequestInit): Promise<Answer> {
    requests++;
    const response = await fetch(url + path, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text).data;
  }
  return {
    requests: () => requests,
    get: (path, query = {}) => {
      const text = new URLSearchParams(query).toString();
      return call(text === "" ? path : `${path}?${text}`, { method: "GET" });
    },
    send: (method, path, body) => call(path, { method, body: JSON.stringify(body) }),
  };
}

/** Reads every page of a list. Returns how many results there were. */
export async function readAll(
  caller: Caller,
  path: string,
  query: Record<string, string>,
): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const from: Record<string, string> = cursor === null ? {} : { cursor };
    const page: Answer = await caller.get(path, { limit: "200", ...query, ...from });
    count += page.results?.length ?? 0;
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  return count;
}

function patchRequest(path: string, token: string, body: object): string {
  const text = JSON.stringify(body);
  return `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
