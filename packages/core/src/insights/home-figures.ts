import { endpoints, insights } from "@rapport/db";
import { type LogActor, nameActors } from "../audit/actors.ts";
import { nameRecords, unnamedRecord } from "../audit/log-entries.ts";
import { type Day, lastDays } from "../days-in-zone.ts";
import type { Counted, Deps } from "../deps.ts";
import { readAccount } from "../templates/accounts.ts";
import { countDeliveries } from "./count-deliveries.ts";
import { countCreated, countTotals } from "./created-counts.ts";

export interface TypeCount {
  readonly type: string;
  readonly total: number;
  /** Records created in the last 30 days, including today, and in the 30 days before. */
  readonly last30Days: number;
  readonly previous30Days: number;
}

export interface RecordFigures {
  readonly counts: readonly TypeCount[];
  readonly createdPerDay: {
    /** The last days of the time zone, ending today. */
    readonly days: readonly Day[];
    readonly series: Readonly<Record<string, readonly number[]>>;
  };
  /** When the records were counted: up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

const COMPARED_DAYS = 30;

/**
 * Counts a project's live records of each type, and those created on each day.
 *
 * @param shown number of days, and the time zone whose days they are
 */
export async function recordFigures(
  deps: Pick<Deps, "db" | "figures" | "schemas">,
  projectId: number,
  shown: { readonly days: number; readonly timeZone: string },
): Promise<RecordFigures> {
  const key = `records:${projectId}:${shown.days}:${shown.timeZone}`;
  const { value, asOf } = await deps.figures.get(key, () => countRecords(deps, projectId, shown));
  return { ...value, asOf };
}

interface TemplateStates {
  readonly total: number;
  readonly byStatus: readonly { readonly status: string; readonly count: number }[];
  /** Null if the tenant has no messaging account. */
  readonly account: {
    /** When a sync last succeeded; null before the first. */
    readonly syncedAt: string | null;
    /** When the platform began to refuse the account's token; null while the token works. */
    readonly tokenInvalidAt: string | null;
  } | null;
}

/** Counts a tenant's templates by status, and reads the state of its messaging account. */
export async function templateStates(
  deps: Pick<Deps, "db">,
  tenantId: number,
): Promise<TemplateStates> {
  const [byStatus, account] = await Promise.all([
    insights.countTemplates.all(deps.db, { tenant: tenantId }),
    readAccount(deps, tenantId),
  ]);
  return {
    total: byStatus.reduce((sum, row) => sum + row.count, 0),
    byStatus,
    account: account && { syncedAt: account.syncedAt, tokenInvalidAt: account.tokenInvalidAt },
  };
}

interface LatestChange {
  /** Id of the history entry. */
  readonly id: number;
  readonly recordId: number;
  readonly type: string;
  /** The record's name now. */
  readonly name: string;
  readonly action: string;
  /** True if the record is in the bin now. */
  readonly isDeleted: boolean;
  readonly actor: LogActor;
  readonly at: string;
  /** Number of properties that the change touched. */
  readonly changedProperties: number;
}

/** Lists the latest changes of a project's records, including deleted records, newest first. */
export async function latestChanges(
  deps: Pick<Deps, "db" | "schemas">,
  projectId: number,
  limit: number,
): Promise<readonly LatestChange[]> {
  const rows = await insights.listLatestChanges.all(deps.db, { project: projectId, limit });
  const actor = await nameActors(
    deps,
    rows.map((row) => row.actor),
  );
  const toRecord = ({ type, record_id }: (typeof rows)[number]) => unnamedRecord(type, record_id);
  const named = await nameRecords(deps, { projectId }, rows.map(toRecord));
  return rows.map((row) => {
    const record = toRecord(row);
    const { label, isDeleted } = named(record) ?? record;
    return {
      id: row.id,
      recordId: row.record_id,
      type: row.type,
      name: label,
      action: row.action,
      isDeleted,
      actor: actor(row.actor),
      at: row.at,
      changedProperties: Object.keys(row.changes).length,
    };
  });
}

interface WebhookHealth {
  /** Each endpoint counts once. A failing endpoint is enabled, but its latest attempts failed. */
  readonly endpoints: {
    readonly active: number;
    readonly failing: number;
    readonly disabled: number;
  };
  /** Deliveries of the last 24 hours by status, from the quarter of an hour in which these begin. */
  readonly deliveries: {
    readonly succeeded: number;
    readonly failed: number;
    readonly pending: number;
  };
  /** When the deliveries were counted: up to 30 seconds ago if there are many. */
  readonly asOf: string;
}

const QUARTER_MS = 15 * 60 * 1000;
const QUARTERS_PER_DAY = 96;

/** Reads the state of a project's webhook endpoints and recent deliveries. */
export async function webhookHealth(
  deps: Pick<Deps, "db" | "figures">,
  projectId: number,
): Promise<WebhookHealth> {
  const [rows, deliveries] = await Promise.all([
    endpoints.listEndpoints.all(deps.db, { project: projectId }),
    countedDeliveries(deps, projectId),
  ]);
  const disabled = rows.filter((row) => row.enabled === 0).length;
  const failing = rows.filter((row) => row.enabled === 1 && row.failing_since !== null).length;
  return {
    endpoints: {
      active: rows.length - disabled - failing,
      failing,
      disabled,
    },
    deliveries: deliveries.value,
    asOf: deliveries.asOf,
  };
}

function countedDeliveries(deps: Pick<Deps, "db" | "figures">, projectId: number) {
  return deps.figures.get(`deliveries:${projectId}`, async () => {
    const current = Math.floor(Date.now() / QUARTER_MS);
    const at = (quarter: number) => new Date(quarter * QUARTER_MS).toISOString();
    const day = { starts: at(current - QUARTERS_PER_DAY), ends: at(current + 1) };
    const { value, rows } = await countDeliveries(deps, projectId, [day]);
    const count = (status: string) =>
      value.reduce((sum, row) => (row.status === status ? sum + row.count : sum), 0);
    return {
      value: {
        succeeded: count("delivered"),
        failed: count("failed"),
        pending: count("pending"),
      },
      rows,
    };
  });
}

async function countRecords(
  deps: Pick<Deps, "db" | "schemas">,
  projectId: number,
  shown: { readonly days: number; readonly timeZone: string },
): Promise<Counted<Omit<RecordFigures, "asOf">>> {
  const { types } = await deps.schemas.get(projectId);
  const names = types.map(({ name }) => name);
  const days = lastDays(Math.max(2 * COMPARED_DAYS, shown.days), shown.timeZone);
  const spans = names.flatMap((type) => days.map(({ starts, ends }) => ({ type, starts, ends })));
  const [totals, created] = await Promise.all([
    countTotals(deps, projectId, names),
    countCreated(deps, projectId, spans),
  ]);
  const perDay = (type: string) => {
    const first = names.indexOf(type) * days.length;
    return created.value.slice(first, first + days.length);
  };
  const series = Object.fromEntries(names.map((type) => [type, perDay(type).slice(-shown.days)]));
  return {
    value: {
      counts: names.map((type) => ({
        type,
        total: totals.value.get(type) ?? 0,
        last30Days: sum(perDay(type).slice(-COMPARED_DAYS)),
        previous30Days: sum(perDay(type).slice(-2 * COMPARED_DAYS, -COMPARED_DAYS)),
      })),
      createdPerDay: { days: days.slice(-shown.days), series },
    },
    rows: totals.rows + created.rows,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
