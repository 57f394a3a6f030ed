import { saveProperty } from "@rapport/core";
import { amount, DIALECTS } from "@rapport/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";

const RUNS = amount("batches", 12);

interface Input {
  /** Which of the records that were made so far. */
  readonly which: number;
  readonly email: string;
  readonly city: string | null;
  readonly ifVersion: number | undefined;
}

interface Operation {
  readonly verb: "create" | "update" | "upsert" | "delete";
  readonly inputs: readonly Input[];
}

/** What one input did, with the position of its record instead of the id. */
type Outcome = readonly [status: string, record?: number, version?: number];

const someInput = fc.record({
  which: fc.nat({ max: 5 }),
  email: fc.constantFrom("a@x.test", "A@x.test", "b@x.test", "c@x.test", "nobody"),
  city: fc.constantFrom("Rome", "Bern", null),
  ifVersion: fc.constantFrom(undefined, undefined, 1, 2),
});
const someOperations = fc.array(
  fc.record({
    verb: fc.constantFrom("create", "update", "upsert", "delete"),
    inputs: fc.array(someInput, { minLength: 1, maxLength: 8 }),
  }) as fc.Arbitrary<Operation>,
  { minLength: 2, maxLength: 5 },
);

describe.each(DIALECTS)("random batches on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test("do what their inputs do one by one: the same records, history and events", async () => {
    await fc.assert(
      fc.asyncProperty(someOperations, async (operations) => {
        const [batched, single] = [await project(), await project()];
        for (const operation of operations) {
          const together = await batched.together(operation);
          const oneByOne: Outcome[] = [];
          for (const input of operation.inputs) {
            oneByOne.push(await single.alone(operation.verb, input));
          }
          expect(together).toEqual(oneByOne);
        }
        expect(await batched.content()).toEqual(await single.content());
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  async function project() {
    const caller: Caller = await app.caller();
    const { token } = caller;
    await saveProperty(app.deps, caller.projectId, "contact", { name: "email", unique: true });
    const ids: number[] = [];
    const place = (id: number) => {
      if (!ids.includes(id)) ids.push(id);
      return ids.indexOf(id);
    };
    const idOf = ({ which }: Input) => ids[which] ?? 999_999;
    const propertiesOf = ({ email, city }: Input) => [
      { internal_name: "email", value: email },
      { internal_name: "city", value: city },
    ];
    const inputOf = (verb: Operation["verb"], input: Input) => ({
      ...((verb === "update" || verb === "delete") && {
        id: idOf(input),
        ifVersion: input.ifVersion,
      }),
      ...(verb !== "delete" && { properties: propertiesOf(input) }),
    });

    async function together({ verb, inputs }: Operation): Promise<readonly Outcome[]> {
      const { body } = await app.call("POST", `/api/crm/objects/contacts/batch/${verb}`, {
        token,
        json: {
          inputs: inputs.map((input) => inputOf(verb, input)),
          ...(verb === "upsert" && { idProperty: "email" }),
        },
      });
      const outcomes: Outcome[] = [];
      for (const { index, status, record } of body.data.results) {
        outcomes[index] = [status, place(record.id), record.version];
      }
      for (const { index, code } of body.data.errors) outcomes[index] = [code];
      return outcomes;
    }

    async function alone(verb: Operation["verb"], input: Input): Promise<Outcome> {
      const records = "/api/crm/objects/contacts";
      const id = idOf(input);
      const before = ids.includes(id) ? await versionOf(id) : 0;
      const headers: Record<string, string> =
        input.ifVersion === undefined ? {} : { "if-match": `"${id}.${input.ifVersion}"` };
      const { properties } = inputOf(verb, input) as { properties?: readonly object[] };
      const send = {
        create: () => app.call("POST", "/api/objects/contacts", { token, json: { properties } }),
        update: () =>
          app.call("PATCH", `${records}/${id}`, { token, json: { properties }, headers }),
        upsert: () =>
          app.call("POST", `${records}/upsert`, {
            ...{ token, json: { idProperty: "email", properties } },
          }),
        delete: () => app.call("DELETE", `${records}/${id}`, { token, headers }),
      };
      const { status, body } = await send[verb]();
      if (status >= 300) return [body.code];
      if (verb === "create") return ["created", place(body.data.id), 1];
      if (verb === "upsert") {
        const { status: done, record } = body.data;
        return [done, place(record.id), record.version];
      }
      if (verb === "delete") return ["deleted", place(id), before + 1];
      const after = await versionOf(id);
      return [after === before ? "unchanged" : "updated", place(id), after];
    }

    async function versionOf(id: number): Promise<number> {
      const { body } = await app.call("GET", `/api/crm/objects/contacts/${id}`, { token });
      return body.data?.version ?? 0;
    }

    /** Returns all rows of the records, with their positions instead of ids and without times. */
    async function content() {
      const { kysely } = app.deps.db;
      const rowsOf = (table: "records" | "record_history" | "events" | "record_index") =>
        kysely
          .selectFrom(table)
          .selectAll()
          .where("project_id", "=", caller.projectId)
          .orderBy(table === "record_index" ? "record_id" : "id")
          .execute() as Promise<Record<string, unknown>[]>;
      const parsed = (value: unknown) => (typeof value === "string" ? JSON.parse(value) : value);
      return {
        records: (await rowsOf("records")).map((row) => [
          ...[place(row.id as number), parsed(row.properties), row.version],
          row.deleted_at !== null,
        ]),
        history: (await rowsOf("record_history")).map((row) => [
          ...[place(row.record_id as number), row.action, parsed(row.changes), row.version],
        ]),
        events: (await rowsOf("events")).map((row) => {
          const { id, version, properties, changes } = JSON.parse(row.payload as string);
          return [row.type, place(id), version, properties, changes];
        }),
        index: (await rowsOf("record_index"))
          .map((row) => [place(row.record_id as number), row.property, row.value].join(" "))
          .toSorted(),
      };
    }
    return { together, alone, content };
  }
});
