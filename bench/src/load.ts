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
}

/**
 * Sends requests on keep-alive connections and counts the responses.
 *
 * @throws Error if a response is not a success, because the figures would be meaningless
 */
export async function measure(
  load: Load,
  options: { seconds: number; connections: number },
): Promise<Figures> {
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
  return {
    perSecond: Math.round(result["2xx"] / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** Returns the measurement with the median rate. */
export function median(figures: readonly Figures[]): Figures {
  const sorted = figures.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Figures;
}
