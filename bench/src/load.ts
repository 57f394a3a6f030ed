import autocannon from "autocannon";

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
async function measure(
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
function median(figures: readonly Figures[]): Figures {
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

/** Calls an API as an integrator does. */
export interface Caller {
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
export function makeCaller(url: string, token: string): Caller {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  async function call(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url + path, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text).data;
  }
  return {
    get: (path, query = {}) => {
      const text = new URLSearchParams(query).toString();
      return call(text === "" ? path : `${path}?${text}`, { method: "GET" });
    },
    send: (method, path, body) => call(path, { method, body: JSON.stringify(body) }),
  };
}
