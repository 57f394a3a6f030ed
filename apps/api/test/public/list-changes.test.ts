import { restoreRecord } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { faultsOf, idsOf, type Page, type RecordApi, recordApi } from "../support/records.ts";

const DEALS = "/api/crm/objects/deals";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(DIALECTS)("lists of changes on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: RecordApi;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = recordApi(app, caller);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => app[Symbol.asyncDispose]());

  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const deal = async (name: string) => (await api.make("deals", { name })).id;
  const changesSince = (since: string, query = "") =>
    api.pages(`${DEALS}?updatedSince=${since}${query}`);
  const first = async (since: string) => (await changesSince(since))[0] as Page;
  /** Changes the update time of a record, as a write at that time would have set it. */
  const setUpdated = (id: number, at: string) =>
    app.deps.db.kysely
      .updateTable("records")
      .set({ updated_at: at })
      .where("project_id", "=", caller.projectId)
      .where("id", "=", id)
      .execute();

  test("200: what changed since then, in the order of the changes", async () => {
    const [a, b, c, old] = [await deal("a"), await deal("b"), await deal("c"), await deal("old")];
    await setUpdated(b, ago(4 * MINUTE));
    await setUpdated(a, ago(3 * MINUTE));
    await setUpdated(c, ago(3 * MINUTE));
    await setUpdated(old, ago(60 * MINUTE));
    const since = ago(10 * MINUTE);
    const pages = await changesSince(since, "&limit=1");
    expect(idsOf(pages)).toEqual([b, a, c]);
    await api.set("deals", b, "name", "b2");
    expect(idsOf(await changesSince(since)).at(-1)).toBe(b);
  });

  test("200: includes a change at exactly that time, and orders equal times by id", async () => {
    const ids = [await deal("a"), await deal("b"), await deal("c")];
    const at = ago(5 * MINUTE);
    for (const id of ids) await setUpdated(id, at);
    expect(idsOf(await changesSince(at, "&limit=1"))).toEqual(ids);
    expect(idsOf(await changesSince(new Date(Date.parse(at) + 1).toISOString()))).toEqual([]);
  });

  test("200: takes a time of any zone", async () => {
    const id = await deal("a");
    await setUpdated(id, "2026-11-20T09:30:00.000Z");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T00:00:00Z") });
    const { token } = await app.caller({ projectId: caller.projectId });
    const list = async (since: string) =>
      (await api.get(`${DEALS}?updatedSince=${encodeURIComponent(since)}`, token)).body.data;
    expect(idsOf([await list("2026-11-20T10:30:00+01:00")])).toEqual([id]);
    expect(idsOf([await list("2026-11-20T10:30:00.001+01:00")])).toEqual([]);
  });

  test("200: shows a deleted record as its id, version and time, and a restored one whole", async () => {
    const since = ago(MINUTE);
    const [gone, back] = [await deal("gone"), await deal("back")];
    await api.remove("deals", gone);
    await api.remove("deals", back);
    const principal = { kind: "system", id: "test", scopes: new Set<string>(), ...caller } as const;
    await restoreRecord({ deps: app.deps, principal }, "deal", back);
    const { results } = await first(since);
    const deleted = results.find(({ id }) => id === gone);
    expect(deleted).toEqual({
      id: gone,
      version: 2,
      deletedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const restored = results.find(({ id }) => id === back);
    expect(restored).toMatchObject({ version: 3, properties: { name: "back" } });
    expect(restored).not.toHaveProperty("deletedAt");
  });

  test("200: returns the named properties and associations of live records", async () => {
    const since = ago(MINUTE);
    await deal("a");
    const [page] = await changesSince(since, "&properties=name&associations=contact");
    expect(page?.results).toMatchObject([
      { properties: { name: "a" }, associations: { contact: [] } },
    ]);
  });

  test("200: the first page has asOf, a minute before now, and the others have none", async () => {
    const since = ago(MINUTE);
    await deal("a");
    await deal("b");
    const before = Date.now();
    const pages = await changesSince(since, "&limit=1");
    const asOf = Date.parse(pages[0]?.asOf ?? "");
    expect(asOf).toBeGreaterThanOrEqual(before - MINUTE - 1_000);
    expect(asOf).toBeLessThanOrEqual(Date.now() - MINUTE + 1_000);
    expect(pages[1]).not.toHaveProperty("asOf");
    expect((await api.get(DEALS)).body.data).not.toHaveProperty("asOf");
  });

  test("200: a follower that passes on asOf has every record in its last version", async () => {
    const ids: number[] = [];
    const copy = new Map<number, number>();
    let since = ago(MINUTE);
    const follow = async () => {
      const pages = await changesSince(since, "&limit=7");
      for (const { id, version } of pages.flatMap(({ results }) => results)) {
        if (version > (copy.get(id) ?? 0)) copy.set(id, version);
      }
      since = pages[0]?.asOf ?? since;
    };
    const write = async (writer: number) => {
      for (let i = 0; i < 10; i++) {
        const id = await deal(`${writer}-${i}`);
        ids.push(id);
        await api.set("deals", ids[(i * 7) % ids.length] as number, "name", `${writer}.${i}`);
        await follow();
      }
    };
    await Promise.all([0, 1, 2, 3].map(write));
    await follow();
    const all = (await api.pages(`${DEALS}?limit=200`)).flatMap(({ results }) => results);
    expect(new Map(all.map(({ id, version }) => [id, version]))).toEqual(copy);
  });

  test("410: a time more than 80 days ago", async () => {
    const answer = await api.get(`${DEALS}?updatedSince=${ago(80 * DAY + 1_000)}`);
    expect([answer.status, answer.body.code, faultsOf(answer)]).toEqual([
      410,
      "CURSOR_EXPIRED",
      ["updatedSince cursor_expired"],
    ]);
    expect((await api.get(`${DEALS}?updatedSince=${ago(80 * DAY - MINUTE)}`)).status).toBe(200);
  });

  test("410: a cursor whose place is more than 80 days ago", async () => {
    for (const name of ["a", "b"]) await setUpdated(await deal(name), ago(79 * DAY));
    const path = `${DEALS}?updatedSince=${ago(79 * DAY + MINUTE)}`;
    const { nextCursor } = (await api.get(`${path}&limit=1`)).body.data;
    expect((await api.get(`${path}&cursor=${nextCursor}`)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * DAY });
    const { token } = await app.caller({ projectId: caller.projectId });
    const answer = await api.get(`${path}&cursor=${nextCursor}`, token);
    expect([answer.status, faultsOf(answer)]).toEqual([410, ["cursor cursor_expired"]]);
  });
});
