import { receiverCaFile, startReceiver } from "@rapport/testing";
import { fetchToken } from "../credentials.ts";
import type { BenchDatabase } from "../databases.ts";
import { type Caller, makeCaller } from "../load.ts";
import { startRapport } from "../processes.ts";
import type { Seeded } from "../seed.ts";
import { type CallTimes, type Input, timeCalls, withAdminServer } from "./admin-server.ts";

const ZONE = { timeZone: "Europe/Berlin" };
const DEALS = { type: "deal" };
const MONTHS = { months: 12, ...ZONE };

/** What the pages of the admin app ask the server when they open: procedures and their inputs. */
function pageCalls({ firstId, companyId }: Seeded, { deals, tasks }: PageRecords) {
  const contact = { type: "contact", id: firstId };
  const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const deal = { ...DEALS, id: Number(deals[deals.length >> 1]) };
  const calls: Record<string, readonly [procedure: string, input: Input]> = {
    "home, figures": ["home.figures", ZONE],
    "home, latest changes": ["home.latestChanges", {}],
    "home, webhooks": ["home.webhooks", {}],
    "home, templates": ["home.templates", {}],
    "home, tasks due": [
      "records.list",
      {
        type: "task",
        associations: ["contact", "company", "deal", "ticket", "lead", "appointment"],
        groups: [
          [
            { property: "owner_id", operator: "eq", value: "owner1" },
            { property: "status", operator: "eq", value: "open" },
            { property: "due_at", operator: "lt", value: inFiveDays },
          ],
        ],
        sort: { property: "due_at", direction: "asc" },
      },
    ],
    contacts: ["records.list", { type: "contact", associations: ["company"] }],
    "contacts, count": ["records.count", { type: "contact" }],
    companies: ["records.list", { type: "company" }],
    deals: ["records.list", { ...DEALS, associations: ["company"] }],
    "deals, count": ["records.count", DEALS],
    tasks: ["records.list", { type: "task" }],
    "deals, board": ["board.read", DEALS],
    "deals, stage": ["board.stage", { ...DEALS, pipeline: "default", stage: "won" }],
    "contact with changes": ["records.read", contact],
    "its timeline": ["records.timeline", contact],
    "its tasks": ["records.openTasks", contact],
    deal: ["records.read", deal],
    "deal, timeline": ["records.timeline", deal],
    task: ["records.read", { type: "task", id: Number(tasks[0]) }],
    "company of 10,000": ["records.read", { type: "company", id: companyId }],
    "its contacts": ["records.associated", { type: "company", id: companyId, other: "contact" }],
    "palette, name": ["records.search", { text: "first5 last77", limit: 8 }],
    "palette, phone": ["records.search", { text: "0000471", limit: 8 }],
    duplicates: ["duplicates.list", { type: "contact" }],
    "duplicates, counts": ["duplicates.counts", {}],
    bin: ["records.bin", {}],
    imports: ["imports.list", {}],
    "bulk changes": ["changes.list", {}],
    exports: ["exports.list", {}],
    "audit log": ["audit.list", { folds: true }],
    properties: ["schema.read", { type: "contact" }],
    webhooks: ["webhooks.endpoints.list", {}],
    deliveries: ["webhooks.deliveries.list", {}],
    "failed deliveries": ["webhooks.deliveries.list", { status: "failed" }],
    requests: ["usage.requests", {}],
    "report, created": ["reports.created", { period: "30d", unit: "day", ...ZONE }],
    "report, created in a year": ["reports.created", { period: "12m", unit: "month", ...ZONE }],
    "report, funnel": ["reports.funnel", { ...DEALS, ...ZONE }],
    "report, stage duration": ["reports.durations", { ...DEALS, period: "90d", ...ZONE }],
    "report, won and lost": ["reports.outcomes", MONTHS],
    "report, owners": ["reports.owners", MONTHS],
    "report, forecast": ["reports.forecast", MONTHS],
    "report, webhooks": ["reports.webhooks", { period: "30d", ...ZONE }],
    "report, usage": ["reports.usage", { period: "30d", ...ZONE }],
  };
  return Object.entries(calls);
}

/** Measures what the pages of the admin app ask for over HTTP, one call at a time, with records of all kinds. */
export async function benchPages(
  database: BenchDatabase,
  folder: string,
): Promise<readonly CallTimes[]> {
  const { url, seeded } = database;
  const added = await addPageRecords(database, folder);
  return withAdminServer(url, folder, async (ask) => {
    const times: CallTimes[] = [];
    for (const [call, [procedure, input]] of pageCalls(seeded, added)) {
      const work = () => ask(procedure, { projectId: seeded.projectId, ...input });
      times.push({ call, ...(await timeCalls(work)) });
    }
    return times;
  });
}

/** Records that the pages of the admin app show, beside the seeded contacts. */
interface PageRecords {
  readonly deals: Ids;
  readonly tasks: Ids;
}

