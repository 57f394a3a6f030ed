import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { bytesOf, type ExportApi, type Exported, exportApi } from "../support/exports.ts";
import { recordApi } from "../support/records.ts";

describe.each(DIALECTS)("GET /api/crm/exports/{id}/file on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: ExportApi;
  let done: Exported;
  let whole: Buffer;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    api = exportApi(app, caller.token);
    // More than one part of a stored file.
    const notes = "n".repeat(60_000);
    const inputs = Array.from({ length: 60 }, (_, i) => ({
      properties: [
        { internal_name: "email", value: `c${i}@example.com` },
        { internal_name: "notes", value: `${i}${notes}` },
      ],
    }));
    const path = "/api/crm/objects/contacts/batch/create";
    await app.call("POST", path, { token: caller.token, json: { inputs } });
    done = await api.run({ object: "contact", properties: ["email", "notes"] });
    whole = await bytesOf(await api.file(done.id));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const range = (value: string, more: Record<string, string> = {}) =>
    api.file(done.id, { headers: { range: value, ...more } });

  test("200: sends the whole file with its name, length and tag", async () => {
    const answer = await api.file(done.id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-length": String(done.bytes),
      "content-disposition": expect.stringMatching(/^attachment; filename="contacts-.*\.csv"$/),
      "accept-ranges": "bytes",
      "cache-control": "private, no-transform",
      etag: `"export-${done.id}"`,
    });
    expect(whole).toHaveLength(done.bytes);
    expect(whole.toString("utf8").split("\r\n")).toHaveLength(62);
    await answer.body?.cancel();
  });

  test("206: a download resumes where it broke off, across the parts of the stored file", async () => {
    for (const at of [0, 1, 1_048_575, 1_048_576, 2_000_000, whole.length - 1]) {
      const answer = await range(`bytes=${at}-`);
      expect(answer.status).toBe(206);
      expect(answer.headers.get("content-range")).toBe(
        `bytes ${at}-${whole.length - 1}/${whole.length}`,
      );
      expect((await bytesOf(answer)).equals(whole.subarray(at))).toBe(true);
    }
  });

  test("206: sends the middle and the end of the file", async () => {
    const middle = await range("bytes=1000000-1100000");
    expect(middle.headers.get("content-length")).toBe("100001");
    expect((await bytesOf(middle)).equals(whole.subarray(1_000_000, 1_100_001))).toBe(true);
    expect((await bytesOf(await range("bytes=-10"))).equals(whole.subarray(-10))).toBe(true);
    const beyond = await range(`bytes=10-${whole.length * 2}`);
    expect(beyond.headers.get("content-range")).toBe(
      `bytes 10-${whole.length - 1}/${whole.length}`,
    );
    await beyond.body?.cancel();
  });

  test.each(["bytes=5-1", "bytes=a-b", "bytes=-", "lines=1-2", "bytes=0-1,5-6"])(
    "200: ignores the range %s",
    async (value) => {
      const answer = await range(value);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-length")).toBe(String(whole.length));
      await answer.body?.cancel();
    },
  );

  test("416: a range that begins after the end names the length", async () => {
    for (const value of [`bytes=${whole.length}-`, "bytes=-0"]) {
      const answer = await range(value);
      expect(answer.status).toBe(416);
      expect(answer.headers.get("content-range")).toBe(`bytes */${whole.length}`);
      expect(await answer.json()).toMatchObject({ code: "RANGE_NOT_SATISFIABLE", data: null });
    }
  });

  test("If-Range sends the range only of the same file", async () => {
    const same = await range("bytes=5-9", { "if-range": `"export-${done.id}"` });
    expect(same.status).toBe(206);
    await same.body?.cancel();
    for (const tag of ['"export-0"', `W/"export-${done.id}"`]) {
      const other = await range("bytes=5-9", { "if-range": tag });
      expect(other.status).toBe(200);
      await other.body?.cancel();
    }
  });

  test("304: the client has the file already", async () => {
    const headers = { "if-none-match": `"export-${done.id}"` };
    expect((await api.file(done.id, { headers })).status).toBe(304);
  });

  test("HEAD has the same headers and no body", async () => {
    const answer = await api.file(done.id, { method: "HEAD", headers: { range: "bytes=0-4" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe(String(whole.length));
    expect(await bytesOf(answer)).toHaveLength(0);
  });

  test("refuses other methods, unknown parameters, bad ids and unknown exports", async () => {
    const { token } = caller;
    const path = `/api/crm/exports/${done.id}/file`;
    const post = await app.call("POST", path, { token });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await app.call("GET", path)).status).toBe(401);
    expect((await app.call("GET", `${path}?a=1`, { token })).status).toBe(400);
    for (const [bad, message] of [
      ["exports/x/file", "An export id must be a positive integer. Example: 7"],
      ["exports/x", "An export id must be a positive integer. Example: 7"],
      ["imports/0", "An import id must be a positive integer. Example: 7"],
    ]) {
      const { status, body } = await app.call("GET", `/api/crm/${bad}`, { token });
      expect([status, body.issues[0].message], bad).toEqual([400, message]);
    }
    expect((await app.call("GET", "/api/crm/exports/999999/file", { token })).status).toBe(404);
    const headers = { "if-match": '"1"' };
    expect((await app.call("GET", path, { token, headers })).status).toBe(400);
  });

  test("410: the file is gone 7 days after its end", async () => {
    const { id } = await api.run({ object: "lead" });
    const ended = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000 - 1).toISOString();
    await app.deps.db.kysely
      .updateTable("jobs")
      .set({ ended_at: ended })
      .where("id", "=", id)
      .execute();
    expect((await api.read(id)).body.data).toMatchObject({ state: "expired", expiresAt: null });
    const answer = await api.file(id);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ code: "EXPIRED", data: null });
  });

  test("410: an erasure deletes the files of its type, and those with names of several types", async () => {
    const other = await app.caller();
    const { token } = other;
    const own = exportApi(app, token);
    const records = recordApi(app, other);
    const contact = (await records.make("contacts", { email: "gone@example.com" })).id;
    const contacts = await own.run({ object: "contact" });
    const named = await own.run({ object: "deal", associations: ["contact"], labels: true });
    const deals = await own.run({ object: "deal", associations: ["contact"] });
    const erased = await app.call("POST", `/api/crm/objects/contacts/${contact}/erase`, { token });
    expect(erased.status).toBe(200);
    expect((await own.file(contacts.id)).status).toBe(410);
    expect((await own.file(named.id)).status).toBe(410);
    expect((await own.file(deals.id)).status).toBe(200);
    expect((await own.read(contacts.id)).body.data.state).toBe("expired");
    expect(await own.text({ object: "contact" })).not.toContain("gone@");
  });
});
