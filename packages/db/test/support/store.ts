import { type Dialect, migratedDatabase } from "@rapport/testing";
import {
  associations,
  type Database,
  openDatabase,
  records,
  runWrites,
  type StoredProperties,
  tenancy,
} from "../../src/index.ts";
import type { Scope } from "../../src/scope.ts";

/** A migrated database without data. Disposal drops it. */
export interface Store extends AsyncDisposable {
  readonly db: Database;
  /** Adds a project of a new tenant. */
  project(): Promise<Scope>;
  /** Adds a live record and returns its id. */
  record(scope: Scope, type: string, options?: RecordOptions): Promise<number>;
  /** Marks a record deleted at a moment. */
  remove(scope: Scope, id: number, deletedAt: string): Promise<void>;
  /** Makes a deleted record live again. */
  restore(scope: Scope, id: number): Promise<void>;
  /** Associates a record with records of a later type. */
  associate(scope: Scope, from: Associated, ...to: readonly Associated[]): Promise<void>;
}

export type Associated = readonly [type: string, id: number];

interface RecordOptions {
  readonly properties?: StoredProperties;
  readonly at?: string;
}

/** Earlier than every time in the tests. */
export const START = "2026-01-01T00:00:00.000Z";

/** Returns the time this many minutes after `START`. */
export function minute(n: number): string {
  return new Date(Date.parse(START) + n * 60_000).toISOString();
}

/** Opens a migrated database that no other test uses. */
export async function openStore(dialect: Dialect): Promise<Store> {
  const database = await migratedDatabase(dialect);
  const db = openDatabase(database.url);
  return {
    db,
    project: () =>
      db.transaction(async (tx) => {
        const { id: tenant = 0 } =
          (await tenancy.insertTenant.first(tx, { name: "T", at: START })) ?? {};
        const project = await tenancy.insertProject.first(tx, { tenant, name: "P", at: START });
        return { projectId: project?.id ?? 0 };
      }),
    record: (scope, type, { properties = {}, at = START } = {}) =>
      db.transaction((tx) => records.insertRecord(tx, scope, { type, properties, at })),
    remove: (scope, id, at) =>
      db.transaction((tx) =>
        runWrites(tx, [records.markDeleted.write(scope, { id, deletedAt: at, at })]),
      ),
    restore: (scope, id) =>
      db.transaction((tx) =>
        runWrites(tx, [records.markDeleted.write(scope, { id, deletedAt: null, at: START })]),
      ),
    associate: ({ projectId }, [fromType, from], ...to) =>
      db.transaction((tx) =>
        associations.insertAssociations(
          tx,
          to.map(([toType, id]) => [projectId, from, fromType, id, toType, START]),
        ),
      ),
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.drop();
    },
  };
}
