export type Dialect = "sqlite" | "postgres";

/** Every test that touches the database runs on both, but `npm run test:changed` only runs them on SQLite. */
export const DIALECTS: readonly Dialect[] =
  process.env.TEST_DATABASES === "sqlite" ? ["sqlite"] : ["sqlite", "postgres"];
