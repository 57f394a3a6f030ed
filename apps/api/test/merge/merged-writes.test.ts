import { addAssociation, removeAssociation, restoreRecord, tidy } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Caller, startApp, type TestApp } from "../support/app.ts";
import { numbered, restOf } from "../support/feed.ts";
import { type MergeApi, mergeApi } from "../support/merge.ts";
import { faultsOf, pathsOf } from "../support/records.ts";
import { findRemains } from "../support/remains.ts";

const CONTACTS = "/api/crm/objects/contacts";
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(DIALECTS)("merged records on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: MergeApi;
  let primary: number;
  let other: number;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = mergeApi(app, caller);
    primary = await api.contact({ email: "a@x.test" });
    other = await api.contact({ email: "b@x.test", city: "Bath" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const principal = () =>
    ({ kind: "user", id: "7", scopes: new Set<string>(), ...caller }) as const;
  const call = (method: string, path: string, json?: object) =>
    app.call(method, path, { token: caller.token, ...(json && { json }) });
  const read = async (id: number, query = "") =>
    (await api.get(`${CONTACTS}/${id}${query}`)).body.data;
  const refusal = ({ status, body }: Answer) => [status, body.code, faultsOf({ body } as Answer)];
  /** The worker cleans the files of SQLite later (erase-everywhere.test.ts). */
  async function tablesWithValues() {
    const found = await findRemains(app.deps.db, app.databaseUrl, "gonetown");
    return found.filter((place) => !place.startsWith("file"));
  }
  /** The rows that a refused merge must not change. */
  async function content() {
    const tables = ["records", "record_index", "record_words", "associations", "record_history"];
    const rows = [...tables, "record_merges", "events"].map((table) =>
      app.deps.db.kysely
        .selectFrom(table as "records")
        .selectAll()
        .where("project_id", "=", caller.projectId)
        .execute(),
    );
    return (await Promise.all(rows)).map((all) =>
      all.map((row) => JSON.stringify({ ...row, pending: 0 })).sort(),
    );
  }

  test.each([
    ["PATCH", { internal_name: "city", value: "York" }],
    ["DELETE", undefined],
  ])("409: %s of a merged record, with the id of the primary one", async (method, json) => {
    await api.merge("contacts", primary, other);
    const before = await content();
    const answer = await call(method, `${CONTACTS}/${other}`, json);
    expect(refusal(answer)).toEqual([409, "MERGED", ["contactId record_merged"]]);
    expect(answer.body.issues[0].conflictingId).toBe(String(primary));
    expect(await content()).toEqual(before);
  });

  test("409: writes through the Workspace API, which reads the primary record", async () => {
    await api.merge("contacts", primary, other);
    const workspace = await app.workspace({ projectId: caller.projectId });
    const found = await workspace.call("GET", `/contacts/${other}`);
    expect([found.status, found.body.data.id]).toEqual([200, String(primary)]);
    for (const [method, json] of [["PATCH", { firstName: "A" }], ["DELETE"]] as const) {
      const answer = await workspace.call(method, `/contacts/${other}`, json ? { json } : {});
      expect(refusal(answer)).toEqual([409, "MERGED", ["contactId record_merged"]]);
    }
  });

  test("409: a new record that would be associated with a merged one; 400 with other faults", async () => {
    await api.merge("contacts", primary, other);
    const associations = [{ to: { object: "contact", id: String(other) } }];
    const properties = [{ internal_name: "name", value: "D" }];
    const only = await api.post("/api/objects/deals", { properties, associations });
    expect(refusal(only)).toEqual([409, "MERGED", ["associations.0.to.id record_merged"]]);
    expect(only.body.issues[0].conflictingId).toBe(String(primary));
    const two = [...associations, { to: { object: "contact", id: "999999" } }];
    const both = await api.post("/api/objects/deals", { properties, associations: two });
    expect(refusal(both)).toEqual([
      400,
      "INVALID_INPUT",
      ["associations.0.to.id record_merged", "associations.1.to.id association_not_found"],
    ]);
  });

  test("a batch refuses inputs of merged records, and reads the primary one", async () => {
    await api.merge("contacts", primary, other);
    const batch = async (plural: string, verb: string, inputs: readonly object[]) =>
      (await api.post(`/api/crm/objects/${plural}/batch/${verb}`, { inputs })).body.data;
    const properties = [{ internal_name: "city", value: "York" }];
    for (const [verb, input] of [
      ["update", { id: other, properties }],
      ["delete", { id: other }],
    ] as const) {
      const [error] = (await batch("contacts", verb, [input])).errors;
      expect([verb, error.code, error.issues[0]]).toEqual([
        verb,
        "MERGED",
        expect.objectContaining({ path: "inputs.0.id", conflictingId: String(primary) }),
      ]);
    }
    const deal = {
      properties: [{ internal_name: "name", value: "D" }],
      associations: [{ to: { object: "contact", id: String(other) } }],
    };
    const [error] = (await batch("deals", "create", [deal])).errors;
    expect([error.code, error.issues[0].path]).toEqual(["MERGED", "inputs.0.associations.0.to.id"]);
    const { results } = await batch("contacts", "read", [{ id: other }]);
    expect(results[0]).toMatchObject({ index: 0, status: "found", record: { id: primary } });
  });

  test("an upsert finds the primary record by both values until an unmerge, a create makes a new one", async () => {
    await api.merge("contacts", primary, other);
    const upsert = (email: string) =>
      call("POST", `${CONTACTS}/upsert`, {
        idProperty: "email",
        properties: [{ internal_name: "email", value: email }],
      });
    const kept = await upsert("a@x.test");
    expect([kept.status, kept.body.data.status, kept.body.data.record.id]).toEqual([
      ...[200, "unchanged", primary],
    ]);
    const led = await upsert("b@x.test");
    expect([led.status, led.body.data.status, led.body.data.record.id]).toEqual([
      ...[200, "unchanged", primary],
    ]);
    const made = await api.contact({ email: "b@x.test" });
    expect((await upsert("b@x.test")).body.data.record.id).toBe(made);
    const undone = await api.unmerge("contacts", primary, other);
    expect(undone.status).toBe(200);
    const several = await upsert("b@x.test");
    expect([several.status, several.body.code]).toEqual([409, "AMBIGUOUS"]);
  });

  test("an export of a merged id has the primary record, and the history of its own id", async () => {
    await api.merge("contacts", primary, other);
    const [own, merged] = [
      await api.get(`${CONTACTS}/${primary}/export`),
      await api.get(`${CONTACTS}/${other}/export`),
    ];
    expect([own.status, merged.status]).toEqual([200, 200]);
    expect(merged.body.data.record).toEqual(own.body.data.record);
    expect(merged.body.data.record.id).toBe(primary);
    const changes = ({ body }: Answer) =>
      body.data.history.flatMap((entry: { changes: readonly { internal_name: string }[] }) =>
        entry.changes.map(({ internal_name }) => internal_name),
      );
    expect([changes(own), changes(merged)]).toEqual([["merge.id", "city"], ["merge.into"]]);
  });

  test("an association with a merged record, and its restore, are refused", async () => {
    const deal = (await api.make("deals", { name: "D", amount: 1, currency: "EUR" })).id;
    await api.merge("contacts", primary, other);
    const [one, two] = [
      { type: "deal", id: deal } as const,
      { type: "contact", id: other } as const,
    ];
    const refused = { code: "MERGED", issues: [{ conflictingId: String(primary) }] };
    for (const change of [addAssociation, removeAssociation]) {
      await expect(
        change({ deps: app.deps, principal: principal() }, one, two),
      ).rejects.toMatchObject(refused);
    }
    const restored = restoreRecord({ deps: app.deps, principal: principal() }, "contact", other);
    await expect(restored).rejects.toMatchObject(refused);
  });

  test("400: a merge with itself, an id twice, and every other fault at once", async () => {
    const before = await content();
    expect(refusal(await api.merge("contacts", primary, primary))).toEqual([
      ...[400, "INVALID_INPUT"],
      ["mergeIds.0 merge_with_itself"],
    ]);
    const path = `${CONTACTS}/merge`;
    const all = await api.post(path, {
      ...{ primaryId: primary, mergeIds: [other, String(other), String(primary), "x"], more: 1 },
    });
    expect(pathsOf(all).toSorted()).toEqual(["mergeIds.1", "mergeIds.2", "mergeIds.3", "more"]);
    for (const mergeIds of [[], Array.from({ length: 10 }, (_, i) => other + i + 1), {}, null]) {
      const answer = await api.post(path, { primaryId: primary, mergeIds });
      expect([answer.status, pathsOf(answer)]).toEqual([400, ["mergeIds"]]);
    }
    expect(await content()).toEqual(before);
  });

  test("404: records of another type, another tenant, deleted and missing ones, each with its path", async () => {
    const company = (await api.make("companies", { name: "C" })).id;
    const deleted = await api.contact({ email: "d@x.test" });
    await api.remove("contacts", deleted);
    const theirs = await mergeApi(app, await app.caller()).contact({ email: "t@x.test" });
    const before = await content();
    const answer = await api.merge("contacts", primary, other, company, deleted, theirs, 999_999);
    expect(refusal(answer)).toEqual([
      404,
      "NOT_FOUND",
      [1, 2, 3, 4].map((i) => `mergeIds.${i} record_not_found`),
    ]);
    expect(refusal(await api.merge("contacts", theirs, other))).toEqual([
      ...[404, "NOT_FOUND"],
      ["primaryId record_not_found"],
    ]);
    expect((await api.merge("companies", company, primary)).status).toBe(404);
    expect((await api.unmerge("contacts", theirs, other)).status).toBe(404);
    expect((await api.unmerge("contacts", primary, theirs)).status).toBe(404);
    expect(await content()).toEqual(before);
  });

  test.each([
    ["DELETE", "", [404, "NOT_FOUND", ["primaryId record_not_found"]]],
    ["POST", "/erase", [410, "ERASED", ["primaryId record_erased"]]],
  ])("a merge into a primary record after %s %s is refused", async (method, action, refused) => {
    await call(method, `${CONTACTS}/${primary}${action}`);
    const before = await content();
    expect(refusal(await api.merge("contacts", primary, other))).toEqual(refused);
    expect(await content()).toEqual(before);
  });

  test("400: an unmerge with a malformed id, an unknown member or no id; 404 for another type's id", async () => {
    await api.merge("contacts", primary, other);
    const company = (await api.make("companies", { name: "C" })).id;
    const before = await content();
    const path = `${CONTACTS}/${primary}/unmerge`;
    for (const [json, paths] of [
      [{}, ["mergeId"]],
      [{ mergeId: "x", all: 1 }, ["all", "mergeId"]],
      [{ mergeId: [other] }, ["mergeId"]],
    ] as const) {
      const answer = await api.post(path, json);
      expect([answer.status, pathsOf(answer).toSorted()]).toEqual([400, paths]);
    }
    expect((await api.post(`${CONTACTS}/x/unmerge`, { mergeId: other })).status).toBe(400);
    for (const mergeId of [company, 999_999]) {
      const answer = await api.unmerge("contacts", primary, mergeId);
      expect([mergeId, answer.status]).toEqual([mergeId, 404]);
    }
    expect((await api.unmerge("companies", company, other)).status).toBe(404);
    expect(refusal(await api.unmerge("contacts", primary, primary))).toEqual([
      ...[409, "CONFLICT"],
      ["mergeId not_merged"],
    ]);
    expect(await content()).toEqual(before);
  });

  test("409: a record that was merged already, as primary or not", async () => {
    await api.merge("contacts", primary, other);
    const third = await api.contact({ email: "c@x.test" });
    const before = await content();
    for (const [answer, path] of [
      [await api.merge("contacts", other, third), "primaryId"],
      [await api.merge("contacts", third, other), "mergeIds.0"],
      [await api.merge("contacts", primary, other), "mergeIds.0"],
    ] as const) {
      expect(refusal(answer)).toEqual([409, "MERGED", [`${path} record_merged`]]);
      expect(answer.body.issues[0].conflictingId).toBe(String(primary));
    }
    expect(await content()).toEqual(before);
  });

  test("409: an unmerge of a record that is not merged, twice, or not the newest", async () => {
    const third = await api.contact({ email: "c@x.test" });
    expect(refusal(await api.unmerge("contacts", primary, other))).toEqual([
      ...[409, "CONFLICT"],
      ["mergeId not_merged"],
    ]);
    await api.merge("contacts", primary, other, third);
    const early = await api.unmerge("contacts", primary, other);
    expect(refusal(early)).toEqual([409, "CONFLICT", ["mergeId newer_merge"]]);
    expect(early.body.issues[0].conflictingId).toBe(String(third));
    expect((await api.unmerge("contacts", primary, third)).status).toBe(200);
    expect((await api.unmerge("contacts", primary, third)).status).toBe(409);
    expect((await api.unmerge("contacts", primary, other)).status).toBe(200);
  });

  test("both events have the whole record and the ids of the others", async () => {
    await numbered(app);
    const { cursor } = await restOf(app, caller.token);
    await api.merge("contacts", primary, other);
    const after = await read(primary);
    await api.unmerge("contacts", primary, other);
    await numbered(app);
    const { events } = await restOf(app, caller.token, cursor);
    expect(events.map(({ type, data }) => [type, data.id, data.version])).toEqual([
      ["contact.merged", primary, 2],
      ["contact.merged", other, 2],
      ["contact.unmerged", primary, 3],
      ["contact.unmerged", other, 3],
    ]);
    const [merged, gone, undone, back] = events.map(({ data }) => data);
    const changes = { city: { old: null, new: "Bath" } };
    expect(merged).toEqual({ object: "contact", ...after, changes, mergedIds: [other] });
    expect([gone.mergedInto, gone.deletedAt]).toEqual([primary, after.updatedAt]);
    expect([undone.unmergedId, undone.changes]).toEqual([
      other,
      { city: { old: "Bath", new: null } },
    ]);
    expect(back).toEqual({ object: "contact", ...(await read(other)), unmergedFrom: primary });
  });

  test("after 90 days the values are gone, the id still leads to the primary record", async () => {
    const deal = (await api.make("deals", { name: "D", amount: 1, currency: "EUR" })).id;
    const third = await api.contact({ email: "c@x.test" }, { deal: [deal] });
    await api.merge("contacts", primary, other, third);
    await tidy(app.deps, new Date(Date.now() + 89 * DAY_MS));
    const rows = () =>
      app.deps.db.kysely
        .selectFrom("records")
        .select(["id", "properties"])
        .where("id", "in", [other, third])
        .orderBy("id")
        .execute();
    expect(JSON.stringify(await rows())).toContain("c@x.test");
    await tidy(app.deps, new Date(Date.now() + 91 * DAY_MS));
    expect(JSON.stringify(await rows())).not.toContain("x.test");
    expect((await rows()).length).toBe(2);
    const found = await read(third, "?associations=deal");
    expect([found.id, found.associations.deal.length]).toEqual([primary, 1]);
    const late = await api.unmerge("contacts", primary, third);
    expect(refusal(late)).toEqual([409, "CONFLICT", ["mergeId merge_too_old"]]);
    const history = await api.get(`${CONTACTS}/${third}/history`);
    expect(history.body.data.results[0].action).toBe("merged");
  });

  test("an erasure of the primary record erases the merged ones too", async () => {
    const third = await api.contact({ email: "c@x.test", city: "Gonetown" });
    await api.merge("contacts", other, third);
    await api.merge("contacts", primary, other);
    const direct = await call("POST", `${CONTACTS}/${third}/erase`);
    expect(refusal(direct)).toEqual([409, "MERGED", ["contactId record_merged"]]);
    expect((await call("POST", `${CONTACTS}/${primary}/erase`)).status).toBe(200);
    await expect.poll(tablesWithValues, { timeout: 60_000, interval: 500 }).toEqual([]);
    for (const id of [primary, other, third]) {
      const answer = await call("GET", `${CONTACTS}/${id}`);
      expect([id, answer.status, answer.body.code]).toEqual([id, 410, "ERASED"]);
    }
    expect(refusal(await api.unmerge("contacts", primary, other))).toEqual([
      ...[409, "CONFLICT"],
      ["mergeId record_erased"],
    ]);
    const live = await api.contact({ email: "d@x.test" });
    for (const erased of [primary, other, third]) {
      expect(refusal(await api.unmerge("contacts", live, erased))).toEqual([
        ...[409, "CONFLICT"],
        ["mergeId record_erased"],
      ]);
    }
    expect(refusal(await api.merge("contacts", live, primary))).toEqual([
      ...[410, "ERASED"],
      ["mergeIds.0 record_erased"],
    ]);
  });

  test("a merged record is not found while the primary one is in the bin", async () => {
    await api.merge("contacts", primary, other);
    await api.remove("contacts", primary);
    expect((await api.get(`${CONTACTS}/${other}`)).status).toBe(404);
    expect((await api.unmerge("contacts", primary, other)).status).toBe(404);
    await restoreRecord({ deps: app.deps, principal: principal() }, "contact", primary);
    expect((await read(other)).id).toBe(primary);
  });
});
