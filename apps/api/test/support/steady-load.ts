import { setTimeout as sleep } from "node:timers/promises";

/** Limit on concurrent requests. When it is reached, requests are skipped and counted. */
const MAX_UNDER_WAY = 64;

export interface LoadFigures {
  sent: number;
  /** Requests skipped because too many were under way. */
  leftOut: number;
  /** Responses by status. Broken connections count as `broken`. */
  readonly answers: Record<string, number>;
  /** Milliseconds that half and 99 % of the requests took, in each tenth of the time. */
  readonly ms: { readonly p50: number; readonly p99: number }[];
}

const PARTS = 10;

/**
 * Sends requests at a steady rate, without waiting for earlier responses.
 *
 * @param next sends one request
 * @param load.rate requests per second
 */
export async function steadyLoad(
  next: () => Promise<Response>,
  load: { readonly rate: number; readonly seconds: number },
): Promise<LoadFigures> {
  const figures: LoadFigures = { sent: 0, leftOut: 0, answers: {}, ms: [] };
  let durations: number[] = [];
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  for (let due = 0; due < load.seconds * load.rate; ) {
    const elapsed = (performance.now() - began) / 1000;
    if (elapsed > ((figures.ms.length + 1) * load.seconds) / PARTS) {
      figures.ms.push(percentiles(durations));
      durations = [];
    }
    for (; due < Math.min(elapsed, load.seconds) * load.rate; due++) {
      if (underWay.size >= MAX_UNDER_WAY) {
        figures.leftOut++;
        continue;
      }
      figures.sent++;
      const sentAt = performance.now();
      const one: Promise<void> = send(next, figures).finally(() => {
        durations.push(performance.now() - sentAt);
        underWay.delete(one);
      });
      underWay.add(one);
    }
    await sleep(5);
  }
  await Promise.all(underWay);
  figures.ms.push(percentiles(durations));
  return figures;
}

function percentiles(durations: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (part: number) =>
    Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}

async function send(next: () => Promise<Response>, { answers }: LoadFigures): Promise<void> {
  const status = await next().then(
    async (response) => {
      await response.arrayBuffer();
      return String(response.status);
    },
    () => "broken",
  );
  answers[status] = (answers[status] ?? 0) + 1;
}
