import type { ColumnTypes } from "./column-types.ts";

/**
 * Whose access an endpoint has: `admins`, or an API key such as `key:17`. Null for an older endpoint, whose key is not
 * known. Admins made those whose URL an admin once set.
 */
export const statements = (_: ColumnTypes): readonly string[] => [
  "alter table webhook_endpoints add column sends_as text",
  `update webhook_endpoints set sends_as = 'admins' where (project_id, url) in (
    select project_id, details ->> 'url' from audit_log
    where action in ('webhooks.endpoints.create', 'webhooks.endpoints.update')
      and project_id is not null and details ->> 'url' is not null)`,
];
