import { saveProperty, startWorker, type Worker } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { bulkChanges } from "./support/changes.ts";

const EVENTUALLY = { timeout: 60_000, interval: 50 };

describe.each(DIALECTS)("rules of properties in the admin app on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let worker: Worker;
  let projectId: number;
  let bulk: ReturnType<typeof bulkChanges>;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    ({ projectId } = app);
    bulk = bulkChanges(app, admin);
    worker = startWorker(app.deps, {
      onError: (error) => {
        throw error;
      },
    });
    await save({ name: "level", label: "Level", type: "number" });
    await save({ name: "codes", label: "Codes", multi: true });
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
  });

  const save = (settings: Parameters<typeof saveProperty>[3]) =>
    saveProperty(app.deps, projectId, "contact", settings);
  let made = 0;
  const email = () => `p${++made}@example.com`;
  const create = async (values: Readonly<Record<string, string | string[]>> = {}) => {
    const properties = Object.entries({ email: email(), ...values }).map(
      ([internal_name, value]) =>
        Array.isArray(value) ? { internal_name, values: value } : { internal_name, value },
    );
    return (await admin.trpc.records.create.mutate({ projectId, type: "contact", properties })).id;
  };
  const valuesOf = async (id: number) =>
    (await admin.trpc.records.read.query({ projectId, type: "contact", id })).properties;
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (error: unknown) => error,
    );
    return (error as { data?: { issues?: { path: string; code: string }[] } } | undefined)?.data
      ?.issues;
  };
  const edit = (
    ...edits: Parameters<typeof bulk.make>[0]["action"] extends infer Action
      ? Action extends {
          readonly kind: "edit";
          readonly edits: infer Edits extends readonly unknown[];
        }
        ? Edits[number][]
        : never
      : never
  ) => ({ kind: "edit" as const, edits });

  test("a form, a cell and a bulk change refuse a value that breaks a rule", async () => {
    const [old, other] = [await create({ level: "9" }), await create({ level: "1" })];
    const saved = await admin.trpc.schema.saveProperty.mutate({
      ...{ projectId, type: "contact", isNew: false },
      settings: { name: "level", rules: { max: "5" } },
    });
    expect(saved.brokenRules).toBe(
      " 1 record has a value that breaks its rules. It stays until it is written.",
    );
    expect(await refusal(create({ level: "6" }))).toMatchObject([
      { path: "properties.1.value", code: "rule_violated" },
    ]);
    const item = { internal_name: "level", value: "6" };
    const one = { projectId, type: "contact", id: other, item };
    expect(await refusal(admin.trpc.records.set.mutate(one))).toMatchObject([
      { path: "value", code: "rule_violated" },
    ]);
    const action = edit({ internal_name: "level", how: "set", value: "6" });
    const started = bulk.start({ type: "contact", selection: { ids: [other] }, action });
    expect(await refusal(started)).toMatchObject([
      { path: "action.edits.0.value", code: "rule_violated" },
    ]);
    const city = await bulk.make({
      type: "contact",
      selection: { ids: [old, other] },
      action: edit({ internal_name: "city", how: "set", value: "Rome" }),
    });
    expect(city).toMatchObject({ changed: 2, refused: 0 });
    expect(await valuesOf(old)).toMatchObject({ level: "9", city: "Rome" });
  });

  test("a bulk change adds only values that break no rule, and keeps those from before", async () => {
    const id = await create({ codes: ["long"] });
    await save({ name: "codes", rules: { maxLength: 2 } });
    const add = (...values: string[]) => ({
      type: "contact",
      selection: { ids: [id] },
      action: edit({ internal_name: "codes", how: "add", values }),
    });
    expect(await refusal(bulk.start(add("ab", "abc")))).toMatchObject([
      { path: "action.edits.0.values.1", code: "rule_violated" },
    ]);
    expect(await bulk.make(add("ab"))).toMatchObject({ changed: 1 });
    expect(await valuesOf(id)).toMatchObject({ codes: ["long", "ab"] });
    const removed = await bulk.make({
      ...add(),
      action: edit({ internal_name: "codes", how: "remove", values: ["long"] }),
    });
    expect(removed).toMatchObject({ changed: 1 });
    expect(await valuesOf(id)).toMatchObject({ codes: ["ab"] });
  });

  test("the dry run of an import refuses the rows that break a rule, with the sentence", async () => {
    await save({ name: "zip", rules: { pattern: "\\d{4}" }, default: "8000" });
    const [known, kept] = [email(), email()];
    const csv = `email,zip\n${known},12345\n${kept},1234\n${email()},\n`;
    const response = await fetch(
      `${app.url}/uploads/imports/${projectId}?object=contact&name=people.csv`,
      {
        method: "PUT",
        headers: { "x-rapport-admin": "1", cookie: admin.cookie },
        body: csv,
      },
    );
    const { id } = (await response.json()) as { id: string };
    const input = { projectId, id };
    const { drafts } = admin.trpc.imports;
    await drafts.check.mutate(input);
    const check = async () => (await drafts.read.query(input)).check;
    await expect.poll(async () => (await check())?.state, EVENTUALLY).not.toBe("running");
    const refused = await drafts.rows.query({ ...input, outcome: "refused" });
    expect(refused.rows).toHaveLength(1);
    expect(JSON.stringify(refused.rows)).toContain("must match the pattern");
    const created = await drafts.rows.query({ ...input, outcome: "created" });
    expect(created.rows).toHaveLength(2);
  });

  test("the undoing of a bulk change leaves a record whose earlier value breaks a rule now", async () => {
    const id = await create({ jobtitle: "Clerk" });
    const change = await bulk.make({
      type: "contact",
      selection: { ids: [id] },
      action: edit({ internal_name: "jobtitle", how: "set", value: "CTO" }),
    });
    await save({ name: "jobtitle", rules: { maxLength: 3 } });
    expect(await bulk.undo(change.id)).toMatchObject({ undo: { undone: 0, left: 1 } });
    expect(await valuesOf(id)).toMatchObject({ jobtitle: "CTO" });
  });
});
