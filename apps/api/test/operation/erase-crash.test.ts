import { cleanFiles } from "@rapport/core";
import type { Database } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { callerOf, startFleet } from "../support/fleet.ts";
import { findRemains } from "../support/remains.ts";

const SECRET = "zq7x";
const SCOPES = ["crm.leads.read", "crm.leads.write", "crm.leads.erase"];
/** Portions that the worker has to do after the answer. */
const PORTIONS = 15;

describe.each(DIALECTS)("an erasure whose %s server is killed after its answer", (dialect) => {
  test("stays, and the next server finishes it", async () => {
    const { db, databaseUrl, projectId, start, token } = await startFleet(dialect);
    const killed = await start();
    const access = await token(killed, SCOPES);
    const call = callerOf(killed, access);
    const name = { internal_name: "name", value: `Lead ${SECRET}` };
    const made = await call("POST", "/api/objects/leads", { properties: [name] });
    const { id } = made.body.data;
    await addHistory(db, projectId, id, PORTIONS * 200);
    const lead = `/api/crm/objects/leads/${id}`;
    expect((await call("POST", `${lead}/erase`)).status).toBe(200);
    await killed.end("SIGKILL");

    const row = await db.kysely
      .selectFrom("records")
      .select(["properties", "erased_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.properties)).not.toContain(SECRET);
    expect(row.erased_at).not.toBeNull();
    expect(await stepOf(db, id)).toBe("history");

    const next = await start();
    expect((await callerOf(next, access)("GET", lead)).status).toBe(410);
    await expect
      .poll(() => stepOf(db, id), { timeout: 60_000 })
      .not.toMatch(/associations|history|events/);
    await next.end("SIGTERM");
    await cleanFiles({ db }, new AbortController().signal);
    expect(await stepOf(db, id)).toBe("done");
    expect(await findRemains(db, databaseUrl, SECRET)).toEqual([]);
  });
});

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
  id: number,
  count: number,
): Promise<void> {
  const at = new Date().toISOString();
  for (let done = 0; done < count; done += 100) {
    const rows = Array.from({ length: 100 }, (_, i) => ({
      project_id: projectId,
      record_id: id,
      action: "updated",
      changes: JSON.stringify({ name: [SECRET, `${SECRET}${done + i}`] }),
      actor: "client:c",
      at,
      version: 2,
    }));
    await kysely.insertInto("record_history").values(rows).execute();
  }
}
