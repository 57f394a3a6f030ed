import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

const PHONES = [
  "+44 20 7946 0001",
  "+442079460001",
  "+44 (0)20 7946 0001",
  "0044 20 7946 0001",
  "+44-20-7946-0001",
  "(+44) 20/7946.0001",
];
const EMAILS = [
  "info@müller.example",
  "Info@Müller.EXAMPLE",
  "INFO@xn--mller-kva.example",
  "info@mu\u0308ller.example",
];
/** A property, spellings of one value, and another value. */
const CASES = [
  ["phone", PHONES, "+44 20 7946 0001 ext. 5"],
  ["email", EMAILS, "info@muller.example"],
  ["hotline", PHONES, "020 7946 0001"],
  ["second_email", EMAILS, "info@mueller.example"],
] as const;

const item = (internal_name: string, value: unknown) => ({ internal_name, value });

describe.each(DIALECTS)("spellings of one address on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (method: string, path: string, json?: unknown) =>
    app.call(method, path, { token: caller.token, ...(json === undefined ? {} : { json }) });
  const objects = "/api/crm/objects/contacts";
  const search = async (filter: object) => {
    const { body } = await call("POST", `${objects}/search`, {
      filterGroups: [{ filters: [filter] }],
    });
    return body.data.results.map(({ id }: { id: number }) => id);
  };

  describe.each(CASES)("in %s", (name, [first = "", ...others], another) => {
    let id: number;
    let other: number;
    const create = (value: string, more: readonly object[] = []) =>
      call("POST", "/api/objects/contacts", {
        properties: [item(name, value), ...(name === "email" ? [] : more)],
      });
    beforeAll(async () => {
      caller = await app.caller();
      for (const [own, type] of [
        ["hotline", "phone"],
        ["second_email", "email"],
      ] as const) {
        const settings = { name: own, label: own, type, indexed: true, unique: true };
        await saveProperty(app.deps, caller.projectId, "contact", settings);
      }
      id = (await create(first, [item("email", "a@example.com")])).body.data.id;
      other = (await create(another, [item("email", "b@example.com")])).body.data.id;
    });

    test("are one record for upserts, which keep its spelling and change nothing", async () => {
      for (const value of [first, ...others]) {
        const body = { idProperty: name, properties: [item(name, value)] };
        expect(await call("POST", `${objects}/upsert`, body)).toMatchObject({
          status: 200,
          body: { data: { status: "unchanged", record: { id, version: 1 } } },
        });
      }
      const inputs = [first, ...others].map((value) => ({ properties: [item(name, value)] }));
      const batch = await call("POST", `${objects}/batch/upsert`, { idProperty: name, inputs });
      expect(batch.body.data.results).toEqual(
        inputs.map((_, index) =>
          expect.objectContaining({
            index,
            status: "unchanged",
            record: expect.objectContaining({ id }),
          }),
        ),
      );
    });

    test("are one record that two upserts at once create", async () => {
      const value = name.endsWith("mail")
        ? ["ü1@bücher.example", "Ü1@BÜCHER.example"]
        : ["+49 30 1234", "0049301234"];
      const made = await Promise.all(
        value.map((one) =>
          call("POST", `${objects}/upsert`, {
            idProperty: name,
            properties: [
              ...[item(name, one), item("city", "Rome")],
              ...(name === "email" ? [] : [item("email", "c@example.com")]),
            ],
          }),
        ),
      );
      expect(new Set(made.map(({ body }) => body.data.record.id)).size).toBe(1);
    });

    test("find the record by the key, in batches and in filters", async () => {
      for (const value of [first, ...others]) {
        const by = await call("GET", `${objects}/by/${name}?value=${encodeURIComponent(value)}`);
        expect(by).toMatchObject({ status: 200, body: { data: { id } } });
        expect(await search({ internal_name: name, operator: "EQ", value })).toEqual([id]);
        expect(await search({ internal_name: name, operator: "IN", values: [value, "x"] })).toEqual(
          [id],
        );
        expect(await search({ internal_name: name, operator: "NEQ", value })).toContain(other);
        expect(await search({ internal_name: name, operator: "NEQ", value })).not.toContain(id);
      }
      const read = await call("POST", `${objects}/batch/read`, {
        idProperty: name,
        inputs: [first, ...others].map((value) => ({ value })),
      });
      expect(
        read.body.data.results.map(({ record }: { record: { id: number } }) => record.id),
      ).toEqual([first, ...others].map(() => id));
    });

    test("are one value of a unique property", async () => {
      if (name === "phone" || name === "email") return;
      for (const value of others) {
        const answer = await call("POST", "/api/objects/contacts", {
          properties: [item(name, value), item("email", "d@example.com")],
        });
        expect(answer).toMatchObject({ status: 409 });
        expect(answer.body.issues?.[0] ?? answer.body.errors?.[0]).toMatchObject({
          conflictingId: String(id),
        });
      }
    });

    test("replace each other in an update by id, and the value is found", async () => {
      const [other = ""] = others;
      const path = `${objects}/${id}`;
      expect(await call("PATCH", path, { properties: [item(name, other)] })).toMatchObject({
        status: 200,
      });
      const read = await call("GET", path);
      expect(read.body.data).toMatchObject({ version: 2, properties: { [name]: other } });
      expect(await search({ internal_name: name, operator: "EQ", value: first })).toEqual([id]);
      await call("DELETE", path);
      expect(await search({ internal_name: name, operator: "EQ", value: other })).toEqual([]);
    });
  });
});
