import { type RawBuilder, sql } from "kysely";
import { isAmong } from "../../dialect/access-path.ts";
import type { DialectName } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import { forUpdate } from "../../dialect/locks.ts";
import type { PayloadForm, Row } from "../../schema.ts";
import { selectRows, sqlStatement, statement } from "../../statement.ts";

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

export const insertEndpoint = statement<
  {
    project: number;
    url: string;
    eventTypes: string;
    description: string | null;
    payload: PayloadForm;
    sendsAs: string;
    secret: string;
    at: string;
  },
  EndpointRow
>("endpoint_insert", (query, param) =>
  query
    .insertInto("webhook_endpoints")
    .values({
      project_id: param("project"),
      url: param("url"),
      event_types: param("eventTypes"),
      description: param("description"),
      payload: param("payload"),
      sends_as: param("sendsAs"),
      secret: param("secret"),
      enabled: 1,
      created_at: param("at"),
      updated_at: param("at"),
    })
    .returning(COLUMNS),
);

/** Lists a workspace's endpoints, oldest first. */
export const listEndpoints = statement<{ project: number }, EndpointRow>(
  "endpoints_list",
  (query, param) =>
    query
      .selectFrom("webhook_endpoints")
      .select(COLUMNS)
      .where("project_id", "=", param("project"))
      .where("deleted_at", "is", null)
      .orderBy("id"),
);

/** Returns an endpoint of the workspace, or undefined if it does not exist. */
export const findEndpoint = oneEndpoint("endpoint_find", () => sql``);

function oneEndpoint(name: string, end: (dialect: DialectName) => RawBuilder<unknown>) {
  return statement<{ project: number; id: number }, EndpointRow>(name, (query, param, dialect) =>
    query
      .selectFrom("webhook_endpoints")
      .select(COLUMNS)
      .where("project_id", "=", param("project"))
      .where("id", "=", param("id"))
      .where("deleted_at", "is", null)
      .modifyEnd(end(dialect)),
  );
}

/** Like `findEndpoint`, but locks the endpoint until the transaction ends. */
export const lockEndpoint = oneEndpoint("endpoint_lock", forUpdate);

/** Replaces everything that can change in an endpoint, which the transaction has locked. */
export const saveEndpoint = statement<
  {
    id: number;
    url: string;
    eventTypes: string;
    description: string | null;
    payload: PayloadForm;
    sendsAs: string | null;
    secret: string;
    oldSecret: string | null;
    oldSecretUntil: string | null;
    enabled: number;
    disabledReason: string | null;
    failingSince: string | null;
    at: string;
  },
  EndpointRow
>("endpoint_save", (query, param) =>
  query
    .updateTable("webhook_endpoints")
    .set({
      url: param("url"),
      event_types: param("eventTypes"),
      description: param("description"),
      payload: param("payload"),
      sends_as: param("sendsAs"),
      secret: param("secret"),
      old_secret: param("oldSecret"),
      old_secret_until: param("oldSecretUntil"),
      enabled: param("enabled"),
      disabled_reason: param("disabledReason"),
      failing_since: param("failingSince"),
      updated_at: param("at"),
    })
    .where("id", "=", param("id"))
    .returning(COLUMNS),
);

/** Finds an endpoint of any project, deleted or not, for the command line. */
export const describeEndpoint = selectRows(
  "endpoint_describe",
  "webhook_endpoints",
  ["id", "project_id", "url", "deleted_at"],
  { where: { id: "id" } },
);

export const deleteEndpoint = statement<{ id: number; at: string }, never>(
  "endpoint_delete",
  (query, param) =>
    query
      .updateTable("webhook_endpoints")
      .set({ deleted_at: param("at"), enabled: 0 })
      .where("id", "=", param("id")),
);

/** Disables an endpoint; returns no id if it was disabled already. */
export const disableEndpoint = statement<
  { id: number; reason: string; at: string },
  { id: number }
>("endpoint_disable", (query, param) =>
  query
    .updateTable("webhook_endpoints")
    .set({ enabled: 0, disabled_reason: param("reason"), updated_at: param("at") })
    .where("id", "=", param("id"))
    .where("enabled", "=", 1)
    .returning("id"),
);

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
