import type { AnyJson } from "@rapport/testing";
import { expect } from "vitest";
import type { Caller, TestApp } from "./app.ts";

/** An event as the feed returns it. */
export interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: AnyJson;
}

export interface ShownPage {
  readonly results: readonly ShownEvent[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** Reads one page of the feed. */
export async function pageOf(app: TestApp, token: string, query = ""): Promise<ShownPage> {
  const { status, body } = await app.call("GET", `/api/crm/events${query}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/** Reads from a cursor to the end of the feed. */
export async function restOf(
  app: TestApp,
  token: string,
  cursor?: string,
  query = "limit=200",
): Promise<{ events: readonly ShownEvent[]; cursor: string }> {
  const events: ShownEvent[] = [];
  let next = cursor;
  for (;;) {
    const place = next === undefined ? "" : `&cursor=${encodeURIComponent(next)}`;
    const page = await pageOf(app, token, `?${query}${place}`);
    events.push(...page.results);
    next = page.nextCursor;
    if (!page.hasMore) return { events, cursor: next };
  }
}

/** Waits until every committed event has its number. */
export async function numbered(app: TestApp): Promise<void> {
  await expect
    .poll(
      () => app.deps.db.kysely.selectFrom("events").select("id").where("pending", "=", 1).execute(),
      { timeout: 60_000, interval: 50 },
    )
    .toEqual([]);
}

export async function createContact(app: TestApp, { token }: Caller, email: string) {
  const json = { properties: [{ internal_name: "email", value: email }] };
  const { status, body } = await app.call("POST", "/api/objects/contacts", { token, json });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id as number;
}
