import { gunzipSync } from "node:zlib";
import { createProject, startWorker, type Worker } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { holdJobs } from "./support/held-jobs.ts";
import { insertContacts } from "./support/many-contacts.ts";

const RECORDS = 10_001;
const EVENTUALLY = { timeout: 60_000, interval: 50 };
const OLDEST = { property: "id", direction: "asc" } as const;
const NAMELESS = { property: "lastname", operator: "unknown" } as const;

describe.each(DIALECTS)("the export of a large table on %s", (dialect) => {
  // The Public Object API does the same with exports on both databases.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: AdminApp;
  let owner: SignedIn;
  let worker: Worker;
  let projectId: number;
  /** A project whose jobs another process has, so that its exports wait. */
  let held: number;
  const errors: unknown[] = [];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    owner = await app.admin("owner");
    ({ projectId } = app);
    held = await createProject(app.deps, app.tenantId, "Held");
    for (const id of [projectId, held]) {
      await insertContacts({ deps: app.deps, projectId: id }, RECORDS);
    }
    await holdJobs({ deps: app.deps, projectId: held });
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  const start = (json: object = {}, by: SignedIn = owner) =>
    app.send("POST", "/downloads/records", {
      cookie: by.cookie,
      json: {
        ...{ projectId, type: "contact", groups: [], sort: OLDEST, format: "csv" },
        ...{ columns: ["email", "associations.company"], ...json },
      },
    });

  async function started(json: object = {}, by: SignedIn = owner): Promise<number> {
    const answer = await start(json, by);
    expect(answer.status).toBe(202);
    return (await answer.json()).export.id;
  }

  async function listed(id: number, by: SignedIn = owner, project = projectId) {
    const { exports } = await by.trpc.exports.list.query({ projectId: project });
    const found = exports.find((one) => one.id === id);
    if (found === undefined) throw new Error(`export ${id} is not listed`);
    return found;
  }

  async function done(json: object = {}): Promise<number> {
    const id = await started(json);
    await expect.poll(async () => (await listed(id)).state, EVENTUALLY).toBe("done");
    return id;
  }

  const file = (id: number, headers: Record<string, string> = {}, by = owner, of = projectId) =>
    fetch(`${app.url}/downloads/exports/${of}/${id}`, {
      headers: { cookie: by.cookie, ...headers },
    });

  it("is written by a worker and listed with who started it, what it has and how far it is", async () => {
    const filters = [
      NAMELESS,
      { property: "created_at", operator: "gte", value: "2026-01-01T00:00:00Z" },
    ];
    const id = await done({ groups: [filters], search: undefined });
    const colleague = await app.admin("read-only");
    expect(await listed(id, colleague)).toMatchObject({
      ...{ object: "contact", format: "csv", gzip: false, labels: true, state: "done" },
      ...{ rows: RECORDS, total: { value: RECORDS, relation: "eq" }, failure: null },
      actor: { kind: "admin", label: owner.email },
      records: { groups: [filters], sort: OLDEST },
      mayEnd: false,
    });
    expect((await listed(id)).mayEnd).toBe(true);
  });

  it("has labels, names and the columns of the table, as one that is sent at once", async () => {
    const properties = [{ internal_name: "name", value: "Acme" }];
    const company = await owner.trpc.records.create.mutate({
      projectId,
      type: "company",
      properties,
    });
    const { records } = await owner.trpc.records.list.query({
      ...{ projectId, type: "contact", sort: OLDEST, limit: 1 },
    });
    const first = { type: "contact", id: records[0]?.id ?? 0 } as const;
    const other = { type: "company", id: company.id } as const;
    await owner.trpc.records.associate.mutate({ projectId, one: first, other });

    const answer = await file(await done({ gzip: true }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/gzip");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv\.gz"$/,
    );
    const lines = gunzipSync(Buffer.from(await answer.arrayBuffer()))
      .toString()
      .split("\r\n");
    expect(lines).toHaveLength(RECORDS + 2);
    const small = await start({ groups: [[{ property: "id", operator: "eq", value: first.id }]] });
    expect(small.status).toBe(200);
    const bytes = Buffer.from(await small.arrayBuffer());
    expect(lines.slice(0, 2)).toEqual(bytes.toString().split("\r\n").slice(0, 2));
    expect(lines[1]).toBe(`${first.id},Ada,,c0@example.com,Acme`);
  });

  onSqlite(
    "is sent whole or in ranges to everyone who is signed in, which the audit log notes",
    async () => {
      const id = await done({ format: "ndjson" });
      const whole = await file(id);
      const text = await whole.text();
      const tag = whole.headers.get("etag") ?? "";
      const reader = await app.admin("read-only");
      const rest = await file(id, { range: "bytes=100-", "if-range": tag }, reader);
      expect(rest.status).toBe(206);
      expect(await rest.text()).toBe(text.slice(100));
      const log = await owner.trpc.audit.list.query({ projectId, limit: 3 });
      expect(log.entries.map(({ action, actor }) => [action, actor.label])).toEqual([
        ["exports.download", reader.email],
        ["exports.download", owner.email],
        ["exports.create", owner.email],
      ]);
      expect((await file(id, { "if-none-match": tag })).status).toBe(304);
      expect((await file(id, { range: `bytes=${text.length}-` })).status).toBe(416);
      const head = await app.send("HEAD", `/downloads/exports/${projectId}/${id}`, owner);
      expect(head.headers.get("content-length")).toBe(String(text.length));
      expect((await owner.trpc.audit.list.query({ projectId, limit: 1 })).entries).toEqual(
        log.entries.slice(0, 1),
      );
    },
  );

  onSqlite("is not sent without a session, to another project, or before it is done", async () => {
    const id = await done();
    expect((await file(id, { cookie: "" })).status).toBe(401);
    expect((await file(id, {}, owner, held)).status).toBe(404);
    expect((await file(999_999)).status).toBe(404);
    expect((await file("1x" as never)).status).toBe(404);
    const waiting = await started({ projectId: held });
    const answer = await file(waiting, {}, owner, held);
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toMatch(/waiting/);
    await owner.trpc.exports.cancel.mutate({ projectId: held, id: waiting });
  });

  onSqlite(
    "is cancelled by who started it and by admins who may change records, once",
    async () => {
      const readers = [await app.admin("read-only"), await app.admin("read-only")] as const;
      const own = { projectId: held, id: await started({ projectId: held }, readers[0]) };
      expect(await listed(own.id, readers[0], held)).toMatchObject({
        state: "waiting",
        mayEnd: true,
      });
      await expect(readers[1].trpc.exports.cancel.mutate(own)).rejects.toMatchObject({
        data: { httpStatus: 403 },
        message: expect.stringMatching(/read-only/),
      });
      await readers[0].trpc.exports.cancel.mutate(own);
      const next = { projectId: held, id: await started({ projectId: held }, readers[0]) };
      await owner.trpc.exports.cancel.mutate(next);
      await expect(owner.trpc.exports.cancel.mutate(next)).rejects.toThrow(/has ended/);
      expect((await listed(next.id, owner, held)).state).toBe("cancelled");
      expect((await file(next.id, {}, owner, held)).status).toBe(409);
      const log = await owner.trpc.audit.list.query({ projectId: held, limit: 3 });
      expect(log.entries.map(({ action }) => action)).toEqual([
        "exports.cancel",
        "exports.create",
        "exports.cancel",
      ]);
    },
  );

  onSqlite("is refused if five of the project are open", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push(await started({ projectId: held }));
    const refused = await start({ projectId: held });
    expect(refused.status).toBe(409);
    expect((await refused.json()).message).toBe(
      "This project has 5 open exports. Wait until one has ended, or cancel one.",
    );
    for (const id of ids) await owner.trpc.exports.cancel.mutate({ projectId: held, id });
  });

  /** Adds files of exports to a project that nobody works on, and runs `work`. */
  async function withFiles(
    count: number,
    length: number,
    project: number,
    work: () => Promise<void>,
  ) {
    const { kysely } = app.deps.db;
    const at = new Date().toISOString();
    const rows = Array.from({ length: count }, (_, i) => ({
      ...{ project_id: project, id: `kept${i}`, type: "contact", kind: "export" },
      ...{ key: "none", length, created_at: at, expires_at: null },
    }));
    await kysely.insertInto("files").values(rows).execute();
    try {
      await work();
    } finally {
      await kysely.deleteFrom("files").where("id", "like", "kept%").execute();
    }
  }

  it("is refused if the project keeps 50, or 10 GiB of them, and says what to do", async () => {
    const remedy = "Delete one, or wait until one expires.";
    const refusalOf = async () => {
      const answer = await start({ projectId: held });
      return [answer.status, (await answer.json()).message];
    };
    await withFiles(50, 1, held, async () => {
      expect(await refusalOf()).toEqual([409, `This project keeps 50 exports. ${remedy}`]);
    });
    await withFiles(2, 5 * 1024 ** 3, held, async () => {
      expect(await refusalOf()).toEqual([
        409,
        `The exports of this project have 10 GiB. ${remedy}`,
      ]);
    });
    await withFiles(49, 1, held, async () => {
      const id = await started({ projectId: held });
      await owner.trpc.exports.cancel.mutate({ projectId: held, id });
    });
  });

  it("fails if its file would be one too large for the project", async () => {
    const { exports } = await owner.trpc.exports.list.query({ projectId });
    for (const { id } of exports) await owner.trpc.exports.delete.mutate({ projectId, id });
    await withFiles(1, 10 * 1024 ** 3 - 1_000, projectId, async () => {
      const id = await started();
      await expect.poll(async () => (await listed(id)).state, EVENTUALLY).toBe("failed");
      expect((await listed(id)).failure).toMatch(
        /^The exports of this project would have more than 10 GiB\. Delete one/,
      );
    });
  });

  onSqlite("is deleted with its file once it has ended, by those who may cancel it", async () => {
    const id = await done();
    const reader = await app.admin("read-only");
    await expect(reader.trpc.exports.delete.mutate({ projectId, id })).rejects.toMatchObject({
      data: { httpStatus: 403 },
    });
    await owner.trpc.exports.delete.mutate({ projectId, id });
    expect((await file(id)).status).toBe(404);
    await expect(listed(id)).rejects.toThrow("not listed");
    const { kysely } = app.deps.db;
    const left = await kysely
      .selectFrom("files")
      .select("id")
      .where("project_id", "=", projectId)
      .where("kind", "=", "export")
      .where("key", "is not", null)
      .execute();
    const kept = (await owner.trpc.exports.list.query({ projectId })).exports;
    expect(left).toHaveLength(kept.filter(({ state }) => state === "done").length);

    const open = { projectId: held, id: await started({ projectId: held }) };
    await expect(owner.trpc.exports.delete.mutate(open)).rejects.toThrow("Cancel it first.");
    await owner.trpc.exports.cancel.mutate(open);
    await owner.trpc.exports.delete.mutate(open);
    const log = await owner.trpc.audit.list.query({ projectId: held, limit: 1 });
    expect(log.entries[0]?.action).toBe("exports.delete");
  });

  it("expires after seven days", async () => {
    const id = await done();
    const past = "2026-01-01T00:00:00.000Z";
    await app.deps.db.kysely
      .updateTable("jobs")
      .set({ ended_at: past })
      .where("id", "=", id)
      .execute();
    const answer = await file(id);
    expect(answer.status).toBe(410);
    expect((await answer.json()).message).toMatch(/Create a new export/);
    expect(await listed(id)).toMatchObject({ state: "expired", expiresAt: null });
  });

  it("loses its file and its filters if a record of its type is erased", async () => {
    const id = await done({ groups: [[NAMELESS]] });
    const { records } = await owner.trpc.records.list.query({
      ...{ projectId, type: "contact", limit: 1 },
    });
    const erased = { projectId, type: "contact", id: records[0]?.id ?? 0 } as const;
    await owner.trpc.records.erase.mutate(erased);
    expect(await listed(id)).toMatchObject({ state: "expired", records: null });
    expect((await file(id)).status).toBe(410);
  });
});
