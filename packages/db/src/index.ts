export { type Database, DatabaseBusy, type Db, UniqueViolation } from "./dialect/dialect.ts";
export { isMigrated, migrate } from "./migrate.ts";
export { openDatabase } from "./open.ts";
export * as access from "./repositories/access.ts";
export * as associations from "./repositories/associations.ts";
export * as recordIndex from "./repositories/record-index.ts";
export * as records from "./repositories/records.ts";
export * as tenancy from "./repositories/tenancy.ts";
export type { PropertyChanges, StoredProperties, StoredValue } from "./schema.ts";
