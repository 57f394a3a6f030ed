import { expect } from "vitest";
import type { ServerProcess } from "./process.ts";

export const CLIENT_SCOPES = [
  ...["crm.contacts.write", "crm.deals.write", "crm.contacts.delete"],
  ...["crm.custom.write", "crm.schemas.write"],
];
export const KEY_SCOPES = ["contacts:write"];

/** The state of a record. */
interface State {
  readonly value: string;
  readonly isDeleted: boolean;
}

/** What the writers write, and which property they set. Listings are a type of the project's own. */
const WRITTEN = {
  contact: { plural: "contacts", property: "lastname" },
  deal: { plural: "deals", property: "name" },
  listing: { plural: "listings", property: "street" },
} as const;

interface WrittenRecord {
  readonly type: keyof typeof WRITTEN;
  /** The property that the writer sets. */
  readonly property: string;
  acknowledged: State;
  /** A change without a response. It may or may not have been made. */
  unanswered?: State;
}

interface CreatedContact {
  readonly data: { readonly id: number | string };
}

/** The writes that the servers acknowledged so far. */
export interface Journal {
  readonly records: Map<number, WrittenRecord>;
  /** Requests with an Idempotency-Key, by key. The key is part of the contact's email. */
  readonly idempotent: Map<string, { body?: CreatedContact }>;
  /** Merges that were asked for: the primary contact, the merged ones, and whether it was acknowledged. */
  readonly merges: { primary: number; merged: readonly number[]; isAcknowledged: boolean }[];
  acknowledged: number;
  unanswered: number;
}

export interface Credentials {
  readonly token: string;
  readonly apiKey: string;
}

type Send = (
  credential: string,
  method: string,
  path: string,
  json?: object,
  headers?: Record<string, string>,
) => Promise<CreatedContact>;

/** Makes the type of the project's own that the writers write too. */
export async function makeListings({ url }: ServerProcess, token: string): Promise<void> {
  const response = await fetch(`${url}/api/crm/types`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      ...{ name: "listing", plural: "listings", hasPipeline: true, required: [["street"]] },
      properties: [{ internal_name: "street", label: "Street", indexed: true }],
    }),
  });
  expect(response.status, await response.text()).toBe(201);
}

/** Runs writers (creates, updates, deletes, merges, idempotent creates) until the connection to the server breaks. */
export function startWriters(
  server: ServerProcess,
  credentials: Credentials,
  journal: Journal,
  names: readonly string[],
): Promise<unknown> {
  const send = sender(server, journal);
  return Promise.all(
    names.map(async (name, i) => {
      try {
        for (let n = 0; ; n++) {
          if (i % 4 === 3) await createOnce(send, credentials.apiKey, journal, `${name}-${n}`);
          else if (i % 4 === 1 && n % 2 === 1) {
            await mergeContacts(send, credentials.token, journal, `${name}-${n}`);
          } else {
            const type = i % 4 === 0 ? "contact" : i % 4 === 2 ? "listing" : "deal";
            await writeRecord(send, credentials.token, journal, { type, value: `${name}-${n}` });
          }
        }
      } catch (error) {
        // fetch throws a TypeError if the connection breaks because the server was killed.
        if (!(error instanceof TypeError)) throw error;
        journal.unanswered++;
      }
    }),
  );
}

/**
 * Sends every request with an Idempotency-Key again. A request with a response must get the same one, marked as a
 * replay.
 *
 * @returns how many responses were replayed
 */
export async function repeatKeyed(
  server: ServerProcess,
  { apiKey }: Credentials,
  journal: Journal,
): Promise<number> {
  let replayed = 0;
  for (const [key, { body: acknowledged }] of journal.idempotent) {
    const response = await sendUntilFree(server, apiKey, key);
    const body = (await response.json()) as CreatedContact;
    if (acknowledged !== undefined) {
      expect(response.headers.get("idempotent-replayed")).toBe("true");
      expect(body).toEqual(acknowledged);
      replayed++;
    }
    expect(response.status).toBe(201);
    journal.idempotent.set(key, { body });
  }
  return replayed;
}

