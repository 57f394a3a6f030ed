import { sql } from "kysely";
import { isAmong } from "../../dialect/access-path.ts";
import { jsonValues } from "../../dialect/json.ts";
import { insertRow } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import { selectRows, sqlStatement, updateRows } from "../../statement.ts";

export type EndpointRow = Pick<Row<"webhook_endpoints">, (typeof COLUMNS)[number]>;

const COLUMNS = [
  "id",
  "project_id",
  "url",
  "event_types",
  "secret",
  "old_secret",
  "old_secret_until",
  "enabled",
  "disabled_reason",
  "failing_since",
  "created_at",
  "updated_at",
  "description",
  "payload",
  "sends_as",
] as const;

/** Columns that both an insert and a save set. */
const SETTINGS = {
  url: "url",
  event_types: "eventTypes",
  description: "description",
  payload: "payload",
  sends_as: "sendsAs",
  secret: "secret",
  updated_at: "at",
} as const;

export const insertEndpoint = insertRow("endpoint_insert", "webhook_endpoints", {
  values: {
    project_id: "project",
    ...SETTINGS,
    enabled: sql.lit(1),
    created_at: "at",
  },
  returning: COLUMNS,
});

const OF_PROJECT = { project_id: "project", deleted_at: null } as const;

/** Lists a workspace's endpoints, oldest first. */
export const listEndpoints = selectRows("endpoints_list", "webhook_endpoints", COLUMNS, {
  where: OF_PROJECT,
  orderBy: ["id"],
});

/** Returns an endpoint of the workspace, or undefined if it does not exist. */
export const findEndpoint = selectRows("endpoint_find", "webhook_endpoints", COLUMNS, {
  where: { id: "id", ...OF_PROJECT },
});

/** Like `findEndpoint`, but locks the endpoint until the transaction ends. */
export const lockEndpoint = selectRows("endpoint_lock", "webhook_endpoints", COLUMNS, {
  where: { id: "id", ...OF_PROJECT },
  isLocked: true,
});

/** Replaces everything that can change in an endpoint, which the transaction has locked. */
export const saveEndpoint = updateRows("endpoint_save", "webhook_endpoints", {
  set: {
    ...SETTINGS,
    old_secret: "oldSecret",
    old_secret_until: "oldSecretUntil",
    enabled: "enabled",
    disabled_reason: "disabledReason",
    failing_since: "failingSince",
  },
  where: { id: "id" },
  returning: COLUMNS,
});

/** Finds an endpoint of any project, deleted or not, for the command line. */
export const describeEndpoint = selectRows(
  "endpoint_describe",
  "webhook_endpoints",
  ["id", "project_id", "url", "deleted_at"],
  { where: { id: "id" } },
);

export const deleteEndpoint = updateRows("endpoint_delete", "webhook_endpoints", {
  set: { deleted_at: "at", enabled: sql.lit(0) },
  where: { id: "id" },
});

/** Disables an endpoint; returns no id if it was disabled already. */
export const disableEndpoint = updateRows("endpoint_disable", "webhook_endpoints", {
  set: { enabled: sql.lit(0), disabled_reason: "reason", updated_at: "at" },
  where: { id: "id", enabled: sql.lit(1) },
  returning: ["id"],
});

/** Sets since when every attempt has failed. A success clears it. */
export const markFailing = sqlStatement<{ id: number; at: string }, { failing_since: string }>(
  "endpoint_mark_failing",
  (param) => sql`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${param("at")}),
      last_failure_at = ${param("at")}
    where id = ${param("id")} returning failing_since`,
);

/**
 * Records a success of endpoints, unless one since `before` is recorded already and there are no failures to clear. `ids`
 * is a JSON array.
 */
export const markWorking = sqlStatement<{ ids: string; at: string; before: string }, never>(
  "endpoints_mark_working",
  (param, dialect) => sql`
    update webhook_endpoints set failing_since = null, last_success_at = ${param("at")}
    where ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
      and (failing_since is not null or last_success_at is null or last_success_at < ${param("before")})`,
);

export type EndpointStateRow = EndpointRow &
  Pick<Row<"webhook_endpoints">, "last_success_at" | "last_failure_at"> & {
    readonly pending: number;
  };

/** Lists a workspace's endpoints, oldest first, with their health and their number of pending deliveries. */
export const listStates = sqlStatement<{ project: number }, EndpointStateRow>(
  "endpoints_states",
  (param) => sql`
    select ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, last_success_at, last_failure_at,
      (select count(*) from deliveries d
       where d.project_id = ${param("project")} and d.endpoint_id = e.id and d.status = 'pending') as pending
    from webhook_endpoints e where project_id = ${param("project")} and deleted_at is null
    order by id`,
);
