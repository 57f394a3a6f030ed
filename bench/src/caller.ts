/** Calls an API as an integrator does, and counts the requests. */
export interface Caller {
  readonly requests: () => number;
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  send(method: "POST" | "PATCH", path: string, body: object): Promise<Answer>;
}

/** `data` of a response. Only the members that a job reads are named. */
export interface Answer {
  readonly id?: number;
  readonly results?: readonly Answer[];
  readonly errors?: readonly object[];
  readonly record?: Answer;
  readonly nextCursor?: string | null;
  readonly hasMore?: boolean;
  readonly timestamp?: string;
  readonly state?: string;
  readonly read?: number;
  readonly refused?: number;
  readonly rows?: number;
}

/** @param token the access token to send */
export function callerOf(url: string, token: string): Caller {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  let requests = 0;
  async function call(path: string, init: RequestInit): Promise<Answer> {
    requests++;
    const response = await fetch(url + path, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text).data;
  }
  return {
    requests: () => requests,
    get: (path, query = {}) => {
      const text = new URLSearchParams(query).toString();
      return call(text === "" ? path : `${path}?${text}`, { method: "GET" });
    },
    send: (method, path, body) => call(path, { method, body: JSON.stringify(body) }),
  };
}

/** Reads every page of a list. Returns how many results there were. */
export async function readAll(
  caller: Caller,
  path: string,
  query: Record<string, string>,
): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const from: Record<string, string> = cursor === null ? {} : { cursor };
    const page: Answer = await caller.get(path, { limit: "200", ...query, ...from });
    count += page.results?.length ?? 0;
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  return count;
}
