import { sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
import type { Scope } from "../scope.ts";
import { sqlStatement, statement } from "../statement.ts";

export interface EndpointRow {
  readonly id: number;
  readonly project_id: number;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: string | null;
  readonly enabled: number;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

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
] as const;

export const insertEndpoint = statement<
  { project: number; url: string; eventTypes: string; secret: string; at: string },
  EndpointRow
>("endpoint_insert", (query, param) =>
  query
    .insertInto("webhook_endpoints")
    .values({
      project_id: param("project"),
      url: param("url"),
      event_types: param("eventTypes"),
      secret: param("secret"),
      enabled: 1,
      created_at: param("at"),
      updated_at: param("at"),
    })
    .returning(COLUMNS)
    .$castTo(),
);

/** A workspace's endpoints, oldest first. */
export function listEndpoints(db: Db, scope: Scope): Promise<readonly EndpointRow[]> {
  return list.all(db, { project: scope.projectId });
}

const list = statement<{ project: number }, EndpointRow>("endpoints_list", (query, param) =>
  query
    .selectFrom("webhook_endpoints")
    .select(COLUMNS)
    .where("project_id", "=", param("project"))
    .where("deleted_at", "is", null)
    .orderBy("id")
    .$castTo(),
);

/** An endpoint of the workspace, undefined when there is none. */
export function findEndpoint(db: Db, scope: Scope, id: number): Promise<EndpointRow | undefined> {
  return find.first(db, { project: scope.projectId, id });
}

const find = statement<{ project: number; id: number }, EndpointRow>(
  "endpoint_find",
  (query, param) =>
    query
      .selectFrom("webhook_endpoints")
      .select(COLUMNS)
      .where("project_id", "=", param("project"))
      .where("id", "=", param("id"))
      .where("deleted_at", "is", null)
      .$castTo(),
);

/** Replaces all that can change in an endpoint. */
export const saveEndpoint = statement<
  {
    id: number;
    url: string;
    eventTypes: string;
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
      secret: param("secret"),
      old_secret: param("oldSecret"),
      old_secret_until: param("oldSecretUntil"),
      enabled: param("enabled"),
      disabled_reason: param("disabledReason"),
      failing_since: param("failingSince"),
      updated_at: param("at"),
    })
    .where("id", "=", param("id"))
    .returning(COLUMNS)
    .$castTo(),
);

export const deleteEndpoint = statement<{ id: number; at: string }, never>(
  "endpoint_delete",
  (query, param) =>
    query
      .updateTable("webhook_endpoints")
      .set({ deleted_at: param("at"), enabled: 0 })
      .where("id", "=", param("id")),
);

/** Takes a working endpoint out of use; returns its id when it was in use. */
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

/** Since when every attempt has failed; a success ends it. */
export const markFailing = sqlStatement<{ id: number; at: string }, { failing_since: string }>(
  "endpoint_mark_failing",
  (param) => sql`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${param("at")})
    where id = ${param("id")} returning failing_since`,
);

export const markWorking = statement<{ id: number }, never>(
  "endpoint_mark_working",
  (query, param) =>
    query
      .updateTable("webhook_endpoints")
      .set({ failing_since: null })
      .where("id", "=", param("id"))
      .where("failing_since", "is not", null),
);
