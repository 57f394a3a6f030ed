import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { HTTP_LIMITS } from "@rapport/service/http/limits";
import { openHttpServer } from "@rapport/service/http/server";
import { describe, expect, it, onTestFinished } from "vitest";

/** More than the operating system takes for a client that does not read. */
const BYTES = 48 * 1024 * 1024;
const SHORT_MS = 200;

/** Starts a server whose every answer has `BYTES`, and asks it. */
async function ask(
  readInterval: number,
): Promise<{ answer: http.IncomingMessage; load: () => number }> {
  const { server, serve, load, stop } = openHttpServer(
    { ...HTTP_LIMITS, readInterval },
    () => undefined,
  );
  serve((_req, res) => res.end(Buffer.alloc(BYTES, "x")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => stop(0));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get({ port, host: "127.0.0.1", agent: false }, resolve).on("error", reject);
  });
  answer.on("error", () => undefined);
  return { answer, load: () => load().underWay };
}

describe("a client that reads slowly", () => {
  it("loses its connection and its place if it takes less than 64 KiB in an interval", async () => {
    const { answer, load } = await ask(SHORT_MS);
    expect(load()).toBe(1);
    answer.pause();
    await expect.poll(load, { timeout: 20_000 }).toBe(0);
    let received = 0;
    answer.on("data", (bytes) => {
      received += bytes.length;
    });
    const closed = new Promise((resolve) => answer.once("close", resolve));
    answer.resume();
    await closed;
    expect([answer.complete, received < BYTES]).toEqual([false, true]);
  });

  it("gets the whole answer if it takes more, in any number of intervals", async () => {
    // A pause of the client shows only once the buffers between are full.
    const { answer } = await ask(5 * SHORT_MS);
    let received = 0;
    for await (const bytes of answer) {
      received += bytes.length;
      if (received % (1024 * 1024) < bytes.length) await delay(SHORT_MS / 5);
    }
    expect([answer.complete, received]).toEqual([true, BYTES]);
  });
});
