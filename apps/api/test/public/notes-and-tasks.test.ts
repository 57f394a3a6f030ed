import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

type Properties = Readonly<Record<string, string | null>>;

describe.each(DIALECTS)("notes and tasks on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (method: string, path: string, json?: unknown) =>
    app.call(method, path, { token: caller.token, ...(json === undefined ? {} : { json }) });
  const items = (properties: Properties) =>
    Object.entries(properties).map(([internal_name, value]) => ({ internal_name, value }));
  const create = (plural: string, properties: Properties, more: object = {}) =>
    call("POST", `/api/objects/${plural}`, { properties: items(properties), ...more });
  const make = async (plural: string, properties: Properties, more: object = {}) => {
    const { status, body } = await create(plural, properties, more);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data.id as number;
  };
  const set = (plural: string, id: number, properties: Properties) =>
    call("PATCH", `/api/crm/objects/${plural}/${id}`, { properties: items(properties) });
  const read = async (plural: string, id: number) =>
    (await call("GET", `/api/crm/objects/${plural}/${id}`)).body.data.properties as Properties;
  const codes = (body: { issues: readonly { path: string; code: string }[] }) =>
    body.issues.map(({ path, code }) => `${path} ${code}`);

  describe("a note", () => {
    test("happened when it was created, unless another time is given", async () => {
      const { body } = await create("notes", { body: "Called" });
      expect(body.data.occurred_at).toBe(body.data.createdAt);
      const past = await create("notes", { body: "Met", occurred_at: "2026-01-02T03:04:05Z" });
      expect(past.body.data.occurred_at).toBe("2026-01-02T03:04:05.000Z");
    });

    test("returns 400 without a text, at its creation and later", async () => {
      const { status, body } = await create("notes", { owner_id: "7" });
      expect([status, codes(body)]).toEqual([400, ["properties body_required"]]);
      const id = await make("notes", { body: "Called" });
      const cleared = await set("notes", id, { body: null, occurred_at: null });
      expect([cleared.status, codes(cleared.body)]).toEqual([
        400,
        ["properties.0.value body_required", "properties.1.value occurred_at_required"],
      ]);
    });
  });

  describe("a task", () => {
    test("is open, unless another status is given", async () => {
      const id = await make("tasks", { name: "Call back" });
      expect(await read("tasks", id)).toEqual({ name: "Call back", status: "open" });
    });

    test("has the time at which it became done, and none when it is opened again", async () => {
      const id = await make("tasks", { name: "Call back" });
      expect((await set("tasks", id, { status: "done" })).status).toBe(200);
      const { data } = (await call("GET", `/api/crm/objects/tasks/${id}`)).body;
      expect(data.properties.completed_at).toBe(data.updatedAt);
      await set("tasks", id, { status: "done", name: "Call" });
      expect((await read("tasks", id)).completed_at).toBe(data.updatedAt);
      await set("tasks", id, { status: "open" });
      expect(await read("tasks", id)).toEqual({ name: "Call", status: "open" });
    });

    test("keeps a given time of completion, and takes now for a cleared one", async () => {
      const completed_at = "2026-01-02T03:04:05.000Z";
      const id = await make("tasks", { name: "Call", status: "done", completed_at });
      expect((await read("tasks", id)).completed_at).toBe(completed_at);
      await set("tasks", id, { completed_at: null });
      const { data } = (await call("GET", `/api/crm/objects/tasks/${id}`)).body;
      expect(data.properties.completed_at).toBe(data.updatedAt);
    });

    test("returns 400 for a time of completion while it is open", async () => {
      const completed_at = "2026-01-02T03:04:05Z";
      const made = await create("tasks", { name: "Call", completed_at });
      expect([made.status, codes(made.body)]).toEqual([400, ["properties.1.value not_completed"]]);
      const id = await make("tasks", { name: "Call", status: "done" });
      const opened = await set("tasks", id, { status: "open", completed_at });
      expect([opened.status, codes(opened.body)]).toEqual([
        400,
        ["properties.1.value not_completed"],
      ]);
    });

    test("returns 400 for a status other than open and done, and for none", async () => {
      const { status, body } = await create("tasks", { name: "Call", status: "later" });
      expect([status, body.issues[0].allowed]).toEqual([400, ["open", "done"]]);
      const id = await make("tasks", { name: "Call" });
      const cleared = await set("tasks", id, { status: null });
      expect(codes(cleared.body)).toEqual(["properties.0.value status_required"]);
    });

    test("stays open in a merge with one that is done", async () => {
      const primaryId = await make("tasks", { name: "Call" });
      const done = await make("tasks", { name: "Call", status: "done", priority: "high" });
      const merged = { primaryId, mergeIds: [done] };
      expect((await call("POST", "/api/crm/objects/tasks/merge", merged)).status).toBe(200);
      const properties = { name: "Call", status: "open", priority: "high" };
      expect(await read("tasks", primaryId)).toEqual(properties);
    });
  });

  test("their associations are named after them first", async () => {
    const contact = await make("contacts", { email: "ada@example.com" });
    const associations = [{ to: { object: "contact", id: String(contact) } }];
    const note = await make("notes", { body: "Called" }, { associations });
    const task = await make("tasks", { name: "Call back" }, { associations });
    await call("PUT", `/api/crm/objects/tasks/${task}/associations/notes/${note}`);
    const path = `/api/crm/objects/contacts/${contact}?associations=note,task`;
    expect((await call("GET", path)).body.data.associations).toEqual({
      note: [{ id: String(note), type: "note_to_contact" }],
      task: [{ id: String(task), type: "task_to_contact" }],
    });
    const ofTask = await call("GET", `/api/crm/objects/tasks/${task}?associations=note`);
    expect(ofTask.body.data.associations.note[0].type).toBe("note_to_task");
  });

  test("returns 403 for a client with the scopes that there were before them", async () => {
    const scopes = ["contacts", "companies", "deals", "tickets", "leads", "appointments"];
    const earlier = await app.caller({
      projectId: caller.projectId,
      scope: scopes.flatMap((one) => [`crm.${one}.read`, `crm.${one}.write`]).join(" "),
    });
    const json = { properties: items({ body: "Called" }) };
    const { status, body } = await app.call("POST", "/api/objects/notes", {
      token: earlier.token,
      json,
    });
    expect([status, body.message]).toEqual([403, expect.stringContaining("crm.notes.write")]);
    const listed = await app.call("GET", "/api/crm/objects/tasks", { token: earlier.token });
    expect(listed.status).toBe(403);
  });
});
