import { apiKeyCredentials } from "./credentials.ts";
import { RapportError } from "./errors.ts";
import {
  type Call,
  caller,
  fetchData,
  type List,
  type PostOptions,
  pagedList,
  post,
  type Query,
  segment,
} from "./operations.ts";
import { type CallOptions, createTransport, type TransportOptions } from "./transport.ts";
import type {
  Company,
  CompanyChange,
  CompanyFilter,
  Contact,
  ContactChange,
  ContactFilter,
  Deal,
  DealChange,
  DealFilter,
  Delivery,
  DeliveryFilter,
  NewCompany,
  NewContact,
  NewDeal,
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
  WorkspaceStamp,
} from "./workspace-types.ts";

export interface WorkspaceClientOptions extends TransportOptions {
  readonly apiKey: string;
}

/** The five operations of contacts, of companies and of deals. */
export interface Resource<Item, New, Change, Filter> {
  create(input: New, options?: PostOptions): Promise<Item>;
  list(filter?: Filter, options?: CallOptions): List<Item>;
  read(id: string, options?: CallOptions): Promise<Item>;
  /** Returns only the stamp if the key may not read the record. */
  update(id: string, change: Change, options?: CallOptions): Promise<Item | WorkspaceStamp>;
  delete(id: string, options?: CallOptions): Promise<void>;
}

export interface Contacts extends Resource<Contact, NewContact, ContactChange, ContactFilter> {
  /** Updates the one contact with this email, or creates it. Throws AMBIGUOUS if several contacts have it. */
  upsert(
    input: ContactChange & { readonly email: string },
    options?: PostOptions,
  ): Promise<Contact | WorkspaceStamp>;
}

export interface WebhookEndpoints {
  /** Creates an endpoint. Only this and `rotateSecret` return the signing secret. */
  create(input: NewWebhookEndpoint, options?: PostOptions): Promise<WebhookEndpointWithSecret>;
  list(options?: CallOptions): Promise<readonly WebhookEndpoint[]>;
  read(endpointId: string, options?: CallOptions): Promise<WebhookEndpoint>;
  update(
    endpointId: string,
    change: WebhookEndpointChange,
    options?: CallOptions,
  ): Promise<WebhookEndpoint>;
  delete(endpointId: string, options?: CallOptions): Promise<void>;
  /**
   * Creates a new signing secret. For 24 hours, deliveries are signed with both the old and the new secret. A further
   * call in that time ends the older one at once.
   */
  rotateSecret(endpointId: string, options?: PostOptions): Promise<WebhookEndpointWithSecret>;
  /** Sends a `webhook.test` event to this endpoint only. */
  test(endpointId: string, options?: PostOptions): Promise<{ messageId: string }>;
}

export interface WebhookDeliveries {
  list(endpointId: string, filter?: DeliveryFilter, options?: CallOptions): List<Delivery>;
  /** Sends a delivery again, with the same `webhook-id`. */
  replay(
    endpointId: string,
    deliveryId: string,
    options?: PostOptions,
  ): Promise<{ replayed: number }>;
  /** Sends every delivery that failed since a time again. */
  replayFailed(
    endpointId: string,
    since: Date | string,
    options?: PostOptions,
  ): Promise<{ replayed: number }>;
}

export interface WorkspaceClient {
  readonly contacts: Contacts;
  readonly companies: Resource<Company, NewCompany, CompanyChange, CompanyFilter>;
  readonly deals: Resource<Deal, NewDeal, DealChange, DealFilter>;
  readonly webhooks: {
    readonly endpoints: WebhookEndpoints;
    readonly deliveries: WebhookDeliveries;
  };
}

/**
 * Creates a client of the Workspace API.
 *
 * @throws RapportError INVALID_OPTIONS; every method may throw RapportError with another code
 */
export function createWorkspaceClient(options: WorkspaceClientOptions): WorkspaceClient {
  const call = caller(createTransport(options), apiKeyCredentials(options.apiKey), "/v1");
  return {
    contacts: {
      ...resource(call, "/contacts"),
      upsert: (input, options) => post(call, "/contacts/upsert", input, options),
    },
    companies: resource(call, "/companies"),
    deals: resource(call, "/deals"),
    webhooks: { endpoints: endpoints(call), deliveries: deliveries(call) },
  };
}

function resource<Item, New, Change, Filter extends object>(
  call: Call,
  path: string,
): Resource<Item, New, Change, Filter> {
  const one = (id: string) => `${path}/${segment(id)}`;
  return {
    create: (input, options) => post(call, path, input, options),
    list: (filter, options) => listPages(call, path, filter as Query | undefined, options),
    read: async (id, options) => fetchData(call, { method: "GET", path: one(id) }, options),
    update: async (id, body, options) =>
      fetchData(call, { method: "PATCH", path: one(id), body }, options),
    async delete(id, options) {
      await call({ method: "DELETE", path: one(id) }, options);
    },
  };
}

const ENDPOINTS = "/webhooks/endpoints";

function endpointPath(endpointId: string): string {
  return `${ENDPOINTS}/${segment(endpointId)}`;
}

function endpoints(call: Call): WebhookEndpoints {
  return {
    create: (input, options) => post(call, ENDPOINTS, input, options),
    list: (options) => fetchData(call, { method: "GET", path: ENDPOINTS }, options),
    read: async (id, options) =>
      fetchData(call, { method: "GET", path: endpointPath(id) }, options),
    update: async (id, body, options) =>
      fetchData(call, { method: "PATCH", path: endpointPath(id), body }, options),
    async delete(id, options) {
      await call({ method: "DELETE", path: endpointPath(id) }, options);
    },
    rotateSecret: async (id, options) =>
      post(call, `${endpointPath(id)}/rotate-secret`, undefined, options),
    test: async (id, options) => post(call, `${endpointPath(id)}/test`, undefined, options),
  };
}

function deliveries(call: Call): WebhookDeliveries {
  return {
    list: (id, filter, options) =>
      listPages(call, `${endpointPath(id)}/deliveries`, filter as Query | undefined, options),
    replay: async (id, deliveryId, options) => {
      const path = `${endpointPath(id)}/deliveries/${segment(deliveryId)}/replay`;
      return post(call, path, undefined, options);
    },
    replayFailed: async (id, since, options) => {
      const body = { since: since instanceof Date ? timeText(since) : since };
      return post(call, `${endpointPath(id)}/replay`, body, options);
    },
  };
}

function timeText(time: Date): string {
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new RapportError("INVALID_OPTIONS", "since must be a valid time.");
}

function listPages<Item>(
  call: Call,
  path: string,
  filter: Query | undefined,
  options?: CallOptions,
): List<Item> {
  return pagedList(async (cursor) => {
    const query = { ...filter, cursor };
    const answer = (await call({ method: "GET", path, query }, options)) as {
      data: Item[];
      pagination: { nextCursor: string | null };
    };
    return { items: answer.data, nextCursor: answer.pagination.nextCursor };
  });
}
