export type { BatchAnswer, Batches, BatchInputs, BatchRecord, Upserted } from "./batch-client.ts";
export type { ClientCredentials } from "./credentials.ts";
export {
  type ClientErrorCode,
  type QuotaUse,
  RapportError,
  type RapportErrorCode,
  type RapportIssue,
  type ServerErrorCode,
} from "./errors.ts";
export type {
  Changes,
  ErasedData,
  EventRecord,
  FullEvent,
  PropertyRecord,
  RapportEvent,
} from "./events.ts";
export type { Export, ExportDefinition, Exports } from "./exports.ts";
export type { EventFilter, EventPage, Events, StreamedEvent } from "./feed.ts";
export type {
  Import,
  ImportAssociation,
  ImportFile,
  Imports,
  ImportUndo,
  NewImport,
  SendOptions,
  WaitOptions,
} from "./imports-client.ts";
export type {
  CreatedOf,
  ObjectClients,
  Objects,
  ObjectsNamed,
  ObjectsOf,
  PluralOf,
  VersionOptions,
} from "./objects-types.ts";
export type { List, Page, PostOptions } from "./operations.ts";
export {
  createPublicClient,
  type PublicClient,
  type PublicClientOptions,
  type TemplateFilter,
} from "./public-client.ts";
export type * from "./record-types.ts";
export type { ObjectTypesClient, Pipelines, Plural, SchemaPart, Stages } from "./schema-client.ts";
export type * from "./schema-types.ts";
export type * from "./search-types.ts";
export type * from "./template-types.ts";
export type { CallOptions, TransportOptions } from "./transport.ts";
export { type RawWebhook, type VerifyOptions, verifyWebhook } from "./verify-webhook.ts";
export {
  type Contacts,
  createWorkspaceClient,
  type Resource,
  type WebhookDeliveries,
  type WebhookEndpoints,
  type WorkspaceClient,
  type WorkspaceClientOptions,
} from "./workspace-client.ts";
export type * from "./workspace-types.ts";
