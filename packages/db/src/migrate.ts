import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database, DialectName } from "./dialect/dialect.ts";
import { statements as initial } from "./migrations/001-initial.ts";
import { statements as events } from "./migrations/002-events.ts";
import { statements as templates } from "./migrations/003-templates.ts";
import { statements as admin } from "./migrations/004-admin.ts";
import { statements as singleSignOn } from "./migrations/005-single-sign-on.ts";
import { statements as audit } from "./migrations/006-audit.ts";
import { statements as insights } from "./migrations/007-insights.ts";
import { statements as webhookViews } from "./migrations/008-webhook-views.ts";
import { statements as schemaVersion } from "./migrations/009-schema-version.ts";
import { statements as firstNames } from "./migrations/010-first-names.ts";
import { statements as accessPaths } from "./migrations/011-access-paths.ts";
import { statements as reads } from "./migrations/012-reads.ts";
import { statements as words } from "./migrations/013-words.ts";
import { statements as feed } from "./migrations/014-feed.ts";
import { statements as search } from "./migrations/015-search.ts";
import { statements as upsertKeys } from "./migrations/016-upsert-keys.ts";
import { statements as idempotency } from "./migrations/017-idempotency.ts";
import { statements as merge } from "./migrations/018-merge.ts";
import { statements as erase } from "./migrations/019-erase.ts";
import { statements as jobs } from "./migrations/020-jobs.ts";
import { statements as duplicates } from "./migrations/021-duplicates.ts";
import { statements as projectImports } from "./migrations/024-project-imports.ts";
import { statements as wordMerges } from "./migrations/025-word-merges.ts";
import { statements as hubspotImports } from "./migrations/026-hubspot-imports.ts";
import { statements as importDrafts } from "./migrations/027-import-drafts.ts";
import { statements as usage } from "./migrations/032-usage.ts";
import { statements as views } from "./migrations/033-views.ts";
import { statements as keyRotation } from "./migrations/034-key-rotation.ts";
import { statements as exportFiles } from "./migrations/037-export-files.ts";
import { statements as secondFactors } from "./migrations/038-second-factors.ts";
import { statements as factorRule } from "./migrations/043-factor-rule.ts";
import { statements as projectKeys } from "./migrations/045-project-keys.ts";
import { statements as passkeys } from "./migrations/047-passkeys.ts";
import { statements as reports } from "./migrations/048-reports.ts";
import { statements as liveRevisions } from "./migrations/051-live-revisions.ts";
import { statements as tenantRoles } from "./migrations/053-tenant-roles.ts";
import { statements as sums } from "./migrations/054-sums.ts";
import { statements as endedJobs } from "./migrations/057-ended-jobs.ts";
import { statements as closingHours } from "./migrations/059-closing-hours.ts";
import { statements as deliverySums } from "./migrations/060-delivery-sums.ts";
import { statements as tenantLog } from "./migrations/061-tenant-log.ts";
import { statements as endpointAccess } from "./migrations/062-endpoint-access.ts";
import { statements as addressKeys } from "./migrations/069-address-keys.ts";
import { statements as mergedKeys } from "./migrations/070-merged-keys.ts";
import { statements as cursorKeys } from "./migrations/071-cursor-keys.ts";
import { statements as leaving } from "./migrations/074-leaving.ts";
import { statements as quotas } from "./migrations/076-quotas.ts";
import { statements as historyRemoval } from "./migrations/078-history-removal.ts";
import { statements as objectTypes } from "./migrations/080-object-types.ts";
import type { ColumnTypes } from "./migrations/column-types.ts";
import { distributeTables, isDistributed } from "./scale-out/distribute.ts";

const MIGRATIONS = {
  "001-initial": initial,
  "002-events": events,
  "003-templates": templates,
  "004-admin": admin,
  "005-single-sign-on": singleSignOn,
  "006-audit": audit,
  "007-insights": insights,
  "008-webhook-views": webhookViews,
  "009-schema-version": schemaVersion,
  "010-first-names": firstNames,
  "011-access-paths": accessPaths,
  "012-reads": reads,
  "013-words": words,
  "014-feed": feed,
  "015-search": search,
  "016-upsert-keys": upsertKeys,
  "017-idempotency": idempotency,
  "018-merge": merge,
  "019-erase": erase,
  "020-jobs": jobs,
  "021-duplicates": duplicates,
  "024-project-imports": projectImports,
  "025-word-merges": wordMerges,
  "026-hubspot-imports": hubspotImports,
  "027-import-drafts": importDrafts,
  "032-usage": usage,
  "033-views": views,
  "034-key-rotation": keyRotation,
  "037-export-files": exportFiles,
  "038-second-factors": secondFactors,
  "043-factor-rule": factorRule,
  "045-project-keys": projectKeys,
  "047-passkeys": passkeys,
  "048-reports": reports,
  "051-live-revisions": liveRevisions,
  "053-tenant-roles": tenantRoles,
  "054-sums": sums,
  "057-ended-jobs": endedJobs,
  "059-closing-hours": closingHours,
  "060-delivery-sums": deliverySums,
  "061-tenant-log": tenantLog,
  "062-endpoint-access": endpointAccess,
  "069-address-keys": addressKeys,
  "070-merged-keys": mergedKeys,
  "071-cursor-keys": cursorKeys,
  "074-leaving": leaving,
  "076-quotas": quotas,
  "078-history-removal": historyRemoval,
  "080-object-types": objectTypes,
} satisfies Record<string, (types: ColumnTypes) => readonly string[]>;

