import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdminApp } from "@rapport/admin/app";
import { createAdmin } from "@rapport/core";
import { HTTP_LIMITS } from "@rapport/service/http/limits";
import { openHttpServer } from "@rapport/service/http/server";
import { openService } from "@rapport/service/service";
import { readConfig } from "@rapport/service/settings/config";
import { SECRET_KEY } from "../processes.ts";

export type Input = Readonly<Record<string, unknown>>;

/** Calls a procedure below `admin.`, and returns its result. */
export type Ask = (procedure: string, input: Input) => Promise<unknown>;

export interface CallTimes {
  readonly call: string;
  /** Milliseconds from request to response. */
  readonly medianMs: number;
  readonly slowestMs: number;
}

const ROUNDS = 20;
const OWN = { "x-rapport-admin": "1", "content-type": "application/json" };

/** Serves the admin app over HTTP, signs in as a read-only admin, and calls `work`. */
export async function withAdminServer<Result>(
  databaseUrl: string,
  dataDir: string,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET_KEY.toString("base64"),
  });
  const fail = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const service = await openService(config, { onError: fail });
  const app = createAdminApp({ deps: service.deps, publicUrl: "http://127.0.0.1", onError: fail });
  const { server, serve, stop } = openHttpServer(HTTP_LIMITS, () => undefined);
  serve(app);
  server.listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const email = `bench-${process.hrtime.bigint()}@example.com`;
    const { password } = await createAdmin(service.deps, { email, role: "read-only" });
    const cookie = await signIn(url, { email, password });
    return await work((procedure, input) => ask(url, cookie, procedure, input));
  } finally {
    await stop(0);
    await service.close();
  }
}

/** Times 20 calls, one after another. The first of them is often the slowest, because later ones find memories filled. */
export async function timeCalls(work: () => Promise<unknown>): Promise<Omit<CallTimes, "call">> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(Math.round((performance.now() - start) * 10) / 10);
  }
  times.sort((a, b) => a - b);
  return { medianMs: times[ROUNDS / 2] ?? 0, slowestMs: times.at(-1) ?? 0 };
}

async function signIn(url: string, json: object): Promise<string> {
  const answer = await fetch(`${url}/session`, {
    method: "POST",
    headers: OWN,
    body: JSON.stringify(json),
  });
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

async function ask(url: string, cookie: string, procedure: string, input: Input): Promise<unknown> {
  const query = encodeURIComponent(JSON.stringify(input));
  const headers = { ...OWN, cookie };
  const answer = await fetch(`${url}/trpc/admin.${procedure}?input=${query}`, { headers });
  if (!answer.ok) throw new Error(`${procedure}: ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: unknown } }).result.data;
}
