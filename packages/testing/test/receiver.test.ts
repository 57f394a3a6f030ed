import { execFile } from "node:child_process";
import { connect } from "node:net";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { receiverCaFile, startReceiver, trustReceivers } from "../src/peers/receiver.ts";

const run = promisify(execFile);
const post = (url: string, body: string, signal?: AbortSignal) =>
  fetch(url, { method: "POST", body, headers: { "X-Kind": "test" }, signal: signal ?? null });

beforeAll(trustReceivers);

test("a receiver stores requests and answers 204", async () => {
  await using receiver = await startReceiver();
  expect((await post(receiver.url, "grüße")).status).toBe(204);

  const [received] = await receiver.waitFor(1);
  expect(received).toMatchObject({ body: "grüße", headers: { "x-kind": "test" } });
  expect(receiver.connections).toBe(1);
});

test("a receiver can reply to each request differently", async () => {
  await using receiver = await startReceiver();
  receiver.behave((request, n) =>
    n === 1
      ? { status: 503, headers: { "retry-after": "7" }, body: `no ${request.body}` }
      : { status: 200, delayMs: 20 },
  );
  const first = await post(receiver.url, "one");
  expect([first.status, first.headers.get("retry-after"), await first.text()]).toEqual([
    503,
    "7",
    "no one",
  ]);
  expect((await post(receiver.url, "two")).status).toBe(200);
});

test("a receiver can break the connection before or within the response", async () => {
  await using receiver = await startReceiver();
  receiver.behave(() => ({ destroy: true }));
  await expect(post(receiver.url, "")).rejects.toThrow();

  receiver.behave(() => ({ cutAfterHead: true }));
  const cut = await post(receiver.url, "");
  expect([cut.status, cut.headers.get("content-length")]).toEqual([200, "1000"]);
  await expect(cut.text()).rejects.toThrow();
});

test("a receiver can send an endless body until the client disconnects", async () => {
  await using receiver = await startReceiver();
  receiver.behave(() => ({ endless: true }));
  const response = await post(receiver.url, "");
  let size = 0;
  for await (const chunk of response.body!) {
    size += chunk.length;
    if (size > 1_000_000) break;
  }
  expect(size).toBeGreaterThan(1_000_000);
});

test("closing a receiver ends its open connections", async () => {
  const receiver = await startReceiver();
  receiver.behave((_, n) => (n === 1 ? { hang: true } : { status: 200, delayMs: 3_600_000 }));
  const hanging = expect(post(receiver.url, "")).rejects.toThrow();
  await receiver.waitFor(1);
  const delayed = expect(post(receiver.url, "")).rejects.toThrow();
  await receiver.waitFor(2);
  const silent = connect(Number(new URL(receiver.url).port), "127.0.0.1").on("error", () => {});
  const silentClosed = new Promise((resolve) => silent.once("close", resolve));
  await expect.poll(() => receiver.connections).toBe(3);

  await receiver[Symbol.asyncDispose]();
  await Promise.all([hanging, delayed, silentClosed]);
});

test("waiting without success reports the received requests", async () => {
  await using receiver = await startReceiver();
  await post(receiver.url, "only this");
  await expect(receiver.waitFor(2, 20)).rejects.toThrow(/1 of 2 requests .*only this/s);
});

test("another process trusts a receiver by its certificate file", async () => {
  await using receiver = await startReceiver();
  const script = `fetch("${receiver.url}").then((r) => console.log(r.status))`;
  const fetched = async (env: Record<string, string>) =>
    run(process.execPath, ["-e", script], { env: { ...process.env, ...env } });

  expect((await fetched({ NODE_EXTRA_CA_CERTS: await receiverCaFile() })).stdout).toBe("204\n");
  await expect(fetched({ NODE_EXTRA_CA_CERTS: "" })).rejects.toThrow(/self-signed/i);
});
