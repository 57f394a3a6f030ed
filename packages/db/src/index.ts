export { aroundStatements } from "./around-statements.ts";
export { BackupRefused, backUp } from "./backup.ts";
export { type CopyResult, copyDatabase } from "./copy/copy.ts";
export { listTables } from "./copy/plan.ts";
export { type CopyStep, isUnfinished } from "./copy/progress.ts";
export { inProjectSnapshot, type ProjectRows, type ProjectSnapshot } from "./copy/project-rows.ts";
export { CopyRefused } from "./copy/refused.ts";
export { reserveRecordIds } from "./copy/sequences.ts";
export type { ComparedTable } from "./copy/verify.ts";
export {
  type BackupProgress,
  type Database,
  DatabaseUnavailable,
  type Db,
  UniqueViolation,
} from "./dialect/dialect.ts";
export { isLocal } from "./dialect/locality.ts";
export * as pace from "./dialect/pace.ts";
export { joinTransaction } from "./join-transaction.ts";
export { isMigrated, listMigrations, migrate } from "./migrate.ts";
export { listFiles, openDatabase, secureFiles } from "./open.ts";
export { isOpenToOthers, makeFolder, makePrivate } from "./private-files.ts";
export type { RecordRow } from "./record-row.ts";
export type { ReplicaHealth, ReplicaState } from "./replica/monitor.ts";
export { openReplica, type Replica, type ReplicaStatus } from "./replica/replica.ts";
export * as access from "./repositories/access.ts";
export * as activities from "./repositories/activities.ts";
export * as apiKeys from "./repositories/api-keys.ts";
export * as associations from "./repositories/associations.ts";
export * as audit from "./repositories/audit.ts";
export * as changeUndo from "./repositories/change-undo.ts";
export * as deliveries from "./repositories/deliveries.ts";
export * as deliveryQueue from "./repositories/delivery-queue.ts";
export * as deliveryViews from "./repositories/delivery-views.ts";
export * as duplicatePairs from "./repositories/duplicate-pairs.ts";
export * as duplicateWork from "./repositories/duplicate-work.ts";
export * as duplicates from "./repositories/duplicates.ts";
export * as endpoints from "./repositories/endpoints.ts";
export * as erasedFiles from "./repositories/erased-files.ts";
export * as erasedValues from "./repositories/erased-values.ts";
export * as erasures from "./repositories/erasures.ts";
export * as events from "./repositories/events.ts";
export * as factorRule from "./repositories/factor-rule.ts";
export * as feed from "./repositories/feed.ts";
export { renewEpoch } from "./repositories/feed-epoch.ts";
export * as fileParts from "./repositories/file-parts.ts";
export * as files from "./repositories/files.ts";
export * as health from "./repositories/health.ts";
export * as homeReports from "./repositories/home-reports.ts";
export * as hubspotImports from "./repositories/hubspot-imports.ts";
export * as idempotency from "./repositories/idempotency.ts";
export * as importChanges from "./repositories/import-changes.ts";
export * as importDrafts from "./repositories/import-drafts.ts";
export * as insights from "./repositories/insights.ts";
export * as jobQueue from "./repositories/job-queue.ts";
export * as jobs from "./repositories/jobs.ts";
export * as liveRevisions from "./repositories/live-revisions.ts";
export * as mergeUndo from "./repositories/merge-undo.ts";
export * as merges from "./repositories/merges.ts";
export * as messaging from "./repositories/messaging.ts";
export * as passkeys from "./repositories/passkeys.ts";
export * as pipelines from "./repositories/pipelines.ts";
export * as projectImports from "./repositories/project-imports.ts";
export * as projectSchema from "./repositories/project-schema.ts";
export * as purge from "./repositories/purge.ts";
export * as recordBatches from "./repositories/record-batches.ts";
export * as recordExport from "./repositories/record-export.ts";
export * as recordHistory from "./repositories/record-history.ts";
export * as recordIndex from "./repositories/record-index.ts";
export * as recordPages from "./repositories/record-pages.ts";
export * as recordScan from "./repositories/record-scan.ts";
export * as recordWords from "./repositories/record-words.ts";
export * as recordWordsMissing from "./repositories/record-words-missing.ts";
export * as records from "./repositories/records.ts";
export * as reports from "./repositories/reports.ts";
export * as requestLog from "./repositories/request-log.ts";
export * as schemaUsage from "./repositories/schema-usage.ts";
export * as sealed from "./repositories/sealed.ts";
export * as searchScan from "./repositories/search-scan.ts";
export * as secondFactors from "./repositories/second-factors.ts";
export * as sums from "./repositories/sums.ts";
export * as templates from "./repositories/templates.ts";
export * as tenancy from "./repositories/tenancy.ts";
export * as tenantRoles from "./repositories/tenant-roles.ts";
export * as upsertKeys from "./repositories/upsert-keys.ts";
export * as usage from "./repositories/usage.ts";
export * as users from "./repositories/users.ts";
export * as views from "./repositories/views.ts";
export * as wordSearch from "./repositories/word-search.ts";
export { ScaleOutRefused } from "./scale-out/refused.ts";
export { type ScaledOut, scaleOut } from "./scale-out/scale-out.ts";
export type {
  DeliveryStatus,
  PayloadForm,
  PropertyChanges,
  StoredProperties,
  StoredValue,
} from "./schema.ts";
export { startedWrites, together } from "./together.ts";
