import { sendOpenLoop } from "./overload-client.ts";
import type { Running } from "./processes.ts";
import type { Seeded } from "./seed.ts";

export interface PacedWrites {
  readonly writesPerSecond: number;
  /** In milliseconds of `performance.now()`. */
  readonly startedAt: number;
}

const WRITES_PER_SECOND = 1_000;
const CONNECTIONS = 64;

/** Changes 1,000 contacts per second, one after another. */
export async function writeAtPace(
  { url }: Running,
  token: string,
  { firstId, count }: Seeded,
  seconds: number,
): Promise<PacedWrites> {
  const startedAt = performance.now();
  let n = 0;
  const { perSecond } = await sendOpenLoop({
    port: Number(new URL(url).port),
    request: () => {
      const path = `/api/crm/objects/contacts/${firstId + (n % count)}`;
      return patchRequest(path, token, { internal_name: "city", value: `City ${n++}` });
    },
    ...{ rate: WRITES_PER_SECOND, connections: CONNECTIONS, seconds },
  });
  return { writesPerSecond: perSecond["200"] ?? 0, startedAt };
}

function patchRequest(path: string, token: string, body: object): string {
  const text = JSON.stringify(body);
  return `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
