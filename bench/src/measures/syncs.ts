import { createPublicClient } from "@rapport/client";
import { Client14 } from "@rapport/hubspot-clients";
import type { BenchDatabase } from "../databases.ts";
import { type Running, startRapport } from "../processes.ts";
import type { Seeded } from "../seed.ts";

/** A nightly sync of contacts by one client library. */
export interface SyncFigures {
  readonly by: string;
  /** Contacts that were read, written, and found as changed since. */
  readonly read: number;
  readonly written: number;
  readonly changed: number;
  readonly requests: number;
  readonly seconds: number;
}

/** Contacts that changed in the other system. */
const CHANGED = 1_000;

type Sync = (
  server: Running,
  seeded: Seeded,
  counted: typeof fetch,
) => Promise<Pick<SyncFigures, "read" | "written" | "changed">>;

/** What changed in the other system: values by email. */
function changes(run: string): readonly { readonly email: string; readonly jobtitle: string }[] {
  return Array.from({ length: CHANGED }, (_, i) => ({
    email: `person${i + 1}@example.com`,
    jobtitle: `${run} ${i}`,
  }));
}

/** Reads pages of 100 and writes batches of 100, which are HubSpot's limits. */
const byHubspotClient: Sync = async ({ url }, { apiKey }) => {
  const since = String(Date.now());
  // Its own limiter allows nine requests a second, which are HubSpot's.
  const limiterOptions = { minTime: 0, maxConcurrent: 6 };
  const { contacts } = new Client14({ accessToken: apiKey, basePath: url, limiterOptions }).crm;
  const all = await contacts.getAll(100, undefined, ["email", "jobtitle"]);
  const wanted = changes("HubSpot").map(({ email, ...properties }) => ({
    ...{ id: email, idProperty: "email", properties },
  }));
  let written = 0;
  for (let at = 0; at < wanted.length; at += 100) {
    const { results } = await contacts.batchApi.upsert({ inputs: wanted.slice(at, at + 100) });
    written += results.length;
  }
  let changed = 0;
  for (let after: string | undefined = "0"; after !== undefined; ) {
    const filter = { propertyName: "lastmodifieddate", operator: "GTE" as never, value: since };
    const page: Awaited<ReturnType<typeof contacts.searchApi.doSearch>> =
      await contacts.searchApi.doSearch({
        ...{ filterGroups: [{ filters: [filter] }], properties: ["email", "jobtitle"], limit: 100 },
        ...{ sorts: [], after },
      });
    changed += page.results.length;
    after = page.paging?.next?.after;
  }
  return { read: all.length, written, changed };
};

const byRapportClient: Sync = async ({ url: baseUrl }, seeded, counted) => {
  const { clientId, clientSecret } = seeded;
  const scope = "crm.contacts.read crm.contacts.write";
  const rapport = createPublicClient({ baseUrl, clientId, clientSecret, scope, fetch: counted });
  const updatedSince = new Date().toISOString();
  const properties = ["email", "jobtitle"] as const;
  let read = 0;
  for await (const _ of rapport.contacts.list({ limit: 200, properties })) read++;
  const inputs = changes("Rapport").map((properties) => ({ properties }));
  const { results } = await rapport.contacts.batch.upsert(inputs, { idProperty: "email" });
  let changed = 0;
  for await (const _ of rapport.contacts.list({ updatedSince, properties, limit: 200 })) changed++;
  return { read, written: results.length, changed };
};

const SYNCS = { "@hubspot/api-client": byHubspotClient, "@rapport/client": byRapportClient };

/** Measures a sync by HubSpot's client library at HubSpot's paths, and the same one by ours. */
export async function benchSyncs(
  { url, seeded }: BenchDatabase,
  folder: string,
): Promise<readonly SyncFigures[]> {
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  const { fetch } = globalThis;
  let requests = 0;
  const counted: typeof fetch = (...args) => {
    requests++;
    return fetch(...args);
  };
  const figures: SyncFigures[] = [];
  try {
    // HubSpot's library takes no other one.
    globalThis.fetch = counted;
    for (const [by, sync] of Object.entries(SYNCS)) {
      requests = 0;
      const start = performance.now();
      const done = await sync(rapport, seeded, counted);
      const seconds = Number(((performance.now() - start) / 1_000).toFixed(1));
      figures.push({ by, ...done, requests, seconds });
    }
  } finally {
    globalThis.fetch = fetch;
    await rapport.stop();
  }
  return figures;
}
