import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PublicClient } from "../src/index.ts";
import { errorOf, startRapport, type TestRapport } from "./support/rapport.ts";

// The client never sees which database answers.
describe("the client of exports", () => {
  let rapport: TestRapport;
  let client: PublicClient;
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
  });
  beforeEach(async () => {
    rapport.proxy.clear();
    client = await rapport.publicClient({ fetch: breakingFetch });
  });
  afterAll(() => rapport[Symbol.asyncDispose]());

  let isBreaking = false;
  /** Breaks the next download after its first bytes. */
  const breakingFetch: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (!isBreaking || !String(url).endsWith("/file")) return answer;
    isBreaking = false;
    const source = answer.body?.getReader();
    let sent = 0;
    const body = new ReadableStream({
      async pull(controller) {
        const next = await source?.read();
        if (sent++ > 0 || next?.value === undefined) controller.error(new TypeError("terminated"));
        else controller.enqueue(next.value);
      },
      cancel: () => source?.cancel(),
    });
    return new Response(body, answer);
  };

  async function textOf(file: AsyncGenerator<Uint8Array>): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const bytes of file) parts.push(bytes);
    return Buffer.concat(parts).toString("utf8");
  }

  test("creates an export, waits for it and downloads its file", async () => {
    const { id } = await client.contacts.create({ email: "ada@example.com" });
    await client.contacts.create({ email: "other@example.com" });
    const created = await client.exports.create({
      object: "contact",
      filterGroups: [
        { filters: [{ internal_name: "email", operator: "EQ", value: "ada@example.com" }] },
      ],
      properties: ["email"],
      format: "ndjson",
    });
    const done = await client.exports.wait(created.id, { everyMs: 50 });
    expect(done).toMatchObject({ id: created.id, state: "done", rows: 1 });
    const text = await textOf(client.exports.file(created.id));
    expect(JSON.parse(text)).toMatchObject({ id, properties: { email: "ada@example.com" } });
    const [listed] = (await client.exports.list().page()).items;
    expect(listed).toEqual(done);
    expect((await errorOf(client.exports.cancel(created.id))).code).toBe("CONFLICT");
    await client.exports.delete(created.id);
    expect((await errorOf(client.exports.read(created.id))).code).toBe("NOT_FOUND");
  });

  test("continues the file where the connection broke", async () => {
    const notes = "n".repeat(60_000);
    for (let i = 0; i < 40; i++) await client.contacts.create({ email: `c${i}@x.org`, notes });
    const { id } = await client.exports.create({ object: "contact", properties: ["notes"] });
    const { bytes } = await client.exports.wait(id, { everyMs: 50 });
    const whole = await textOf(client.exports.file(id));
    expect(whole).toHaveLength(bytes);
    rapport.proxy.clear();
    isBreaking = true;
    expect(await textOf(client.exports.file(id))).toBe(whole);
    const [first, second] = rapport.proxy.requests;
    expect(first?.headers.range).toBeUndefined();
    expect(second?.headers).toMatchObject({
      range: expect.stringMatching(/^bytes=[1-9]\d*-$/),
      "if-range": `"export-${id}"`,
    });
  });

  test("throws ABORTED if a download is aborted while it waits to continue", async () => {
    const stopping = new AbortController();
    rapport.proxy.fail(({ path }) => {
      if (!path.endsWith("/file")) return undefined;
      setTimeout(() => stopping.abort(), 300);
      return { status: 503, headers: { "retry-after": "30" }, body: "{}" };
    });
    const error = await errorOf(textOf(client.exports.file(1, { signal: stopping.signal })));
    expect(error).toMatchObject({ name: "RapportError", code: "ABORTED" });
  });

  test("throws what the server refuses", async () => {
    const error = await errorOf(textOf(client.exports.file(999_999)));
    expect(error).toMatchObject({ code: "NOT_FOUND", status: 404 });
    const faulty = { object: "contact", properties: ["nosuch"] } as const;
    expect((await errorOf(client.exports.create(faulty))).code).toBe("INVALID_INPUT");
  });
});
