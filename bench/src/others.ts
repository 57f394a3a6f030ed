import { fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import type { Options } from "./options.ts";
import { sendOpenLoop } from "./overload-client.ts";
import { startRapport } from "./processes.ts";
import { WORST_SEARCHES } from "./questions.ts";

interface Times {
  readonly p50: number;
  readonly p99: number;
}

/** How long reads by id take, alone and beside a stream of other requests, in milliseconds. */
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

interface Stream {
  readonly name: string;
  /** Sends the next request and waits for its answer. */
  readonly send: (url: string, authorization: string, n: number) => Promise<void>;
}

const STREAMS: readonly Stream[] = [
  {
    name: "the worst searches",
    send: async (url, authorization, n) => {
      const { path, body } = WORST_SEARCHES[
        n % WORST_SEARCHES.length
      ] as (typeof WORST_SEARCHES)[0];
      await post(url + path, authorization, body);
    },
  },
];

/** Measures reads by id beside streams of requests that are sent one after another. */
export async function benchOthers(
  { url, seeded }: BenchDatabase,
  folder: string,
  { seconds }: Options,
): Promise<readonly OthersFigures[]> {
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  try {
    const authorization = `Bearer ${await fetchToken(rapport, seeded)}`;
    const path = `/api/crm/objects/contacts/${seeded.firstId}`;
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
    const port = Number(new URL(rapport.url).port);
    const load = { port, request: () => request, rate: READS_PER_SECOND, connections: CONNECTIONS };
    await sendOpenLoop({ ...load, seconds: Math.max(1, seconds / 3) });
    const figures: OthersFigures[] = [];
    for (const { name, send } of STREAMS) {
      const alone = await sendOpenLoop({ ...load, seconds });
      let isOver = false;
      let done = 0;
      const stream = (async () => {
        for (; !isOver; done++) await send(rapport.url, authorization, done);
      })();
      const together = await sendOpenLoop({ ...load, seconds });
      isOver = true;
      await stream;
      figures.push({ beside: name, alone: times(alone), together: times(together), done });
    }
    return figures;
  } finally {
    await rapport.stop();
  }
}

function times({ p50, p99 }: Times): Times {
  return { p50, p99 };
}

async function post(url: string, authorization: string, body: object | undefined): Promise<void> {
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
}
