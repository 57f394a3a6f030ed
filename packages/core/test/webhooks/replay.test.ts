import { aroundStatements, deliveries, endpoints, events } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "../../src/principal.ts";
import { replayListed } from "../../src/webhooks/listed-replays.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const MINUTE_MS = 60_000;

describe.each(DIALECTS)("the replay of retrying deliveries on %s", (dialect) => {
  let store: TestDeps;
  beforeAll(async () => {
    store = await openTestDeps(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const at = (fromNow: number) => new Date(Date.now() + fromNow).toISOString();

  async function addEndpoint(principal: Principal): Promise<number> {
    const row = await store.db.transaction((tx) =>
      endpoints.insertEndpoint.first(tx, {
        ...{ project: principal.projectId, url: "https://receiver.example/", eventTypes: '["*"]' },
        ...{ description: null, payload: "compact", sendsAs: "admins", secret: "sealed" },
        at: at(0),
      }),
    );
    return row?.id ?? 0;
  }

  /** Adds deliveries with one failed attempt that are due in the next hours, each at its own time. */
  async function addRetrying(principal: Principal, endpoint: number, count: number): Promise<void> {
    const project = principal.projectId;
    await store.db.transaction(async (tx) => {
      const event = await events.insertUnnumbered.first(tx, {
        ...{ project, message: crypto.randomUUID(), type: "contact.created" },
        ...{ subject: "contact", payload: "{}", at: at(0) },
      });
      await deliveries.insertDeliveries(
        tx,
        Array.from({ length: count }, (_, i) => {
          const next = at(MINUTE_MS + ((i * 7919) % count) * 1_000);
          const ids = [project, endpoint, event?.id];
          return [...ids, "contact.created", "pending", 1, next, at(-MINUTE_MS), "compact"];
        }),
      );
    });
  }

  const deliveriesOf = ({ projectId }: Principal) =>
    store.db.kysely
      .selectFrom("deliveries")
      .select(["id", "attempt_count", "next_at"])
      .where("project_id", "=", projectId)
      .orderBy("id")
      .execute();

  test("reads a page of 5,000 for each transaction, and replays each delivery once", async () => {
    const principal = await store.project();
    const endpoint = await addEndpoint(principal);
    await addRetrying(principal, endpoint, 12_000);
    const statements: string[] = [];
    let again = 0;
    const db = aroundStatements(store.db, async (name, run) => {
      statements.push(name);
      // One of those that are replayed fails again before the next page is read.
      if (
        name === "deliveries_retrying" &&
        again === 0 &&
        statements.includes("deliveries_replay_many")
      ) {
        again = await failAgain(principal);
      }
      return run();
    });
    const deps = { ...store.deps, db };
    expect(await replayListed({ deps, principal }, { status: "retrying" })).toBe(12_000);
    const count = (name: string) => statements.filter((one) => one === name).length;
    expect(count("deliveries_retrying")).toBe(3);
    expect(count("deliveries_replay_many")).toBe(3);
    const waiting = (await deliveriesOf(principal)).filter((one) => one.attempt_count > 0);
    expect(waiting.map(({ id }) => Number(id))).toEqual([again]);
  });

  /** Notes another failed attempt of a delivery that has been replayed, as the worker does; returns its id. */
  async function failAgain({ projectId: project }: Principal): Promise<number> {
    const rows = await deliveriesOf({ projectId: project } as Principal);
    const id = Number(rows.find((one) => one.attempt_count === 0)?.id);
    await store.db.transaction(async (tx) => {
      await deliveries.insertAttempts(tx, [[project, id, at(0), 500, null, 1, ""]]);
    });
    await store.db.kysely
      .updateTable("deliveries")
      .set({ attempt_count: 1, next_at: at(100_000 * MINUTE_MS) })
      .where("id", "=", id)
      .execute();
    return id;
  }

  test("leaves out endpoints, types and times that the filter leaves out, and disabled endpoints", async () => {
    const principal = await store.project();
    const [one, two, disabled] = [
      await addEndpoint(principal),
      await addEndpoint(principal),
      await addEndpoint(principal),
    ];
    for (const endpoint of [one, two, disabled]) await addRetrying(principal, endpoint, 10);
    await store.db.transaction((tx) =>
      endpoints.disableEndpoint.first(tx, { id: disabled, reason: "Gone.", at: at(0) }),
    );
    const replay = (filter: object) =>
      replayListed({ deps: store.deps, principal }, { status: "retrying", ...filter });
    expect(await replay({ eventType: "deal.created" })).toBe(0);
    expect(await replay({ from: at(0) })).toBe(0);
    expect(await replay({ endpointId: one })).toBe(10);
    expect(await replay({ to: at(0) })).toBe(10);
    expect(await replay({})).toBe(0);
  });
});
