import { amount } from "@rapport/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { comparedProject, nextMillisecond, plain } from "../support/compared-projects.ts";
import { followedCopy, listedCopy } from "../support/followed-copy.ts";
import type { RandomRequest } from "../support/random/request-parts.ts";
import { FIRST_REQUESTS, someRequest } from "../support/random/requests.ts";
import { wholeProject } from "../support/whole-project.ts";

const FEW = 3;
const SEQUENCES = amount("sequences", FEW);
/** The few are always the same ones. */
const SEED = SEQUENCES === FEW ? { seed: 1 } : {};
const someRequests = fc.array(someRequest, { minLength: 1, maxLength: 100, size: "max" });
/** Time after a failure for finding a shorter sequence that fails too. */
const SHORTEN_MS = 60_000;

describe("servers on SQLite and on PostgreSQL", () => {
  let apps: readonly TestApp[];
  beforeAll(async () => {
    apps = await Promise.all([startApp({ dialect: "sqlite" }), startApp({ dialect: "postgres" })]);
  });
  afterAll(() => Promise.all(apps.map((app) => app[Symbol.asyncDispose]())));

  test("give the same answers to random requests and have the same records, histories, events and exports after them", async ({
    annotate,
  }) => {
    let sent = 0;
    const compare = async (requests: readonly RandomRequest[]) => {
      const projects = await Promise.all(apps.map(comparedProject));
      for (const request of [...FIRST_REQUESTS, ...requests]) {
        await nextMillisecond();
        const [onSqlite, onPostgres] = await Promise.all(projects.map((one) => one.send(request)));
        expect(onPostgres, JSON.stringify(request)).toEqual(onSqlite);
        sent++;
      }
      const wholes = await Promise.all(projects.map(wholeProject));
      for (const { events, records } of wholes) {
        const listed = listedCopy(records);
        expect(followedCopy(events, listed)).toEqual(listed);
      }
      const [onSqlite, onPostgres] = wholes.map(plain);
      expect(onPostgres).toEqual(onSqlite);
    };
    let failedAt: number | undefined;
    const compareAWhile = async (requests: readonly RandomRequest[]) => {
      if (failedAt !== undefined && Date.now() - failedAt > SHORTEN_MS) return;
      await compare(requests).catch((error: unknown) => {
        failedAt ??= Date.now();
        throw error;
      });
    };
    await fc.assert(fc.asyncProperty(someRequests, compareAWhile), { numRuns: SEQUENCES, ...SEED });
    await annotate(
      `${sent} requests in ${SEQUENCES} random sequences, all answered alike`,
      "figures",
    );
  });
});
