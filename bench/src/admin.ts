import {
  type Ask,
  type CallTimes,
  type Input,
  timeCalls,
  withAdminServer,
} from "./admin-server.ts";
import type { Seeded } from "./seed.ts";

const DEEP_PAGES = 250;

const eq = (property: string, value: string) => ({ property, operator: "eq", value });
const startsWith = (property: string, value: string) => ({
  property,
  operator: "starts_with",
  value,
});
const by = (property: string, direction: "asc" | "desc") => ({ property, direction });

const CALLS: Readonly<Record<string, Input>> = {
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

/** Measures the table of contacts in the admin app over HTTP, one call at a time. */
export function benchAdmin(
  databaseUrl: string,
  dataDir: string,
  { projectId }: Seeded,
): Promise<readonly CallTimes[]> {
  return withAdminServer(databaseUrl, dataDir, async (ask) => {
    const list = (query: Input) => listContacts(ask, projectId, query);
    const calls: Record<string, Input> = { ...CALLS };
    for (const name of ["open", "filter, 9 of 10", "sort descending", "search, all"]) {
      const query = CALLS[name] ?? {};
      calls[`${name}, deep`] = { ...query, cursor: await deepCursor(list, query) };
    }
    const times: CallTimes[] = [];
    for (const [name, query] of Object.entries(calls)) {
      await list(query);
      times.push({ call: name, ...(await timeCalls(() => list(query))) });
    }
    return times;
  });
}

/** Lists a page of contacts and returns the cursor of the next one. */
async function listContacts(ask: Ask, projectId: number, query: Input): Promise<string | null> {
  const input = { projectId, type: "contact", ...query, limit: query.limit ?? 50 };
  return ((await ask("records.list", input)) as { nextCursor: string | null }).nextCursor;
}

/** Returns the cursor of a page after many records: 50,000 if there are that many. */
async function deepCursor(list: (query: Input) => Promise<string | null>, query: Input) {
  let cursor = await list(query);
  for (let page = 1; page < DEEP_PAGES && cursor !== null; page++) {
    cursor = (await list({ ...query, cursor, limit: 200 })) ?? cursor;
  }
  return cursor ?? undefined;
}
