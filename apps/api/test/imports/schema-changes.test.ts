import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import {
  contactsOf,
  createImport,
  endOf,
  readImport,
  refusedOf,
  sendData,
  undoImport,
} from "../support/imports.ts";
import { freeJobs, holdJobs } from "../support/jobs.ts";

const ROWS = 4_000;
/** The rows from here on are not written before the change. */
const LATE = 3_500;
/** Rows of an import that runs on during the change. */
const MANY = 30_000;
const SOON = { timeout: 60_000, interval: 5 };
const SIZES = "/api/crm/properties/contacts/size";

describe.each(DIALECTS)("a schema that changes while an import runs on %s", (dialect) => {
  // An import reads the schema, and a change writes it, as the other tests prove on both databases.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: TestApp;
  let token: string;
  let projectId: number;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ token, projectId } = await app.caller());
  });

  /**
   * Imports contacts, and changes the schema after some commits of the import.
   *
   * @param sizeOf returns the cell of the column `size` in a row
   * @returns the import before the change and at its end
   */
  async function importAround(
    change: () => Promise<unknown>,
    sizeOf: (row: number) => string,
    { rows = ROWS, json = {} }: { rows?: number; json?: Readonly<Record<string, unknown>> } = {},
  ) {
    const id = await createImport(app, token, json);
    const lines = Array.from({ length: rows }, (_, i) => `row${i}@example.com,${sizeOf(i)}\n`);
    expect((await sendData(app, token, id, { body: `email,size\n${lines.join("")}` })).status).toBe(
      200,
    );
    await expect.poll(async () => (await readImport(app, token, id)).read, SOON).toBeGreaterThan(0);
    const runsOn = rows === MANY;
    if (!runsOn) await holdJobs(app.deps.db);
    const before = await readImport(app, token, id);
    expect(before.read).toBeLessThan(LATE);
    await change();
    if (!runsOn) await freeJobs(app.deps.db);
    return { before, after: await endOf(app, token, id) };
  }

  const addSize = (settings: object) =>
    saveProperty(app.deps, projectId, "contact", { name: "size", label: "Size", ...settings });
  const removeSize = async () => {
    expect((await app.call("DELETE", SIZES, { token })).status).toBe(200);
  };

  onSqlite(
    "fails the import when its property was removed, and keeps and undoes what it has done",
    async () => {
      await addSize({});
      const sizeOf = (i: number) => (i < MANY - 1 ? "" : "42");
      const { after } = await importAround(removeSize, sizeOf, { rows: MANY });
      expect(after).toMatchObject({ state: "failed", created: after.read });
      expect(after.read).toBeLessThan(MANY);
      expect(after.failure).toContain("The schema changed during the import.");
      expect(after.failure).toContain('"size"');
      expect(Object.keys(await contactsOf(app, token))).toHaveLength(after.read);
      expect((await undoImport(app, token, after.id)).undo).toMatchObject({ left: 0 });
      expect(await contactsOf(app, token)).toEqual({});
    },
  );

  it("refuses to remove a property that the import has written, and the import continues", async () => {
    await addSize({});
    const remove = async () => {
      const answer = await app.call("DELETE", SIZES, { token });
      expect(answer).toMatchObject({ status: 409, body: { issues: [{ code: "in_use" }] } });
    };
    const { after } = await importAround(remove, (i) => String(i));
    expect(after).toMatchObject({ state: "done", created: ROWS, refused: 0 });
  });

  onSqlite("reads the later rows by the new type of a property", async () => {
    await addSize({});
    const change = async () => {
      await removeSize();
      await addSize({ type: "number" });
    };
    const { after } = await importAround(change, (i) =>
      i < LATE ? "" : i === LATE ? "7" : "tall",
    );
    expect(after).toMatchObject({ state: "done", created: LATE + 1, refused: ROWS - LATE - 1 });
    expect(await refusedOf(app, token, after.id)).toContain("size: ");
    const contacts = await contactsOf(app, token);
    expect(contacts[`row${LATE}@example.com`]?.size).toBe("7");
  });

  it("refuses the later rows with a value that others have, when the property became unique", async () => {
    await addSize({ indexed: true });
    const change = () => addSize({ unique: true });
    // The last row has the value of the first one.
    const { after } = await importAround(change, (i) => String(i % (ROWS - 1)));
    expect(after).toMatchObject({ state: "done", created: ROWS - 1, refused: 1 });
    expect(await refusedOf(app, token, after.id)).toContain(`row${ROWS - 1}@example.com`);
  });

  onSqlite(
    "refuses the later rows with an option that was removed, and names the allowed ones",
    async () => {
      const options = ["small", "large", "huge"].map((value) => ({ value, label: value }));
      await addSize({ type: "enumeration", closed: true, options });
      const change = () => addSize({ options: options.slice(0, 2) });
      const { after } = await importAround(change, (i) => (i < LATE ? "small" : "huge"));
      expect(after).toMatchObject({ state: "done", created: LATE, refused: ROWS - LATE });
      expect(await refusedOf(app, token, after.id)).toMatch(/small.*large/);
    },
  );

  onSqlite("fails an upsert whose key is no longer indexed", async () => {
    await addSize({ indexed: true });
    const change = () => addSize({ indexed: false });
    const json = { mode: "upsert", idProperty: "size" };
    const { before, after } = await importAround(change, (i) => `s${i}`, { json });
    expect(after).toMatchObject({ state: "failed", read: before.read, created: before.created });
    expect(after.failure).toContain(`"size" is not indexed`);
  });
});
