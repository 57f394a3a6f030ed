export { amount } from "./amounts.ts";
export { CITUS_URL, joinNodes } from "./databases/citus.ts";
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
} from "./databases/database.ts";
export { DIALECTS, type Dialect } from "./databases/dialects.ts";
export { type PatroniCluster, startPatroni } from "./databases/patroni.ts";
export { keepsStatements, type PoolMode, startPgbouncer } from "./databases/pgbouncer.ts";
export { freePort } from "./free-port.ts";
export { startPostgres } from "./global-setup.ts";
export { binariesLikePgDump, missingPrograms } from "./installed.ts";
export type { AnyJson } from "./json.ts";
export { waitForOneDay } from "./one-day.ts";
export {
  type Fault,
  type FaultProxy,
  type PassedRequest,
  startFaultProxy,
} from "./peers/fault-proxy.ts";
export {
  type GraphPlatform,
  type GraphTemplate,
  type Reply as GraphReply,
  startGraphPlatform,
} from "./peers/graph-platform.ts";
export {
  type HubspotData,
  type HubspotRecord,
  type HubspotReply,
  type HubspotServer,
  startHubspot,
} from "./peers/hubspot.ts";
export {
  type OidcAccount,
  type OidcFault,
  type OidcProvider,
  startOidcProvider,
} from "./peers/oidc-provider.ts";
export {
  type Behaviour,
  type Received,
  type Receiver,
  type Reply,
  receiverCaFile,
  startReceiver,
  trustReceivers,
} from "./peers/receiver.ts";
export { type SilentProxy, startSilentProxy } from "./peers/silent-proxy.ts";
export { PROGRAM_ENV, programPath } from "./program-env.ts";
export { quickPassword } from "./quick-password.ts";
export { notePageScript } from "./reach.ts";
export { tampered } from "./tampered.ts";
