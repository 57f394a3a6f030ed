import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";

describe.each(DIALECTS)("If-Match on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const at = (plural: string, id: number) => `/api/crm/objects/${plural}/${id}`;
  async function create(plural: string, properties: readonly object[]): Promise<number> {
    const { body } = await app.call("POST", `/api/objects/${plural}`, {
      token: caller.token,
      json: { properties },
    });
    return body.data.id;
  }
  const contact = () => create("contacts", [{ internal_name: "email", value: "ada@example.com" }]);
  const set = (path: string, match: string | undefined, value = "Ada") =>
    app.call("PATCH", path, {
      token: caller.token,
      json: { internal_name: "firstname", value },
      headers: match === undefined ? {} : { "if-match": match },
    });
  const remove = (path: string, match: string) =>
    app.call("DELETE", path, { token: caller.token, headers: { "if-match": match } });
  const read = (path: string) => app.call("GET", path, { token: caller.token });

  test.each(OBJECTS)(
    "lets only the seen version of a $type be changed and deleted",
    async (one) => {
      const id = await create(one.plural, one.create);
      const path = at(one.plural, id);
      const tag = (await read(path)).headers.get("etag") ?? "";
      const change = (match: string) =>
        app.call("PATCH", path, {
          token: caller.token,
          json: one.set,
          headers: { "if-match": match },
        });
      expect((await change(tag)).status).toBe(200);
      const late = await change(tag);
      expect([late.status, late.body.code]).toEqual([412, "VERSION_MISMATCH"]);
      expect(late.body.issues).toEqual([
        {
          path: "If-Match",
          code: "version_mismatch",
          message: late.body.message,
          currentVersion: 2,
        },
      ]);
      const lateDelete = await remove(path, tag);
      expect([lateDelete.status, lateDelete.body.issues[0].currentVersion]).toEqual([412, 2]);
      expect((await remove(path, `"${id}.2"`)).status).toBe(200);
      expect((await read(path)).status).toBe(404);
    },
  );

  test.each([
    ["the tag", (tag: string) => tag, 200],
    ["the tag of a compressed response", (tag: string) => tag.replace(/"$/, '-gzip"'), 200],
    ["a weak tag", (tag: string) => `W/${tag}`, 200],
    ["a list", (tag: string) => `"1.1", W/"x" ,,\t${tag}`, 200],
    ["any tag", () => "*", 200],
    ["an older version", (tag: string) => tag.replace(/1"$/, '9"'), 412],
    ["another record's tag", (tag: string) => tag.replace('"', '"1'), 412],
    ["a foreign tag", () => '"abc"', 412],
    ["an empty tag", () => '""', 412],
    ["a tag with a comma", () => '"a,b"', 412],
    ["a version with zeros in front", (tag: string) => tag.replace(".", ".0"), 412],
    ["no quotes", (tag: string) => tag.replaceAll('"', ""), 400],
    ["one quote", (tag: string) => tag.slice(0, -1), 400],
    ["a lower-case w", (tag: string) => `w/${tag}`, 400],
    ["a space inside W/", (tag: string) => `W/ ${tag}`, 400],
    ["two tags without a comma", (tag: string) => `${tag} ${tag}`, 400],
    ["any tag within a list", (tag: string) => `*, ${tag}`, 400],
    ["only a comma", () => ",", 400],
    ["nothing", () => "", 400],
  ])("with %s", async (_, matching, status) => {
    const path = at("contacts", await contact());
    const match = matching((await read(path)).headers.get("etag") ?? "");
    for (const answer of [
      await set(path, match),
      status === 200 ? null : await remove(path, match),
    ]) {
      if (answer === null) continue;
      expect([answer.status, answer.body.success]).toEqual([status, status === 200]);
      if (status !== 200) expect(answer.body.issues[0].path).toBe("If-Match");
    }
    expect((await read(path)).body.data.version).toBe(status === 200 ? 2 : 1);
  });

  test("takes the tag of a response to an update", async () => {
    const id = await contact();
    const path = at("contacts", id);
    const first = await app.call("PATCH", path, {
      token: caller.token,
      json: { internal_name: "firstname", value: "A" },
      headers: { prefer: "return=representation", "if-match": `"${id}.1"` },
    });
    expect((await set(path, first.headers.get("etag") ?? "", "B")).status).toBe(200);
  });

  test("keeps its tag while associations change", async () => {
    const id = await contact();
    const company = { to: { object: "contact", id: String(id) } };
    await app.call("POST", "/api/objects/companies", {
      token: caller.token,
      json: { properties: [{ internal_name: "name", value: "A" }], associations: [company] },
    });
    expect((await set(at("contacts", id), `"${id}.1"`)).status).toBe(200);
  });

  test("lets one of ten simultaneous changes win", async () => {
    const id = await contact();
    const path = at("contacts", id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => set(path, `"${id}.1"`, `Ada ${i}`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(412)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const { version, properties } = (await read(path)).body.data;
    expect([version, properties.firstname]).toEqual([2, `Ada ${winner}`]);
  });

  test("is checked after the input and the record, and before conflicts", async () => {
    const id = await contact();
    const wrong = '"1.999"';
    const bad = { internal_name: "emial", value: "x" };
    const send = (path: string, json: object) =>
      app.call("PATCH", path, { token: caller.token, json, headers: { "if-match": wrong } });
    const good = { internal_name: "firstname", value: "x" };
    expect((await send(at("contacts", 999_999), good)).status).toBe(404);
    expect((await send(at("contacts", id), bad)).status).toBe(400);
    expect((await send(at("contacts", id), good)).status).toBe(412);
  });

  test("is reported together with the faults of the body", async () => {
    const path = at("contacts", await contact());
    for (const [json, faults] of [
      [{ internal_name: "emial", value: "x" }, ["If-Match", "internal_name"]],
      [{ properties: [], all: 1 }, ["properties", "all", "If-Match"]],
    ] as const) {
      const { status, body } = await app.call("PATCH", path, {
        token: caller.token,
        json,
        headers: { "if-match": "42.3" },
      });
      expect(status).toBe(400);
      expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual(faults);
    }
  });

  test("returns 404 for a record of another tenant", async () => {
    const id = await contact();
    const stranger = await app.caller();
    for (const match of ["*", `"${id}.1"`, `"${id}.2"`]) {
      const answer = await app.call("DELETE", at("contacts", id), {
        token: stranger.token,
        headers: { "if-match": match },
      });
      expect(answer.status).toBe(404);
    }
  });

  const email = { internal_name: "email", value: "if@example.com" };
  test.each<[string, string, object?]>([
    ["GET", "/api/crm/objects/contacts/{contactId}"],
    ["HEAD", "/api/crm/objects/contacts/{contactId}"],
    ["GET", "/api/crm/objects/contacts"],
    ["POST", "/api/objects/contacts", { properties: [email] }],
    ["POST", "/api/crm/objects/contacts/search", {}],
    [
      "POST",
      "/api/crm/objects/contacts/upsert",
      { idProperty: "email", properties: [{ ...email, value: "ada@example.com" }] },
    ],
    ["POST", "/api/crm/objects/contacts/batch/delete", { inputs: [{ id: "{contactId}" }] }],
    [
      "POST",
      "/api/crm/objects/contacts/merge",
      { primaryId: "{contactId}", mergeIds: ["{otherId}"] },
    ],
    ["POST", "/api/crm/objects/contacts/{contactId}/unmerge", { mergeId: "{otherId}" }],
    ["POST", "/api/crm/objects/contacts/{contactId}/restore"],
    ["POST", "/api/crm/objects/contacts/{contactId}/erase"],
    ["PUT", "/api/crm/objects/contacts/{contactId}/associations/{toPlural}/{toId}"],
    ["DELETE", "/api/crm/objects/contacts/{contactId}/associations/{toPlural}/{toId}"],
    ["PATCH", "/api/crm/properties/{plural}/{internal_name}", { label: "Mail" }],
    ["GET", "/api/crm/events"],
    ["GET", "/api/crm/events/stream"],
    ["POST", "/templates/sync-status"],
  ])("returns 400 on %s %s, and changes nothing", async (method, template, json) => {
    const [id, other] = [await contact(), await contact()];
    const filled = (text: string) =>
      text
        .replace("{contactId}", String(id))
        .replace("{otherId}", String(other))
        .replace("{toPlural}/{toId}", "companies/1")
        .replace("{plural}/{internal_name}", "contacts/email");
    for (const match of ["*", "42.3"]) {
      const answer = await app.call(method, filled(template), {
        token: caller.token,
        headers: { "if-match": match },
        ...(json !== undefined && { json: JSON.parse(filled(JSON.stringify(json))) }),
      });
      expect(answer.status).toBe(400);
      if (method === "HEAD") continue;
      expect(answer.body.issues).toEqual([
        { path: "If-Match", code: "header_not_allowed", message: answer.body.message },
      ]);
      expect(answer.body.message).toContain(`${method} ${template}`);
    }
    for (const one of [id, other]) {
      expect((await read(at("contacts", one))).body.data.version).toBe(1);
    }
  });

  test("returns 400 on the Workspace API and on tRPC", async () => {
    const workspace = await app.workspace({ projectId: caller.projectId });
    const id = await contact();
    const headers = { "if-match": `"${id}.1"` };
    const json = { firstName: "Ada" };
    const patched = await workspace.call("PATCH", `/contacts/${id}`, { json, headers });
    expect([patched.status, patched.body.status]).toEqual([400, "error"]);
    const called = await app.call("POST", "/trpc/public.contacts.delete", {
      token: caller.token,
      json: { contactId: id },
      headers,
    });
    expect([called.status, called.body.error.data.crmCode]).toEqual([400, "INVALID_INPUT"]);
    expect((await read(at("contacts", id))).body.data.version).toBe(1);
  });

  test("is checked after the credential and the scope", async () => {
    const headers = { "if-match": "*" };
    const path = at("contacts", 1);
    expect((await app.call("GET", path, { headers })).status).toBe(401);
    const token = await app.token(caller, "crm.deals.read");
    expect((await app.call("GET", path, { token, headers })).status).toBe(403);
  });

  test("has the member ifVersion beside it, for tRPC", async () => {
    const id = await contact();
    const call = (procedure: string, input: object) =>
      app.call("POST", `/trpc/public.contacts.${procedure}`, {
        token: caller.token,
        json: { contactId: id, ...input },
      });
    const change = { internal_name: "firstname", value: "Ada", ifVersion: 1 };
    expect((await call("set", change)).status).toBe(200);
    const late = await call("set", { ...change, value: "Grace" });
    expect([late.status, late.body.error.data.crmCode]).toEqual([412, "VERSION_MISMATCH"]);
    expect(late.body.error.data.issues[0]).toMatchObject({ path: "ifVersion", currentVersion: 2 });
    expect((await call("delete", { ifVersion: 1 })).status).toBe(412);
    expect((await call("delete", { ifVersion: 2 })).status).toBe(200);
  });

  test("works together with ifVersion over REST", async () => {
    const id = await contact();
    const path = at("contacts", id);
    const token = caller.token;
    const change = { internal_name: "firstname", value: "Ada" };
    const headers = { "if-match": `"${id}.1"` };
    const json = { ...change, ifVersion: 2 };
    const refused = await app.call("PATCH", path, { token, json, headers });
    expect([refused.status, refused.body.issues[0].path]).toEqual([412, "ifVersion"]);
    const deleted = await app.call("DELETE", `${path}?ifVersion=2`, { token });
    expect(deleted.status).toBe(412);
    expect((await app.call("DELETE", `${path}?ifVersion=x`, { token })).status).toBe(400);
    expect((await app.call("DELETE", `${path}?ifVersion=1`, { token, headers })).status).toBe(200);
  });
});
