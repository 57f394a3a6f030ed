import type { endpoints, PayloadForm } from "@rapport/db";

/** A webhook endpoint (specification §2.9), without its secret. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly payload: PayloadForm;
  readonly enabled: boolean;
  /** Why the endpoint was disabled; null while it is enabled. */
  readonly disabledReason: string | null;
  /** Time of the first failure since the last success; null if there is none. */
  readonly failingSince: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An endpoint as admins see it, with its description and delivery health. */
export interface EndpointState extends Omit<Endpoint, "id"> {
  readonly id: number;
  readonly description: string | null;
  /** Accurate to one minute. */
  readonly lastSuccessAt: string | null;
  readonly lastFailureAt: string | null;
  /** Number of pending deliveries. */
  readonly pending: number;
  /** End of the old secret's validity; null if only one secret is valid. */
  readonly oldSecretUntil: string | null;
}

export interface EndpointWithSecret extends Endpoint {
  readonly signingSecret: string;
}

export function view(row: endpoints.EndpointRow): Endpoint {
  return {
    id: String(row.id),
    url: row.url,
    events: row.event_types,
    payload: row.payload,
    enabled: row.enabled === 1,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
