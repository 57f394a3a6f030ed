import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface Served {
  /** Answers a second, by status. */
  readonly perSecond: Readonly<Record<string, number>>;
  /** Requests that were not sent in time, because every connection waited for an answer. */
  readonly unsent: number;
  /** Milliseconds from the time a request was due to its answer, of those answered 200. */
  readonly p50: number;
  readonly p99: number;
}

interface Connection {
  readonly socket: Socket;
  due: number;
}

/** Milliseconds after which a request that finds no free connection is given up. */
const PATIENCE = 2_000;

/**
 * Sends requests at a fixed rate on kept-alive connections, however slowly they are answered.
 *
 * @param load.request the whole request as sent
 * @param load.rate requests a second
 */
export async function sendOpenLoop(load: {
  port: number;
  request: string;
  rate: number;
  connections: number;
  seconds: number;
}): Promise<Served> {
  const free: Connection[] = [];
  const due: number[] = []; // bounded by PATIENCE
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
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
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
    // One request at a time is on a connection, and each answer begins in a chunk of its own.
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
      if (now - at > PATIENCE) {
        unsent++;
        continue;
      }
      const one = free.shift() as Connection;
      one.due = at;
      one.socket.write(load.request);
    }
  }

  function count(status: string): void {
    counts[status] = (counts[status] ?? 0) + 1;
  }
}
