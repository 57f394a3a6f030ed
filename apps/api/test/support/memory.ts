import { readdirSync, readFileSync } from "node:fs";
import type { ServerProcess } from "./process.ts";

/** Environment for `readMemory`: starts an inspector on a free port of 127.0.0.1. */
export const INSPECTED = { NODE_OPTIONS: "--inspect=127.0.0.1:0 --max-semi-space-size=8" };

/** What another process holds; memory in MiB. */
export interface Memory {
  /** Live JavaScript objects after a garbage collection. */
  readonly heapUsed: number;
  /** Resident memory outside the JavaScript heap: code, malloc (including SQLite's pages), buffers. */
  readonly native: number;
  readonly resident: number;
  /** Open files and sockets. */
  readonly openFiles: number;
}

/**
 * Reads a program's memory through its inspector, after a garbage collection. Needs Linux for the resident size.
 *
 * @param server a program started with `INSPECTED`
 */
export async function readMemory(server: ServerProcess): Promise<Memory> {
  const address = /ws:\/\/\S+/.exec(server.output())?.[0];
  if (address === undefined) throw new Error("the program was started without an inspector");
  const inspector = await connect(address);
  try {
    await inspector.send("HeapProfiler.collectGarbage");
    const { result } = await inspector.send("Runtime.evaluate", {
      expression: "JSON.stringify(process.memoryUsage())",
    });
    const usage = JSON.parse(result?.value ?? "") as NodeJS.MemoryUsage;
    const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
    const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
    return {
      heapUsed: mebibytes(usage.heapUsed),
      native: mebibytes(resident - usage.heapTotal),
      resident: mebibytes(resident),
      openFiles: readdirSync(`/proc/${server.child.pid}/fd`).length,
    };
  } finally {
    inspector.close();
  }
}

interface Reply {
  readonly result?: { readonly value?: string };
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  await event(socket, "open");
  let last = 0;
  return {
    async send(method: string, params: object = {}): Promise<Reply> {
      const id = ++last;
      socket.send(JSON.stringify({ id, method, params }));
      for (;;) {
        const { data } = (await event(socket, "message")) as MessageEvent;
        const message = JSON.parse(String(data)) as { id?: number; result: Reply };
        if (message.id === id) return message.result;
      }
    },
    close: () => socket.close(),
  };
}

function event(socket: WebSocket, name: "open" | "message"): Promise<Event> {
  return new Promise((resolve, reject) => {
    socket.addEventListener(name, resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("no inspector")), { once: true });
  });
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
