export interface Contact {
  id: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  lifecycleStage: string | null;
}

/** A record that the key may write but not read. */
export interface WorkspaceStamp {
  id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
}

export interface NewContact {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly lifecycleStage?: string | undefined;
}

/** Changes the given fields; null clears a field. */
export interface ContactChange {
  readonly email?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly lifecycleStage?: string | null | undefined;
}

export interface ContactFilter {
  readonly email?: string | undefined;
  readonly lifecycleStage?: string | undefined;
  /** Contacts per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

export interface Company {
  id: string;
  name: string | null;
  domain: string | null;
  website: string | null;
  lifecycleStage: string | null;
}

export interface NewCompany {
  readonly name: string;
  readonly domain?: string | undefined;
  readonly website?: string | undefined;
  readonly lifecycleStage?: string | undefined;
}

/** Changes the given fields; null clears a field. */
export interface CompanyChange {
  readonly name?: string | null | undefined;
  readonly domain?: string | null | undefined;
  readonly website?: string | null | undefined;
  readonly lifecycleStage?: string | null | undefined;
}

export interface CompanyFilter {
  readonly domain?: string | undefined;
  readonly lifecycleStage?: string | undefined;
  /** Companies per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

export interface Deal {
  id: string;
  name: string | null;
  amount: number | null;
  currency: string | null;
  stage: string | null;
  /** Its companies, at most 1,000. */
  companyIds: string[];
}

export interface NewDeal {
  readonly name: string;
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly companyId?: string | undefined;
  /** At most 100. */
  readonly companyIds?: string[] | undefined;
}

/** Changes the given fields; null clears a field. */
export interface DealChange {
  readonly name?: string | null | undefined;
  readonly amount?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly pipeline?: string | null | undefined;
  readonly stage?: string | null | undefined;
  /** All its companies, at most 100. Those that are not named are no longer associated. */
  readonly companyIds?: string[] | undefined;
}

export interface DealFilter {
  readonly stage?: string | undefined;
  readonly pipeline?: string | undefined;
  readonly companyId?: string | undefined;
  /** Deals per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

export interface WebhookEndpoint {
  id: string;
  url: string;
  events: readonly string[];
  payload: "compact" | "full";
  enabled: boolean;
  disabledReason: string | null;
  failingSince: string | null;
  /** What it subscribes to, but is not sent, because the key that set it up may not read it. */
  notSent: { events: readonly string[]; reason: string } | null;
  createdAt: string;
  updatedAt: string;
}

export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /** The secret for `verifyWebhook`. It is never returned again. */
  signingSecret: string;
}

export interface NewWebhookEndpoint {
  /** A public HTTPS address. */
  readonly url: string;
  /** Event types, patterns such as `contact.*`, or `*`. */
  readonly events: readonly string[];
  /** `full` for the whole record in events of records; `compact` by default. */
  readonly payload?: "compact" | "full" | undefined;
  /** Whether another endpoint may have the URL. Otherwise the method throws CONFLICT with its id. */
  readonly allowDuplicateUrl?: boolean | undefined;
}

export interface WebhookEndpointChange {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly payload?: "compact" | "full" | undefined;
  /** Whether another endpoint may have the URL. Otherwise the method throws CONFLICT with its id. */
  readonly allowDuplicateUrl?: boolean | undefined;
  readonly enabled?: boolean | undefined;
}

export type DeliveryStatus = "pending" | "delivered" | "failed";

export interface Delivery {
  id: string;
  /** The `webhook-id` of its requests. */
  messageId: string;
  event: string;
  status: DeliveryStatus;
  nextAttemptAt: string | null;
  createdAt: string;
  finishedAt: string | null;
  attempts: readonly DeliveryAttempt[];
}

export interface DeliveryAttempt {
  at: string;
  /** The HTTP status of the receiver. */
  status: number | null;
  /** Why there was no complete response. */
  error: string | null;
  durationMs: number;
  /** The first KiB of the response. */
  response: string | null;
}

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  /** Deliveries per page, from 1 to 200. */
  readonly limit?: number | undefined;
}
