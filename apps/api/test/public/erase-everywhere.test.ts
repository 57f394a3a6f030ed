import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  backUpInstallation,
  cleanFiles,
  eraseRecord,
  finishErasures,
  saveProperty,
} from "@rapport/core";
import { DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { recordApi } from "../support/records.ts";
import { dumpOf, findInFiles, findRemains } from "../support/remains.ts";
import { deadUrl, eventually, receiverOfTest, subscribe } from "../support/webhooks.ts";

/** Part of every value of the erased person. It is a part of no word, name or id of the program. */
const SECRET = "zq7xwv3k";
const NOBODY = new AbortController().signal;

describe.each(DIALECTS)("an erasure on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    await trustReceivers();
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const remains = () => findRemains(app.deps.db, app.databaseUrl, SECRET);
  const erase = (caller: Caller, plural: string, id: number) =>
    app.call("POST", `/api/crm/objects/${plural}/${id}/erase`, caller);
  const rowOf = (id: number) =>
    app.deps.db.kysely
      .selectFrom("erasures")
      .select(["step", "actor", "type"])
      .where("record_id", "=", id)
      .executeTakeFirstOrThrow();
  /** Counts the keys by which duplicates of a record are found. */
  const digests = async (id: number) => {
    const { kysely } = app.deps.db;
    const keys = await kysely
      .selectFrom("duplicate_keys")
      .select("key")
      .where("record_id", "=", id)
      .execute();
    return keys.length;
  };
  /** Saves a view of contacts with groups of filters, as an admin does. */
  const saveView = async (projectId: number, groups: readonly object[]) => {
    const at = new Date().toISOString();
    const content = JSON.stringify({ layout: "table", groups, sort: null, columns: null });
    const { kysely } = app.deps.db;
    await kysely
      .insertInto("views")
      .values({
        ...{ project_id: projectId, id: "v1", audience: "project", type: "contact", name: "One" },
        ...{ content, version: 1, maker: "user:1", created_at: at, updated_at: at },
      })
      .execute();
    return {
      async groups() {
        const row = await kysely.selectFrom("views").selectAll().executeTakeFirstOrThrow();
        expect(row.version).toBe(2);
        return JSON.parse(row.content).groups;
      },
    };
  };
  const finish = async () => {
    await finishErasures(app.deps, NOBODY);
    await cleanFiles(app.deps, NOBODY);
  };

  test("leaves the values in no table, no file, no log and no backup", async ({ annotate }) => {
    const caller = await app.caller();
    const workspace = await app.workspace({ projectId: caller.projectId });
    const api = recordApi(app, caller);
    await saveProperty(app.deps, caller.projectId, "contact", { name: "email", unique: true });
    const [echoing, failing] = [await receiverOfTest(), await receiverOfTest()];
    echoing.behave(({ body }) => ({ status: 200, body }));
    failing.behave(({ body }) => ({ status: 500, body }));
    const delivered = await subscribe(workspace, echoing.url, ["contact.*", "association.*"]);
    await subscribe(workspace, failing.url, ["contact.*"]);
    const waiting = await subscribe(workspace, await deadUrl(), ["contact.*"]);

    const company = (await api.make("companies", { name: "Engines" })).id;
    const request = {
      token: caller.token,
      headers: { "idempotency-key": "once" },
      json: {
        properties: [
          { internal_name: "email", value: `${SECRET}@mail-${SECRET}.example` },
          { internal_name: "firstname", value: `Given${SECRET}` },
          { internal_name: "notes", value: `${SECRET} `.repeat(2_000) },
          { internal_name: "tags", values: [`tag-${SECRET}`, "vip"] },
        ],
        associations: [{ to: { object: "company", id: String(company) } }],
      },
    };
    const made = await app.call("POST", "/api/objects/contacts", request);
    const id = made.body.data.id as number;
    await api.set("contacts", id, "lastname", `Family${SECRET}`);
    await api.set("contacts", id, "lastname", "Lovelace");
    await api.set("contacts", id, "notes", `other ${SECRET}`);
    await eventually(async () => {
      const rows = await app.deps.db.kysely.selectFrom("attempts").selectAll().execute();
      expect(rows.filter(({ response }) => response?.includes(SECRET)).length).toBeGreaterThan(8);
    });
    await eventually(async () => expect(await digests(id)).toBeGreaterThan(0));
    const view = await saveView(caller.projectId, [
      [
        { property: "lastname", operator: "in", values: [`Family${SECRET}`, "Lovelace", "Byron"] },
        { property: "city", operator: "eq", value: "London" },
        { property: "firstname", operator: "starts_with", value: `Given${SECRET}` },
      ],
      [{ property: "email", operator: "eq", value: `${SECRET}@mail-${SECRET}.example` }],
    ]);
    const before = await remains();
    expect(before).toEqual(
      expect.arrayContaining([
        "views",
        ...["records", "record_index", "record_unique", "record_words"],
        ...["record_history", "events", "attempts"],
        ...(dialect === "sqlite" ? ["file-wal"] : []),
      ]),
    );

    if (dialect === "postgres") {
      const dump = dumpOf(app.databaseUrl);
      if (dump === undefined) await annotate("no dump was searched: pg_dump is missing or too old");
      else expect(dump).toContain(SECRET);
    }

    expect((await erase(caller, "contacts", id)).status).toBe(200);
    await finish();
    expect(await remains()).toEqual([]);
    expect(await digests(id)).toBe(0);
    expect(await view.groups()).toEqual([
      [
        { property: "lastname", operator: "in", values: ["Byron"] },
        { property: "city", operator: "eq", value: "London" },
      ],
    ]);
    expect((await app.call("POST", "/api/objects/contacts", request)).status).toBe(410);
    expect(await remains()).toEqual([]);
    expect((await rowOf(id)).step).toBeNull();
    expect(app.logged.join("\n").toLowerCase()).not.toContain(SECRET);

    await eventually(async () => {
      const feed = await app.call("GET", "/api/crm/events?types=contact.*&limit=200", caller);
      expect(feed.body.data.results.map(({ data }: { data: object }) => data)).toEqual(
        [1, 2, 3, 4, 5].map((version) => ({ object: "contact", id, version })),
      );
    });
    const sent = echoing.received.length;
    // A delivery under way would be planned for later, so each is moved between two attempts.
    await eventually(async () => {
      await app.deps.db.kysely
        .updateTable("deliveries")
        .set({ next_at: new Date(0).toISOString(), endpoint_id: Number(delivered.id) })
        .where("endpoint_id", "=", Number(waiting.id))
        .where("lease", "is", null)
        .execute();
      const left = app.deps.db.kysely
        .selectFrom("deliveries")
        .select("id")
        .where("endpoint_id", "=", Number(waiting.id));
      expect(await left.execute()).toEqual([]);
    });
    await app.deps.db.kysely
      .updateTable("delivery_queue")
      .set({ due_at: new Date(0).toISOString() })
      .execute();
    const later = (await echoing.waitFor(sent + 4)).slice(sent).map(({ body }) => JSON.parse(body));
    for (const { type, data } of later.filter(({ type }) => type.startsWith("contact."))) {
      expect([type, data]).toEqual([
        type,
        { object: "contact", id: String(id), version: expect.any(Number) },
      ]);
    }
    expect(await remains()).toEqual([]);

    if (dialect === "postgres") {
      expect(dumpOf(app.databaseUrl) ?? "").not.toContain(SECRET);
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), "rapport-erased-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "backup.db");
    await backUpInstallation({ file }, { databaseUrl: app.databaseUrl });
    expect(findInFiles(file, SECRET)).toEqual([]);
  });

  test("of a record with many rows is refused at once everywhere, and finished in portions", async () => {
    const caller = await app.caller();
    const id = (await recordApi(app, caller).make("deals", { name: `Deal ${SECRET}` })).id;
    await addRows(caller.projectId, id, 450);
    // Stops after each portion, as a crash would. The server's own worker may do some of them.
    const answer = await erase(caller, "deals", id);
    expect(answer.status).toBe(200);
    expect((await app.call("GET", `/api/crm/objects/deals/${id}`, caller)).status).toBe(410);
    for (let round = 0; round < 10; round++) {
      const stopping = new AbortController();
      const portion = finishErasures(app.deps, stopping.signal);
      stopping.abort();
      await portion;
    }
    await finish();
    expect(await remains()).toEqual([]);
    expect(await rowOf(id)).toEqual({
      step: null,
      actor: `client:${caller.clientId}`,
      type: "deal",
    });
    const entries = await app.deps.db.kysely
      .selectFrom("record_history")
      .select("changes")
      .where("record_id", "=", id)
      .execute();
    expect(entries).toHaveLength(452);
  });

  test("ends many associations in portions, with an event for each", async () => {
    const caller = await app.caller();
    const api = recordApi(app, caller);
    const company = (await api.make("companies", { name: "Engines" })).id;
    const at = new Date().toISOString();
    const { kysely } = app.deps.db;
    const deals: number[] = [];
    for (let i = 0; i < 250; i++) {
      const row = { type: "deal", properties: "{}", version: 1, created_at: at, updated_at: at };
      const made = await kysely
        .insertInto("records")
        .values({ ...row, project_id: caller.projectId })
        .returning("id")
        .executeTakeFirstOrThrow();
      deals.push(made.id);
      await kysely
        .insertInto("associations")
        .values({
          project_id: caller.projectId,
          from_id: made.id,
          from_type: "deal",
          to_id: company,
          to_type: "company",
          created_at: at,
        })
        .execute();
    }
    await erase(caller, "companies", company);
    await finish();
    const ended = await kysely
      .selectFrom("events")
      .select("id")
      .where("project_id", "=", caller.projectId)
      .where("type", "=", "association.deleted")
      .execute();
    expect(ended).toHaveLength(250);
    const history = await app.call("GET", `/api/crm/objects/deals/${deals[0]}/history`, caller);
    expect(history.body.data.results[0]).toMatchObject({ action: "dissociated" });
  });

  test("is repeated only for the record of the same creation time", async () => {
    const caller = await app.caller();
    const made = await recordApi(app, caller).make("leads", { name: "Charles" });
    const principal = {
      kind: "system",
      id: "erase",
      tenantId: caller.tenantId,
      projectId: caller.projectId,
      scopes: new Set<string>(),
    } as const;
    const kept = { actor: "client:c", at: made.createdAt };
    const other = { ...kept, createdAt: "2020-01-01T00:00:00.000Z" };
    await expect(
      eraseRecord({ deps: app.deps, principal }, "lead", made.id, other),
    ).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await eraseRecord({ deps: app.deps, principal }, "lead", made.id, {
      ...kept,
      createdAt: made.createdAt,
    });
    expect((await rowOf(made.id)).actor).toBe("client:c");
  });

  /** Adds history entries and events with values to a record. */
  async function addRows(projectId: number, id: number, count: number): Promise<void> {
    const at = new Date().toISOString();
    const { kysely } = app.deps.db;
    for (let i = 0; i < count; i++) {
      await kysely
        .insertInto("record_history")
        .values({
          project_id: projectId,
          record_id: id,
          action: "updated",
          changes: JSON.stringify({ name: [SECRET, `${SECRET}${i}`] }),
          actor: "client:c",
          at,
          version: i + 2,
        })
        .execute();
      await kysely
        .insertInto("events")
        .values({
          project_id: projectId,
          message_id: `msg_${id}_${i}`,
          type: "deal.updated",
          subject: "deal",
          payload: JSON.stringify({
            object: "deal",
            id,
            version: i + 2,
            properties: { name: SECRET },
          }),
          created_at: at,
          pending: 1,
          record_id: id,
        })
        .execute();
    }
  }
});
