import { migratedDatabase, startSilentProxy } from "@rapport/testing";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase, openReplica } from "../src/index.ts";

test("goes on looking at a replica if the listener of its state throws", async () => {
  const database = await migratedDatabase("postgres");
  onTestFinished(() => database.drop());
  const url = new URL(database.url);
  const proxy = await startSilentProxy(Number(url.port));
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  url.host = `127.0.0.1:${proxy.port}`;
  const primary = openDatabase(database.url);
  onTestFinished(() => primary.close());
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));

  const states: string[] = [];
  const replica = openReplica(primary, url.href, {
    timeoutMs: 500,
    onChange: ({ state }) => {
      states.push(state);
      throw new Error("the log is full");
    },
  });
  onTestFinished(() => replica.close());
  // It is no standby.
  await expect.poll(() => states).toEqual(["promoted"]);
  proxy.silence();
  await expect.poll(() => states, { timeout: 10_000 }).toEqual(["promoted", "down"]);
  expect(unhandled).toEqual([]);
});
