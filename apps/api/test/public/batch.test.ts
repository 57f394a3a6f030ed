import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { saveProperty } from "@rapport/core";
import { recordIndex } from "@rapport/db";
import { countBlocked, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";

interface Result {
  index: number;
  status: string;
  record: { id: number; version: number; properties: Record<string, unknown> };
}
interface Failure {
  index: number;
  code: string;
  issues: { path: string; code: string }[];
}

/** Members of a record for a token that may not read it. */
const STAMP = ["createdAt", "id", "updatedAt", "version"];

const property = (internal_name: string, value: unknown) => ({ internal_name, value });
const contact = (email: string) => ({ properties: [property("email", email)] });
const city = (value: string) => [property("city", value)];

describe.each(DIALECTS)("batches on %s", (dialect) => {
  // Inputs are checked before any statement that writes, and places for large bodies are in memory.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const post = (path: string, json: unknown, token = caller.token) =>
    app.call("POST", path, { token, json });
  const batch = (verb: string, body: object, token?: string, plural = "contacts") =>
    post(`/api/crm/objects/${plural}/batch/${verb}`, body, token);
  const get = (path: string, token = caller.token) => app.call("GET", path, { token });

  async function make(...emails: readonly string[]): Promise<readonly number[]> {
    const { body } = await batch("create", { inputs: emails.map(contact) });
    return body.data.results.map(({ record }: Result) => record.id);
  }
  async function failures(verb: string, inputs: readonly unknown[]): Promise<readonly Failure[]> {
    const { status, body } = await batch(verb, { inputs });
    expect(status).toBe(207);
    return body.data.errors;
  }
  const faultsOf = ({ issues }: Failure) => issues.map(({ path, code }) => [path, code]);
  const count = async (table: "records" | "record_history" | "events" | "record_index") => {
    const { kysely } = app.deps.db;
    const [row] = await kysely
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .where("project_id", "=", caller.projectId)
      .execute();
    return Number(row?.rows);
  };

  test.each(OBJECTS)("create, read, update and delete $plural", async (object) => {
    const { plural, create, set } = object;
    const made = await batch("create", { inputs: [{ properties: create }] }, undefined, plural);
    expect(made).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: "1 of 1 inputs succeeded.",
        data: { results: [{ index: 0, status: "created", record: { version: 1 } }], errors: [] },
      },
    });
    const { id } = made.body.data.results[0].record;
    const run = async (verb: string, input: object): Promise<Result> =>
      (await batch(verb, { inputs: [input] }, undefined, plural)).body.data.results[0];

    const updated = await run("update", { id, properties: [set], ifVersion: 1 });
    expect(updated).toMatchObject({ status: "updated", record: { id, version: 2 } });
    expect(updated.record.properties[set.internal_name]).toBe(set.value);
    const single = (await get(`/api/crm/objects/${plural}/${id}`)).body.data;
    expect(updated.record).toEqual(single);
    expect(await run("read", { id })).toEqual({ index: 0, status: "found", record: single });
    expect(await run("update", { id, properties: [set] })).toMatchObject({ status: "unchanged" });

    const deleted = await run("delete", { id: String(id), ifVersion: 2 });
    expect(deleted).toMatchObject({ status: "deleted", record: { id, version: 3 } });
    expect(deleted.record).toHaveProperty("deletedAt");
    expect((await get(`/api/crm/objects/${plural}/${id}`)).status).toBe(404);
  });

  test("write 1,000 inputs, more than fit into one statement", async () => {
    const emails = Array.from({ length: 1_000 }, (_, i) => `many${i}@example.com`);
    const ids = await make(...emails);
    expect(new Set(ids).size).toBe(1_000);
    const { body } = await batch("read", { inputs: ids.map((id) => ({ id })) });
    expect(body.data.results.map(({ record }: Result) => record.properties.email)).toEqual(emails);
    const inputs = ids.map((id) => ({ id, properties: city("Lyon"), ifVersion: 1 }));
    expect((await batch("update", { inputs })).status).toBe(200);
    const deleted = await batch("delete", { inputs: ids.map((id) => ({ id, ifVersion: 2 })) });
    expect(deleted.body.data.results).toHaveLength(1_000);
    const found = await get("/api/crm/objects/contacts/by/email?value=many7@example.com");
    expect(found.status).toBe(404);
  });

  test("return each failed input with its position, and write the others", async () => {
    const [id] = await make("between@example.com");
    const { status, body } = await batch("update", {
      inputs: [
        { id: 999_999, properties: city("Oslo") },
        { id, properties: city("Oslo") },
        { id, properties: [property("email", "nobody")] },
      ],
    });
    expect([status, body.success, body.message]).toEqual([207, true, "1 of 3 inputs succeeded."]);
    expect(body.data.results).toMatchObject([{ index: 1, status: "updated" }]);
    expect(body.data.errors).toMatchObject([
      {
        index: 0,
        code: "NOT_FOUND",
        message: "There is no contact with id 999999 in this project.",
        issues: [{ path: "inputs.0.id", code: "record_not_found" }],
      },
      {
        index: 2,
        code: "INVALID_INPUT",
        issues: [{ path: "inputs.2.properties.0.value", code: "value_invalid" }],
      },
    ]);
  });

  // Other tests look up records and associations on both databases.
  describe.runIf(dialect === "sqlite")("report every fault of an input", () => {
    const to = (object: unknown, id: unknown) => ({
      ...contact("to@example.com"),
      associations: [{ to: { object, id } }],
    });
    test.each<[string, unknown, readonly [string, string][]]>([
      ["text instead of an object", "x", [["", "invalid_type"]]],
      ["null", null, [["", "invalid_type"]]],
      ["a list", [], [["", "invalid_type"]]],
      ["no properties", {}, [["properties", "required"]]],
      ["an empty list of properties", { properties: [] }, [["properties", "too_few"]]],
      [
        "201 properties",
        { properties: Array.from({ length: 201 }, (_, i) => property(`p${i}`, "")) },
        [
          ["properties", "too_many"],
          ...Array.from({ length: 201 }, (_, i): [string, string] => [
            `properties.${i}.internal_name`,
            "property_unknown",
          ]),
        ],
      ],
      [
        "an unknown member",
        { ...contact("a@example.com"), ifVersion: 1 },
        [["ifVersion", "unrecognized_key"]],
      ],
      ["a property that is no object", { properties: [1] }, [["properties.0", "invalid_type"]]],
      [
        "a property without a name",
        { properties: [{ value: "x" }] },
        [["properties.0.internal_name", "required"]],
      ],
      [
        "an unknown property",
        { properties: [property("emial", "a@example.com"), property("phone", "1")] },
        [["properties.0.internal_name", "property_unknown"]],
      ],
      [
        "a forbidden property",
        { properties: [property("phone", "1"), property("tenant_id", "1")] },
        [["properties.1.internal_name", "property_forbidden"]],
      ],
      [
        "a property twice",
        { properties: [property("phone", "1"), property("phone", "2")] },
        [["properties.1.internal_name", "property_repeated"]],
      ],
      [
        "an object as a value",
        { properties: [property("email", {})] },
        [["properties.0.value", "invalid_type"]],
      ],
      [
        "no email and no phone",
        { properties: city("x") },
        [["properties", "email_or_phone_required"]],
      ],
      [
        "a malformed association",
        { ...contact("a@example.com"), associations: [{ to: 1 }] },
        [["associations.0.to", "invalid_type"]],
      ],
      ["an unknown type", to("planet", "1"), [["associations.0.to.object", "object_type_unknown"]]],
      [
        "an id of letters",
        to("deal", "x"),
        [["associations.0.to.id", "association_id_not_numeric"]],
      ],
      [
        "an id with a leading zero",
        to("deal", "007"),
        [["associations.0.to.id", "association_id_not_numeric"]],
      ],
      [
        "an unknown record",
        to("deal", "999999"),
        [["associations.0.to.id", "association_not_found"]],
      ],
      [
        "several faults",
        {
          properties: [property("emial", "x"), property("phone", []), property("website", "x y")],
          associations: [{ to: { object: "deal", id: "999999" } }],
          more: 1,
        },
        [
          ["properties.1.value", "invalid_type"],
          ["more", "unrecognized_key"],
          ["properties.0.internal_name", "property_unknown"],
          ["properties.2.value", "value_invalid"],
          ["associations.0.to.id", "association_not_found"],
        ],
      ],
    ])("of a create: %s", async (_, input, faults) => {
      const before = await count("records");
      const [failure] = await failures("create", [contact("ok@example.com"), input]);
      expect(failure).toMatchObject({ index: 1, code: "INVALID_INPUT" });
      const expected = faults.map(([path, code]) => [
        path === "" ? "inputs.1" : `inputs.1.${path}`,
        code,
      ]);
      expect(faultsOf(failure as Failure)).toEqual(expect.arrayContaining(expected));
      expect(failure?.issues.map(({ path }) => path)).toEqual([
        ...new Set(failure?.issues.map(({ path }) => path)),
      ]);
      expect(await count("records")).toBe(before + 1);
    });

    test.each<[string, object]>([
      ["create", {}],
      ["update", {}],
      ["upsert", { idProperty: "email" }],
      ["delete", {}],
    ])("of a batch to %s with inputs that are no objects: only that", async (verb, by) => {
      const { body } = await batch(verb, { inputs: [1, null, []], ...by });
      expect(body.data.errors.flatMap(faultsOf)).toEqual(
        [0, 1, 2].map((i) => [`inputs.${i}`, "invalid_type"]),
      );
    });

    test.each<[string, string, unknown, string, string]>([
      ["update", "an id of letters", { id: "x", properties: city("x") }, "id", "invalid_format"],
      ["update", "no id", { properties: city("x") }, "id", "required"],
      ["update", "no properties", { id: 1 }, "properties", "required"],
      [
        "update",
        "a version of text",
        { id: 1, properties: city("x"), ifVersion: "1" },
        "ifVersion",
        "invalid_type",
      ],
      [
        "update",
        "the version 0",
        { id: 1, properties: city("x"), ifVersion: 0 },
        "ifVersion",
        "out_of_range",
      ],
      [
        "update",
        "associations",
        { id: 1, properties: city("x"), associations: [] },
        "associations",
        "unrecognized_key",
      ],
      ["delete", "the id 0", { id: 0 }, "id", "out_of_range"],
      ["delete", "properties", { id: 1, properties: [] }, "properties", "unrecognized_key"],
      ["read", "a fraction", { id: 1.5 }, "id", "invalid_type"],
      ["read", "a version", { id: 1, ifVersion: 1 }, "ifVersion", "unrecognized_key"],
    ])("of a batch to %s: %s", async (verb, _, input, member, code) => {
      const [failure] = await failures(verb, [input]);
      expect(failure).toMatchObject({ index: 0, code: "INVALID_INPUT" });
      expect(faultsOf(failure as Failure)).toContainEqual([`inputs.0.${member}`, code]);
    });

    test.each([{}, { idProperty: "email" }])("of a read with an id and a value, %o", async (by) => {
      const { body } = await batch("read", { inputs: [{ id: 1, value: "a@example.com" }], ...by });
      expect(body.data.results).toEqual([]);
      expect(faultsOf(body.data.errors[0])).toEqual([["inputs.0", "id_and_value"]]);
    });

    test("of a malformed update, with the faults that only its record shows", async () => {
      const [id] = await make("rules@example.com");
      const input = { id, properties: [property("email", null)], more: 1 };
      const [failure] = await failures("update", [input]);
      expect(faultsOf(failure as Failure)).toEqual([
        ["inputs.0.more", "unrecognized_key"],
        ["inputs.0.properties.0.value", "email_or_phone_required"],
      ]);
    });
  });

  onSqlite.each<[string, object, string, string]>([
    ["no inputs", {}, "inputs", "required"],
    ["an empty list", { inputs: [] }, "inputs", "too_few"],
    ["1,001 inputs", { inputs: Array(1_001).fill(contact("x@example.com")) }, "inputs", "too_many"],
    ["an object as inputs", { inputs: {} }, "inputs", "invalid_type"],
    [
      "an unknown member",
      { inputs: [contact("x@example.com")], all: 1 },
      "all",
      "unrecognized_key",
    ],
    [
      "atomic as text",
      { inputs: [contact("x@example.com")], atomic: "true" },
      "atomic",
      "invalid_type",
    ],
  ])("return 400 for %s", async (_, body, path, code) => {
    const before = await count("records");
    const answer = await batch("create", body);
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(answer.body.issues).toMatchObject([{ path, code }]);
    expect(await count("records")).toBe(before);
  });

  onSqlite("take a body of 8 MiB and refuse one byte more", async () => {
    const notes = (bytes: number) => {
      const text = "x".repeat(60_000);
      const inputs = Array.from({ length: 138 }, () => ({ properties: [property("notes", text)] }));
      const body = JSON.stringify({ inputs });
      return body + " ".repeat(bytes - body.length);
    };
    const send = (path: string, bytes: number) =>
      app.call("POST", path, {
        token: caller.token,
        body: notes(bytes),
        headers: { "content-type": "application/json" },
      });
    const path = "/api/crm/objects/contacts/batch/create";
    // None of them has an email or a phone.
    expect((await send(path, 8 * 1024 * 1024)).status).toBe(207);
    const refused = await send(path, 8 * 1024 * 1024 + 1);
    expect([refused.status, refused.body.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(refused.body.message).toContain("8 MiB");
    expect((await send("/api/objects/contacts", 8 * 1024 * 1024)).status).toBe(413);
  });

  onSqlite(
    "return 503 for the thirteenth large body at the same time, and take it later",
    async () => {
      const path = "/api/crm/objects/contacts/batch/read";
      const bytes = Buffer.from(JSON.stringify({ inputs: [{ id: 1 }] }) + " ".repeat(1024 * 1024));
      const headers = { "content-type": "application/json" };
      // A credential has fewer places than the process.
      const callers = await Promise.all(Array.from({ length: 4 }, () => app.caller()));
      const tokens = [caller, ...callers].map(({ token }) => token);
      const uploads = Array.from({ length: 13 }, (_, index) => {
        const sent = request(`${app.url}${path}`, { method: "POST" });
        sent.setHeaders(
          new Map(Object.entries({ ...headers, "content-length": `${bytes.length}` })),
        );
        sent.setHeader("authorization", `Bearer ${tokens[index % tokens.length]}`);
        const answer = once(sent, "response").then(async ([response]) => {
          const body = JSON.parse(await text(response));
          return { index, status: response.statusCode, headers: response.headers, body };
        });
        sent.write(bytes.subarray(0, 1));
        return { answer, end: () => sent.end(bytes.subarray(1)), abort: () => sent.destroy() };
      });
      const refused = await Promise.race(uploads.map(({ answer }) => answer));
      expect(refused).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
      expect(refused.headers["retry-after"]).toBe("2");
      expect((await batch("read", { inputs: [{ id: 1 }] })).status).toBe(207);
      uploads[refused.index]?.abort();
      const others = uploads.filter((_, index) => index !== refused.index);
      for (const one of others) one.end();
      for (const { answer } of others) expect((await answer).status).toBe(207);
      const later = await app.call("POST", path, { token: caller.token, body: bytes, headers });
      expect(later.status).toBe(207);
    },
  );

  describe("that are atomic", () => {
    test("leave nothing if one of 1,000 inputs fails, and report all faults", async () => {
      const inputs: unknown[] = Array.from({ length: 1_000 }, (_, i) =>
        contact(`a${i}@example.com`),
      );
      inputs[7] = contact("nobody");
      inputs[990] = { properties: [property("emial", "x"), property("phone", "+1 555 0100")] };
      const rows = () =>
        Promise.all((["records", "record_history", "events", "record_index"] as const).map(count));
      const before = await rows();
      const { status, body } = await batch("create", { inputs, atomic: true });
      expect([status, body.success, body.data, body.code]).toEqual([
        400,
        false,
        null,
        "INVALID_INPUT",
      ]);
      expect(body.message).toBe("Input 7 failed, so nothing was changed. The request is invalid.");
      expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
        "inputs.7.properties.0.value",
        "inputs.990.properties.0.internal_name",
      ]);
      expect(await rows()).toEqual(before);
    });

    test("have the status of the first faulty input", async () => {
      const [id] = await make("first@example.com");
      const missing = { id: 999_999 };
      const stale = { id, ifVersion: 9 };
      const one = await batch("delete", { inputs: [{ id }, missing, stale], atomic: true });
      expect([one.status, one.body.code]).toEqual([404, "NOT_FOUND"]);
      const other = await batch("delete", { inputs: [stale, missing], atomic: true });
      expect([other.status, other.body.code]).toEqual([412, "VERSION_MISMATCH"]);
      expect(other.body.issues).toMatchObject([
        { path: "inputs.0.ifVersion", code: "version_mismatch", currentVersion: 1 },
        { path: "inputs.1.id", code: "record_not_found" },
      ]);
      const read = await batch("read", { inputs: [{ id }, missing], atomic: true });
      expect([read.status, read.body.issues[0].path]).toEqual([404, "inputs.1.id"]);
      expect((await get(`/api/crm/objects/contacts/${id}`)).body.data.version).toBe(1);
    });

    test("name the earlier input that deletes the record, because it is undone", async () => {
      const [id] = await make("twice@example.com");
      const { status, body } = await batch("delete", { inputs: [{ id }, { id }], atomic: true });
      const message = `\`inputs.0\` deletes the contact with id ${id} first.`;
      expect([status, body.issues]).toEqual([
        404,
        [{ path: "inputs.1.id", code: "record_not_found", message }],
      ]);
      expect((await get(`/api/crm/objects/contacts/${id}`)).status).toBe(200);
    });

    test("name the earlier input that gives the same unique value, because its record is undone", async () => {
      const own = await app.caller();
      const name = "email";
      await saveProperty(app.deps, own.projectId, "contact", { name, unique: true });
      const emails = Array.from({ length: 1_000 }, (_, i) => `s${i % 999}@example.com`);
      const inputs = emails.map(contact);
      const made = await batch("create", { inputs, atomic: true }, own.token);
      const same = (index: number, by: number) => ({
        path: `inputs.${index}.properties.0.value`,
        code: "value_not_unique",
        message: `\`inputs.${by}\` gives another contact the same email.`,
      });
      expect([made.status, made.body.issues]).toEqual([409, [same(999, 0)]]);
      expect(made.body.message).toBe(
        `Input 999 failed, so nothing was changed. ${same(999, 0).message}`,
      );
      const few = { inputs: [contact("t1@example.com"), contact("t2@example.com")] };
      const { results } = (await batch("create", few, own.token)).body.data;
      const [one, two] = results.map(({ record }: Result) => record.id);
      const moved = await batch(
        "update",
        {
          inputs: [
            { id: one, ...contact("t3@example.com") },
            { id: two, ...contact("t3@example.com") },
          ],
          atomic: true,
        },
        own.token,
      );
      expect([moved.status, moved.body.issues]).toEqual([409, [same(1, 0)]]);
    });

    test("name the record that had a unique value before, even if an earlier input changes it", async () => {
      const own = await app.caller();
      const name = "email";
      await saveProperty(app.deps, own.projectId, "contact", { name, unique: true });
      const few = { inputs: [contact("v1@example.com"), contact("v2@example.com")] };
      const { results } = (await batch("create", few, own.token)).body.data;
      const [one, two] = results.map(({ record }: Result) => record.id);
      const inputs = [
        { id: one, properties: city("Rome") },
        { id: two, ...contact("v1@example.com") },
      ];
      const { status, body } = await batch("update", { inputs, atomic: true }, own.token);
      expect(status).toBe(409);
      expect(body.issues).toMatchObject([
        { path: "inputs.1.properties.0.value", conflictingId: String(one) },
      ]);
    });

    test("give the version from before the batch if an earlier input changes the record", async () => {
      const [id] = await make("versions@example.com");
      await batch("update", { inputs: [{ id, properties: city("Oslo") }] });
      const to = (name: string, ifVersion?: number) => ({ id, properties: city(name), ifVersion });
      const inputs = [to("Rome"), to("Bern", 2)];
      const refused = await batch("update", { inputs, atomic: true });
      expect([refused.status, refused.body.issues]).toEqual([
        412,
        [
          {
            path: "inputs.1.ifVersion",
            code: "version_mismatch",
            message:
              "The record has version 2 now, and `inputs.0` changes it first. Give only `inputs.0` an `ifVersion`.",
            currentVersion: 2,
          },
        ],
      ]);
      const retry = await batch("update", { inputs: [to("Rome", 2), to("Bern")], atomic: true });
      expect(retry.body.data.results).toMatchObject([
        { record: { version: 3 } },
        { record: { version: 4 } },
      ]);
    });

    test("write everything if no input fails", async () => {
      const inputs = [contact("x1@example.com"), contact("x2@example.com")];
      const { status, body } = await batch("create", { inputs, atomic: true });
      expect([status, body.data.results.length]).toEqual([200, 2]);
    });
  });

  test("let inputs act in order on one record", async () => {
    const [id] = await make("order@example.com");
    const { body } = await batch("update", {
      inputs: [
        { id, properties: city("Rome"), ifVersion: 1 },
        { id, properties: city("Bern"), ifVersion: 1 },
        { id, properties: city("Rome") },
        { id, properties: city("Bonn"), ifVersion: 2 },
      ],
    });
    expect(body.data.results).toMatchObject([
      { index: 0, status: "updated", record: { version: 2 } },
      { index: 2, status: "unchanged", record: { version: 2 } },
      { index: 3, status: "updated", record: { version: 3 } },
    ]);
    expect(body.data.errors).toMatchObject([
      { index: 1, code: "VERSION_MISMATCH", issues: [{ currentVersion: 2 }] },
    ]);
    const { results } = (await get(`/api/crm/objects/contacts/${id}/history`)).body.data;
    expect(results).toMatchObject([
      { version: 3, changes: [{ internal_name: "city", old: "Rome", new: "Bonn" }] },
      { version: 2, changes: [{ internal_name: "city", old: null, new: "Rome" }] },
      { version: 1, action: "created" },
    ]);
    const gone = await batch("delete", { inputs: [{ id }, { id }] });
    expect(gone.body.data).toMatchObject({
      results: [{ index: 0, status: "deleted" }],
      errors: [{ index: 1, code: "NOT_FOUND" }],
    });
  });

  test("write no version, history entry or event for an input that changes nothing", async () => {
    const [id] = await make("same@example.com");
    const before = [await count("record_history"), await count("events")];
    const { body } = await batch("update", { inputs: [{ id, ...contact("same@example.com") }] });
    expect(body.data.results).toMatchObject([{ status: "unchanged", record: { version: 1 } }]);
    expect([await count("record_history"), await count("events")]).toEqual(before);
  });

  test("give unique values to the first input that asks for them", async () => {
    const own = await app.caller();
    const name = "email";
    await saveProperty(app.deps, own.projectId, "contact", { name, unique: true });
    const taken = await batch("create", { inputs: [contact("u1@example.com")] }, own.token);
    const [{ record }] = taken.body.data.results;
    const made = await batch(
      "create",
      {
        inputs: [
          contact("u2@example.com"),
          contact("U1@example.com"),
          contact("u3@example.com"),
          contact("U3@example.com"),
        ],
      },
      own.token,
    );
    const [second, third] = made.body.data.results.map((one: Result) => one.record.id);
    expect(made.body.data.results.map(({ index }: Result) => index)).toEqual([0, 2]);
    expect(made.body.data.errors).toMatchObject([
      {
        index: 1,
        code: "CONFLICT",
        issues: [
          {
            path: "inputs.1.properties.0.value",
            code: "value_not_unique",
            conflictingId: String(record.id),
          },
        ],
      },
      { index: 3, code: "CONFLICT", issues: [{ conflictingId: String(third) }] },
    ]);
    // The second record takes the value that the first loses, but not before.
    const moved = await batch(
      "update",
      {
        inputs: [
          { id: second, ...contact("u1@example.com") },
          { id: record.id, ...contact("u4@example.com") },
          { id: second, ...contact("u1@example.com") },
        ],
      },
      own.token,
    );
    expect(moved.body.data).toMatchObject({
      results: [{ index: 1 }, { index: 2, record: { id: second } }],
      errors: [{ index: 0, code: "CONFLICT" }],
    });
    const deleted = await batch("delete", { inputs: [{ id: second }] }, own.token);
    expect(deleted.status).toBe(200);
    const again = await batch("create", { inputs: [contact("u1@example.com")] }, own.token);
    expect(again.status).toBe(200);
  });

  // SQLite has one writer at a time.
  test.runIf(dialect === "postgres")(
    "write their other inputs if another transaction takes a unique value meanwhile",
    async () => {
      const own = await app.caller();
      const name = "email";
      await saveProperty(app.deps, own.projectId, "contact", { name, unique: true });
      const taker = await batch("create", { inputs: [contact("first@example.com")] }, own.token);
      const id = taker.body.data.results[0].record.id as number;
      const blocked = () => countBlocked(app.databaseUrl);
      const [taken, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const taking = app.deps.db.transaction(async (tx) => {
        const row = [own.projectId, "contact", "email", "taken@example.com", id];
        await recordIndex.insertUniqueRows(tx, [row]);
        taken.resolve();
        await committing.promise;
      });
      await taken.promise;
      const emails = ["a@example.com", "taken@example.com", "b@example.com"];
      const inputs = emails.map(contact);
      const answer = batch("create", { inputs }, own.token);
      await expect.poll(blocked).toBeGreaterThan(0);
      committing.resolve();
      await taking;
      const { status, body } = await answer;
      expect([status, body.data.results.map(({ index }: Result) => index)]).toEqual([207, [0, 2]]);
      expect(body.data.errors).toMatchObject([
        {
          index: 1,
          issues: [{ code: "value_not_unique", conflictingId: String(id) }],
        },
      ]);
      const list = await get("/api/crm/objects/contacts?properties=email", own.token);
      expect(
        list.body.data.results.map(({ properties }: Result["record"]) => properties.email),
      ).toEqual(["first@example.com", "a@example.com", "b@example.com"]);
    },
  );

  test("associate new records, with events and history on both sides", async () => {
    const company = (await post("/api/objects/companies", { properties: [property("name", "c")] }))
      .body.data.id;
    const associations = [{ to: { object: "company", id: String(company) } }];
    const inputs = ["n1@example.com", "n2@example.com"].map((email) => ({
      ...contact(email),
      associations: [...associations, ...associations],
    }));
    const { body } = await batch("create", { inputs });
    const ids = body.data.results.map(({ record }: Result) => record.id);
    const back = await get(`/api/crm/objects/companies/${company}?associations=contact`);
    expect(back.body.data.associations.contact).toEqual(
      ids.map((id: number) => ({ id: String(id), type: "contact_to_company" })),
    );
    const history = await get(`/api/crm/objects/companies/${company}/history`);
    expect(history.body.data.results.map(({ action }: { action: string }) => action)).toEqual([
      "associated",
      "associated",
      "created",
    ]);
    const { kysely } = app.deps.db;
    const raised = await kysely
      .selectFrom("events")
      .select(["type", "payload"])
      .where("project_id", "=", caller.projectId)
      .orderBy("id", "desc")
      .limit(4)
      .execute();
    expect(raised.map(({ type }) => type)).toEqual([
      "association.created",
      "contact.created",
      "association.created",
      "contact.created",
    ]);
    expect(JSON.parse(raised[1]?.payload ?? "")).toMatchObject({
      associations: { company: [{ id: String(company), type: "contact_to_company" }] },
    });
  });

  test("replay their response with an Idempotency-Key, a 207 too", async () => {
    const inputs = [contact("keyed@example.com"), { properties: [property("email", "x")] }, 5];
    const send = (json: object, token = caller.token) =>
      app.call("POST", "/api/crm/objects/contacts/batch/create", {
        ...{ token, json },
        headers: { "idempotency-key": "batch-1" },
      });
    const first = await send({ inputs });
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([207, null]);
    const before = await count("records");
    const again = await send({ inputs });
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([207, "true"]);
    expect(again.body).toEqual(first.body);
    expect(await count("records")).toBe(before);
    // Malformed inputs are part of the request too.
    const other = await send({ inputs: [...inputs.slice(0, 2), 6] });
    expect([other.status, other.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const writer = await app.token(caller, "crm.contacts.write");
    const cut = await send({ inputs }, writer);
    expect(Object.keys(cut.body.data.results[0].record).toSorted()).toEqual(STAMP);
  });

  test("store no response of an atomic batch that failed", async () => {
    const send = (...emails: readonly string[]) =>
      app.call("POST", "/api/crm/objects/contacts/batch/create", {
        token: caller.token,
        json: { inputs: emails.map(contact), atomic: true },
        headers: { "idempotency-key": "batch-2" },
      });
    expect((await send("atomic@example.com", "nobody")).status).toBe(400);
    const done = await send("atomic@example.com", "somebody@example.com");
    expect([done.status, done.headers.get("idempotent-replayed")]).toEqual([200, null]);
  });

  test("find neither records of another type nor of another tenant", async () => {
    const [id] = await make("mine@example.com");
    const other = await app.caller();
    const company = await batch(
      "create",
      { inputs: [{ properties: [property("name", "c")] }] },
      undefined,
      "companies",
    );
    const companyId = company.body.data.results[0].record.id;
    for (const [verb, more] of [
      ["read", {}],
      ["update", { properties: city("x") }],
      ["delete", {}],
    ] as const) {
      const foreign = await batch(verb, { inputs: [{ id, ...more }] }, other.token);
      expect(foreign.body.data.errors).toMatchObject([{ index: 0, code: "NOT_FOUND" }]);
      const { body } = await batch(verb, {
        inputs: [
          { id: companyId, ...more },
          { id: 2 ** 53 - 1, ...more },
        ],
      });
      expect(body.data.errors).toMatchObject([{ code: "NOT_FOUND" }, { code: "NOT_FOUND" }]);
    }
    const associations = [{ to: { object: "company", id: String(companyId) } }];
    const made = await batch(
      "create",
      { inputs: [{ ...contact("f@example.com"), associations }] },
      other.token,
    );
    expect(made.body.data.errors).toMatchObject([
      { issues: [{ path: "inputs.0.associations.0.to.id", code: "association_not_found" }] },
    ]);
  });

  test("return ERASED for a record that was erased", async () => {
    const [id] = await make("erased@example.com");
    await post(`/api/crm/objects/contacts/${id}/erase`, {});
    for (const [verb, more] of [
      ["read", {}],
      ["update", { properties: city("x") }],
      ["delete", {}],
    ] as const) {
      const { body } = await batch(verb, { inputs: [{ id, ...more }] });
      expect(body.data.errors).toMatchObject([
        { code: "ERASED", issues: [{ path: "inputs.0.id", code: "record_erased" }] },
      ]);
    }
  });

  test("need the scope of the single operation, and show values only to readers", async () => {
    const [id] = await make("scope@example.com");
    const { projectId } = caller;
    const writer = (await app.caller({ projectId, scope: "crm.contacts.write" })).token;
    const remover = (await app.caller({ projectId, scope: "crm.contacts.delete" })).token;
    for (const verb of ["read", "delete"]) {
      const refused = await batch(verb, { inputs: [{ id }] }, writer);
      expect([refused.status, refused.body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    }
    const keysOf = ({ body }: { body: { data: { results: Result[] } } }) =>
      Object.keys(body.data.results[0]?.record ?? {}).toSorted();
    expect(keysOf(await batch("create", { inputs: [contact("w@example.com")] }, writer))).toEqual(
      STAMP,
    );
    expect(
      keysOf(await batch("update", { inputs: [{ id, properties: city("x") }] }, writer)),
    ).toEqual(STAMP);
    expect(keysOf(await batch("delete", { inputs: [{ id }] }, remover))).toEqual(STAMP);
  });
});
