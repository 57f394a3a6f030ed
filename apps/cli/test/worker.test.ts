import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { createRecord } from "@rapport/core";
import { openService } from "@rapport/service/service";
import { readConfig } from "@rapport/service/settings/config";
import {
  DIALECTS,
  migratedDatabase,
  PROGRAM_ENV,
  programPath,
  receiverCaFile,
  startReceiver,
  startSilentProxy,
} from "@rapport/testing";
import { describe, expect, it } from "vitest";
import { type Installation, inspect, install } from "./support/installation.ts";

const MAIN = programPath("rapport");
const NETWORKS = { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" };

describe.each(DIALECTS)("rapport worker on %s", (dialect) => {
  it("removes old changes from histories if HISTORY_DAYS is set", async () => {
    await using installation = await install(dialect);
    const { projectId } = await installation.client("crm.contacts.read");
    const actions = () =>
      inspect(installation, async ({ kysely }) => {
        const rows = await kysely.selectFrom("record_history").select("action").execute();
        return rows.map(({ action }) => action).toSorted();
      });
    await inspect(installation, ({ kysely }) =>
      kysely
        .insertInto("record_history")
        .values(
          ["created", "updated", "merged"].map((action) => ({
            ...{ project_id: Number(projectId), record_id: 7, action, actor: "system:test" },
            ...{ changes: "{}", version: 1, at: "2026-01-31T12:00:00.000Z" },
          })),
        )
        .execute(),
    );
    const worker = spawn(process.execPath, [MAIN, "worker"], {
      env: {
        ...PROGRAM_ENV,
        DATA_DIR: installation.dataDir,
        DATABASE_URL: installation.databaseUrl,
        HISTORY_DAYS: "30",
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(worker, "close");
    await expect.poll(actions, { timeout: 60_000 }).toEqual(["created", "merged"]);
    worker.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("delivers waiting events without an API server; keys can be listed and disabled", async () => {
    await using installation = await install(dialect);
    await using receiver = await startReceiver();
    const { tenant_id } = await installation.json("tenant", "create", "--name", "Acme");
    const { project_id } = await installation.json(
      ...["project", "create", "--tenant", tenant_id, "--name", "Sales"],
    );
    const { api_key } = await installation.json(
      ...[
        "key",
        "create",
        "--project",
        project_id,
        "--name",
        "K",
        "--scope",
        "webhooks:write contacts:read",
      ],
    );
    await registerEndpoint(installation, api_key, receiver.url);
    await createContact(installation, Number(project_id));

    const worker = spawn(process.execPath, [MAIN, "worker"], {
      env: {
        ...PROGRAM_ENV,
        DATA_DIR: installation.dataDir,
        DATABASE_URL: installation.databaseUrl,
        NODE_EXTRA_CA_CERTS: await receiverCaFile(),
        WORKER_METRICS_PORT: "0",
        ...NETWORKS,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(worker, "close");
    // Until then, the worker has not finished its work.
    receiver.behave(() => ({ status: 204, delayMs: 5_000 }));
    const [started] = await once(worker.stdout, "data");
    const port = /metrics_port: (\d+)/.exec(String(started))?.[1];
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const [delivery] = await receiver.waitFor(1);
    expect(await status("/readyz")).toBe(200);
    worker.kill("SIGTERM");
    await expect.poll(() => status("/readyz")).toBe(503);
    expect(await status("/healthz")).toBe(200);
    expect(await ended).toEqual([0, null]);
    expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
      type: "contact.created",
      data: { email: "worker@example.com" },
    });

    const listed = await installation.rapport(["key", "list", "--project", project_id, "--json"]);
    const [key] = JSON.parse(listed.stdout) as [{ id: number; disabled_at: string | null }];
    expect(listed.stdout).not.toContain(api_key);
    expect(key.disabled_at).toBeNull();
    await installation.json("key", "disable", String(key.id));
    const again = await installation.rapport(["key", "list", "--project", project_id, "--json"]);
    expect(JSON.parse(again.stdout)[0].disabled_at).toEqual(expect.any(String));
    const missing = await installation.rapport(["key", "disable", "999"]);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      "rapport: There is no API key with id 999.\n",
    ]);
  });
});

it("rapport worker ends at the second signal even if PostgreSQL does not answer", async () => {
  const database = await migratedDatabase("postgres");
  const url = new URL(database.url);
  await using proxy = await startSilentProxy(Number(url.port));
  url.port = String(proxy.port);
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-worker-"));
  const SECRET_KEY = Buffer.alloc(32).toString("base64");
  const env = { DATA_DIR: dataDir, DATABASE_URL: url.href, DATABASE_TIMEOUT: "45s", SECRET_KEY };
  const worker = spawn(process.execPath, [MAIN, "worker"], { env: { ...PROGRAM_ENV, ...env } });
  try {
    const ended = once(worker, "close");
    await once(worker.stdout, "data");
    proxy.silence();
    worker.kill("SIGTERM");
    worker.kill("SIGINT");
    const [code] = await ended;
    const { SIGINT, SIGTERM } = constants.signals;
    // Signals that are pending together arrive in any order.
    expect([128 + SIGINT, 128 + SIGTERM]).toContain(code);
  } finally {
    worker.kill("SIGKILL");
    await database.drop();
    rmSync(dataDir, { recursive: true });
  }
});

async function registerEndpoint(
  installation: Installation,
  apiKey: string,
  url: string,
): Promise<void> {
  const server = await installation.serveHere(NETWORKS);
  const response = await fetch(`${server.url}/v1/webhooks/endpoints`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ url, events: ["contact.*"] }),
  });
  expect(response.status).toBe(201);
  await server.stop();
}

/** Creates a contact while no server runs, so its event waits for a worker. */
async function createContact(installation: Installation, projectId: number): Promise<void> {
  const { dataDir, databaseUrl } = installation;
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const service = await openService(config);
  const principal = {
    kind: "system",
    id: "test",
    tenantId: 0,
    projectId,
    scopes: new Set<string>(),
  } as const;
  await createRecord({ deps: service.deps, principal }, "contact", {
    properties: [{ internal_name: "email", value: "worker@example.com" }],
  });
  await service.close();
}
