import { finishErasures } from "@rapport/core";
import { DIALECTS, trustReceivers } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { type MergeApi, mergeApi } from "../support/merge.ts";
import { findRemains } from "../support/remains.ts";
import { eventually, receiverOfTest, subscribe } from "../support/webhooks.ts";

const SECRET = "zq7xwv3k";
const NOBODY = new AbortController().signal;

describe.each(DIALECTS)("an erasure of a contact whose merge was undone on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: MergeApi;
  beforeAll(async () => {
    await trustReceivers();
    app = await startApp({ dialect });
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = mergeApi(app, caller);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const remains = () => findRemains(app.deps.db, app.databaseUrl, SECRET);
  /** Tables alone: the files of SQLite are cleaned later. */
  const tables = async () => (await remains()).filter((name) => !name.startsWith("file"));
  const secretContact = () =>
    api.contact({
      ...{ email: `${SECRET}@mail.example`, lastname: `Family${SECRET}` },
      ...{ notes: `Note ${SECRET}`, city: `Town${SECRET}` },
    });
  const erase = async (id: number) => {
    expect((await api.post(`/api/crm/objects/contacts/${id}/erase`, {})).status).toBe(200);
  };
  const merge = async (primary: number, ...merged: readonly number[]) => {
    expect((await api.merge("contacts", primary, ...merged)).status).toBe(200);
  };
  const unmerge = async (primary: number, merged: number) => {
    const answer = await api.unmerge("contacts", primary, merged);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const historyOf = async (id: number) => {
    const { body } = await api.get(`/api/crm/objects/contacts/${id}/history?limit=200`);
    return body.data.results as { action: string; changes: { internal_name: string }[] }[];
  };

  test("leaves its values nowhere, and the other contact's own history and events as they were", async () => {
    const workspace = await app.workspace({
      projectId: caller.projectId,
      scope: "webhooks:write crm.contacts.read",
    });
    const receiver = await receiverOfTest();
    receiver.behave(({ body }) => ({ status: 200, body }));
    await subscribe(workspace, receiver.url, ["contact.*"], "full");
    const primary = await api.contact({ email: "ada@example.com", firstname: "Ada" });
    const [merged, other] = [await secretContact(), await api.contact({ phone: "+44 20 7000" })];
    await merge(primary, other, merged);
    await api.set("contacts", primary, "notes", "written meanwhile");
    await api.set("contacts", primary, "firstname", "Augusta");
    await unmerge(primary, merged);
    await api.set("contacts", primary, "firstname", "Ada Augusta");
    const before = await api.get(`/api/crm/objects/contacts/${primary}`);
    await eventually(async () => {
      const rows = await app.deps.db.kysely.selectFrom("attempts").select("response").execute();
      expect(rows.filter(({ response }) => response?.includes(SECRET)).length).toBeGreaterThan(4);
    });

    await erase(merged);
    expect(await tables()).toEqual([]);

    const after = await api.get(`/api/crm/objects/contacts/${primary}`);
    expect(after.body).toEqual(before.body);
    const entries = await historyOf(primary);
    expect(
      entries.map(({ action, changes }) => [action, ...changes.map((one) => one.internal_name)]),
    ).toEqual([
      ["updated", "firstname"],
      ["unmerged", "merge.id"],
      ["updated", "firstname"],
      ["updated"],
      ["merged", "merge.id"],
      ["merged", "merge.id", "phone"],
      ["created"],
    ]);
    await eventually(async () => {
      const feed = await app.call("GET", "/api/crm/events?types=contact.*&limit=200", caller);
      const events = feed.body.data.results as { type: string; data: { id: number } }[];
      const own = events.filter(({ data }) => data.id === primary);
      expect(own.at(-1)?.data).toMatchObject({ properties: after.body.data.properties });
      expect(own.find(({ type }) => type === "contact.unmerged")?.data).toMatchObject({
        properties: {
          ...{ email: "ada@example.com", firstname: "Augusta" },
          ...{ phone: "+44 20 7000", notes: "written meanwhile" },
        },
        changes: {},
      });
      expect(own.find(({ type }) => type === "contact.merged")?.data).toMatchObject({
        properties: { email: "ada@example.com", firstname: "Ada", phone: "+44 20 7000" },
        changes: { phone: { old: null, new: "+44 20 7000" } },
      });
    });
  });

  test("leaves them in no record that had them through another merge, nor after several merges", async () => {
    const [last, primary] = [
      await api.contact({ email: "b@b.example" }),
      await api.contact({ email: "c@c.example" }),
    ];
    const merged = await secretContact();
    for (let round = 0; round < 3; round++) {
      await merge(primary, merged);
      await merge(last, primary);
      await api.set("contacts", last, "jobtitle", `Engineer ${round}`);
      await unmerge(last, primary);
      await unmerge(primary, merged);
    }
    await erase(merged);
    expect(await tables()).toEqual([]);
    const titles = (await historyOf(last)).filter(({ changes }) =>
      changes.some(({ internal_name }) => internal_name === "jobtitle"),
    );
    expect(titles).toHaveLength(3);
  });

  test("erases the stored responses that show them, and no others of that contact", async () => {
    const send = (path: string, key: string, json: object) =>
      app.call("POST", `/api/crm/objects/contacts/${path}`, {
        ...{ token: caller.token, json, headers: { "idempotency-key": key } },
      });
    const [last, primary] = [
      await api.contact({ email: "b@b.example" }),
      await api.contact({ email: "c@c.example" }),
    ];
    const merged = await secretContact();
    const mergeIt = () => send("merge", "merge", { primaryId: primary, mergeIds: [merged] });
    const properties = [{ internal_name: "jobtitle", value: "Engineer" }];
    const update = () => send("batch/update", "update", { inputs: [{ id: last, properties }] });
    const earlier = () =>
      send("batch/update", "earlier", { inputs: [{ id: primary, properties }] });
    await earlier();
    // The response of a request that was sent long before the merge.
    const { kysely } = app.deps.db;
    await kysely
      .updateTable("idempotency_records")
      .set({ created_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where("record_id", "=", primary)
      .execute();
    expect(JSON.stringify((await mergeIt()).body)).toContain(SECRET);
    await merge(last, primary);
    expect(JSON.stringify((await update()).body)).toContain(SECRET);
    await unmerge(last, primary);
    await unmerge(primary, merged);

    await erase(merged);

    for (const again of [mergeIt, update]) {
      const answer = await again();
      expect([answer.status, answer.body.code]).toEqual([410, "ERASED"]);
    }
    expect((await earlier()).headers.get("idempotent-replayed")).toBe("true");
  });

  test("is finished in portions if the other contact changed often", async () => {
    const primary = await api.contact({ email: "ada@example.com" });
    const merged = await secretContact();
    await merge(primary, merged);
    for (let change = 0; change < 220; change++) {
      await api.set("contacts", primary, "notes", `${SECRET} ${change}`);
    }
    await unmerge(primary, merged);
    await api.set("contacts", primary, "notes", null);
    await erase(merged);
    await finishErasures(app.deps, NOBODY);
    // What the contact had when the merge was undone is its own.
    const entries = await app.deps.db.kysely
      .selectFrom("record_history")
      .select("changes")
      .where("project_id", "=", caller.projectId)
      .execute();
    const withValues = entries.filter(({ changes }) => JSON.stringify(changes).includes(SECRET));
    expect(withValues).toHaveLength(1);
  });
});