/** The same list of migrations serves both databases: only the names of column types differ. */
const TYPES: Record<DialectName, ColumnTypes> = {
  sqlite: {
    id: "integer primary key autoincrement",
    int: "integer",
    json: "text",
    time: "text",
    text: "text",
    clustered: "without rowid",
    dialect: "sqlite",
  },
  postgres: {
    id: "bigint generated by default as identity primary key",
    int: "bigint",
    json: "jsonb",
    time: "timestamptz",
    // Byte order as on SQLite, whatever the cluster's locale is.
    text: 'text collate "C"',
    clustered: "",
    dialect: "postgres",
  },
};

/** The end of the name of a migration that removes what versions without the named migration use. */
const CONTRACTION = /-contract-after-(\d{3})$/;

/**
 * Runs the missing migrations, under a lock and in one transaction. Accepts newer ones that have run, unless they remove
 * what this version uses. On a cluster, spreads the tables that they made.
 *
 * @param options.to name of the last one to run, to make the database of an older version; all if it is not given
 * @returns the names of the migrations that ran
 * @throws the database's error if one fails; then all are rolled back. An error if a newer migration is not accepted
 */
export async function migrate(
  db: Database,
  { to }: { readonly to?: keyof typeof MIGRATIONS } = {},
): Promise<readonly string[]> {
  // Kysely locks the whole database even if nothing is missing, and others may be writing.
  if (to === undefined && (await isCurrent(db))) return [];
  const newer = await acceptedMigrations(db);
  const all = migrator(db, newer);
  const { error, results = [] } = await (to ? all.migrateTo(to) : all.migrateToLatest());
  if (error === undefined) {
    if (db.dialect === "postgres" && (await isDistributed(db.kysely))) {
      await distributeTables(db.kysely);
    }
    return results.map((result) => result.migrationName);
  }
  // A newer version may have migrated the database meanwhile.
  if ((await acceptedMigrations(db)).length > newer.length) return migrate(db, to ? { to } : {});
  throw error;
}

/** Returns the newer migrations that have run and with which this version works. */
async function acceptedMigrations(db: Database): Promise<readonly string[]> {
  const { unknown, refused } = await listMigrations(db);
  return unknown.filter((name) => !refused.includes(name));
}

/** Returns whether exactly the migrations of this program have run. */
async function isCurrent(db: Database): Promise<boolean> {
  const ran = await executedMigrations(db);
  const known = Object.keys(MIGRATIONS);
  return ran.length === known.length && known.every((name) => ran.includes(name));
}

/** Returns whether every migration has run. */
export async function isMigrated(db: Database): Promise<boolean> {
  const all = await migrator(db).getMigrations();
  return all.every((migration) => migration.executedAt !== undefined);
}

/**
 * Compares the migrations of a database with those of this program. Changes nothing.
 *
 * @returns names of migrations that have not run yet, of migrations that ran but are unknown here, and of those among
 *   them that remove what this version uses
 */
export async function listMigrations(db: Database): Promise<{
  known: readonly string[];
  missing: readonly string[];
  unknown: readonly string[];
  refused: readonly string[];
}> {
  const known = Object.keys(MIGRATIONS);
  const ran = await executedMigrations(db);
  const unknown = ran.filter((name) => !known.includes(name));
  return {
    known,
    missing: known.filter((name) => !ran.includes(name)),
    unknown,
    refused: unknown.filter((name) => {
      const after = CONTRACTION.exec(name)?.[1];
      return after !== undefined && !known.some((one) => one.startsWith(`${after}-`));
    }),
  };
}

async function executedMigrations({ kysely }: Database): Promise<readonly string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely);
  return rows.map((row) => row.name);
}

/** @param newer names of unknown migrations that have run and are accepted */
function migrator(db: Database, newer: readonly string[] = []): Migrator {
  const accepted = Object.fromEntries(newer.map((name) => [name, { up: async () => undefined }]));
  return new Migrator({
    db: db.kysely,
    provider: { getMigrations: async () => ({ ...migrationsFor(db.dialect), ...accepted }) },
  });
}

/** On a cluster, changes of tables that refer to each other must not run in parallel. Without Citus, it does nothing. */
const ONE_NODE_AT_A_TIME = `
  select set_config('citus.multi_shard_modify_mode', 'sequential', true)
  from pg_extension where extname = 'citus'`;

function migrationsFor(dialect: DialectName): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, statements]) => [
      name,
      {
        up: async (kysely) => {
          if (dialect === "postgres") await sql.raw(ONE_NODE_AT_A_TIME).execute(kysely);
          for (const text of statements(TYPES[dialect])) await sql.raw(text).execute(kysely);
        },
      } satisfies Migration,
    ]),
  );
}
