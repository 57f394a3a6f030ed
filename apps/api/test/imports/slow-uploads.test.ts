import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { markUploading } from "@rapport/service/http/uploading";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { createImport, sendData } from "../support/imports.ts";

const FILE = "email\nada@example.com\n";

// The places of uploads are in the memory of the server.
describe("files that arrive slowly", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("of one project leave room for those of others", async () => {
    const [slow, other] = [await app.caller(), await app.caller()];
    const id = await createImport(app, slow.token);
    for (let i = 0; i < 5; i++) begin(`${app.url}/api/crm/imports/${id}/data`, slow.token);
    const ofNone = async () => (await sendData(app, slow.token, 999_999, { body: FILE })).status;
    await expect.poll(ofNone, { timeout: 20_000 }).toBe(429);
    const refused = await sendData(app, slow.token, id, { body: FILE });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    const theirs = await createImport(app, other.token);
    expect((await sendData(app, other.token, theirs, { body: FILE })).status).toBe(200);
  });
});

describe("the upload of a large file", () => {
  /** Returns whether a body arrives whole of which the same number of bytes comes in each of ten intervals. */
  async function arrives(bytes: number): Promise<boolean> {
    // Neither vi.waitFor nor expect.poll is used, because they would move the clock.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = http.createServer((req, res) => {
      markUploading(req);
      req.on("error", () => undefined).on("end", () => res.end());
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const request = http.request({ port, host: "127.0.0.1", method: "PUT", agent: false });
    const ended = once(request, "response").then(
      () => true,
      () => false,
    );
    request.flushHeaders();
    const [req] = (await once(server, "request")) as [http.IncomingMessage];
    for (let i = 0; i < 10 && !req.socket.destroyed; i++) {
      request.write("x".repeat(bytes));
      for (let left = bytes; left > 0; ) {
        await once(req, "readable");
        left -= req.read()?.length ?? 0;
      }
      await vi.advanceTimersByTimeAsync(60_000);
    }
    request.end();
    req.resume();
    return ended;
  }

  it("is ended if less than 64 KiB arrive in a minute, even if it never pauses", async () => {
    expect(await arrives(60 * 1024)).toBe(false);
  });

  it("may take any number of minutes if more arrives", async () => {
    expect(await arrives(64 * 1024)).toBe(true);
  });
});

/** Begins to send a file, and sends nothing more of it. */
function begin(url: string, token: string): void {
  const request = http.request(url, {
    method: "PUT",
    agent: false,
    headers: { authorization: `Bearer ${token}`, "content-length": 1_000 },
  });
  request.on("error", () => undefined);
  request.write("e");
  onTestFinished(() => void request.destroy());
}
