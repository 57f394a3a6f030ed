import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { type Db, files } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type FileKey, joinDeps } from "../../src/deps.ts";
import {
  createFile,
  deleteFile,
  eraseTypeFiles,
  expireFile,
  FileGone,
  fileLength,
  readFile,
  removeExpiredFiles,
} from "../../src/files/files.ts";
import { appendToFile, storeFile } from "../../src/files/write-file.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

const { signal } = new AbortController();
const MINUTE_MS = 60_000;

/** Bytes that no compression makes smaller than a part, and that differ at each position. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe.each(DIALECTS)("files on %s", (dialect) => {
  let test: TestDeps;
  beforeAll(async () => {
    test = await openTestDeps(dialect);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  async function store(bytes: Buffer, size = 100_000): Promise<string> {
    const { deps, principal } = test;
    return storeFile(
      deps,
      principal,
      { type: "contact" },
      { source: inPieces(bytes, size), finish: async (_, { id }) => id },
    );
  }

  async function read(id: string, range = {}): Promise<Buffer> {
    const { deps, principal } = test;
    const parts: Buffer[] = [];
    for await (const part of readFile(deps, { ...principal, id }, range)) parts.push(part);
    return Buffer.concat(parts);
  }

  async function create(): Promise<string> {
    const { deps, db, principal } = test;
    return db.transaction((tx) => createFile(deps, tx, principal, { type: "contact" }));
  }

  it("saves the length of a limited file while it is written", async () => {
    const { deps, db, principal } = test;
    const MIB = 1024 ** 2;
    const seen: unknown[] = [];
    const admit = async (tx: Db, file: FileKey, length: number) =>
      void seen.push([await fileLength(tx, file), length]);
    const source = inPieces(Buffer.alloc(65 * MIB), MIB);
    const kept = { type: "contact", admit } as const;
    const id = await storeFile(deps, principal, kept, {
      source,
      finish: async (_, file) => file.id,
    });
    expect(seen).toEqual([
      [0, 0],
      [0, 64 * MIB],
      [64 * MIB, 65 * MIB],
    ]);
    expect(await fileLength(db, { ...principal, id })).toBe(65 * MIB);
  });

  it("returns what was stored, from any position to any other", async () => {
    const bytes = bytesOf(2_500_000);
    const id = await store(bytes);
    expect((await read(id)).equals(bytes)).toBe(true);
    for (const [from, to] of [
      [0, 1],
      [1_048_575, 1_048_577],
      [1_048_576, 2_097_152],
      [2_400_000, 9_000_000],
      [2_500_000, 2_500_001],
    ] as const) {
      expect((await read(id, { from, to })).equals(bytes.subarray(from, to))).toBe(true);
    }
  });

  it("stores an empty file, and one of a single byte", async () => {
    expect((await read(await store(Buffer.alloc(0)))).length).toBe(0);
    expect((await read(await store(Buffer.from("x")))).toString()).toBe("x");
  });

  it("appends in parts of any size", async () => {
    const { deps, principal, db } = test;
    const id = await create();
    for (const part of ["one", "", "two", "three"]) {
      if (part !== "") await appendToFile(deps, { ...principal, id }, Buffer.from(part));
    }
    expect((await read(id)).toString()).toBe("onetwothree");
    expect((await read(id, { from: 4, to: 8 })).toString()).toBe("woth");
    expect(await fileLength(db, { ...principal, id })).toBe(11);
  });

  it("forgets what a transaction appended that was rolled back", async () => {
    const { deps, principal, db } = test;
    const id = await create();
    await appendToFile(deps, { ...principal, id }, Buffer.from("kept"));
    const rolledBack = db.transaction(async (tx) => {
      await appendToFile(joinDeps(deps, tx), { ...principal, id }, Buffer.from("lost and longer"));
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await appendToFile(deps, { ...principal, id }, Buffer.from("+"));
    await appendToFile(deps, { ...principal, id }, Buffer.from("more"));
    expect((await read(id)).toString()).toBe("kept+more");
  });

  it("keeps nothing of a file whose source breaks off", async () => {
    const { deps, principal, db } = test;
    async function* broken(): AsyncGenerator<Buffer> {
      yield bytesOf(1_500_000);
      throw new Error("connection lost");
    }
    const stored = storeFile(
      deps,
      principal,
      { type: "contact" },
      { source: broken(), finish: async (_, { id }) => id },
    );
    await expect(stored).rejects.toThrow("connection lost");
    await removeExpiredFiles(deps, signal);
    const left = await files.listExpired(db, "9999-12-31T00:00:00.000Z", 10);
    expect(left).toEqual([]);
  });

  describe("that are being uploaded", () => {
    afterEach(() => vi.useRealTimers());

    /** Begins an upload of a byte that waits for `send`. Its process extends it as the faked time goes on. */
    async function begin() {
      const { deps, db, principal } = test;
      vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
      const begun = Promise.withResolvers<FileKey>();
      const last = Promise.withResolvers<Buffer>();
      async function* source(): AsyncGenerator<Buffer> {
        yield await last.promise;
      }
      const admit = async (_: Db, file: FileKey) => begun.resolve(file);
      const kept = { type: "contact", kind: "upload", admit } as const;
      const stored = storeFile(deps, principal, kept, {
        source: source(),
        finish: async (_, { id }) => id,
      });
      stored.catch(() => undefined);
      const file = await begun.promise;
      const find = db.kysely.selectFrom("files").select("expires_at").where("id", "=", file.id);
      await vi.waitUntil(async () => (await find.executeTakeFirst()) !== undefined);
      return {
        ...{ file, stored, send: () => last.resolve(Buffer.from("x")) },
        expiry: async () => (await find.executeTakeFirst())?.expires_at ?? "",
        counted: () =>
          files.listLengths(db, principal, "upload", { now: new Date().toISOString() }),
      };
    }

    it("do not count 5 minutes after a crash, and are removed", async () => {
      const { file, stored, send, counted } = await begin();
      expect(await counted()).toHaveLength(1);
      // The time passes without the process that extends the file.
      vi.setSystemTime(Date.now() + 6 * MINUTE_MS);
      expect(await counted()).toEqual([]);
      await removeExpiredFiles(test.deps, signal);
      expect(await files.hasRow(test.db, file)).toBe(false);
      send();
      await expect(stored).rejects.toThrow(FileGone);
    });

    it("stay as long as their process lives", async () => {
      const { stored, send, expiry, counted } = await begin();
      for (let i = 0; i < 3; i++) {
        const before = await expiry();
        vi.advanceTimersByTime(4 * MINUTE_MS);
        await vi.waitUntil(async () => (await expiry()) > before);
      }
      await removeExpiredFiles(test.deps, signal);
      expect(await counted()).toHaveLength(1);
      send();
      expect((await read(await stored)).toString()).toBe("x");
    });
  });

  it("cannot be read in another project", async () => {
    const { deps } = test;
    const id = await store(Buffer.from("x"));
    const other = await test.project();
    const read = readFile(deps, { ...other, id })
      [Symbol.asyncIterator]()
      .next();
    await expect(read).rejects.toThrow(FileGone);
  });

  it("cannot be read once it was deleted, or a record of its type erased", async () => {
    const { db, principal } = test;
    const deleted = await store(Buffer.from("x"));
    await db.transaction((tx) => deleteFile(tx, { ...principal, id: deleted }));
    await expect(read(deleted)).rejects.toThrow(FileGone);
    const kept = await store(Buffer.from("x"));
    await db.transaction((tx) => eraseTypeFiles(tx, principal, "company"));
    expect((await read(kept)).length).toBe(1);
    await db.transaction((tx) => eraseTypeFiles(tx, principal, "contact"));
    await expect(read(kept)).rejects.toThrow(FileGone);
  });

  it("ends a read with an error if the file is deleted meanwhile", async () => {
    const { deps, db, principal } = test;
    const id = await store(bytesOf(2_500_000));
    const parts = readFile(deps, { ...principal, id });
    await parts.next();
    await db.transaction((tx) => deleteFile(tx, { ...principal, id }));
    await removeExpiredFiles(deps, signal);
    await expect(parts.next()).rejects.toThrow(FileGone);
  });

  it("is removed by the worker once it has expired, and not before", async () => {
    const { deps, db, principal } = test;
    const past = { ...principal, id: await store(Buffer.from("past")) };
    const future = { ...principal, id: await store(Buffer.from("future")) };
    await db.transaction((tx) => expireFile(tx, past, "2020-01-01T00:00:00.000Z"));
    await db.transaction((tx) => expireFile(tx, future, "2999-01-01T00:00:00.000Z"));
    await removeExpiredFiles(deps, signal);
    await expect(read(past.id)).rejects.toThrow(FileGone);
    expect(await files.hasRow(db, past)).toBe(false);
    expect((await read(future.id)).toString()).toBe("future");
  });
});

