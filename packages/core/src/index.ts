export {
  type BackupProgress,
  type CopyStep,
  compact,
  DatabaseUnavailable,
  makeFolder,
  makePrivate,
  writeWholeFile,
} from "@rapport/db";
export {
  builtInType,
  EVENT_PATTERNS,
  EVENT_TYPES,
  KEY_SCOPES,
  OBJECT_TYPES,
  type ObjectType,
  PUBLIC_SCOPES,
  recordScopes,
  WORKSPACE_SCOPES,
} from "@rapport/model";
export { beginPasskeyByLink, readLink, useLink } from "./access/admins/account-links.ts";
export {
  createAdmin,
  createFirstAdmin,
  hasSignIns,
  listAdmins,
  updateAdmin,
} from "./access/admins/admins.ts";
export {
  disableByHand,
  resetFactorsByHand,
  setPasswordByHand,
  setRoleByHand,
} from "./access/admins/by-hand.ts";
export type { AdminRole } from "./access/admins/roles.ts";
export { authenticateSession, signIn, signOut } from "./access/admins/sessions.ts";
export { type Identity, signInByIdentity } from "./access/admins/single-sign-on.ts";
export { addressNetwork, clientAddress, isLoopbackHost } from "./access/client-address.ts";
export {
  type ApiKeyAuthenticator,
  apiKeyAuthenticator,
  createApiKey,
  disableApiKey,
  listApiKeys,
} from "./access/credentials/api-keys.ts";
export { authenticateClient } from "./access/credentials/authenticate-client.ts";
export { enableClient, updateClient } from "./access/credentials/client-changes.ts";
export {
  addSecret,
  createClient,
  disableClient,
  listClients,
  requireProject,
} from "./access/credentials/clients.ts";
export { newSessionToken } from "./access/credentials/credentials.ts";
export {
  enableApiKey,
  endOlderKey,
  rotateApiKey,
  updateApiKey,
} from "./access/credentials/key-changes.ts";
export { liftFactorRuleByHand, requireFactor } from "./access/factors/factor-rule.ts";
export { assertionInput, passkeyName, registrationInput } from "./access/passkeys/passkey-input.ts";
export {
  beginPasskeySignIn,
  openPasskeySession,
  signInWithPasskey,
} from "./access/passkeys/passkey-sign-in.ts";
export { type PasskeySite, passkeySite } from "./access/passkeys/passkey-site.ts";
export { type ProjectAdmin, principalOfProject } from "./access/project-principal.ts";
export {
  parseScope,
  requireAnyScope,
  requireScope,
  requireScopes,
} from "./access/require-scope.ts";
export { parseSecretKey, secretBox, UnknownKey } from "./access/secret-box.ts";
export { rotateSigningKey } from "./access/tokens/signing-keys.ts";
export {
  issueToken,
  type TokenVerifier,
  tokenAudience,
  tokenVerifier,
} from "./access/tokens/tokens.ts";
export { watchAccess } from "./access/watch-access.ts";
export { type LimitState, type WindowLimit, windowLimit } from "./access/window-limit.ts";
export {
  attachFile,
  hasAttachments,
  openAttachment,
} from "./activities/attachments.ts";
export { BY_HAND } from "./audit/actors.ts";
export type { Call } from "./call.ts";
export { CHANGES } from "./changes/changes.ts";
export type { Deps, ReplicaHealth, ReplicaStatus, Tracing } from "./deps.ts";
export {
  CRM_CODES,
  type CrmCode,
  CrmError,
  databaseFault,
  failureBehind,
  type Issue,
  refusalOrInternal,
  toRefusal,
} from "./errors.ts";
export { type ExportDefinition, exportEncoding } from "./exports/definition.ts";
export type { Download } from "./exports/download.ts";
export { exportOfProject, type OperatorExport } from "./exports/download.ts";
export { makeEncoder } from "./exports/encode.ts";
export { type ExportFile, openExportFile, openExportFor } from "./exports/export-file.ts";
export { createExport } from "./exports/exports.ts";
export { failureLog, type OnFailure, throttleFailures } from "./failure-log.ts";
export { type FeedWatch, watchFeeds } from "./feed/follow.ts";
export { type LiveChanges, type LiveFeeds, type LivePosition, liveFeeds } from "./feed/live.ts";
export { IMPORT_KINDS } from "./hubspot/hubspot-jobs.ts";
export { type HubspotImportResult, importHubspot } from "./hubspot/import-hubspot.ts";
export { uploadDraft } from "./imports/drafts/upload.ts";
export { MAX_FILE_BYTES } from "./imports/files.ts";
export {
  createImport,
  IMPORTS,
  type ImportView,
  publicImport,
} from "./imports/imports.ts";
export { receiveData } from "./imports/receive-data.ts";
export type { ImportOptions } from "./imports/settings.ts";
export { reach } from "./installation/addresses.ts";
export { type BackupTarget, backUpInstallation } from "./installation/backup.ts";
export {
  copyInstallation,
  type InstallationCopy,
  scaleOutInstallation,
} from "./installation/copy.ts";
export { readClockSkew } from "./installation/doctor/clock.ts";
export { examine } from "./installation/doctor/examine.ts";
export type { Finding } from "./installation/doctor/finding.ts";
export { type LostSecrets, resetSecrets } from "./installation/secret-reset.ts";
export { rotateSecretKey } from "./installation/secret-rotation.ts";
export { installationState } from "./installation/state.ts";
export { isPresent, unreadable, whyUnusable } from "./installation/unreadable.ts";
export type { ObjectSchema, Pipeline, ProjectSchema } from "./object-schema.ts";
export { openDeps } from "./open-deps.ts";
export { type Principal, storedActor } from "./principal.ts";
export { exportProject } from "./project-files/export-project.ts";
export { exportTenant } from "./project-files/export-tenant.ts";
export {
  discardProjectImport,
  type ImportedProject,
  type ImportStep,
  importProject,
} from "./project-files/import-project.ts";
export type { Totals } from "./project-files/tally.ts";
export { searchObjects } from "./query/search-objects.ts";
export { openRequestQuota, type RequestQuota, type RequestsLeft } from "./quotas/requests.ts";
export { cancelRecordJob, findKind, readRecordJob } from "./record-jobs/record-jobs.ts";
export { readRefused } from "./record-jobs/refused.ts";
export { addAssociation, removeAssociation } from "./records/associations/change-associations.ts";
export { deleteRecord, restoreRecord } from "./records/bin.ts";
export { createRecord } from "./records/create.ts";
export { eraseRecord } from "./records/erase/erase.ts";
export { cleanFiles, finishErasures } from "./records/erase/finish.ts";
export {
  type KeptLine,
  listErasures,
  parseKeptErasure,
  repeatErasures,
} from "./records/erase/repeat-erasures.ts";
export { mergeRecords } from "./records/merge/merge.ts";
export { readRecord } from "./records/read.ts";
export { updateRecord } from "./records/update.ts";
export type { PropertySettings } from "./schema/check-property.ts";
export { createType } from "./schema/object-types.ts";
export { addMissingPipelines } from "./schema/pipelines.ts";
export { nameWithin } from "./schema/property-names.ts";
export { saveProperty } from "./schema/save-property.ts";
export type { PlannedChange } from "./schema-files/plan-draft.ts";
export { currentSchema, planLine, pullSchema, pushSchema } from "./schema-files/push.ts";
export { typesOfSchema } from "./schema-files/typescript.ts";
export { readAccount, setAccount } from "./templates/accounts.ts";
export { syncDue } from "./templates/sync.ts";
export { importTemplates, listTemplates, requireTenant } from "./templates/templates.ts";
export { purgeRemovedTypes, removeOldHistory, tidy } from "./tenancy/housekeeping.ts";
export {
  deleteProject,
  deleteTenant,
  moveProject,
  restoreProject,
  restoreTenant,
} from "./tenancy/leaving.ts";
export { removeDue, removeNow } from "./tenancy/remove.ts";
export {
  listQuotas,
  measureQuotas,
  readQuota,
  setQuota,
  type TenantQuota,
} from "./tenancy/tenant-quotas.ts";
export {
  createProject,
  createTenant,
  hasNeverHadTenants,
  listProjects,
  listTenants,
} from "./tenancy/tenants.ts";
export { REQUEST_LOG_MODES, type RequestLogMode } from "./usage/count-requests.ts";
export { openUsageMeter, type UsageMeter } from "./usage/meter.ts";
export { rulesBrokenBy } from "./values/broken-rules.ts";
export { queueState } from "./webhooks/delivery-views.ts";
export { createEndpoint } from "./webhooks/endpoints.ts";
export { parseNetworks } from "./webhooks/public-address.ts";
export type { Outcome } from "./webhooks/send.ts";
export { startJobWorker, startWorker, type Worker } from "./worker.ts";
