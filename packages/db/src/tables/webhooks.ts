import type { Generated } from "kysely";
import type { Flag, Json, Timestamp } from "./column-types.ts";

export type DeliveryStatus = "pending" | "delivered" | "failed";

export interface WebhookTables {
  events: EventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  deliveries: DeliveriesTable;
  attempts: AttemptsTable;
}

interface EventsTable {
  id: Generated<number>;
  project_id: number;
  /** The webhook-id of its deliveries. */
  message_id: string;
  type: string;
  /** The body of its deliveries, byte for byte. */
  payload: string;
  created_at: Timestamp;
  /** 1 until its deliveries have been created. */
  pending: Flag;
}

interface WebhookEndpointsTable {
  id: Generated<number>;
  project_id: number;
  url: string;
  event_types: Json<string[]>;
  /** Sealed with the secret key, like the previous secret. */
  secret: string;
  old_secret: string | null;
  old_secret_until: Timestamp | null;
  enabled: Flag;
  disabled_reason: string | null;
  failing_since: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
  description: string | null;
  /** Updated at most once a minute. */
  last_success_at: Timestamp | null;
  last_failure_at: Timestamp | null;
}

interface DeliveriesTable {
  id: Generated<number>;
  project_id: number;
  endpoint_id: number;
  event_id: number;
  event_type: string;
  status: DeliveryStatus;
  attempt_count: number;
  /** When it is due. During an attempt: when the lease expires. */
  next_at: Timestamp;
  lease: string | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

interface AttemptsTable {
  id: Generated<number>;
  delivery_id: number;
  at: Timestamp;
  status: number | null;
  error: string | null;
  duration_ms: number;
  response: string | null;
}
