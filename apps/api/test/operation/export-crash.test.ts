import { gunzipSync } from "node:zlib";
import { amount, DIALECTS } from "@rapport/testing";
import { describe, test } from "vitest";
import { insertContacts } from "../support/exports.ts";
import { callerOf, openFleet } from "../support/fleet.ts";
import { freeJobs } from "../support/jobs.ts";

const RECORDS = 30_000;
const KILLS = amount("kills", 2);
const SCOPES = ["crm.contacts.read", "crm.contacts.write"];

// Most of the time passes until the lease of the last killed server ends.
describe.concurrent.each(DIALECTS)("an export whose %s server is killed", (dialect) => {
  // The global one does not poll once the test of the other database has ended.
  test("is done by the next server, with each record once", async ({ expect }) => {
    await using fleet = await openFleet(dialect);
    let server = await fleet.start();
    const access = await fleet.token(server, SCOPES);
    let call = callerOf(server, access);
    const read = async (id: number): Promise<Progress> =>
      (await call("GET", `/api/crm/exports/${id}`)).body.data;

    await insertContacts(fleet.db, fleet.projectId, RECORDS);
    const sorts = [{ internal_name: "createdAt", direction: "DESCENDING" }];
    const created = await call("POST", "/api/crm/exports", {
      ...{ object: "contact", properties: ["email"], sorts, gzip: true },
    });
    const { id } = created.body.data;

    let killed = 0;
    let before = 0;
    while (killed < KILLS) {
      // A server that is killed after the last row leaves no more rows to wait for.
      const hasProgress = async () => {
        const { state, rows } = await read(id);
        return state === "done" || rows > before;
      };
      await expect.poll(hasProgress, { interval: 5, timeout: 60_000 }).toBe(true);
      const { state, rows } = await read(id);
      if (state === "done") break;
      before = rows;
      await server.end("SIGKILL");
      killed++;
      if (killed < KILLS) await freeJobs(fleet.db);
      server = await fleet.start();
      call = callerOf(server, access);
      expect((await read(id)).rows).toBeGreaterThanOrEqual(rows);
    }
    await expect
      .poll(async () => (await read(id)).state, { timeout: 60_000, interval: 250 })
      .toBe("done");
    expect(killed).toBeGreaterThan(0);
    const file = await fetch(`${server.url}/api/crm/exports/${id}/file`, {
      headers: { authorization: `Bearer ${access}` },
    });
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(file.status, bytes.toString("utf8", 0, 500)).toBe(200);
    const text = gunzipSync(bytes).toString("utf8");
    const [head, ...lines] = text.split("\r\n").slice(0, -1);
    expect(head).toBe("id,createdAt,updatedAt,email");
    expect(lines).toHaveLength(RECORDS);
    expect(new Set(lines.map((line) => line.split(",")[3])).size).toBe(RECORDS);
    const times = lines.map((line) => line.split(",")[1] ?? "");
    expect(times).toEqual(times.toSorted().reverse());
  });
});

interface Progress {
  readonly id: number;
  readonly state: string;
  readonly rows: number;
}
