import { type CallTimes, type Input, timeCalls, withAdminServer } from "./admin-server.ts";
import type { BenchDatabase } from "./databases.ts";
import { addPageRecords, type PageRecords } from "./page-records.ts";
import type { Seeded } from "./seed.ts";

const ZONE = { timeZone: "Europe/Berlin" };
const DEALS = { type: "deal" };
const MONTHS = { months: 12, ...ZONE };

/** What the pages of the admin app ask the server when they open: procedures and their inputs. */
function callsOf({ firstId, companyId }: Seeded, { deals, tasks }: PageRecords) {
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
        filters: [
          { property: "owner_id", operator: "eq", value: "owner1" },
          { property: "status", operator: "eq", value: "open" },
          { property: "due_at", operator: "lt", value: inFiveDays },
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
    for (const [call, [procedure, input]] of callsOf(seeded, added)) {
      const work = () => ask(procedure, { projectId: seeded.projectId, ...input });
      times.push({ call, ...(await timeCalls(work)) });
    }
    return times;
  });
}
