import { EventEmitter } from "node:events";
import { join } from "node:path";
import { access, type Database, isLocal, renewEpoch } from "@rapport/db";
import { openCursorKeys } from "./access/cursor-keys.ts";
import { watchState } from "./access/poller.ts";
import { secretBox } from "./access/secret-box.ts";
import { openRevocations } from "./access/tokens/revocations.ts";
import { openSigningKeys } from "./access/tokens/signing-keys.ts";
import type { Deps, Tracing } from "./deps.ts";
import { embeddedParts, tableParts } from "./files/part-stores.ts";
import { figureCache } from "./insights/figure-cache.ts";
import { openScans } from "./query/search/scans.ts";
import { openQuotas } from "./quotas/quotas.ts";
import { schemaCache } from "./schema/project-schema.ts";
import { addressGuard } from "./webhooks/address.ts";

/**
 * Creates the services' dependencies on an open, migrated database. Refreshes their caches about once per
 * second, so that changes by other processes become visible.
 *
 * @param options.onError called when a refresh fails; refreshing continues
 */
export async function openDeps(options: {
  db: Database;
  replica?: Deps["replica"];
  issuer: string;
  /** The first key encrypts; any of them decrypts. */
  secretKeys: readonly Buffer[];
  /** Reads the keys again after another process has rotated them. */
  reloadSecretKeys: () => readonly Buffer[];
  /** Private networks in CIDR notation that webhooks may be sent to. */
  webhookNetworks: readonly string[];
  /** Base address of the messaging platform with its version segment. */
  graphUrl: string;
  /** Folder for the files of an embedded database. */
  dataDir: string;
  tracing?: Tracing | null;
  /** Whether callers' searches have a limit; true if not given. */
  limitsSearches?: boolean;
  onError: (error: unknown) => void;
}): Promise<{ deps: Deps; stop(): Promise<void> }> {
  const { db, issuer, webhookNetworks, graphUrl, onError } = options;
  await renewEpoch(db);
  const scans = openScans(db, options.limitsSearches ?? true);
  const secrets = secretBox(options.secretKeys, options.reloadSecretKeys);
  const isNew = (await access.listSigningKeys.all(db, {})).length === 0;
  const deps: Deps = {
    db,
    replica: options.replica ?? null,
    issuer,
    secrets,
    signingKeys: await openSigningKeys({ db, secrets }),
    cursors: await openCursorKeys({ db, secrets }, isNew ? [] : options.secretKeys),
    revocations: await openRevocations({ db }),
    schemas: schemaCache(db),
    quotas: await openQuotas({ db }),
    addresses: addressGuard({ allow: webhookNetworks }),
    runningKeys: new Map(),
    figures: figureCache(),
    scans,
    scan: scans.job,
    fileParts: isLocal(db) ? embeddedParts(join(options.dataDir, "files")) : tableParts(),
    jobEvents: new EventEmitter(),
    graphUrl,
    tracing: options.tracing ?? null,
  };
  const watch = watchState(deps, { onError });
  return { deps, stop: () => watch.stop() };
}
