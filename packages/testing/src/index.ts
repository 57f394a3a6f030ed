export { amount } from "./amounts.ts";
export { CITUS_URL, joinNodes } from "./citus.ts";
export {
  countBlocked,
  createDatabase,
  createTemplate,
  migratedDatabase,
  openSession,
  runOnEachServer,
  runSql,
  type TestDatabase,
  testDatabase,
} from "./database.ts";
export { DIALECTS, type Dialect } from "./dialects.ts";
export { type Fault, type FaultProxy, type PassedRequest, startFaultProxy } from "./fault-proxy.ts";
export { freePort } from "./free-port.ts";
export { startPostgres } from "./global-setup.ts";
export {
  type GraphPlatform,
  type GraphTemplate,
  type Reply as GraphReply,
  startGraphPlatform,
} from "./graph-platform.ts";
export {
  type HubspotData,
  type HubspotRecord,
  type HubspotReply,
  type HubspotServer,
  startHubspot,
} from "./hubspot.ts";
export { binariesLikePgDump, missingPrograms } from "./installed.ts";
export type { AnyJson } from "./json.ts";
export {
  type OidcAccount,
  type OidcFault,
  type OidcProvider,
  startOidcProvider,
} from "./oidc-provider.ts";
export { waitForOneDay } from "./one-day.ts";
export { type PatroniCluster, startPatroni } from "./patroni.ts";
export { keepsStatements, type PoolMode, startPgbouncer } from "./pgbouncer.ts";
export { PROGRAM_ENV, programPath } from "./program-env.ts";
export { notePageScript } from "./reach.ts";
export {
  type Behaviour,
  type Received,
  type Receiver,
  type Reply,
  receiverCaFile,
  startReceiver,
  trustReceivers,
} from "./receiver.ts";
export { type SilentProxy, startSilentProxy } from "./silent-proxy.ts";
