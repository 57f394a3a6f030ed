import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Served, sendOpenLoop } from "./overload-client.ts";
import type { Running } from "./processes.ts";

export interface OverloadFigures {
  readonly connections: number;
  /** Requests a second that were sent: twice what the server answered before. */
  readonly rate: number;
  readonly served: Served;
  /** Milliseconds that `/healthz` took on new connections, asked every 100 ms. */
  readonly health: { readonly p50: number; readonly p99: number; readonly slowest: number };
  readonly residentMb: number;
}

/**
 * Sends twice as many reads as the server can answer, and asks for its health meanwhile.
 *
 * @param load.request the whole request as sent
 * @param load.capacity reads a second that the server answers
 */
export async function benchOverload(
  rapport: Running,
  load: { request: string; capacity: number; connections: number; seconds: number },
): Promise<OverloadFigures> {
  const { connections, seconds, request } = load;
  const rate = load.capacity * 2;
  const port = Number(new URL(rapport.url).port);
  const asking = { isOver: false };
  const asked = askHealth(rapport.healthUrl, asking);
  const served = await sendOpenLoop({ port, request, rate, connections, seconds });
  const residentMb = rapport.residentMb();
  asking.isOver = true;
  const times = (await asked).sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  return {
    ...{ connections, rate, served, residentMb },
    health: { p50: at(0.5), p99: at(0.99), slowest: at(1) },
  };
}

async function askHealth(origin: string, asking: { isOver: boolean }): Promise<number[]> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  while (!asking.isOver) {
    const began = performance.now();
    open.push(
      askOnce(`${origin}/healthz`).then(() => {
        times.push(performance.now() - began);
      }),
    );
    await delay(100);
  }
  await Promise.all(open);
  return times;
}

function askOnce(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false }, (response) => {
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end();
  });
}
