import { KEY_SCOPES } from "@rapport/core";
import type { Database } from "@rapport/db";
import {
  type AnyJson,
  type Dialect,
  type Received,
  type Receiver,
  receiverCaFile,
  startReceiver,
} from "@rapport/testing";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, vi } from "vitest";
import type { Answer } from "./app.ts";
import { startFleet } from "./fleet.ts";
import type { ServerProcess } from "./process.ts";

/** Calls the Workspace API with one key. */
export interface Api {
  call(method: string, path: string, options?: { json?: unknown }): Promise<Answer>;
}

export interface Subscription {
  readonly api: Api;
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

export interface ShownDelivery {
  readonly id: string;
  readonly messageId: string;
  readonly event: string;
  readonly status: string;
  readonly nextAttemptAt: string | null;
  readonly finishedAt: string | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly durationMs: number;
    readonly response: string | null;
  }[];
}

const ENDPOINTS = "/webhooks/endpoints";

/** Starts a receiver that is stopped when the test ends. */
export async function receiverOfTest(
  options?: Parameters<typeof startReceiver>[0],
): Promise<Receiver> {
  const receiver = await startReceiver(options);
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

/** Returns a URL that refuses connections. */
export async function deadUrl(): Promise<string> {
  const receiver = await startReceiver();
  await receiver[Symbol.asyncDispose]();
  return receiver.url;
}

export async function subscribe(
  api: Api,
  url: string,
  events: readonly string[] = ["*"],
  payload: "compact" | "full" = "compact",
): Promise<Subscription> {
  const { status, body } = await api.call("POST", ENDPOINTS, {
    json: { url, events, payload, allowDuplicateUrl: true },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const { id, signingSecret } = body.data;
  return { api, id, path: `${ENDPOINTS}/${id}`, secret: signingSecret };
}

export async function makeContact(api: Api, email: string): Promise<string> {
  const { status, body } = await api.call("POST", "/contacts", { json: { email } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

/** Returns one page of up to 200 deliveries, oldest first. */
export async function deliveriesOf(
  { api, path }: Subscription,
  query = "limit=200",
): Promise<readonly ShownDelivery[]> {
  const { status, body } = await api.call("GET", `${path}/deliveries?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/** Waits until the only delivery has at least `count` attempts. A busy machine may show the next one too. */
export async function attempted(subscription: Subscription, count: number): Promise<ShownDelivery> {
  await eventually(async () => {
    const [delivery] = await deliveriesOf(subscription);
    expect(delivery?.attempts.length).toBeGreaterThanOrEqual(count);
  });
  // Read again: a page read while the attempt was being recorded may show the attempt with the old status.
  return (await deliveriesOf(subscription))[0]!;
}

/** Waits until there are `count` deliveries, all in one status. */
export async function settled(
  subscription: Subscription,
  count: number,
  status: string,
): Promise<readonly ShownDelivery[]> {
  let last: readonly ShownDelivery[] = [];
  await eventually(async () => {
    last = await deliveriesOf(subscription);
    expect(last.map((one) => one.status)).toEqual(Array(count).fill(status));
  });
  return last;
}

export function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}

/** Makes the waiting deliveries of an endpoint due now, including those that a killed process had leased. */
export async function makeDue(db: Database, { id }: Subscription): Promise<void> {
  await db.kysely
    .updateTable("deliveries")
    .set({ next_at: new Date(0).toISOString() })
    .where("endpoint_id", "=", Number(id))
    .where("status", "=", "pending")
    .execute();
  await db.kysely
    .updateTable("delivery_queue")
    .set({ due_at: new Date(0).toISOString() })
    .execute();
}

/** Verifies a request with the unmodified Standard Webhooks library and returns its body. */
export function verified(secret: string, { body, headers }: Received): AnyJson {
  return new Webhook(secret).verify(body, headers);
}

/** Creates a database with one workspace. Its servers run in separate processes. */
export async function startWorkspaces(dialect: Dialect): Promise<{
  readonly db: Database;
  start(env?: Record<string, string>): Promise<{ server: ServerProcess; api: Api; key: string }>;
}> {
  const fleet = await startFleet(dialect);
  const key = await fleet.apiKey([...KEY_SCOPES.keys()]);
  return {
    db: fleet.db,
    async start(env = { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" }) {
      const server = await fleet.start({ NODE_EXTRA_CA_CERTS: await receiverCaFile(), ...env });
      return { server, api: apiOf(server.url, key), key };
    },
  };
}

/** Calls the Workspace API of a server with a key. */
export function apiOf(url: string, apiKey: string): Api {
  return {
    async call(method, path, { json } = {}) {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(json === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
}
