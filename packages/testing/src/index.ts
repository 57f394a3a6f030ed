export { DIALECTS, type Dialect, testDatabase } from "./database.ts";
export { createDatabase, startPostgres } from "./postgres.ts";
