import { startWorker } from "@rapport/core";
import { type Dialect, startReceiver, trustReceivers } from "@rapport/testing";
import { expect, onTestFinished, vi } from "vitest";
import { type AdminApp, startAdminApp } from "./admin-app.ts";

const LOOPBACK = { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" };

/** Starts the admin server and a worker that may send to receivers on this machine. */
export async function startDeliveringApp(
  dialect: Dialect,
): Promise<{ app: AdminApp; stop(): Promise<void> }> {
  await trustReceivers();
  const app = await startAdminApp(dialect, undefined, LOOPBACK);
  const errors: unknown[] = [];
  const worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
  return {
    app,
    async stop() {
      await worker.stop();
      await app[Symbol.asyncDispose]();
      expect(errors).toEqual([]);
    },
  };
}

/** Starts a receiver that is stopped when the test ends. */
export async function receiverOfTest() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

export function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}
