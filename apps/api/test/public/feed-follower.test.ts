import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@rapport/db";
import { type AnyJson, amount, DIALECTS } from "@rapport/testing";
import { describe, expect, test, vi } from "vitest";
import type { ShownEvent, ShownPage } from "../support/feed.ts";
import { startFleet } from "../support/fleet.ts";

const SCOPES = [
  "crm.events.read",
  ...["contacts", "companies"].flatMap((plural) =>
    ["read", "write", "delete"].map((verb) => `crm.${plural}.${verb}`),
  ),
];
const WRITERS = 4;
const KILLS = amount("kills", 1);
/** Milliseconds until a caller tries again that found no server, or the end of the feed. */
const PAUSE_MS = 50;

describe.each(DIALECTS)("a follower of the feed on %s", (dialect) => {
  test("has the database's state, and each event once, while writers write and servers are killed", async () => {
    const { db, start, token } = await startFleet(dialect);
    const first = await start();
    const servers = [first, await start()];
    const access = await token(first, SCOPES);
    const call: Call = async (method, path, json) => {
      // A killed server is replaced; until then the other one answers.
      const url = servers[Math.floor(Math.random() * servers.length)]?.url;
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
        ...(json && { body: JSON.stringify(json) }),
      }).catch(() => null);
      if (response?.ok) return response.json();
      await sleep(PAUSE_MS);
      return null;
    };
    let isOver = false;
    let writes = 0;
    const writers = Array.from({ length: WRITERS }, async (_, name) => {
      for (let n = 0; !isOver; n++) if (await write(call, `${name}-${n}`)) writes++;
    });
    const follower = followUntil(call, () => isOver);
    for (let kill = 0; kill < KILLS; kill++) {
      const before = writes;
      await vi.waitFor(() => expect(writes).toBeGreaterThan(before + 10), {
        timeout: 60_000,
        interval: 20,
      });
      await servers[kill % 2]?.end("SIGKILL");
      servers[kill % 2] = await start();
    }
    isOver = true;
    await Promise.all(writers);
    await vi.waitFor(async () => expect(await pendingOf(db)).toEqual([]), { timeout: 60_000 });
    const { copy, seen } = await follower();

    expect(copy.records()).toEqual(await recordsOf(db));
    expect(copy.associations()).toEqual(await associationsOf(db));
    const raised = await db.kysely.selectFrom("events").select("message_id").execute();
    expect(seen.toSorted()).toEqual(raised.map((row) => row.message_id).toSorted());
    expect(seen.length).toBeGreaterThan(KILLS * 20);
  });
});

type Call = (method: string, path: string, json?: object) => Promise<AnyJson>;

/** Creates a contact of a new company, changes it several times at once, and deletes some. */
async function write(call: Call, name: string): Promise<boolean> {
  const company = await call("POST", "/api/objects/companies", {
    properties: [{ internal_name: "name", value: name }],
  });
  if (company === null) return false;
  const contact = await call("POST", "/api/objects/contacts", {
    properties: [{ internal_name: "email", value: `${name}@example.com` }],
    associations: [{ to: { object: "company", id: String(company.data.id) } }],
  });
  if (contact === null) return false;
  const path = `/api/crm/objects/contacts/${contact.data.id}`;
  await Promise.all(
    ["firstname", "lastname", "city", "jobtitle"].map((internal_name) =>
      call("PATCH", path, { internal_name, value: `${internal_name} of ${name}` }),
    ),
  );
  if (contact.data.id % 3 === 0) await call("DELETE", path);
  return true;
}

/** Follows the feed in the background; the returned function reads it to its end. */
function followUntil(call: Call, isOver: () => boolean) {
  const copy = emptyCopy();
  const seen: string[] = [];
  let cursor: string | undefined;
  let hasMore = true;
  async function step(): Promise<void> {
    const place = cursor === undefined ? "" : `?cursor=${cursor}`;
    const answer = await call("GET", `/api/crm/events${place}`);
    if (answer === null) return;
    const page = answer.data as ShownPage;
    for (const event of page.results) {
      seen.push(event.id);
      copy.apply(event);
    }
    ({ nextCursor: cursor, hasMore } = page);
    if (!hasMore) await sleep(PAUSE_MS);
  }
  const running = (async () => {
    while (!isOver()) await step();
  })();
  return async () => {
    await running;
    do await step();
    while (hasMore);
    return { copy, seen };
  };
}

function emptyCopy() {
  const records = new Map<number, string>();
  const versions = new Map<number, number>();
  const associations = new Set<string>();
  return {
    apply({ type, data }: ShownEvent) {
      if (type.startsWith("association.")) {
        associations.add(`${data.from.id} ${data.to.id}`);
        return;
      }
      expect([data.id, data.version]).toEqual([data.id, (versions.get(data.id) ?? 0) + 1]);
      versions.set(data.id, data.version);
      records.set(data.id, textOf(data));
    },
    records: () => [...records].toSorted(([a], [b]) => a - b).map(([, text]) => text),
    associations: () => [...associations].toSorted(),
  };
}

async function recordsOf({ kysely }: Database): Promise<readonly string[]> {
  const rows = await kysely.selectFrom("records").selectAll().orderBy("id").execute();
  return rows.map((row) => {
    const { id, version, created_at: createdAt, updated_at: updatedAt } = row;
    const { properties } = row;
    return textOf({
      ...{ id, version, createdAt, updatedAt, deletedAt: row.deleted_at ?? undefined },
      properties: typeof properties === "string" ? JSON.parse(properties) : properties,
    });
  });
}

async function associationsOf({ kysely }: Database): Promise<readonly string[]> {
  const rows = await kysely.selectFrom("associations").select(["from_id", "to_id"]).execute();
  return rows.map((row) => `${row.from_id} ${row.to_id}`).toSorted();
}

function pendingOf({ kysely }: Database) {
  return kysely.selectFrom("events").select("id").where("pending", "=", 1).execute();
}

function textOf(record: {
  readonly id: number;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt?: string | undefined;
  readonly properties: object;
}): string {
  const { id, version, createdAt, updatedAt, deletedAt, properties } = record;
  const sorted = Object.fromEntries(
    Object.entries(properties).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return JSON.stringify({ id, version, createdAt, updatedAt, deletedAt, properties: sorted });
}
