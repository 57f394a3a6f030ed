import { OBJECT_TYPES } from "@rapport/core";
import type { ServerProcess } from "./process.ts";

export const CLIENT_SCOPES = ["crm.contacts.write", "crm.deals.write", "crm.contacts.delete"];
export const KEY_SCOPES = ["contacts:write"];

/** The state of a record. */
interface State {
  readonly value: string;
  readonly isDeleted: boolean;
}

interface WrittenRecord {
  readonly type: "contact" | "deal";
  /** The property that the writer sets. */
  readonly property: string;
  acknowledged: State;
  /** A change without a response. It may or may not have been made. */
  unanswered?: State;
}

/** The writes that the servers acknowledged so far. */
export interface Journal {
  readonly records: Map<number, WrittenRecord>;
  /** Requests with an Idempotency-Key, by key. The key is part of the contact's email. */
  readonly idempotent: Map<string, { id?: string }>;
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
) => Promise<{ data: { id: number | string } }>;

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
          } else await writeRecord(send, credentials.token, journal, i % 2 === 0, `${name}-${n}`);
        }
      } catch (error) {
        // fetch throws a TypeError if the connection breaks because the server was killed.
        if (!(error instanceof TypeError)) throw error;
        journal.unanswered++;
      }
    }),
  );
}

/** Sends every idempotent request without a response again. */
export async function repeatUnanswered(
  server: ServerProcess,
  { apiKey }: Credentials,
  journal: Journal,
): Promise<void> {
  const send = sender(server, journal);
  for (const [key, { id }] of journal.idempotent) {
    if (id === undefined) await createOnce(send, apiKey, journal, key);
  }
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
    const body = (await response.json()) as { data: { id: number | string } };
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
  const json = { email: `${key}@once.example.com` };
  const { data } = await send(apiKey, "POST", "/v1/contacts", json, { "idempotency-key": key });
  journal.idempotent.set(key, { id: String(data.id) });
}

async function writeRecord(
  send: Send,
  token: string,
  journal: Journal,
  isContact: boolean,
  value: string,
): Promise<void> {
  const type = isContact ? "contact" : "deal";
  const { plural } = OBJECT_TYPES[type];
  const property = isContact ? "lastname" : "name";
  const properties = [{ internal_name: property, value }];
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
