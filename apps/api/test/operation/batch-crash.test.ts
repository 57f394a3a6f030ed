import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@rapport/db";
import { amount, DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { expectWhole } from "../support/crash-checks.ts";
import { startFleet } from "../support/fleet.ts";
import type { ServerProcess } from "../support/process.ts";

const KILLS = Math.ceil(amount("kills", 5) / 5);
const UPSERTS = 50;
const BATCH = 300;
const SCOPES = ["crm.contacts.read", "crm.contacts.write"];

describe.each(DIALECTS)("two servers on one %s database, one of them killed", (dialect) => {
  test("make one record of each upserted value, and whole batches or none", async ({
    annotate,
  }) => {
    const { db, projectId, start, token } = await startFleet(dialect);
    const stays = await start();
    const access = await token(stays, SCOPES);
    let answered = 0;
    const send = async (server: ServerProcess, verb: string, json: object, key?: string) => {
      const response = await fetch(`${server.url}/api/crm/objects/contacts/${verb}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${access}`,
          "content-type": "application/json",
          ...(key !== undefined && { "idempotency-key": key }),
        },
        body: JSON.stringify(json),
      });
      answered++;
      const body = (await response.json()) as { data: { errors?: readonly unknown[] } };
      return { status: response.status, body };
    };

    let replayed = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const dies = await start();
      const before = answered;
      const upserts = Array.from({ length: UPSERTS }, (_, i) => {
        const server = i % 2 === 0 ? dies : stays;
        const city = { internal_name: "city", value: `${kill}-${i}` };
        const properties = [email(`one${kill}-${i % 5}`), city];
        const input = { idProperty: "email", properties };
        return settled(send(server, "upsert", input));
      });
      const many = inputs(`many${kill}`);
      const batches = [dies, stays].map((server) =>
        settled(send(server, "batch/upsert", { idProperty: "email", inputs: many })),
      );
      const made = { inputs: inputs(`made${kill}`), atomic: true };
      const created = settled(send(dies, "batch/create", made, `made${kill}`));
      while (answered < before + 5 + ((kill * 11) % 30)) await sleep(1);
      await dies.end("SIGKILL");
      const others = await Promise.all([...upserts, ...batches]);
      for (const answer of others) if (answer) expect([200, 201]).toContain(answer.status);
      await created;

      const emails = await emailsOf(db, projectId);
      const count = (prefix: string) => emails.filter((one) => one.startsWith(prefix)).length;
      expect([0, BATCH]).toContain(count(`made${kill}-`));
      if (count(`made${kill}-`) > 0) replayed++;
      expect((await send(stays, "batch/create", made, `made${kill}`)).status).toBe(200);
      const repeated = { idProperty: "email", inputs: many };
      expect((await send(stays, "batch/upsert", repeated)).body.data.errors).toEqual([]);
    }

    const emails = await emailsOf(db, projectId);
    expect(emails.length).toBe(new Set(emails).size);
    expect(emails.length).toBe(KILLS * (5 + 2 * BATCH));
    await annotate(`${KILLS} kills, ${replayed} batches had been made before theirs`, "figures");
    await expectWhole(db);
    expect(await db.integrity()).toEqual([]);
  });
});

function email(name: string) {
  return { internal_name: "email", value: `${name}@example.com` };
}

function inputs(name: string): readonly object[] {
  return Array.from({ length: BATCH }, (_, i) => ({ properties: [email(`${name}-${i}`)] }));
}

/** Returns undefined for a request whose server was killed. */
async function settled<T>(sent: Promise<T>): Promise<T | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

async function emailsOf({ kysely }: Database, project: number): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom("records")
    .select("properties")
    .where("project_id", "=", project)
    .execute();
  return rows.map(({ properties }) => {
    const values = typeof properties === "string" ? JSON.parse(properties) : properties;
    return (values as { email: string }).email;
  });
}
