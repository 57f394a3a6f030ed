import { type Database, type Db, joinTransaction } from "@rapport/db";
import type { Revocations } from "./access/revocations.ts";
import type { SecretBox } from "./access/secret-box.ts";
import type { SigningKeys } from "./access/signing-keys.ts";
import type { FigureMemory } from "./insights/figure-memory.ts";
import type { SchemaCache } from "./schema/project-schema.ts";
import type { AddressGuard } from "./webhooks/address.ts";

/** What every service needs, made once by the composition root and closed with the program. */
export interface Deps {
  readonly db: Database;
  /** The origin that issues tokens and stands in links, without a trailing slash. */
  readonly issuer: string;
  readonly secrets: SecretBox;
  readonly signingKeys: SigningKeys;
  readonly revocations: Revocations;
  readonly schemas: SchemaCache;
  /** Base address of the messaging platform with its version segment, without a trailing slash. */
  readonly graphUrl: string;
  /** Judges where webhooks may be sent. */
  readonly addresses: AddressGuard;
  /** Idempotency keys whose first request this process is still running: no more than requests. */
  readonly runningKeys: Set<string>;
  /** Figures that take long to count. */
  readonly figures: FigureMemory;
}

/** The same dependencies for services that are called within a transaction: what they do is part of it. */
export function joinDeps(deps: Deps, tx: Db): Deps {
  return { ...deps, db: joinTransaction(deps.db, tx), schemas: deps.schemas.within(tx) };
}
