import { setTimeout as sleep } from "node:timers/promises";
import { cleanFiles } from "@rapport/core";
import type { Database } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { callerOf, startFleet } from "../support/fleet.ts";
import type { ServerProcess } from "../support/process.ts";
import { findRemains } from "../support/remains.ts";

/** Long enough that no sealed key has it by chance. */
const SECRET = "zq7xwv3k";
const SCOPES = ["crm.leads.read", "crm.leads.write", "crm.leads.erase"];
/** Portions that the worker has to do after the answer. */
const PORTIONS = 15;
const LEADS = 40;
const WRITERS = 8;
/** History entries of each lead: fewer than one portion, so its request erases all of them. */
const ENTRIES = 50;

describe.each(DIALECTS)("erasures whose %s server is killed", (dialect) => {
  test("are done as a whole or not at all, and the next server finishes them", async ({
    annotate,
  }) => {
    const { db, databaseUrl, projectId, start, token } = await startFleet(dialect);
    const killed = await start();
    const access = await token(killed, SCOPES);
    const call = callerOf(killed, access);
    const inputs = Array.from({ length: LEADS + 1 }, (_, i) => ({
      properties: [{ internal_name: "name", value: `Lead ${SECRET}${i}` }],
    }));
    const made = await call("POST", "/api/crm/objects/leads/batch/create", { inputs });
    const [large, ...small]: number[] = made.body.data.results.map(
      ({ record }: { record: { id: number } }) => record.id,
    );
    if (large === undefined) throw new Error("no lead was created");
    await addHistory(db, projectId, [large], PORTIONS * 200);
    await addHistory(db, projectId, small, ENTRIES);
    const lead = `/api/crm/objects/leads/${large}`;

    const answered = new Map<number, string>();
    const waiting = small.values();
    const writers = Array.from({ length: WRITERS }, async () => {
      for (const id of waiting) {
        const response = await eraseKeyed(killed, access, id).catch(asKilled);
        if (response === undefined) return;
        expect(response.status).toBe(200);
        answered.set(id, response.body);
      }
    });
    while (answered.size < WRITERS) await sleep(1);
    expect((await call("POST", `${lead}/erase`)).status).toBe(200);
    await killed.end("SIGKILL");
    await Promise.all(writers);

    expect(answered.size).toBeLessThan(LEADS);
    let done = 0;
    for (const id of small) {
      const state = await settledState(db, id);
      if (state.isErased) done++;
      expect(state, `lead ${id}`).toEqual(answered.has(id) || state.isErased ? ERASED : UNTOUCHED);
    }
    expect(await stateOf(db, large)).toMatchObject({ ...ERASED, entries: expect.any(Number) });
    expect(await stepOf(db, large)).toMatch(/associations|history|events/);

    const next = await start();
    expect((await callerOf(next, access)("GET", lead)).status).toBe(410);
    for (const id of small) {
      const again = await eraseKeyed(next, access, id);
      expect([id, again.status]).toEqual([id, 200]);
      const first = answered.get(id);
      if (first !== undefined) expect([again.isReplayed, again.body]).toEqual([true, first]);
      expect(await stateOf(db, id)).toEqual(ERASED);
    }
    await expect
      .poll(() => stepOf(db, large), { timeout: 60_000 })
      .not.toMatch(/associations|history|events/);
    await next.end("SIGTERM");
    await cleanFiles({ db }, new AbortController().signal);
    expect(await stepOf(db, large)).toBe("done");
    expect(await findRemains(db, databaseUrl, SECRET)).toEqual([]);
    await annotate(`${answered.size} answered, ${done} done before the kill`, "figures");
  });
});

/** Erases a lead with its own Idempotency-Key. */
async function eraseKeyed({ url }: ServerProcess, access: string, id: number) {
  for (;;) {
    const response = await fetch(`${url}/api/crm/objects/leads/${id}/erase`, {
      method: "POST",
      headers: { authorization: `Bearer ${access}`, "idempotency-key": `erase-${id}` },
    });
    const body = await response.text();
    const isReplayed = response.headers.get("idempotent-replayed") === "true";
    // PostgreSQL keeps a killed server's session, and the key that it has locked, until it notices.
    if (response.status !== 409) return { status: response.status, body, isReplayed };
    await sleep(50);
  }
}

/** fetch throws a TypeError if the connection breaks because the server was killed. */
function asKilled(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** What the request to erase a lead changes, as counts of rows. */
interface State {
  readonly isErased: boolean;
  readonly hasValues: boolean;
  readonly indexed: number;
  /** History entries with values. */
  readonly entries: number;
  readonly erasures: number;
  readonly events: number;
}

const UNTOUCHED: State = {
  isErased: false,
  hasValues: true,
  indexed: 1,
  entries: ENTRIES,
  erasures: 0,
  events: 0,
};
const ERASED: State = {
  isErased: true,
  hasValues: false,
  indexed: 0,
  entries: 0,
  erasures: 1,
  events: 1,
};

async function stateOf({ kysely }: Database, id: number): Promise<State> {
  const holds = (row: object) => JSON.stringify(row).includes(SECRET);
  const record = await kysely
    .selectFrom("records")
    .select(["properties", "erased_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const rowsOf = (table: "record_index" | "record_history" | "erasures" | "events") =>
    kysely
      .selectFrom(table as "record_history")
      .selectAll()
      .where("record_id", "=", id)
      .execute();
  const events = await kysely
    .selectFrom("events")
    .select("payload")
    .where("type", "=", "lead.erased")
    .execute();
  return {
    isErased: record.erased_at !== null,
    hasValues: holds(record),
    indexed: (await rowsOf("record_index")).filter(holds).length,
    entries: (await rowsOf("record_history")).filter(holds).length,
    erasures: (await rowsOf("erasures")).length,
    events: events.filter(({ payload }) => Number(JSON.parse(payload).id) === id).length,
  };
}

/** PostgreSQL may still do the last commit that a killed server has sent. */
async function settledState(db: Database, id: number): Promise<State> {
  for (;;) {
    const [first, again] = [await stateOf(db, id), await stateOf(db, id)];
    if (first.isErased === again.isErased) return again;
  }
}

/** Returns the next step of an erasure, or `done`. */
async function stepOf({ kysely }: Database, id: number): Promise<string> {
  const row = await kysely
    .selectFrom("erasures")
    .select("step")
    .where("record_id", "=", id)
    .executeTakeFirstOrThrow();
  return row.step ?? "done";
}

async function addHistory(
  { kysely }: Database,
  projectId: number,
  ids: readonly number[],
  count: number,
): Promise<void> {
  const at = new Date().toISOString();
  const rows = ids.flatMap((id) =>
    Array.from({ length: count }, (_, i) => ({
      project_id: projectId,
      record_id: id,
      action: "updated",
      changes: JSON.stringify({ name: [SECRET, `${SECRET}${i}`] }),
      actor: "client:c",
      at,
      version: 2,
    })),
  );
  for (let done = 0; done < rows.length; done += 100) {
    await kysely
      .insertInto("record_history")
      .values(rows.slice(done, done + 100))
      .execute();
  }
}
