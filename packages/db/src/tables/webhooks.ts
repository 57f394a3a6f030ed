import type { Generated } from "kysely";
import type { Flag, Json, Timestamp } from "./column-types.ts";

/** `compact` is the record as the Workspace API returns it, `full` is the whole record. */
export type PayloadForm = "compact" | "full";

export type DeliveryStatus = "pending" | "delivered" | "failed";

export interface WebhookTables {
  webhook_endpoints: WebhookEndpointsTable;
  deliveries: DeliveriesTable;
  attempts: AttemptsTable;
  delivery_queue: DeliveryQueueTable;
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
  payload: Generated<PayloadForm>;
  /** Whose access it has: `admins`, or a key such as `key:17`. Null if an earlier version did not record it. */
  sends_as: string | null;
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
  /** As the endpoint had it when the delivery was created. */
  payload: Generated<PayloadForm>;
}

interface AttemptsTable {
  id: Generated<number>;
  project_id: number;
  delivery_id: number;
  at: Timestamp;
  status: number | null;
  error: string | null;
  duration_ms: number;
  response: string | null;
}

/** Which projects have deliveries to send. */
interface DeliveryQueueTable {
  project_id: number;
  /** No delivery of the project is due before. Null if none waits. */
  due_at: Timestamp | null;
}
