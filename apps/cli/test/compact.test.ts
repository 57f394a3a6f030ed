import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { runOnEachServer } from "@rapport/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, inspect, install } from "./support/installation.ts";
import { expectRefusal } from "./support/refusals.ts";
import { createContact, requestToken } from "./support/server.ts";

const SCOPE = "crm.contacts.write";

describe.each(DIALECTS)("rapport compact on %s", (dialect) => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await install(dialect);
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  it("gives back the space of removed rows while a running server answers writes", async () => {
    const server = await installation.serve();
    const { clientId, clientSecret } = await installation.client(SCOPE);
    const { body } = await requestToken(server, clientId, clientSecret, SCOPE);
    await fillAndRemove(installation);
    const before = bytesOf(installation);

    const statuses: number[] = [];
    let isDone = false;
    const writing = (async () => {
      for (let i = 0; !isDone; i++) {
        const email = `during-${i}@example.com`;
        statuses.push((await createContact(server, body.access_token, email)).status);
      }
    })();
    const ended = await installation.spawn(["compact", "--json"]);
    isDone = true;
    await writing;

    expect(ended).toMatchObject({ code: 0, stderr: "" });
    const told = JSON.parse(ended.stdout);
    expect(told.given_back_bytes).toBe(told.before_bytes - told.after_bytes);
    expect(told.given_back_bytes).toBeGreaterThan(10_000_000);
    expect(statuses.length).toBeGreaterThan(1);
    expect(new Set(statuses)).toEqual(new Set([201]));
    if (dialect === "sqlite") {
      await expect
        .poll(() => bytesOf(installation), { timeout: 30_000 })
        .toBeLessThan(before - 10_000_000);
    }
    const problems = await inspect(installation, (db) => db.integrity());
    expect(problems).toEqual([]);
    const contacts = await inspect(installation, ({ kysely }) =>
      kysely.selectFrom("records").select("id").execute(),
    );
    expect(contacts).toHaveLength(statuses.length);
  });

  it("says how large the database was and is", async () => {
    await fillAndRemove(installation);
    const { code, stdout } = await installation.rapport(["compact"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The database has [\d,]+ MB, and had [\d,]+ MB\.\n/);
    const again = await installation.rapport(["compact", "--json"]);
    const { before_bytes, after_bytes, given_back_bytes } = JSON.parse(again.stdout);
    expect(given_back_bytes).toBe(Math.max(0, before_bytes - after_bytes));
    expect(before_bytes).toBeLessThan(10_000_000 + after_bytes);
  });
});

describe("rapport compact of a SQLite file that an earlier version made", () => {
  it("asks for --rewrite, which needs all programs to be stopped, and then works as elsewhere", async () => {
    await using installation = await install("sqlite");
    const file = new DatabaseSync(installation.databaseUrl.slice("sqlite:".length));
    file.exec("pragma auto_vacuum = none; vacuum");
    file.close();
    await fillAndRemove(installation);
    expectRefusal(
      await installation.rapport(["compact", "--json"]),
      /An earlier version made the database file.*\d MB.*"rapport compact --rewrite"/,
    );
    const server = await installation.serve();
    expectRefusal(
      await installation.rapport(["compact", "--rewrite", "--json"]),
      /Another program has the database open\. Stop all programs/,
    );
    await server.end("SIGTERM");
    const rewritten = await installation.rapport(["compact", "--rewrite", "--json"]);
    expect(rewritten).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(rewritten.stdout).given_back_bytes).toBeGreaterThan(10_000_000);
    await fillAndRemove(installation);
    const { stdout } = await installation.rapport(["compact", "--json"]);
    expect(JSON.parse(stdout).given_back_bytes).toBeGreaterThan(10_000_000);
    const again = await installation.serveHere();
    expect(again.url).toMatch(/^http/);
  });

  it("is refused on PostgreSQL", async () => {
    await using installation = await install("postgres");
    expectRefusal(await installation.rapport(["compact", "--rewrite"]), /--rewrite is for SQLite/);
  });
});

/** Fills a table with 20 MB and empties it. */
async function fillAndRemove(installation: Installation): Promise<void> {
  const { databaseUrl } = installation;
  if (!databaseUrl.startsWith("sqlite:")) {
    // Otherwise PostgreSQL may give the space back before the command does.
    await runOnEachServer(databaseUrl, "alter table audit_log set (autovacuum_enabled = false)");
  }
  await inspect(installation, async ({ kysely }) => {
    const now = new Date().toISOString();
    for (let made = 0; made < 10_000; made += 500) {
      await kysely
        .insertInto("audit_log")
        .values(
          Array.from({ length: 500 }, (_, i) => ({
            ...{ at: now, actor: "system:test", action: "test", subject: "test", surface: "cli" },
            details: JSON.stringify(`${made + i}${randomText()}`),
          })) as never,
        )
        .execute();
    }
    await kysely.deleteFrom("audit_log").where("action", "=", "test").execute();
  });
}

/** PostgreSQL compresses repeated text. */
function randomText(): string {
  return randomBytes(1_500).toString("base64");
}

function bytesOf({ databaseUrl }: Installation): number {
  return databaseUrl.startsWith("sqlite:") ? statSync(databaseUrl.slice("sqlite:".length)).size : 0;
}
