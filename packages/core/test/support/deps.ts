import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "@rapport/db";
import { type Dialect, migratedDatabase } from "@rapport/testing";
import type { Deps } from "../../src/deps.ts";
import { openDeps } from "../../src/open-deps.ts";
import type { Principal } from "../../src/principal.ts";
import { createProject, createTenant } from "../../src/tenancy/tenants.ts";
import { giveSigningKey } from "./signing-key.ts";

/** The services on a real database, with one project. */
export interface TestDeps extends AsyncDisposable {
  readonly deps: Deps;
  readonly db: Database;
  readonly dataDir: string;
  /** An admin in the project. */
  readonly principal: Principal;
  /** Creates another project, and returns an admin in it. */
  project(): Promise<Principal>;
}

export async function openTestDeps(dialect: Dialect): Promise<TestDeps> {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-core-"));
  const database = await migratedDatabase(dialect);
  const secretKey = randomBytes(32);
  await giveSigningKey(database.url, secretKey);
  const db = openDatabase(database.url);
  const errors: unknown[] = [];
  const { deps, stop } = await openDeps({
    ...{ db, dataDir, issuer: "http://127.0.0.1:3000", graphUrl: "http://127.0.0.1:9/v24.0" },
    ...{ secretKeys: [secretKey], reloadSecretKeys: () => [], webhookNetworks: [] },
    onError: (error) => void errors.push(error),
  });
  const tenantId = await createTenant(deps, "Test");
  async function project(): Promise<Principal> {
    const projectId = await createProject(deps, tenantId, "Test");
    return { kind: "user", id: "1", tenantId, projectId, scopes: new Set() };
  }
  return {
    ...{ deps, db, dataDir, project, principal: await project() },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await db.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
