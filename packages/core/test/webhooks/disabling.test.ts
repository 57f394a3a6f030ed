import { setTimeout as sleep } from "node:timers/promises";
import { deliveries, endpoints, runWrites } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { raiseEvents } from "../../src/events/events.ts";
import { numberEvents } from "../../src/feed/numbering.ts";
import type { Principal } from "../../src/principal.ts";
import { replayDelivery, replayFailed } from "../../src/webhooks/deliveries.ts";
import { createEndpoint, deleteEndpoint } from "../../src/webhooks/endpoints.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import { updateEndpoint } from "../../src/webhooks/save-endpoint.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

/** Longer than a statement takes that waits for nothing. */
const A_WHILE_MS = 500;

describe.each(DIALECTS)("disabling a webhook endpoint on %s", (dialect) => {
  let store: TestDeps;
  let principal: Principal;
  beforeAll(async () => {
    store = await openTestDeps(dialect);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  /** Adds an endpoint and an event in a project of their own; returns the endpoint's id. */
  async function addEndpoint(): Promise<number> {
    principal = { ...(await store.project()), scopes: new Set(["crm.contacts.read"]) };
    const input = { url: "https://receiver.example/", events: ["*"] };
    const { id } = await createEndpoint({ deps: store.deps, principal }, input);
    await raise();
    return Number(id);
  }
  async function raise(): Promise<void> {
    const data = { object: "endpoint", id: "1", endpointId: "1" };
    const event = { type: "contact.created", subject: "endpoint", data };
    const at = new Date().toISOString();
    await store.db.transaction((tx) => runWrites(tx, raiseEvents(principal, [event], at)));
  }
  const disable = (id: number) =>
    updateEndpoint({ deps: store.deps, principal }, id, { enabled: false });
  const toEndpoints: Parameters<typeof numberEvents>[1] = (tx, projectId, raised) =>
    fanOut({ db: tx, schemas: store.deps.schemas.within(tx) }, projectId, raised);

  const shown = async () => {
    const rows = await store.db.kysely
      .selectFrom("deliveries")
      .select(["id", "status"])
      .where("project_id", "=", principal.projectId)
      .execute();
    return rows.map(({ id, status }) => ({ id: Number(id), status }));
  };

  test.each([
    ["disabled", disable],
    ["deleted", (id: number) => deleteEndpoint({ deps: store.deps, principal }, id)],
  ])("fails the deliveries that are made while the endpoint is %s", async (_, end) => {
    for (const isFirst of [true, false]) {
      const id = await addEndpoint();
      if (!isFirst) {
        await numberEvents(store.deps, toEndpoints);
        await raise();
      }
      let ending: Promise<unknown> = Promise.resolve();
      await numberEvents(store.deps, async (tx, projectId, raised) => {
        await toEndpoints(tx, projectId, raised);
        ending = end(id);
        await Promise.race([ending, sleep(A_WHILE_MS)]);
      });
      await ending;
      const statuses = (await shown()).map(({ status }) => status);
      expect(statuses).toEqual(isFirst ? ["failed"] : ["failed", "failed"]);
    }
  });

  test.each([
    ["one delivery", replayDelivery],
    [
      "all failed deliveries",
      async (...[call, endpoint]: Parameters<typeof replayDelivery>) => {
        expect(await replayFailed(call, endpoint, new Date(0).toISOString())).toBe(0);
      },
    ],
  ])("replays no delivery if the endpoint is disabled meanwhile: %s", async (_, replay) => {
    const id = await addEndpoint();
    await numberEvents(store.deps, toEndpoints);
    const at = new Date().toISOString();
    const args = { project: principal.projectId, endpoint: id, at };
    await store.db.transaction((tx) => deliveries.failPending.all(tx, args));
    const [delivery = { id: 0 }] = await shown();
    let replaying: Promise<unknown> = Promise.resolve();
    await store.db.transaction(async (tx) => {
      await endpoints.lockEndpoint.first(tx, principal, { id });
      await endpoints.disableEndpoint.first(tx, { id, at, reason: "Gone." });
      await deliveries.failPending.all(tx, args);
      replaying = replay({ deps: store.deps, principal }, id, delivery.id);
      await Promise.race([Promise.allSettled([replaying]), sleep(A_WHILE_MS)]);
    });
    await Promise.allSettled([replaying]);
    expect(await shown()).toEqual([{ ...delivery, status: "failed" }]);
  });
});