describe("files on the disk", () => {
  let test: TestDeps;
  beforeAll(async () => {
    test = await openTestDeps("sqlite");
  });
  afterAll(() => test[Symbol.asyncDispose]());

  async function store(text: string): Promise<string> {
    const { deps, principal } = test;
    const source = inPieces(Buffer.from(text), 10);
    return storeFile(
      deps,
      principal,
      { type: "contact" },
      { source, finish: async (_, { id }) => id },
    );
  }

  it("are encrypted and readable by their owner only", async () => {
    const id = await store("ada@example.com");
    const folder = join(test.dataDir, "files", `${test.principal.projectId}-${id}`);
    expect(readdirSync(folder)).toEqual(["0"]);
    expect(readFileSync(join(folder, "0")).toString("latin1")).not.toContain("ada");
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "0")).mode & 0o077).toBe(0);
  });

  it("are refused if a part was changed or put in another place", async () => {
    const { deps, principal, dataDir } = test;
    const key = { ...principal, id: await store("original") };
    const folder = join(dataDir, "files", `${principal.projectId}-${key.id}`);
    const sealed = readFileSync(join(folder, "0"));
    sealed.writeUInt8(sealed.readUInt8(20) ^ 1, 20);
    await deps.fileParts.put(deps.db, key, 0, sealed);
    await expect(readFile(deps, key).next()).rejects.toThrow();
    const other = { ...principal, id: await store("other") };
    const { bytes } = (await deps.fileParts.find(deps.db, other, 0)) ?? {};
    await deps.fileParts.put(deps.db, key, 0, bytes ?? Buffer.alloc(0));
    await expect(readFile(deps, key).next()).rejects.toThrow();
  });

  it("are removed after an hour if their transaction was rolled back", async () => {
    const { deps, dataDir } = test;
    const stray = { projectId: 7, id: "stray" };
    await deps.fileParts.put(deps.db, stray, 0, Buffer.from("x"));
    const folder = join(dataDir, "files", "7-stray");
    await removeExpiredFiles(deps, signal);
    expect(readdirSync(folder)).toEqual(["0"]);
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(folder, before, before);
    await removeExpiredFiles(deps, signal);
    expect(readdirSync(join(dataDir, "files"))).not.toContain("7-stray");
  });

  it("may be removed by another process at the same time", async () => {
    const { deps, dataDir } = test;
    const root = join(dataDir, "files");
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const id of ["one", "two"]) {
      await deps.fileParts.put(deps.db, { projectId: 8, id }, 0, Buffer.from("x"));
      utimesSync(join(root, `8-${id}`), before, before);
    }
    await deps.fileParts.removeStray(async () => {
      for (const id of ["one", "two"])
        rmSync(join(root, `8-${id}`), { recursive: true, force: true });
      return false;
    });
    expect(readdirSync(root).filter((name) => name.startsWith("8-"))).toEqual([]);
  });
});
