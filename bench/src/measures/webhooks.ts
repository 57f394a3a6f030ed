import { setTimeout as sleep } from "node:timers/promises";
import { createApiKey, createProject, createTenant, secretBox } from "@rapport/core";
import { deliveryQueue, endpoints, events, migrate, openDatabase } from "@rapport/db";
import { receiverCaFile, startReceiver } from "@rapport/testing";
import type { BenchDatabase } from "../databases.ts";
import type { Figures } from "../load.ts";
import { type Running, SECRET_KEY, startRapport, startSender } from "../processes.ts";

/** Limit on the endpoints of a workspace. */
const ENDPOINTS_PER_WORKSPACE = 20;
/** Deliveries per measurement. */
const DELIVERIES = 20_000;
const PROBES = 100;

export interface WebhookFigures {
  readonly name: string;
  readonly rapport: Figures;
  /** Those of undici alone to the same receiver. */
  readonly bare: Figures;
}

/** Measures how fast a backlog is delivered, from the outbox to the recorded response. */
export async function benchBacklog(
  { url, databaseCpuMs }: BenchDatabase,
  dataDir: string,
  endpointCount: number,
): Promise<WebhookFigures> {
  await using receiver = await startReceiver();
  const bare = await startSender(receiver.url, DELIVERIES, await receiverCaFile());
  const before = receiver.received.length;
  await fillOutbox(url, receiver.url, endpointCount);
  const rapport = await startWithReceivers(url, dataDir);
  try {
    await receiver.waitFor(before + 1, 30_000);
    const start = performance.now();
    const used = [rapport.cpuMs(), databaseCpuMs()] as const;
    await receiver.waitFor(before + DELIVERIES, 300_000);
    await allRecorded(url);
    const seconds = (performance.now() - start) / 1000;
    const name = `webhooks to ${endpointCount}`;
    const perDelivery = (ms: number) => Math.round((ms * 1_000) / DELIVERIES);
    const figures = {
      ...{ perSecond: Math.round(DELIVERIES / seconds), p50: 0, p99: 0 },
      cpuUs: perDelivery(rapport.cpuMs() - used[0]),
      databaseCpuUs: perDelivery(databaseCpuMs() - used[1]),
    };
    return { name, rapport: figures, bare: { ...figures, ...bare, databaseCpuUs: 0 } };
  } finally {
    await rapport.stop();
  }
}

/** Waits until no delivery is pending. */
async function allRecorded(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl);
  try {
    while (((await deliveryQueue.queueState.first(db, {}))?.depth ?? 0) > 0) await sleep(10);
  } finally {
    await db.close();
  }
}

/** Measures the milliseconds from the response to a create until its delivery arrives, with an empty queue. */
export async function benchDelay(
  databaseUrl: string,
  dataDir: string,
): Promise<{ p50: number; p99: number }> {
  await using receiver = await startReceiver();
  const key = await keyWithEndpoint(databaseUrl, receiver.url);
  const rapport = await startWithReceivers(databaseUrl, dataDir);
  try {
    const delays: number[] = [];
    for (let probe = 1; probe <= PROBES; probe++) {
      const committed = await createContact(rapport, key, probe);
      await receiver.waitFor(probe, 10_000);
      delays.push((receiver.received[probe - 1]?.at ?? 0) - committed);
    }
    delays.sort((a, b) => a - b);
    return { p50: delays[PROBES / 2] ?? 0, p99: delays[PROBES - 1] ?? 0 };
  } finally {
    await rapport.stop();
  }
}

async function startWithReceivers(databaseUrl: string, dataDir: string): Promise<Running> {
  return startRapport({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    NODE_EXTRA_CA_CERTS: await receiverCaFile(),
  });
}

/** Creates endpoints and enough pending events for `DELIVERIES` deliveries. */
async function fillOutbox(databaseUrl: string, url: string, endpointCount: number): Promise<void> {
  const db = openDatabase(databaseUrl);
  await migrate(db);
  const at = new Date().toISOString();
  const tenantId = await createTenant({ db }, "Webhooks");
  const secret = secretBox([SECRET_KEY]).seal(`whsec_${Buffer.alloc(32, 1).toString("base64")}`);
  for (let made = 0; made < endpointCount; made += ENDPOINTS_PER_WORKSPACE) {
    const project = await createProject({ db }, tenantId, "Webhooks");
    const own = Math.min(ENDPOINTS_PER_WORKSPACE, endpointCount - made);
    const raised = DELIVERIES / endpointCount;
    await db.transaction(async (tx) => {
      for (let i = 0; i < own; i++) {
        await endpoints.insertEndpoint.first(tx, {
          project,
          url,
          description: null,
          sendsAs: "admins",
          payload: "compact",
          eventTypes: '["*"]',
          secret,
          at,
        });
      }
      const payload = JSON.stringify({ ...CONTACT, createdAt: at, updatedAt: at });
      const rows = Array.from({ length: raised }, (_, i) => [
        ...[project, `msg_${project}_${i}`, "contact.created", "contact", payload, at],
        ...[1, CONTACT.id, null],
      ]);
      await events.insertEvents(tx, rows);
    });
  }
  await db.close();
}

const CONTACT = {
  object: "contact",
  id: 1,
  version: 1,
  properties: {
    email: "ada@example.com",
    firstname: "Ada",
    lastname: "Lovelace",
    lifecyclestage: "lead",
  },
  associations: {},
};

/** Creates a workspace with one endpoint and returns its API key. */
async function keyWithEndpoint(databaseUrl: string, url: string): Promise<string> {
  const db = openDatabase(databaseUrl);
  await migrate(db);
  const at = new Date().toISOString();
  const project = await createProject({ db }, await createTenant({ db }, "Delay"), "Delay");
  const secret = secretBox([SECRET_KEY]).seal(`whsec_${Buffer.alloc(32, 1).toString("base64")}`);
  await db.transaction((tx) =>
    endpoints.insertEndpoint.first(tx, {
      project,
      url,
      description: null,
      sendsAs: "admins",
      payload: "compact",
      eventTypes: '["*"]',
      secret,
      at,
    }),
  );
  const scopes = ["contacts:write"];
  const { apiKey } = await createApiKey({ db }, { projectId: project, name: "Delay", scopes });
  await db.close();
  return apiKey;
}

async function createContact(rapport: Running, key: string, n: number): Promise<number> {
  const response = await fetch(`${rapport.url}/v1/contacts`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ email: `delay${n}@example.com` }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return Date.now();
}
