import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Served, sendOpenLoop } from "./overload-client.ts";
import type { Running } from "./processes.ts";

export interface OverloadFigures {
  readonly connections: number;
  /** Requests sent per second: twice the measured capacity of the server. */
  readonly rate: number;
  readonly served: Served;
  /** Response times of `/healthz` in milliseconds, requested on a new connection every 100 ms. */
  readonly health: { readonly p50: number; readonly p99: number; readonly slowest: number };
  readonly residentMb: number;
}

/**
 * Sends twice as many reads as the server can answer, and requests its health at the same time.
 *
 * @param load.request the complete HTTP request
 * @param load.capacity reads per second that the server can answer
 */
export async function benchOverload(
  rapport: Running,
  load: { request: string; capacity: number; connections: number; seconds: number },
): Promise<OverloadFigures> {
  const { connections, seconds, request } = load;
  const rate = load.capacity * 2;
  const port = Number(new URL(rapport.url).port);
  const asker = new Worker(new URL("./health-asker.ts", import.meta.url), {
    workerData: `${rapport.healthUrl}/healthz`,
  });
  const served = await sendOpenLoop({ port, request: () => request, rate, connections, seconds });
  const residentMb = rapport.residentMb();
  asker.postMessage("stop");
  const [times] = (await once(asker, "message")) as [number[]];
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  return {
    ...{ connections, rate, served, residentMb },
    health: { p50: at(0.5), p99: at(0.99), slowest: at(1) },
  };
}
