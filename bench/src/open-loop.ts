import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface Served {
  /** Responses per second, by status. */
  readonly perSecond: Readonly<Record<string, number>>;
  /** Requests not sent in time because every connection was waiting for a response. */
  readonly unsent: number;
  /** Milliseconds from when a request was due until its response, for responses with status 200. */
  readonly p50: number;
  readonly p99: number;
}

interface Connection {
  readonly socket: Socket;
  due: number;
}

/** How long a request waits for a free connection before it is dropped. */
const MAX_WAIT_MS = 2_000;

/**
 * Sends requests at a fixed rate on keep-alive connections, however slow the responses are.
 *
 * @param load.request returns the next complete HTTP request
 * @param load.rate requests per second
 */
export async function sendOpenLoop(load: {
  port: number;
  request: () => string;
  rate: number;
  connections: number;
  seconds: number;
}): Promise<Served> {
  const free: Connection[] = [];
  const due: number[] = []; // bounded by MAX_WAIT_MS
  const times: number[] = [];
  const counts: Record<string, number> = {};
  let unsent = 0;
  const all = Array.from({ length: load.connections }, () => open());
  const end = performance.now() + load.seconds * 1_000;
  let next = performance.now();
  while (performance.now() < end) {
    for (const now = performance.now(); next <= now; next += 1_000 / load.rate) due.push(next);
    send();
    await delay(1);
  }
  for (const { socket } of all) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(10 * (times[Math.floor(times.length * share)] ?? 0)) / 10;
  const perSecond = Object.entries(counts).map(([status, count]) => [
    status,
    Math.round(count / load.seconds),
  ]);
  return {
    perSecond: Object.fromEntries(perSecond),
    unsent: unsent + due.length,
    p50: at(0.5),
    p99: at(0.99),
  };

  function open(): Connection {
    const one: Connection = { socket: connect(load.port, "127.0.0.1"), due: 0 };
    one.socket.setNoDelay(true);
    one.socket.on("connect", () => {
      free.push(one);
      send();
    });
    one.socket.on("error", () => count("error"));
    // A connection has one request at a time, so each response starts a new chunk.
    one.socket.on("data", (chunk: Buffer) => {
      if (one.due === 0 || chunk.toString("latin1", 0, 9) !== "HTTP/1.1 ") return;
      const status = chunk.toString("latin1", 9, 12);
      count(status);
      if (status === "200") times.push(performance.now() - one.due);
      one.due = 0;
      free.push(one);
      send();
    });
    return one;
  }

  function send(): void {
    const now = performance.now();
    while (due.length > 0 && free.length > 0) {
      const at = due.shift() as number;
      if (now - at > MAX_WAIT_MS) {
        unsent++;
        continue;
      }
      const one = free.shift() as Connection;
      one.due = at;
      one.socket.write(load.request());
    }
  }

  function count(status: string): void {
    counts[status] = (counts[status] ?? 0) + 1;
  }
}
