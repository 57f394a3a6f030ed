import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { backUpInstallation, createProject, openAttachment, setQuota } from "@rapport/core";
import { purge } from "@rapport/db";
import { openService } from "@rapport/service/service";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createFile, removeExpiredFiles } from "../../../packages/core/src/files/files.ts";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { make } from "./support/records.ts";

const MIB = 1024 ** 2;
const OWN = { "x-rapport-admin": "1", "content-type": "application/octet-stream" };

describe.each(DIALECTS)("the files of records on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let reader: SignedIn;
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    reader = await app.admin("read-only");
    ({ projectId } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const note = () => make(admin, projectId, "note", { body: "Met" });
  const place = (id: number, name: string, { type = "note", project = projectId } = {}) =>
    `/uploads/attachments/${project}/${type}/${id}?name=${encodeURIComponent(name)}`;
  const put = (path: string, body: BodyInit, { cookie }: SignedIn = admin) =>
    fetch(`${app.url}${path}`, {
      ...{ method: "PUT", headers: { ...OWN, cookie }, body, duplex: "half" },
    } as RequestInit);
  const attach = async (id: number, name: string, body: BodyInit = name, type = "note") => {
    const answer = await put(place(id, name, { type }), body);
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as { id: string; name: string; bytes: number };
  };
  const download = (id: string, { cookie }: SignedIn = admin, project = projectId) =>
    app.send("GET", `/downloads/attachments/${project}/${id}`, { cookie });
  const list = (id: number, type = "note") =>
    admin.trpc.records.attachments.query({ projectId, type, id });
  const names = async (id: number, type = "note") => (await list(id, type)).map(({ name }) => name);
  const messageOf = async (answer: Response) =>
    ((await answer.json()) as { message: string }).message;
  /** What the database has of files, and of their parts. */
  const stored = async () => {
    const { kysely } = app.deps.db;
    const files = await kysely.selectFrom("files").select(["id", "name", "length"]).execute();
    const parts = await kysely.selectFrom("file_parts").select(["file_id", "start"]).execute();
    return { files, parts };
  };

  it("have one time and author in the answer to the upload and in the list", async () => {
    const id = await note();
    async function* slowly() {
      yield Buffer.from("first");
      await sleep(20);
      yield Buffer.from("last");
    }
    const answered = await attach(id, "slow.txt", Readable.from(slowly()) as never);
    expect(await list(id)).toEqual([answered]);
  });

  it("come back as they were sent, of any size and content, encrypted in the database", async () => {
    const id = await note();
    const secret = "Meeting in the old mill";
    const contents = [
      ...[Buffer.alloc(0), Buffer.from(secret.repeat(1000)), randomBytes(3 * MIB + 7)],
      Buffer.alloc(MIB),
    ];
    for (const [i, content] of contents.entries()) {
      const { id: file, bytes } = await attach(id, `${i}.bin`, content as never);
      expect(bytes).toBe(content.length);
      const answer = await download(file, reader);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    }
    expect(await names(id)).toEqual(["0.bin", "1.bin", "2.bin", "3.bin"]);
    const parts = await app.deps.db.kysely.selectFrom("file_parts").select("data").execute();
    expect(parts.length).toBeGreaterThan(5);
    for (const { data } of parts) expect(Buffer.from(data).includes("old mill")).toBe(false);
  });

  it("are never shown by a browser, whatever they say they are", async () => {
    const { id } = await attach(await note(), "page.html", "<script>alert(1)</script>");
    const { headers } = await download(id);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=page.html",
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-length": "25",
    });
  });

  it.each([
    ["Überblick 🦉 – 報告.pdf", "Überblick 🦉 – 報告.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ada\\offer.pdf", "offer.pdf"],
    ["a\u0000b\r\nc\u202Egpj.exe", "a b c gpj.exe"],
    [`${"ü".repeat(200)}.pdf`, `${"ü".repeat(125)}.pdf`],
    [`${"x".repeat(300)}`, "x".repeat(255)],
  ])("keep the name %j as %j", async (given, kept) => {
    const id = await note();
    const file = await attach(id, given, "1");
    expect(file.name).toBe(kept);
    const disposition = (await download(file.id)).headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename=/);
    if (kept !== "passwd" && /[^ -~]/.test(kept)) {
      expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent(kept).slice(0, 20)}`);
    }
  });

  it.each(["", "..", "a/", "\u0007"])("refuse the name %j", async (name) => {
    const answer = await put(place(await note(), name), "1");
    expect([answer.status, await messageOf(answer)]).toEqual([
      ...[400, "The file has no name. Rename it, then attach it again."],
    ]);
  });

  it("belong to records of any type, and are shown with the activities of a timeline", async () => {
    const contact = await make(admin, projectId, "contact", { email: "ada@example.com" });
    const associatedWith = { type: "contact", id: contact };
    await attach(contact, "contract.pdf", "1", "contact");
    for (const [type, values] of [
      ["note", { body: "Met" }],
      ["call", { title: "Call", occurred_at: "2026-01-01T00:00:00Z" }],
      ["meeting", { title: "Visit", start: "2026-01-02T00:00:00Z" }],
      ["email", { subject: "Offer", occurred_at: "2026-01-03T00:00:00Z" }],
      ["task", { name: "Write" }],
    ] as const) {
      const properties = Object.entries(values).map(([internal_name, value]) => ({
        ...{ internal_name, value },
      }));
      const input = { projectId, type, properties, associatedWith };
      const { id } = await admin.trpc.records.create.mutate(input);
      await attach(id, `${type}.txt`, "1", type);
    }
    const { items } = await reader.trpc.records.timeline.query({
      ...{ projectId, type: "contact", id: contact, limit: 50 },
    });
    const shown = items.flatMap((item) => ("attachments" in item ? item.attachments : []));
    expect(shown.map(({ name, bytes, addedBy }) => [name, bytes, addedBy.label])).toEqual(
      ["note", "email", "meeting", "call"].map((type) => [`${type}.txt`, 1, admin.email]),
    );
    const { tasks } = await reader.trpc.records.openTasks.query({
      ...{ projectId, type: "contact", id: contact },
    });
    expect(tasks.map(({ attachments }) => attachments.map(({ name }) => name))).toEqual([
      ["task.txt"],
    ]);
    expect(await names(contact, "contact")).toEqual(["contract.pdf"]);
  });

  it("are told in the history of their record, and removed at once", async () => {
    const id = await note();
    const file = await attach(id, "offer.pdf");
    const kept = await attach(id, "plan.pdf");
    const removing = { projectId, type: "note", id, attachment: file.id };
    await admin.trpc.records.removeAttachment.mutate(removing);
    expect(await names(id)).toEqual(["plan.pdf"]);
    expect((await download(file.id)).status).toBe(404);
    expect((await download(kept.id)).status).toBe(200);
    await expect(admin.trpc.records.removeAttachment.mutate(removing)).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
    const { entries } = await admin.trpc.records.history.query({ projectId, id, limit: 10 });
    expect(entries.map(({ action, changes }) => [action, changes]).slice(0, 3)).toEqual([
      ["updated", [{ property: "attachment.name", from: "offer.pdf", to: null }]],
      ["updated", [{ property: "attachment.name", from: null, to: "plan.pdf" }]],
      ["updated", [{ property: "attachment.name", from: null, to: "offer.pdf" }]],
    ]);
    const { files } = await stored();
    expect(files.find((one) => one.id === file.id)).toEqual({ id: file.id, name: null, length: 0 });
  });

  it("are refused if they are larger than 25 MiB, declared or not, and nothing of them stays", async () => {
    const id = await note();
    const before = await stored();
    const declared = await put(place(id, "big.bin"), Buffer.alloc(25 * MIB + 1) as never);
    const arriving = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 26; i++) controller.enqueue(randomBytes(MIB));
        controller.close();
      },
    });
    for (const answer of [declared, await put(place(id, "big.bin"), arriving)]) {
      expect([answer.status, await messageOf(answer)]).toEqual([
        ...[413, "The file is larger than 25 MiB. Attach a smaller one, or a link to it."],
      ]);
    }
    expect(await stored()).toEqual(before);
    const { bytes } = await attach(id, "largest.bin", Buffer.alloc(25 * MIB) as never);
    expect(bytes).toBe(25 * MIB);
  });

  it("leave nothing behind if the client goes in the middle", async () => {
    const id = await note();
    const before = await stored();
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT ${place(id, "cut.bin")} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${admin.cookie}\r\n` +
        `X-Rapport-Admin: 1\r\nContent-Type: application/octet-stream\r\nContent-Length: ${4 * MIB}\r\n\r\n`,
    );
    socket.write(randomBytes(2 * MIB));
    await vi.waitFor(async () =>
      expect((await stored()).parts.length).toBeGreaterThan(before.parts.length),
    );
    socket.destroy();
    await vi.waitFor(async () => expect(await stored()).toEqual(before));
    expect(await list(id)).toEqual([]);
  });

  it("are at most 50 of a record", async () => {
    const id = await note();
    for (let i = 0; i < 50; i++) await attach(id, `${i}`);
    const answer = await put(place(id, "51"), "1");
    expect([answer.status, await messageOf(answer)]).toEqual([
      ...[409, "A record may have 50 files, and this one has as many. Remove one first."],
    ]);
    const [{ id: first = "" } = {}] = await list(id);
    await admin.trpc.records.removeAttachment.mutate({
      ...{ projectId, type: "note", id, attachment: first },
    });
    await attach(id, "51");
  });

  it("count against the tenant's quota, before they are received", async () => {
    const id = await note();
    const owner = await app.admin("owner");
    const limit = async (fileBytes: number) => {
      await setQuota(app.deps, app.tenantId, { fileBytes });
      await app.deps.quotas.refresh();
    };
    const used = async () => {
      const all = await owner.trpc.tenants.quota.query({ tenantId: app.tenantId });
      return all.find(({ quota }) => quota === "fileBytes")?.used ?? 0;
    };
    await limit(1_000_000_000);
    const begun = await used();
    await limit(begun + 100);
    try {
      const file = await attach(id, "60", "x".repeat(60));
      expect(await used()).toBe(begun + 60);
      const before = await stored();
      const refused = await put(place(id, "61"), "x".repeat(41));
      expect(refused.status).toBe(409);
      expect(await messageOf(refused)).toMatch(
        /^The tenant's quota of bytes of files is \d+ \(used: \d+\)\. Remove attached files, /,
      );
      expect(await stored()).toEqual(before);
      await admin.trpc.records.removeAttachment.mutate({
        ...{ projectId, type: "note", id, attachment: file.id },
      });
      await attach(id, "100", "x".repeat(100));
    } finally {
      await limit(0);
    }
  });

  it("cannot be changed by read-only admins, without the header of the pages, or signed out", async () => {
    const id = await note();
    const { id: file } = await attach(id, "offer.pdf");
    expect((await put(place(id, "a"), "1", reader)).status).toBe(403);
    const removing = { projectId, type: "note", id, attachment: file };
    await expect(reader.trpc.records.removeAttachment.mutate(removing)).rejects.toMatchObject({
      data: { httpStatus: 403 },
    });
    const { cookie } = admin;
    const foreign = { method: "PUT", headers: { cookie }, body: "1" };
    expect((await fetch(`${app.url}${place(id, "a")}`, foreign)).status).toBe(403);
    const path = `/downloads/attachments/${projectId}/${file}`;
    expect((await app.send("GET", path)).status).toBe(401);
    expect((await put(place(id, "a"), "1", { ...admin, cookie: "" })).status).toBe(401);
    expect(await names(id)).toEqual(["offer.pdf"]);
  });

  it("are unknown in other projects, to other records, and to records that do not exist", async () => {
    const [id, other] = [await note(), await note()];
    const { id: file } = await attach(id, "offer.pdf");
    const elsewhere = await createProject(app.deps, app.tenantId, "Elsewhere");
    expect((await download(file, admin, elsewhere)).status).toBe(404);
    expect((await put(place(id, "a", { project: elsewhere }), "1")).status).toBe(404);
    expect((await put(place(id, "a", { type: "contact" }), "1")).status).toBe(404);
    expect((await put(place(999_999, "a"), "1")).status).toBe(404);
    for (const type of ["nonsense", "%00", "toString"]) {
      expect((await put(place(id, "a", { type }), "1")).status).toBe(404);
    }
    for (const [project, record] of [
      [elsewhere, id],
      [projectId, other],
    ] as const) {
      const removing = { projectId: project, type: "note", id: record, attachment: file };
      await expect(admin.trpc.records.removeAttachment.mutate(removing)).rejects.toMatchObject({
        data: { httpStatus: 404 },
      });
    }
    // The file of an export is no attachment.
    for (const none of ["kept.none", "none", "%00"]) {
      expect((await download(none)).status).toBe(404);
    }
    expect((await download(file)).status).toBe(200);
  });

  it("go to the bin with their record and come back with it", async () => {
    const id = await note();
    const { id: file } = await attach(id, "offer.pdf");
    const key = { projectId, type: "note", id };
    await admin.trpc.records.delete.mutate(key);
    expect((await download(file)).status).toBe(404);
    expect((await put(place(id, "a"), "1")).status).toBe(404);
    await admin.trpc.records.restore.mutate(key);
    expect(await (await download(file)).text()).toBe("offer.pdf");
    expect(await names(id)).toEqual(["offer.pdf"]);
  });

  it("are shown at the record that theirs was merged into, until that is undone", async () => {
    const company = (name: string) => make(admin, projectId, "company", { name });
    const [a, b, c] = [await company("a"), await company("b"), await company("c")];
    const files = [];
    for (const id of [a, b, c]) files.push(await attach(id, `${id}.txt`, `${id}`, "company"));
    const merge = (primaryId: number, mergeId: number) =>
      admin.trpc.duplicates.merge.mutate({
        ...{ projectId, type: "company", primaryId, mergeIds: [mergeId], chosen: {} },
      });
    await merge(b, c);
    await merge(a, b);
    expect((await names(a, "company")).toSorted()).toEqual([a, b, c].map((id) => `${id}.txt`));
    expect(await (await download(files[2]?.id ?? "")).text()).toBe(`${c}`);
    await admin.trpc.records.removeAttachment.mutate({
      ...{ projectId, type: "company", id: a, attachment: files[1]?.id ?? "" },
    });
    await admin.trpc.duplicates.unmerge.mutate({
      ...{ projectId, type: "company", primaryId: a, mergeId: b },
    });
    expect(await names(a, "company")).toEqual([`${a}.txt`]);
    expect(await names(b, "company")).toEqual([`${c}.txt`]);
  });

  it("are gone for good once their record is erased, also those of merged ones", async () => {
    const company = (name: string) => make(admin, projectId, "company", { name });
    const [a, b] = [await company("a"), await company("b")];
    const own = await attach(a, "own-erased.txt", "1", "company");
    const merged = await attach(b, "merged-erased.txt", "1", "company");
    await admin.trpc.duplicates.merge.mutate({
      ...{ projectId, type: "company", primaryId: a, mergeIds: [b], chosen: {} },
    });
    await admin.trpc.records.erase.mutate({ projectId, type: "company", id: a });
    for (const { id } of [own, merged]) expect((await download(id)).status).toBe(404);
    const { kysely } = app.deps.db;
    const left = await kysely
      .selectFrom("files")
      .select(["key", "name", "record_id", "actor", "length"])
      .where("id", "in", [own.id, merged.id])
      .execute();
    for (const row of left) {
      expect(row).toEqual({ key: null, name: null, record_id: null, actor: null, length: 0 });
    }
    const history = await kysely.selectFrom("record_history").selectAll().execute();
    expect(JSON.stringify(history)).not.toContain("-erased.txt");
  });

  it("are gone once their deleted record is removed for good", async () => {
    const id = await note();
    const { id: file } = await attach(id, "purged.txt");
    await admin.trpc.records.delete.mutate({ projectId, type: "note", id });
    const { db } = app.deps;
    await db.transaction((tx) => purge.purgeDeleted(tx, "2999-01-01T00:00:00.000Z", 1_000));
    await removeExpiredFiles(app.deps, new AbortController().signal);
    const { files, parts } = await stored();
    expect(files.filter((one) => one.id === file)).toEqual([]);
    expect(parts.filter((part) => part.file_id === file)).toEqual([]);
  });

  it.runIf(dialect === "sqlite")("are in a backup, which has no file of a job", async () => {
    const id = await note();
    const content = randomBytes(2 * MIB);
    const { id: file } = await attach(id, "kept.bin", content as never);
    const job = { projectId };
    await app.deps.db.transaction((tx) => createFile(app.deps, tx, job, { type: "contact" }));
    const folder = mkdtempSync(join(tmpdir(), "rapport-files-"));
    const backup = join(folder, "backup.db");
    const { databaseUrl } = app.config;
    await backUpInstallation({ file: backup }, { databaseUrl });
    const restored = await openService({ ...app.config, databaseUrl: `sqlite:${backup}` });
    try {
      const call = { deps: restored.deps, principal: { ...BYSTANDER, projectId } };
      const opened = await openAttachment(call, file);
      expect(opened.name).toBe("kept.bin");
      const read: Buffer[] = [];
      for await (const part of opened.content) read.push(part);
      expect(Buffer.concat(read).equals(content)).toBe(true);
      const { kysely } = restored.deps.db;
      const keys = await kysely
        .selectFrom("files")
        .select("id")
        .where("key", "is not", null)
        .execute();
      expect(keys.filter((one) => !one.id.startsWith("kept."))).toEqual([]);
    } finally {
      await restored.close();
      rmSync(folder, { recursive: true });
    }
  });
});

const BYSTANDER = { kind: "user", id: "1", tenantId: 1, scopes: new Set<string>() } as const;
