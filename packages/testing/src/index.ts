export { DIALECTS, type Dialect, testDatabase } from "./database.ts";
export { createDatabase, startPostgres } from "./postgres.ts";
export {
  type Behaviour,
  type Received,
  type Receiver,
  type Reply,
  receiverCaFile,
  startReceiver,
  trustReceivers,
} from "./receiver.ts";
