import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Import, PublicClient } from "../src/index.ts";
import { errorOf, startRapport, type TestRapport } from "./support/rapport.ts";

// The client never sees which database answers.
describe("the client of imports", () => {
  let rapport: TestRapport;
  let client: PublicClient;
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
  });
  beforeEach(async () => {
    rapport.proxy.clear();
    client = await rapport.publicClient();
  });
  afterAll(() => rapport[Symbol.asyncDispose]());

  async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
    return Buffer.from(await new Response(stream).arrayBuffer()).toString("utf8");
  }

  /** Creates an import of contacts, sends its file and waits for the end. */
  async function imported(file: string): Promise<Import> {
    const { id } = await client.imports.create({ object: "contact", mode: "create" });
    await client.imports.send(id, file);
    return client.imports.wait(id);
  }

  test("creates an import, sends its file, shows its progress and waits for its end", async () => {
    const ada = await client.contacts.create({ email: "ada@example.com" });
    const created = await client.imports.create({
      object: "contact",
      mode: "upsert",
      idProperty: "email",
      mapping: { Address: "email", Town: "city" },
    });
    expect(created).toMatchObject({ state: "waiting", rows: null, bytes: null });
    const sent = await client.imports.send(
      created.id,
      "Address,Town\nada@example.com,London\ngrace@example.com,New York\nno address,Rome\n",
    );
    expect(sent).toMatchObject({ id: created.id, rows: 3 });
    const states: string[] = [];
    const done = await client.imports.wait(created.id, {
      onProgress: ({ state }) => states.push(state),
    });
    expect(done).toMatchObject({ state: "done", read: 3, created: 1, updated: 1, refused: 1 });
    expect(states.at(-1)).toBe("done");
    expect((await client.contacts.read(ada.id)).properties.city).toBe("London");
    expect(await client.imports.read(created.id)).toEqual(done);
    expect((await client.imports.list().page()).items).toEqual([done]);
    expect(await textOf(await client.imports.refused(created.id))).toMatch(
      /^Address,Town,[^\r\n]+\r\nno address,Rome,"?[^\r\n]*email address/,
    );
  });

  test("throws ABORTED if the wait for an import is aborted", async () => {
    const { id } = await client.imports.create({ object: "contact", mode: "create" });
    const stopping = new AbortController();
    const onProgress = () => setImmediate(() => stopping.abort());
    const error = await errorOf(client.imports.wait(id, { signal: stopping.signal, onProgress }));
    expect(error).toMatchObject({ name: "RapportError", code: "ABORTED" });
  });

  test("sends bytes, a stream and a compressed file", async () => {
    const rows = (name: string) => `email\n${name}@example.com\n`;
    const files = [
      [Buffer.from(rows("bytes")), {}],
      [new Blob([rows("stream")]).stream(), {}],
      [gzipSync(rows("gzip")), { gzip: true }],
    ] as const;
    for (const [file, options] of files) {
      const { id } = await client.imports.create({ object: "contact", mode: "create" });
      await client.imports.send(id, file, options);
      expect(await client.imports.wait(id)).toMatchObject({ state: "done", created: 1 });
    }
    const { items } = await client.imports.list({ limit: 2 }).page();
    expect(items).toHaveLength(2);
    const all: number[] = [];
    for await (const { id } of client.imports.list({ limit: 2 })) all.push(id);
    expect(all).toHaveLength(3);
  });

  test("undoes an import and waits until it is undone", async () => {
    const { id } = await imported("email\nundo@example.com\n");
    expect((await client.imports.undo(id)).undo?.state).toBe("running");
    expect(await client.imports.wait(id)).toMatchObject({
      state: "undone",
      undo: { state: "done", deleted: 1, restored: 0, left: 0, failure: null },
    });
    expect((await client.contacts.list().page()).items).toEqual([]);
  });

  test("cancels an import that waits for its file", async () => {
    const { id } = await client.imports.create({ object: "contact", mode: "create" });
    expect(await client.imports.cancel(id)).toMatchObject({ id, state: "cancelled" });
    expect((await errorOf(client.imports.cancel(id))).code).toBe("CONFLICT");
  });

  test("throws what the server refuses", async () => {
    const faulty = { object: "contact", mode: "upsert" } as const;
    expect((await errorOf(client.imports.create(faulty))).code).toBe("INVALID_INPUT");
    expect(await errorOf(client.imports.read(999_999))).toMatchObject({ status: 404 });
    const { id } = await client.imports.create({ object: "contact", mode: "create" });
    const error = await errorOf(client.imports.send(id, "PK\u0003\u0004"));
    expect(error.code).toBe("INVALID_INPUT");
    const stopped = new AbortController();
    stopped.abort();
    expect((await errorOf(client.imports.wait(id, { signal: stopped.signal }))).code).toBe(
      "ABORTED",
    );
  });
});
