import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, testDatabase } from "@rapport/testing";
import { it } from "vitest";
import { CAN_FOLLOW, follow } from "../support/guide.ts";
import { startProcess } from "../support/process.ts";

const RAPPORT_FOLDER = fileURLToPath(new URL("../../../..", import.meta.url));

/** The guides' receiver, which an address of this machine replaces. */
const RECEIVER = "https://example.com/hooks";

/** Allows that address as an endpoint. */
const LOOPBACK = { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" };

/** Installing the client from the registry takes a while on a busy machine. */
const LONGEST = 300_000;

it
  .skipIf(!CAN_FOLLOW)
  .each([
    ["docs/first-five-minutes.md"],
    ["docs/authentication.md"],
    ["docs/objects-and-properties.md"],
    ["docs/associations.md"],
    ["docs/webhooks.md"],
    ["docs/idempotency-and-retries.md"],
    ["docs/errors.md"],
    ["docs/limits.md"],
    ["docs/running-several-processes.md"],
    ["docs/backup-and-restore.md"],
    ["packages/client/README.md"],
  ])("%s works word for word", (guide) => followOn(guide), LONGEST);

it.skipIf(!CAN_FOLLOW)(
  "docs/sqlite-to-postgresql.md works word for word",
  async () => {
    const target = await testDatabase("postgres");
    try {
      await followOn("docs/sqlite-to-postgresql.md", { isStopped: true, TARGET_URL: target.url });
    } finally {
      await target.drop();
    }
  },
  LONGEST,
);

/** Follows a guide on a new demo, as the first `npm start` sets it up. */
async function followOn(
  guide: string,
  { isStopped = false, ...more }: { isStopped?: boolean; TARGET_URL?: string } = {},
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-guides-"));
  const backupFolder = mkdtempSync(join(tmpdir(), "rapport-guides-"));
  const server = await startProcess({
    DATA_DIR: dataDir,
    DEMO: "1",
    ...LOOPBACK,
    PORT: String(await freePort()),
  });
  try {
    const { clientId, clientSecret, apiKey } = await server.credentials();
    if (isStopped) await server.end("SIGTERM");
    await follow(guide, {
      instead: { "http://127.0.0.1:3000": server.url, [RECEIVER]: "https://127.0.0.1:9/" },
      yours: {
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret,
        API_KEY: apiKey,
        RAPPORT_FOLDER,
        BACKUP_FOLDER: backupFolder,
        ...more,
      },
      env: { DATA_DIR: dataDir },
    });
  } finally {
    await server.end("SIGTERM");
    for (const folder of [dataDir, backupFolder]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
