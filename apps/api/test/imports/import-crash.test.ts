import type { Database } from "@rapport/db";
import { amount, DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { callerOf, startFleet } from "../support/fleet.ts";
import { freeJobs } from "../support/jobs.ts";

const KILLS = Math.ceil(amount("kills", 6) / 3);
const ROWS = 1_500 * (KILLS + 1);
const SCOPES = ["crm.contacts.read", "crm.contacts.write"];
const SOON = { timeout: 120_000, interval: 100 };

describe.each(DIALECTS)("a server on %s that is killed during an import", (dialect) => {
  test(`imports each row once, over ${KILLS} kills`, async () => {
    const fleet = await startFleet(dialect);
    let server = await fleet.start();
    const access = await fleet.token(server, SCOPES);
    const call = async (method: string, path: string, body?: object | string) =>
      (await callerOf(server, access)(method, `/api/crm/imports${path}`, body)).body.data;
    const { id } = await call("POST", "", { object: "contact", mode: "create" });
    const rows = Array.from({ length: ROWS }, (_, i) =>
      i % 100 === 7 ? `wrong${i},Row ${i}\n` : `row${i}@example.com,Row ${i}\n`,
    );
    await call("PUT", `/${id}/data`, `email,firstname\n${rows.join("")}`);
    for (let kill = 1; kill <= KILLS; kill++) {
      const least = (ROWS * kill) / (KILLS + 2);
      const read = async () => (await call("GET", `/${id}`)).read ?? 0;
      await expect.poll(read, SOON).toBeGreaterThan(least);
      await server.end("SIGKILL");
      await freeJobs(fleet.db);
      server = await fleet.start();
    }
    const state = async () => (await call("GET", `/${id}`)).state;
    await expect.poll(state, SOON).toBe("done");
    const refused = ROWS / 100;
    expect(await call("GET", `/${id}`)).toMatchObject({
      ...{ read: ROWS, created: ROWS - refused, updated: 0, unchanged: 0, refused },
    });
    const emails = await emailsOf(fleet.db);
    expect(emails).toHaveLength(ROWS - refused);
    expect(new Set(emails).size).toBe(emails.length);
    const response = await fetch(`${server.url}/api/crm/imports/${id}/refused`, {
      headers: { authorization: `Bearer ${access}` },
    });
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines.map((line) => line.split(",")[0])).toEqual([
      "email",
      ...rows.filter((row) => row.startsWith("wrong")).map((row) => row.split(",")[0]),
    ]);
  }, 600_000);
});

async function emailsOf({ kysely }: Database): Promise<readonly string[]> {
  const rows = await kysely.selectFrom("records").select("properties").execute();
  return rows.map(({ properties }) => {
    const values = typeof properties === "string" ? JSON.parse(properties) : properties;
    return String(values.email);
  });
}