/** Ids as text, as batches take and give them. */
type Ids = readonly string[];

interface BatchInput {
  readonly id?: string;
  readonly properties?: readonly { readonly internal_name: string; readonly value: string }[];
  readonly associations?: readonly { readonly to: { object: string; id: string } }[];
}

const SCOPES = ["contacts", "companies", "deals", "tasks"]
  .flatMap((plural) => ["read", "write", "delete"].map((verb) => `crm.${plural}.${verb}`))
  .join(" ");
const BATCH = 1_000;
const DAY_MS = 86_400_000;
const STAGES = ["new", "qualified", "proposal", "negotiation", "won", "lost"];

/**
 * Adds, through the API, three deals and one of each other kind for ten seeded contacts: companies, tasks, and contacts that have
 * the phone number of another one. Moves a third of the deals to another stage, deletes one of ten tasks, and delivers an event
 * of each company.
 */
async function addPageRecords(
  { url, seeded }: BenchDatabase,
  folder: string,
): Promise<PageRecords> {
  await using receiver = await startReceiver();
  const rapport = await startRapport({
    DATABASE_URL: url,
    DATA_DIR: folder,
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    NODE_EXTRA_CA_CERTS: await receiverCaFile(),
  });
  try {
    const endpoint = { url: receiver.url, events: ["company.created"] };
    await makeCaller(rapport.url, seeded.apiKey).send("POST", "/v1/webhooks/endpoints", endpoint);
    const caller = makeCaller(rapport.url, await fetchToken(rapport, seeded, SCOPES));
    const tenth = Math.ceil(seeded.count / 10);
    const companies = await inBatches(caller, "companies", "create", {
      count: tenth,
      inputAt: (i) => ({
        properties: toItems({ name: `Company ${i}`, domain: `company${i}.example.com` }),
      }),
    });
    const deals = await inBatches(caller, "deals", "create", {
      count: 3 * tenth,
      inputAt: (i) => makeDeal(i, companies, seeded),
    });
    const moved = deals.filter((_, i) => i % 3 === 0);
    await inBatches(caller, "deals", "update", {
      count: moved.length,
      inputAt: (i) => ({
        id: moved[i] as string,
        properties: toItems({ stage: STAGES[(i + 1) % STAGES.length] as string }),
      }),
    });
    const tasks = await inBatches(caller, "tasks", "create", {
      count: tenth,
      inputAt: (i) => ({
        properties: toItems({
          name: `Call ${i}`,
          due_at: new Date(Date.now() + ((i % 60) - 30) * DAY_MS).toISOString(),
          owner_id: `owner${i % 20}`,
        }),
        associations: [associationWith("contact", seeded.firstId + (i % seeded.count))],
      }),
    });
    const deleted = tasks.filter((_, i) => i % 10 === 0);
    await inBatches(caller, "tasks", "delete", {
      count: deleted.length,
      inputAt: (i) => ({
        id: deleted[i] as string,
      }),
    });
    await inBatches(caller, "contacts", "create", {
      count: tenth,
      inputAt: (i) => ({
        properties: toItems({ firstname: `Twin ${i}`, phone: `+49301${String(i >> 1)}00` }),
      }),
    });
    await receiver.waitFor(tenth, 600_000);
    return { deals, tasks: tasks.filter((_, i) => i % 10 !== 0) };
  } finally {
    await rapport.stop();
  }
}

function makeDeal(i: number, companies: Ids, { firstId, count }: Seeded): BatchInput {
  return {
    properties: toItems({
      name: `Deal ${i}`,
      amount: String(1_000 + (i % 5_000)),
      stage: STAGES[i % STAGES.length] as string,
      owner_id: `owner${i % 20}`,
      closeDate: new Date(Date.now() + ((i % 360) - 180) * DAY_MS).toISOString(),
    }),
    associations: [
      associationWith("company", Number(companies[i % companies.length])),
      associationWith("contact", firstId + (i % count)),
    ],
  };
}

function toItems(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([internal_name, value]) => ({ internal_name, value }));
}

function associationWith(object: string, id: number) {
  return { to: { object, id: String(id) } };
}

/** @returns the ids of the records */
async function inBatches(
  caller: Caller,
  plural: string,
  operation: "create" | "update" | "delete",
  { count, inputAt }: { readonly count: number; readonly inputAt: (index: number) => BatchInput },
): Promise<Ids> {
  const ids: string[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const length = Math.min(BATCH, count - start);
    const inputs = Array.from({ length }, (_, i) => inputAt(start + i));
    const path = `/api/crm/objects/${plural}/batch/${operation}`;
    const { results = [], errors = [] } = await caller.send("POST", path, { inputs });
    if (errors.length > 0) throw new Error(`${path}: ${JSON.stringify(errors[0])}`);
    ids.push(...results.map(({ record }) => String(record?.id)));
  }
  return ids;
}
