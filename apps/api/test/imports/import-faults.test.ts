import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import {
  contactsOf,
  createImport,
  endOf,
  importFile,
  readImport,
  refusedOf,
  sendData,
} from "../support/imports.ts";

type Body = string | Uint8Array<ArrayBuffer>;

describe.each(DIALECTS)("faults of imports on %s", (dialect) => {
  // What reads requests, options and files finds these faults.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: TestApp;
  let token: string;
  let projectId: number;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ token, projectId } = await app.caller());
  });

  /** Sends a body piece by piece and returns the status, or undefined if the connection broke. */
  function stream(
    id: number,
    pieces: Iterable<Buffer>,
    options: { readonly breaksOff?: boolean } = {},
  ): Promise<{ status: number; body: string } | undefined> {
    return new Promise((resolve) => {
      const sent = request(`${app.url}/api/crm/imports/${id}/data`, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}` },
      });
      sent.on("error", () => resolve(undefined));
      sent.on("response", async (response) => {
        let body = "";
        for await (const part of response) body += part;
        resolve({ status: response.statusCode ?? 0, body });
      });
      const rest = pieces[Symbol.iterator]();
      const write = () => {
        for (let next = rest.next(); !next.done; next = rest.next()) {
          if (!sent.write(next.value)) return void sent.once("drain", write);
        }
        if (options.breaksOff) sent.destroy();
        else sent.end();
      };
      write();
    });
  }

  it("refuses a file if those of the project would have more than 20 GiB", async () => {
    const { db } = app.deps;
    const kept = await createImport(app, token);
    expect((await sendData(app, token, kept, { body: "email\na@x.org\n" })).status).toBe(200);
    await endOf(app, token, kept);
    const ofProject = () => db.kysely.updateTable("files").where("project_id", "=", projectId);
    const most = 20 * 1024 ** 3;
    await ofProject()
      .where("kind", "=", "import")
      .set({ length: most - 10 })
      .execute();
    const id = await createImport(app, token);
    const refused = await sendData(app, token, id, { body: "email\nlonger@example.com\n" });
    expect([refused.status, refused.body.issues[0].code]).toEqual([409, "imports_too_large"]);
    expect((await readImport(app, token, id)).state).toBe("waiting");
    expect((await sendData(app, token, id, { body: "email\nb" })).status).toBe(200);
    const other = await app.caller();
    const theirs = await createImport(app, other.token);
    expect((await sendData(app, other.token, theirs, { body: "email\nc@x.org\n" })).status).toBe(
      200,
    );
  });

  it("counts an upload that ends while another one is under way", async () => {
    const ofProject = app.deps.db.kysely.updateTable("files").where("project_id", "=", projectId);
    const [full, first, second] = [
      await createImport(app, token),
      await createImport(app, token),
      await createImport(app, token),
    ];
    expect((await sendData(app, token, full, { body: "email\na@example.com\n" })).status).toBe(200);
    await endOf(app, token, full);
    await ofProject
      .where("kind", "=", "import")
      .set({ length: 20 * 1024 ** 3 - 40 })
      .execute();
    const answer = Promise.withResolvers<number | undefined>();
    const sent = request(
      `${app.url}/api/crm/imports/${first}/data`,
      { method: "PUT", headers: { authorization: `Bearer ${token}` } },
      (response) => answer.resolve(response.statusCode),
    );
    sent.on("error", answer.reject);
    sent.write("email\nb@example.com\n");
    await expect.poll(() => filesOf(app, projectId)).toBeGreaterThan(3);
    expect((await sendData(app, token, second, { body: "email\nc@example.com\n" })).status).toBe(
      200,
    );
    sent.end("d@example.com\n");
    expect(await answer.promise).toBe(409);
    expect(await readImport(app, token, first)).toMatchObject({ state: "waiting" });
  });

  onSqlite.each<[string, Body, string]>([
    ["an empty file", "", "file_empty"],
    ["a column twice", "email,phone,email\n", "column_repeated"],
    ["a column without a property", "email,Shoe size\n", "column_unknown"],
    ["more than 1,000 columns", `${"c,".repeat(1_000)}c\n`, "columns_too_many"],
    ["a quote that is not closed", 'email\n"ada@example.com\n', "quote_not_closed"],
    ["a row above 1 MiB", `email\n${"x".repeat(1_100_000)}\n`, "row_too_large"],
    ["a ZIP archive", bytes("PK\u0003\u0004\u0014\u0000\u0006\u0000"), "file_is_archive"],
    ["binary data", bytes("email\n\u0000\u0001\u0002,\u0000x"), "file_is_binary"],
    ["half a gzip", half(gzipSync("email\nada@example.com\n".repeat(500))), "gzip_incomplete"],
    ["damaged UTF-8", damaged(), "encoding_invalid"],
    ["damaged UTF-16", Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]), "encoding_invalid"],
  ])("refuses %s with 400, and then takes a correct file", async (_, file, code) => {
    const id = await createImport(app, token);
    const refused = await sendData(app, token, id, { body: file });
    expect(refused.body).toMatchObject({ success: false, code: "INVALID_INPUT" });
    expect(refused.body.issues.map((issue: { code: string }) => issue.code)).toEqual([code]);
    expect(await readImport(app, token, id)).toMatchObject({ state: "waiting", rows: null });
    expect((await sendData(app, token, id, { body: "email\nada@example.com\n" })).status).toBe(200);
    expect(await endOf(app, token, id)).toMatchObject({ state: "done", created: 1 });
  });

  onSqlite.each(["email", "Email", "Mail"])(
    "refuses a file whose unmapped column has the property of the mapped column %s",
    async (mapped) => {
      const id = await createImport(app, token, { mapping: { [mapped]: "email" } });
      const other = mapped === "email" ? "Email" : "email";
      const refused = await sendData(app, token, id, {
        body: `${mapped},${other}\na@x.org,b@x.org\n`,
      });
      expect([refused.status, refused.body.issues]).toMatchObject([
        400,
        [{ path: `columns.${other}`, code: "property_repeated" }],
      ]);
    },
  );

  onSqlite("names a long column by its beginning", async () => {
    const id = await createImport(app, token);
    const { body } = await sendData(app, token, id, { body: `email,${"x".repeat(1_000_000)}\n` });
    expect(body.issues).toMatchObject([{ path: `columns.${"x".repeat(100)}` }]);
    expect(JSON.stringify(body).length).toBeLessThan(1_000);
  });

  onSqlite.each([
    ["without a token", "PUT", "", 401],
    ["with another method", "POST", "token", 405],
    ["with a multipart body", "PUT", "token", 415],
  ])("closes the connection of a file %s before it arrives", async (_, method, given, status) => {
    const id = await createImport(app, token);
    const { port } = new URL(app.url);
    const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    const credential = given === "" ? "" : `Authorization: Bearer ${token}\r\n`;
    socket.write(
      `${method} /api/crm/imports/${id}/data HTTP/1.1\r\nHost: x\r\n${credential}Content-Type: multipart/form-data\r\nContent-Length: 1000000\r\n\r\n`,
    );
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    // A reset would hide the response from clients that send before they read.
    for (let i = 0; i < 10; i++) await sent(socket, Buffer.alloc(64 * 1024));
    socket.destroy();
  });

  onSqlite("stops reading a file of one endless line at its limit", async () => {
    const id = await createImport(app, token);
    let sent = 0;
    function* endless(): Generator<Buffer> {
      const piece = Buffer.alloc(64 * 1024, "x");
      for (; sent < 256 * 1024 * 1024; sent += piece.length) yield piece;
    }
    const answer = await stream(id, endless());
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    expect(answer?.status).toBe(400);
    expect(await readImport(app, token, id)).toMatchObject({ state: "waiting" });
  });

  it("keeps waiting after the connection broke, and imports the file sent again once", async () => {
    const id = await createImport(app, token);
    const rows = Array.from({ length: 20_000 }, (_, i) => `user${i}@example.com\n`);
    const file = `email\n${rows.join("")}`;
    const part = Buffer.from(file.slice(0, Math.round(file.length * 0.4)));
    await stream(id, [part], { breaksOff: true });
    expect(await readImport(app, token, id)).toMatchObject({ state: "waiting", read: 0 });
    const short = `email\n${rows.slice(0, 300).join("")}`;
    expect((await sendData(app, token, id, { body: short })).status).toBe(200);
    expect(await endOf(app, token, id)).toMatchObject({ read: 300, created: 300 });
  });

  onSqlite("refuses a row of 100,000 cells, and imports the others", async () => {
    const file = `email,phone\na@example.com,\n${"1,".repeat(100_000)}\nb@example.com,\n`;
    const ended = await importFile(app, token, {}, { body: file });
    expect(ended).toMatchObject({ created: 2, refused: 1 });
    expect(await refusedOf(app, token, ended.id)).toContain("The row has 100001 cells");
  });

  it("does what it is asked although the file has formulas and unusual texts", async () => {
    const texts = ["=1+1", "+1", "-1", "@x", "a\tb", 'say "hi"', "line\nbreak", "日本語 🙂"];
    const file = `email,firstname\n${texts
      .map((text, i) => `u${i}@example.com,"${text.replaceAll('"', '""')}"\n`)
      .join("")}`;
    expect(await importFile(app, token, {}, { body: file })).toMatchObject({
      created: texts.length,
    });
    const contacts = await contactsOf(app, token);
    const names = texts.map((_, i) => contacts[`u${i}@example.com`]?.firstname);
    expect(names).toEqual(texts);
  });

  it("fails if a property is removed before its rows, and says which", async () => {
    const property = { name: "shoe_size", label: "Shoe size", type: "number" } as const;
    await saveProperty(app.deps, projectId, "contact", property);
    const json = { mapping: { Size: "shoe_size" } };
    const id = await createImport(app, token, json);
    await app.call("DELETE", "/api/crm/properties/contacts/shoe_size", { token });
    const refused = await sendData(app, token, id, { body: "email,Size\na@example.com,42\n" });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("shoe_size");
  });

  it("refuses rows with a value that others have, if the property is unique", async () => {
    await saveProperty(app.deps, projectId, "contact", { name: "phone", unique: true });
    const file = "email,phone\na@example.com,+1 555 0100\nb@example.com,+1 555 0100\n";
    const ended = await importFile(app, token, {}, { body: file });
    expect(ended).toMatchObject({ created: 1, refused: 1 });
    expect(await refusedOf(app, token, ended.id)).toContain("phone: ");
  });

  onSqlite.each<[Record<string, unknown>, string]>([
    [{ mode: "upsert" }, "idProperty"],
    [{ mode: "upsert", idProperty: "jobtitle" }, "idProperty"],
    [{ mode: "create", idProperty: "email" }, "idProperty"],
    [{ mode: "create", mapping: { A: "no_such" } }, "mapping.A"],
    [{ mode: "create", mapping: { A: "email", B: "email" } }, "mapping.B"],
    [
      {
        mode: "create",
        associations: [{ column: "A", object: "deal", idProperty: "id", type: "x" }],
      },
      "associations.0.type",
    ],
    [
      { mode: "create", associations: [{ column: "A", object: "deal", idProperty: "x" }] },
      "associations.0.idProperty",
    ],
    [{ mode: "merge" }, "mode"],
    [{ mode: "create", idProperty: "a\u0000" }, "idProperty"],
    [{ mode: "create", mapping: { "a\u0000": null } }, "mapping.a\u0000"],
    [{ mode: "create", mapping: { "a\ud800": null } }, "mapping.a\ufffd"],
    [{ mode: "create", multiValueSeparator: "\u0000" }, "multiValueSeparator"],
    [
      { mode: "create", associations: [{ column: "\u0000", object: "deal", idProperty: "id" }] },
      "associations.0.column",
    ],
  ])("refuses the options %j", async (json, path) => {
    const made = await app.call("POST", "/api/crm/imports", {
      token,
      json: { object: "contact", ...json },
    });
    expect(made.status).toBe(400);
    expect(made.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
  });

  onSqlite.each(["u0000", "ud800"])(
    "refuses a member of NDJSON whose name has \\%s",
    async (character) => {
      const id = await createImport(app, token, { format: "ndjson" });
      const file = `{"email":"nul@example.com","a\\${character}":"x"}\n`;
      const { status, body } = await sendData(app, token, id, { body: file });
      expect([status, body.issues[0].code]).toEqual([400, "column_invalid"]);
    },
  );

  onSqlite("refuses a form, and an unknown Content-Encoding", async () => {
    const id = await createImport(app, token);
    for (const headers of [
      { "content-type": "multipart/form-data; boundary=x" },
      { "content-encoding": "br" },
    ]) {
      expect((await sendData(app, token, id, { body: "email\n", headers })).status).toBe(415);
    }
  });

  onSqlite(
    "returns 400 for an id that is no positive integer, with the same issue everywhere",
    async () => {
      const issues = [
        { path: "importId", message: "An import id must be a positive integer. Example: 7" },
      ];
      for (const id of ["abc", "0", "1.5"]) {
        const path = `/api/crm/imports/${id}`;
        const refused = [
          await app.call("GET", path, { token }),
          await app.call("GET", `${path}/refused`, { token }),
          await app.call("PUT", `${path}/data`, { token, body: "email\n" }),
        ];
        for (const { status, body } of refused) {
          expect(status).toBe(400);
          expect(body).toMatchObject({ code: "INVALID_INPUT", issues });
        }
      }
    },
  );

  it("needs the scopes of its objects", async () => {
    const of = async (scope: string) => (await app.caller({ scope, projectId })).token;
    const writer = await of("crm.contacts.write");
    const deals = await of("crm.deals.read crm.deals.write");
    const id = await createImport(app, writer);
    const json = { object: "contact", mode: "create" };
    expect((await app.call("POST", "/api/crm/imports", { token: deals, json })).status).toBe(403);
    const associations = [{ column: "Company", object: "company", idProperty: "name" }];
    const finding = { token: writer, json: { ...json, associations } };
    expect((await app.call("POST", "/api/crm/imports", finding)).status).toBe(403);
    expect((await sendData(app, deals, id, { body: "email\n" })).status).toBe(403);
    const path = `/api/crm/imports/${id}`;
    expect((await app.call("POST", `${path}/cancel`, { token: deals })).status).toBe(403);
    expect((await app.call("GET", `${path}/refused`, { token: writer })).status).toBe(403);
    expect((await sendData(app, writer, id, { body: "email\na@example.com\n" })).status).toBe(200);
    await endOf(app, writer, id);
    expect((await app.call("POST", `${path}/undo`, { token: writer })).status).toBe(403);
    const foreign = (await app.caller()).token;
    for (const [method, part] of [
      ["PUT", "/data"],
      ["GET", "/refused"],
      ["GET", ""],
    ] as const) {
      expect((await app.call(method, `${path}${part}`, { token: foreign })).status).toBe(404);
    }
  });

  onSqlite("shows an import only to a token that may read or write its object", async () => {
    const { projectId: own } = await app.caller();
    const of = async (scope: string) => (await app.caller({ scope, projectId: own })).token;
    const contacts = await of("crm.contacts.write crm.deals.write");
    const first = await createImport(app, contacts);
    const second = await createImport(app, contacts, { object: "deal" });
    const seen = async (reader: string) => {
      const listed = await app.call("GET", "/api/crm/imports", { token: reader });
      const reads = await Promise.all(
        [first, second].map((id) => app.call("GET", `/api/crm/imports/${id}`, { token: reader })),
      );
      return [
        listed.body.data.results.map(({ id }: { id: number }) => id),
        ...reads.map(({ status }) => status),
      ];
    };
    expect(await seen(contacts)).toEqual([[second, first], 200, 200]);
    expect(await seen(await of("crm.contacts.read"))).toEqual([[first], 200, 403]);
    expect(await seen(await of("crm.deals.write"))).toEqual([[second], 403, 200]);
    expect(await seen(await of("crm.tickets.read"))).toEqual([[], 403, 403]);
    const path = `/api/crm/imports?limit=1`;
    const page = (await app.call("GET", path, { token: await of("crm.contacts.read") })).body.data;
    expect([page.results, page.nextCursor]).toEqual([[], expect.any(String)]);
  });

  it("refuses a file if a record of its type is erased meanwhile, and then takes it again", async () => {
    const ended = await importFile(app, token, {}, { body: "email\nada@example.com\n" });
    expect(ended).toMatchObject({ created: 1 });
    const { results } = (await app.call("GET", "/api/crm/objects/contacts", { token })).body.data;
    const before = await filesOf(app, projectId);
    const id = await createImport(app, token);
    const answer = Promise.withResolvers<{ status?: number; body: string }>();
    const sent = request(
      `${app.url}/api/crm/imports/${id}/data`,
      { method: "PUT", headers: { authorization: `Bearer ${token}` } },
      async (response) => {
        let body = "";
        for await (const part of response) body += part;
        answer.resolve({ status: response.statusCode ?? 0, body });
      },
    );
    sent.on("error", answer.reject);
    sent.write("email\nb@example.com\n");
    await expect.poll(() => filesOf(app, projectId)).toBeGreaterThan(before);
    const erase = `/api/crm/objects/contacts/${results[0].id}/erase`;
    expect((await app.call("POST", erase, { token })).status).toBe(200);
    sent.end("c@example.com\n");
    const { status, body } = await answer.promise;
    expect([status, JSON.parse(body).issues[0].code]).toEqual([409, "file_deleted"]);
    expect((await sendData(app, token, id, { body: "email\nd@example.com\n" })).status).toBe(200);
    expect(await endOf(app, token, id)).toMatchObject({ state: "done", created: 1 });
  });

  it("deletes the files of an import when a record of its type is erased", async () => {
    const ended = await importFile(app, token, {}, { body: "email\nada@example.com\nwrong\n" });
    expect(await refusedOf(app, token, ended.id)).toContain("wrong");
    const { results } = (await app.call("GET", "/api/crm/objects/contacts", { token })).body.data;
    const erase = `/api/crm/objects/contacts/${results[0].id}/erase`;
    expect((await app.call("POST", erase, { token })).status).toBe(200);
    const path = `/api/crm/imports/${ended.id}/refused`;
    expect((await app.call("GET", path, { token })).status).toBe(410);
    const undo = await app.call("POST", `/api/crm/imports/${ended.id}/undo`, { token });
    expect([undo.status, undo.body.code]).toEqual([409, "CONFLICT"]);
    expect(undo.body.message).toMatch(/can no longer be undone/);
    expect(ended.keptUntil).toEqual(expect.any(String));
    expect(await readImport(app, token, ended.id)).toMatchObject({ undo: null, keptUntil: null });
  });
});

function sent(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.write(piece, () => setImmediate(resolve));
  });
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

function half(whole: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(whole.subarray(0, whole.length >> 1));
}

/** UTF-8 with one byte missing behind a character that was whole. */
function damaged(): Uint8Array<ArrayBuffer> {
  const whole = Buffer.from("email,firstname\na@example.com,Zoë\nb@example.com,Zo");
  return Uint8Array.from(Buffer.concat([whole, Buffer.from([0xc3, 0x41, 0x0a])]));
}

async function filesOf({ deps }: TestApp, projectId: number): Promise<number> {
  const rows = await deps.db.kysely
    .selectFrom("files")
    .select("id")
    .where("project_id", "=", projectId)
    .execute();
  return rows.length;
}
