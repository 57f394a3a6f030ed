import { type Database, type Db, joinTransaction } from "@rapport/db";
import type { Revocations } from "./access/revocations.ts";
import type { SecretBox } from "./access/secret-box.ts";
import type { SigningKeys } from "./access/signing-keys.ts";
import type { FigureMemory } from "./insights/figure-memory.ts";
import type { SchemaCache } from "./schema/project-schema.ts";
import type { AddressGuard } from "./webhooks/address.ts";

/** Dependencies of all services. The composition root creates them once and closes them at exit. */
export interface Deps {
  readonly db: Database;
  /** Origin that issues tokens and begins links, without a trailing slash. */
  readonly issuer: string;
  readonly secrets: SecretBox;
  readonly signingKeys: SigningKeys;
  readonly revocations: Revocations;
  readonly schemas: SchemaCache;
  /** Base address of the messaging platform with its version segment, without a trailing slash. */
  readonly graphUrl: string;
  /** Decides which addresses webhooks may be sent to. */
  readonly addresses: AddressGuard;
  /** Idempotency keys whose first request runs in this process; never more than running requests. */
  readonly runningKeys: Set<string>;
  /** Cache of figures that are slow to count. */
  readonly figures: FigureMemory;
}

/**
 * Returns the same dependencies for use inside a transaction: whatever a service does with them is part of
 * it.
 */
export function joinDeps(deps: Deps, tx: Db): Deps {
  return { ...deps, db: joinTransaction(deps.db, tx), schemas: deps.schemas.within(tx) };
}
