import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdminApp } from "@rapport/admin/app";
import { readConfig } from "@rapport/api/config";
import { openService } from "@rapport/api/service";
import { createAdmin } from "@rapport/core";
import { SECRET_KEY } from "./processes.ts";
import type { Seeded } from "./seed.ts";

export interface TableTimes {
  readonly call: string;
  /** Milliseconds from request to response. */
  readonly medianMs: number;
  readonly slowestMs: number;
}

type Query = Readonly<Record<string, unknown>>;

const ROUNDS = 20;
const DEEP_PAGES = 250;
const OWN = { "x-rapport-admin": "1", "content-type": "application/json" };

const eq = (property: string, value: string) => ({ property, operator: "eq", value });
const startsWith = (property: string, value: string) => ({
  property,
  operator: "starts_with",
  value,
});
const by = (property: string, direction: "asc" | "desc") => ({ property, direction });

const CALLS: Readonly<Record<string, Query>> = {
  open: {},
  "filter, 1 of all": { filters: [eq("email", "person4711@example.com")] },
  "filter, 9 of 10": { filters: [eq("lifecyclestage", "lead")] },
  "filter, 1 of 10": { filters: [eq("lifecyclestage", "customer")], sort: by("lastname", "asc") },
  "filter, text": { filters: [startsWith("lastname", "last1")], sort: by("email", "desc") },
  "filter, range": { filters: [{ property: "phone", operator: "gte", value: "+442079460" }] },
  "filter, unknown": { filters: [{ property: "lead_status", operator: "unknown" }] },
  "filter, none fits": { filters: [{ property: "phone", operator: "unknown" }] },
  "two filters": {
    filters: [eq("lifecyclestage", "customer"), startsWith("lastname", "last77")],
    sort: by("email", "asc"),
  },
  "two filters, oldest": {
    filters: [eq("lifecyclestage", "customer"), startsWith("phone", "+44207946000")],
  },
  "filter, oldest": {
    filters: [{ property: "phone", operator: "lt", value: "+442079460030000" }],
  },
  "sort ascending": { sort: by("lastname", "asc") },
  "sort descending": { sort: by("email", "desc") },
  "sort, all without": { sort: by("lead_status", "asc") },
  "search, few": { search: "person4711" },
  "search, all": { search: "person" },
  "search, none": { search: "nobody" },
};

/** The procedures that Home calls. */
const FIGURES = ["figures", "latestChanges", "webhooks", "templates"];

/** Measures the contacts table and Home of the admin app over HTTP, one call at a time. */
export async function benchAdmin(
  databaseUrl: string,
  dataDir: string,
  { projectId }: Seeded,
): Promise<readonly TableTimes[]> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET_KEY.toString("base64"),
  });
  const fail = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const service = await openService(config, fail);
  const app = createAdminApp({ deps: service.deps, publicUrl: "http://127.0.0.1", onError: fail });
  const server = createServer(app).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const email = "bench@example.com";
    const { password } = await createAdmin(service.deps, { email, role: "read-only" });
    const cookie = await signIn(url, { email, password });
    const list = (query: Query) => {
      const input = { projectId, type: "contact", ...query, limit: query.limit ?? 50 };
      return nextCursor(ask(url, cookie, "records.list", input));
    };

    const calls: Record<string, Query> = { ...CALLS };
    for (const name of ["open", "filter, 9 of 10", "sort descending", "search, all"]) {
      const query = CALLS[name] ?? {};
      calls[`${name}, deep`] = { ...query, cursor: await deepCursor(list, query) };
    }
    const times: TableTimes[] = [];
    // Figures are cached for a while, so the slowest call is the first one, which is the one that matters.
    for (const name of FIGURES) {
      const work = () => ask(url, cookie, `home.${name}`, { projectId });
      times.push({ call: `home, ${name}`, ...(await timed(work)) });
    }
    for (const [name, query] of Object.entries(calls)) {
      await list(query);
      times.push({ call: name, ...(await timed(() => list(query))) });
    }
    return times;
  } finally {
    server.closeAllConnections();
    server.close();
    await service.close();
  }
}

async function signIn(url: string, json: object): Promise<string> {
  const answer = await fetch(`${url}/session`, {
    method: "POST",
    headers: OWN,
    body: JSON.stringify(json),
  });
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

async function ask(url: string, cookie: string, procedure: string, input: Query): Promise<unknown> {
  const query = encodeURIComponent(JSON.stringify(input));
  const headers = { ...OWN, cookie };
  const answer = await fetch(`${url}/trpc/admin.${procedure}?input=${query}`, { headers });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: unknown } }).result.data;
}

async function nextCursor(page: Promise<unknown>): Promise<string | null> {
  return ((await page) as { nextCursor: string | null }).nextCursor;
}

/** Returns the cursor of a page after many records: 50,000 if there are that many. */
async function deepCursor(list: (query: Query) => Promise<string | null>, query: Query) {
  let cursor = await list(query);
  for (let page = 1; page < DEEP_PAGES && cursor !== null; page++) {
    cursor = (await list({ ...query, cursor, limit: 200 })) ?? cursor;
  }
  return cursor ?? undefined;
}

async function timed(work: () => Promise<unknown>): Promise<Omit<TableTimes, "call">> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(Math.round((performance.now() - start) * 10) / 10);
  }
  times.sort((a, b) => a - b);
  return { medianMs: times[ROUNDS / 2] ?? 0, slowestMs: times.at(-1) ?? 0 };
}
