import { setTimeout as sleep } from "node:timers/promises";
import { amount, DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { expectWhole, findLost } from "../support/crash-checks.ts";
import {
  CLIENT_SCOPES,
  type Credentials,
  type Journal,
  KEY_SCOPES,
  makeListings,
  repeatKeyed,
  type SentBatch,
  sendBatch,
  startWriters,
} from "../support/crash-writers.ts";
import { startFleet } from "../support/fleet.ts";

const KILLS = amount("kills", 1);
const WRITERS = 8;

describe.each(DIALECTS)("killed %s servers", (dialect) => {
  test("lose no acknowledged write, leave nothing half-written, and replay requests with a key", async ({
    annotate,
  }) => {
    const fleet = await startFleet(dialect);
    const apiKey = await fleet.apiKey(KEY_SCOPES);
    const journal: Journal = {
      records: new Map(),
      idempotent: new Map(),
      merges: [],
      acknowledged: 0,
      unanswered: 0,
    };
    let known: Credentials | undefined;
    const batches: SentBatch[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await fleet.start();
      if (known === undefined) {
        known = { apiKey, token: await fleet.token(server, CLIENT_SCOPES) };
        await makeListings(server, known.token);
      }
      const batch = await sendBatch(server, known.token, `batch${kill}`);
      expect([batch.status, batch.isReplayed]).toEqual([207, false]);
      batches.push(batch);
      const before = journal.acknowledged;
      const names = Array.from({ length: WRITERS }, (_, i) => `${kill}-${i}`);
      const writers = startWriters(server, known, journal, names);
      // Kill the server during its writes, each time after another number of them.
      while (journal.acknowledged < before + WRITERS + ((20 + kill * 7) % 40)) {
        await sleep(1);
      }
      await server.end("SIGKILL");
      await writers;
    }
    const survivor = await fleet.start();
    const replayed = await repeatKeyed(survivor, known as Credentials, journal);
    expect(replayed).toBeGreaterThan(0);
    for (const batch of batches) {
      const again = await sendBatch(survivor, (known as Credentials).token, batch.key);
      expect(again).toEqual({ ...batch, isReplayed: true });
    }
    await survivor.end("SIGTERM");

    const lost = await findLost(fleet.db, journal);
    const { acknowledged, unanswered } = journal;
    await annotate(
      `${KILLS} kills, ${acknowledged} writes acknowledged, ${unanswered} unanswered, ${lost.length} lost, ${replayed} replayed`,
      "figures",
    );
    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThan(KILLS * WRITERS);
    expect(await fleet.db.integrity()).toEqual([]);
    await expectWhole(fleet.db);
  });
});
