import { OBJECT_TYPES } from "@rapport/core";
import { appRouter, listProcedures, OBJECT_PARAM } from "@rapport/core/routers";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

/** The operations on records of any type, such as `batch.read`, by what they state. */
const OPERATIONS = Object.entries(listProcedures(appRouter)).flatMap(([path, { _def }]) => {
  const { openapi, scope = "", alsoNeeds = [] } = _def.meta ?? {};
  if (!path.startsWith("public.objects.") || openapi === undefined) return [];
  const name = path.slice("public.objects.".length);
  return [
    {
      name,
      path,
      type: _def.type,
      method: openapi.method,
      template: openapi.path,
      scopes: [scope, ...alsoNeeds],
    },
  ];
});

const FRONTS = Object.values(OBJECT_TYPES).map(({ plural }) => plural);

it("every operation on records of one type is one of any type too", () => {
  const names = OPERATIONS.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(20);
  for (const plural of FRONTS) {
    const own = Object.keys(listProcedures(appRouter))
      .filter((path) => path.startsWith(`public.${plural}.`))
      .map((path) => path.slice(`public.${plural}.`.length));
    expect(own.toSorted(), plural).toEqual(names.toSorted());
  }
});

describe.each(DIALECTS)("operations on records of any type on %s", (dialect) => {
  // Credential, scope and type are checked before any statement about records.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  function overTrpc({ path, type }: (typeof OPERATIONS)[number], input: object, token: string) {
    return type === "query"
      ? app.call("GET", `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
          token,
        })
      : app.call("POST", `/trpc/${path}`, { json: input, token });
  }

  onSqlite.each(OPERATIONS)(
    "$name is 401 without a credential, and then 404 for a type that is not there",
    async (operation) => {
      const url = operation.template.replace(OBJECT_PARAM, "unicorns").replaceAll(/\{\w+\}/g, "1");
      const { method } = operation;
      expect((await app.call(method, url)).status).toBe(401);
      for (const name of ["unicorns", "contact", "Contacts", "__proto__", "constructor"]) {
        const named = await app.call(method, url.replace("unicorns", name), {
          token: caller.token,
        });
        expect([named.status, named.body.code]).toEqual([404, "NOT_FOUND"]);
        const overRpc = await overTrpc(operation, { object: name }, caller.token);
        expect([overRpc.status, overRpc.body.error?.data?.crmCode]).toEqual([404, "NOT_FOUND"]);
      }
      const near = await app.call(method, url.replace("unicorns", "contcts"), {
        token: caller.token,
      });
      expect(near.body.message).toContain('Did you mean "contacts"?');
    },
  );

  onSqlite.each(OPERATIONS)(
    "$name needs the scopes of the type that the input names",
    async (operation) => {
      const others = [
        "crm.companies.read",
        "crm.companies.write",
        "crm.companies.delete",
        "crm.companies.erase",
      ];
      const token = await app.token(caller, others.join(" "));
      const { status, body } = await overTrpc(operation, { object: "contacts" }, token);
      expect([status, body.error?.data?.crmCode]).toEqual([403, "INSUFFICIENT_SCOPE"]);
      for (const scope of operation.scopes) {
        expect(body.error.message).toContain(scope.replace(OBJECT_PARAM, "contacts"));
      }
      const own = await overTrpc(operation, { object: "companies" }, token);
      expect(own.status).not.toBe(403);
    },
  );

  onSqlite("say which input they take without `object`", async () => {
    for (const operation of OPERATIONS) {
      const { status } = await overTrpc(operation, {}, caller.token);
      expect([operation.name, status]).toEqual([operation.name, 404]);
    }
  });

  it("do with a record what those of its type do", async () => {
    const find = (name: string) => OPERATIONS.find((one) => one.name === name) ?? OPERATIONS[0];
    const run = async (name: string, input: object) => {
      const { status, body } = await overTrpc(
        find(name) as (typeof OPERATIONS)[number],
        input,
        caller.token,
      );
      expect([name, status, body.error?.message]).toEqual([name, 200, undefined]);
      return body.result.data.data;
    };
    const read = async (plural: string, id: number) =>
      (await app.call("GET", `/api/crm/objects/${plural}/${id}`, { token: caller.token })).body
        .data;
    for (const { plural, examples } of Object.values(OBJECT_TYPES)) {
      const object = plural;
      const made = await run("createWhole", { object, properties: examples.create });
      expect(await run("read", { object, id: made.id })).toEqual(await read(plural, made.id));
      const [internal_name, value] = examples.set;
      await run("set", { object, id: made.id, internal_name, value });
      const changed = await read(plural, made.id);
      expect(changed.properties[internal_name]).toBe(value);
      expect((await run("list", { object })).results).toContainEqual(changed);
      const search = {
        filterGroups: [{ filters: [{ internal_name: "id", operator: "EQ", value: made.id }] }],
      };
      expect((await run("search", { object, ...search })).results).toEqual([changed]);
      expect(
        (await run("batch.read", { object, inputs: [{ id: made.id }] })).results[0].record,
      ).toEqual(changed);
      expect((await run("history", { object, id: made.id })).results).toHaveLength(2);
      await run("delete", { object, id: made.id });
      expect(await read(plural, made.id)).toBeNull();
      await run("restore", { object, id: made.id });
      expect((await read(plural, made.id)).id).toBe(made.id);
    }
  });
});
