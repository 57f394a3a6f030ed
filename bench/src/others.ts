import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { BATCH_WORKS } from "./measures/batch-works.ts";
import { WORST_SEARCHES } from "./measures/questions.ts";
import { sendOpenLoop } from "./open-loop.ts";
import type { Options } from "./options.ts";
import { startRapport } from "./processes.ts";
import type { Seeded } from "./seed.ts";
import type { StreamData } from "./yardstick/stream-sender.ts";

interface Times {
  readonly p50: number;
  readonly p99: number;
}

/** How long reads by id take, alone and during a stream of other requests, in milliseconds. */
export interface OthersFigures {
  readonly beside: string;
  readonly alone: Times;
  readonly together: Times;
  /** Requests of the stream that were answered meanwhile. */
  readonly done: number;
}

/** Reads per second: a load that leaves the server room for the stream. */
const READS_PER_SECOND = 500;
const CONNECTIONS = 32;
/** Different batches of a stream. */
const BATCHES = 20;

/** Measures reads by id during streams of requests that are sent one after another, and without them, in turns. */
export async function benchOthers(
  { url, seeded }: BenchDatabase,
  folder: string,
  { seconds, rounds }: Options,
): Promise<readonly OthersFigures[]> {
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  try {
    const authorization = `Bearer ${await fetchToken(rapport, seeded)}`;
    const path = `/api/crm/objects/contacts/${seeded.firstId}`;
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
    const port = Number(new URL(rapport.url).port);
    const load = { port, request: () => request, rate: READS_PER_SECOND, connections: CONNECTIONS };
    const figures: OthersFigures[] = [];
    for (const [beside, requests] of Object.entries(makeStreams(seeded))) {
      const streamed = () => startStream({ url: rapport.url, authorization, requests });
      const warmUp = streamed();
      await sendOpenLoop({ ...load, seconds: Math.max(1, seconds / 2) });
      await warmUp();
      const alone: Times[] = [];
      const together: Times[] = [];
      let done = 0;
      for (let round = 0; round < rounds; round++) {
        alone.push(await sendOpenLoop({ ...load, seconds }));
        const stop = streamed();
        together.push(await sendOpenLoop({ ...load, seconds }));
        done += await stop();
      }
      figures.push({ beside, alone: medianTimes(alone), together: medianTimes(together), done });
    }
    return figures;
  } finally {
    await rapport.stop();
  }
}

function makeStreams(seeded: Seeded): Record<string, StreamData["requests"]> {
  const searches = WORST_SEARCHES.map(({ path, body }) => ({ path, body: JSON.stringify(body) }));
  const batches = BATCH_WORKS.filter(({ name }) => BESIDE.has(name)).map(
    ({ name, operation, inputs }) => {
      const idProperty = operation === "upsert" ? { idProperty: "email" } : {};
      const requests = Array.from({ length: BATCHES }, () => ({
        path: `/api/crm/objects/contacts/batch/${operation}`,
        body: JSON.stringify({ ...idProperty, inputs: inputs({ seeded, created: [] }) }),
      }));
      return [name, requests] as const;
    },
  );
  return { "the worst searches": searches, ...Object.fromEntries(batches) };
}

const BESIDE = new Set(["batch update", "batch read", "batch upsert, 1 of 10 changed"]);

/** @returns a function that ends the stream and returns the number of its answers */
function startStream(workerData: StreamData): () => Promise<number> {
  const worker = new Worker(new URL("./yardstick/stream-sender.ts", import.meta.url), {
    workerData,
  });
  return async () => {
    worker.postMessage("stop");
    const [answered] = (await once(worker, "message")) as [number];
    return answered;
  };
}

function medianTimes(rounds: readonly Times[]): Times {
  const median = (of: (times: Times) => number) =>
    rounds.map(of).toSorted((a, b) => a - b)[rounds.length >> 1] as number;
  return { p50: median(({ p50 }) => p50), p99: median(({ p99 }) => p99) };
}