/** A batch with an Idempotency-Key, and its response. */
export interface SentBatch {
  readonly key: string;
  readonly status: number;
  readonly isReplayed: boolean;
  readonly body: string;
}

/** Creates a contact in a batch whose other input is refused, with an Idempotency-Key. */
export async function sendBatch(
  server: ServerProcess,
  token: string,
  key: string,
): Promise<SentBatch> {
  const inputs = [`${key}@example.com`, "no email"].map((value) => ({
    properties: [{ internal_name: "email", value }],
  }));
  const response = await fetch(`${server.url}/api/crm/objects/contacts/batch/create`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ inputs }),
  });
  const isReplayed = response.headers.get("idempotent-replayed") === "true";
  return { key, status: response.status, isReplayed, body: await response.text() };
}

/** PostgreSQL keeps a killed server's session, and the key that it has locked, until it notices. */
async function sendUntilFree(
  server: ServerProcess,
  apiKey: string,
  key: string,
): Promise<Response> {
  for (;;) {
    const response = await fetch(`${server.url}/v1/contacts`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify(contactOf(key)),
    });
    if (response.status !== 409) return response;
    await response.body?.cancel();
  }
}

function contactOf(key: string): object {
  return { email: `${key}@once.example.com` };
}

function sender(server: ServerProcess, journal: Journal): Send {
  return async (credential, method, path, json, headers) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(json && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const body = (await response.json()) as CreatedContact;
    journal.acknowledged++;
    return body;
  };
}

async function mergeContacts(send: Send, token: string, journal: Journal, unique: string) {
  const ids: number[] = [];
  for (const name of ["city", "state", "zip"]) {
    const properties = [
      { internal_name: "email", value: `m${name}${unique}@example.com` },
      { internal_name: name, value: "merged" },
    ];
    const made = await send(token, "POST", "/api/objects/contacts", { properties });
    ids.push(Number(made.data.id));
  }
  const [primary = 0, ...merged] = ids;
  const merge = { primary, merged, isAcknowledged: false };
  journal.merges.push(merge);
  const json = { primaryId: primary, mergeIds: merged };
  await send(token, "POST", "/api/crm/objects/contacts/merge", json);
  merge.isAcknowledged = true;
}

async function createOnce(send: Send, apiKey: string, journal: Journal, key: string) {
  journal.idempotent.set(key, {});
  const headers = { "idempotency-key": key };
  const body = await send(apiKey, "POST", "/v1/contacts", contactOf(key), headers);
  journal.idempotent.set(key, { body });
}

async function writeRecord(
  send: Send,
  token: string,
  journal: Journal,
  { type, value }: { readonly type: keyof typeof WRITTEN; readonly value: string },
): Promise<void> {
  const { plural, property } = WRITTEN[type];
  const isContact = type === "contact";
  const properties: { internal_name: string; value: string }[] = [
    { internal_name: property, value },
  ];
  if (isContact) properties.push({ internal_name: "email", value: `w${value}@example.com` });
  const associations = isContact ? [] : anyContact(journal);
  const json = { properties, associations };
  const { data } = await send(token, "POST", `/api/objects/${plural}`, json);
  const record: WrittenRecord = { type, property, acknowledged: { value, isDeleted: false } };
  journal.records.set(Number(data.id), record);

  const path = `/api/crm/objects/${plural}/${data.id}`;
  const changed = { value: `${value}-changed`, isDeleted: false };
  await change(record, changed, () =>
    send(token, "PATCH", path, { internal_name: property, value: changed.value }),
  );
  if (isContact && (data.id as number) % 3 === 0) {
    await change(record, { ...changed, isDeleted: true }, () => send(token, "DELETE", path));
  }
}

async function change(record: WrittenRecord, to: State, send: () => Promise<unknown>) {
  record.unanswered = to;
  await send();
  record.acknowledged = to;
  delete record.unanswered;
}

/** Returns an association with an existing contact, so that a create writes to more tables. */
function anyContact({ records }: Journal): readonly object[] {
  const contacts = [...records].slice(-20).filter(([, { type }]) => type === "contact");
  const live = contacts.find(([id]) => id % 3 !== 0);
  return live ? [{ to: { object: "contact", id: String(live[0]) } }] : [];
}
