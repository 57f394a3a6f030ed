import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  binariesLikePgDump,
  createDatabase,
  freePort,
  startPostgres,
  testDatabase,
} from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CAN_FOLLOW, follow } from "../support/guide.ts";
import { startProcess } from "../support/process.ts";

const RAPPORT_FOLDER = fileURLToPath(new URL("../../../..", import.meta.url));
const DOCS = join(RAPPORT_FOLDER, "docs");

/** A server of pg_dump's version, because an older pg_dump refuses a newer server. */
const BINARIES = binariesLikePgDump();

/** The guides' receiver, which an address of this machine replaces. */
const RECEIVER = "https://example.com/hooks";

/** Allows that address as an endpoint. */
const LOOPBACK = { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" };

/** Installing the client from the registry takes a while on a busy machine. */
const LONGEST = 300_000;

describe.skipIf(!CAN_FOLLOW)("the guides, one after the other on one server", () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  it.each([
    ["docs/first-five-minutes.md"],
    ["docs/authentication.md"],
    ["docs/objects-and-properties.md"],
    ["docs/associations.md"],
    ["docs/changing-records.md"],
    ["docs/batch.md"],
    ["docs/import.md"],
    ["docs/lists-and-keys.md"],
    ["docs/search.md"],
    ["docs/export.md"],
    ["docs/webhooks.md"],
    ["docs/feed.md"],
    ["docs/agents.md"],
    ["docs/merge.md"],
    ["docs/idempotency-and-retries.md"],
    ["docs/errors.md"],
    ["docs/limits.md"],
    ["docs/running-several-processes.md"],
    ["docs/backup-and-restore.md"],
    ["docs/move-a-project.md"],
    ["docs/schema-as-code.md"],
    ["docs/when-a-customer-leaves.md"],
    ["docs/operations.md"],
    ["packages/client/README.md"],
    ["docs/model-your-own-things.md"],
  ])("%s works word for word", (guide) => demo.follow(guide), LONGEST);
});

it.skipIf(!CAN_FOLLOW)(
  "docs/sqlite-to-postgresql.md works word for word",
  async () => {
    const target = await testDatabase("postgres");
    try {
      await using demo = await startDemo();
      await demo.stop();
      await demo.follow("docs/sqlite-to-postgresql.md", { TARGET_URL: target.url });
    } finally {
      await target.drop();
    }
  },
  LONGEST,
);

it.skipIf(!CAN_FOLLOW)(
  "docs/secret-key.md works word for word",
  async () => {
    await using demo = await startDemo();
    await demo.follow("docs/secret-key.md");
  },
  LONGEST,
);

it.skipIf(!CAN_FOLLOW || BINARIES === undefined)(
  "docs/backup-and-restore.md works word for word on PostgreSQL",
  async () => {
    const postgres = await startPostgres({ isDurable: false, binaries: BINARIES as string });
    try {
      const { url } = await createDatabase(postgres.url);
      const restored = await createDatabase(postgres.url);
      await using demo = await startDemo({ DATABASE_URL: url });
      await demo.follow("docs/backup-and-restore.md", { RESTORED_URL: restored.url });
    } finally {
      await postgres.stop();
    }
  },
  LONGEST,
);

it("the guides call the command by the name that it has in every installation", () => {
  const asInCheckout = readdirSync(DOCS).filter(
    (name) =>
      name.endsWith(".md") && /^npm run -s rapport/m.test(readFileSync(join(DOCS, name), "utf8")),
  );
  expect(asInCheckout).toEqual([]);
});

interface Demo extends AsyncDisposable {
  /**
   * Follows a guide.
   *
   * @param yours values that the guide asks its reader for, besides the credentials
   */
  follow(guide: string, yours?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a new demo, as the first `npm start` sets it up. */
async function startDemo(database: { readonly DATABASE_URL?: string } = {}): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-guides-"));
  const backupFolder = mkdtempSync(join(tmpdir(), "rapport-guides-"));
  const server = await startProcess({
    DATA_DIR: dataDir,
    DEMO: "1",
    ...database,
    ...LOOPBACK,
    PORT: String(await freePort()),
  });
  const { clientId, clientSecret, apiKey } = await server.credentials();
  const stop = async () => void (await server.end("SIGTERM"));
  return {
    stop,
    follow: (guide, yours = {}) =>
      follow(guide, {
        instead: { "http://127.0.0.1:3000": server.url, [RECEIVER]: "https://127.0.0.1:9/" },
        yours: {
          CLIENT_ID: clientId,
          CLIENT_SECRET: clientSecret,
          API_KEY: apiKey,
          RAPPORT_FOLDER,
          BACKUP_FOLDER: backupFolder,
          DATA_DIR: dataDir,
          ...yours,
        },
        env: { DATA_DIR: dataDir, ...database },
        dialect: database.DATABASE_URL === undefined ? "sqlite" : "postgres",
      }),
    async [Symbol.asyncDispose]() {
      await stop();
      for (const folder of [dataDir, backupFolder]) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
