export { BackupRefused, backUp, canNoteBackups } from "./backup.ts";
export { mergedProperty } from "./columns.ts";
export { compact } from "./compact.ts";
export { type CopyResult, copyDatabase } from "./copy/copy.ts";
export { listTables } from "./copy/plan.ts";
export { CopyRefused, type CopyStep, isUnfinished } from "./copy/progress.ts";
export { inProjectSnapshot, type ProjectRows, type ProjectSnapshot } from "./copy/project-rows.ts";
export { reserveRecordIds } from "./copy/sequences.ts";
export type { ComparedTable } from "./copy/verify.ts";
export { aroundStatements, joinTransaction } from "./database-wrappers.ts";
export {
  type BackupProgress,
  type Database,
  DatabaseUnavailable,
  type Db,
  NullViolation,
  UniqueViolation,
} from "./dialect/dialect.ts";
export * as pace from "./dialect/pace.ts";
export { isLocal } from "./dialect/place.ts";
export { isMigrated, listMigrations, migrate } from "./migrate.ts";
export { listFiles, openDatabase, secureFiles } from "./open.ts";
export { isOpenToOthers, makeFolder, makePrivate } from "./private-files.ts";
export type { RecordRow } from "./record-row.ts";
export type { ReplicaHealth, ReplicaState } from "./replica/monitor.ts";
export { openReplica, type Replica, type ReplicaStatus } from "./replica/replica.ts";
export * as access from "./repositories/access/access.ts";
export * as accountLinks from "./repositories/access/account-links.ts";
export * as apiKeys from "./repositories/access/api-keys.ts";
export * as leaving from "./repositories/access/leaving.ts";
export * as passkeys from "./repositories/access/passkeys.ts";
export * as quotas from "./repositories/access/quotas.ts";
export * as removal from "./repositories/access/removal.ts";
export * as sealed from "./repositories/access/sealed.ts";
export * as secondFactors from "./repositories/access/second-factors.ts";
export * as sessions from "./repositories/access/sessions.ts";
export * as tenancy from "./repositories/access/tenancy.ts";
export * as tenantRoles from "./repositories/access/tenant-roles.ts";
export * as users from "./repositories/access/users.ts";
export * as audit from "./repositories/audit.ts";
export * as duplicatePairs from "./repositories/duplicates/duplicate-pairs.ts";
export * as duplicateWork from "./repositories/duplicates/duplicate-work.ts";
export * as duplicates from "./repositories/duplicates/duplicates.ts";
export * as erasedFiles from "./repositories/erase/erased-files.ts";
export * as erasedValues from "./repositories/erase/erased-values.ts";
export * as erasures from "./repositories/erase/erasures.ts";
export * as undoneMerges from "./repositories/erase/undone-merges.ts";
export * as events from "./repositories/feed/events.ts";
export * as feed from "./repositories/feed/feed.ts";
export { renewEpoch } from "./repositories/feed/feed-epoch.ts";
export * as attachments from "./repositories/files/attachments.ts";
export * as fileParts from "./repositories/files/file-parts.ts";
export * as files from "./repositories/files/files.ts";
export * as health from "./repositories/health.ts";
export * as idempotency from "./repositories/idempotency.ts";
export * as importDrafts from "./repositories/imports/import-drafts.ts";
export * as projectImports from "./repositories/imports/project-imports.ts";
export * as currencyRates from "./repositories/insights/currency-rates.ts";
export * as homeReports from "./repositories/insights/home-reports.ts";
export * as insights from "./repositories/insights/insights.ts";
export * as reports from "./repositories/insights/reports.ts";
export * as requestLog from "./repositories/insights/request-log.ts";
export * as sums from "./repositories/insights/sums.ts";
export * as usage from "./repositories/insights/usage.ts";
export * as jobQueue from "./repositories/jobs/job-queue.ts";
export * as jobs from "./repositories/jobs/jobs.ts";
export * as liveRevisions from "./repositories/live-revisions.ts";
export * as mergeUndo from "./repositories/merge/merge-undo.ts";
export * as merges from "./repositories/merge/merges.ts";
export * as messaging from "./repositories/messaging.ts";
export * as activities from "./repositories/records/activities.ts";
export * as associations from "./repositories/records/associations.ts";
export * as historyRemoval from "./repositories/records/history-removal.ts";
export * as purge from "./repositories/records/purge.ts";
export * as recordBatches from "./repositories/records/record-batches.ts";
export * as recordBin from "./repositories/records/record-bin.ts";
export * as recordExport from "./repositories/records/record-export.ts";
export * as recordHistory from "./repositories/records/record-history.ts";
export * as recordPages from "./repositories/records/record-pages.ts";
export * as recordScan from "./repositories/records/record-scan.ts";
export * as recordUndo from "./repositories/records/record-undo.ts";
export * as records from "./repositories/records/records.ts";
export * as recordsById from "./repositories/records/records-by-id.ts";
export * as upsertKeys from "./repositories/records/upsert-keys.ts";
export * as associationLabels from "./repositories/schema/association-labels.ts";
export * as objectTypes from "./repositories/schema/object-types.ts";
export * as pipelines from "./repositories/schema/pipelines.ts";
export * as projectSchema from "./repositories/schema/project-schema.ts";
export * as schemaUsage from "./repositories/schema/schema-usage.ts";
export * as associationScan from "./repositories/search/association-scan.ts";
export * as recordIndex from "./repositories/search/record-index.ts";
export * as recordKeys from "./repositories/search/record-keys.ts";
export * as recordWords from "./repositories/search/record-words.ts";
export * as recordWordsMissing from "./repositories/search/record-words-missing.ts";
export * as timeScan from "./repositories/search/time-scan.ts";
export * as wordSearch from "./repositories/search/word-search.ts";
export * as stateVersions from "./repositories/state-versions.ts";
export * as templates from "./repositories/templates.ts";
export * as views from "./repositories/views.ts";
export * as deliveries from "./repositories/webhooks/deliveries.ts";
export * as deliveryProjects from "./repositories/webhooks/delivery-projects.ts";
export * as deliveryQueue from "./repositories/webhooks/delivery-queue.ts";
export * as deliveryViews from "./repositories/webhooks/delivery-views.ts";
export * as endpoints from "./repositories/webhooks/endpoints.ts";
export { ScaleOutRefused } from "./scale-out/distribute.ts";
export { type ScaledOut, scaleOut } from "./scale-out/scale-out.ts";
export type {
  DeliveryStatus,
  JobState,
  PayloadForm,
  PropertyChanges,
  StoredProperties,
  StoredValue,
} from "./schema.ts";
export { writeWholeFile } from "./whole-file.ts";
export { endWith, runWrites, startedWrites, together, type Write } from "./writes.ts";
