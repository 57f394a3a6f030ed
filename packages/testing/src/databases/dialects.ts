export type Dialect = "sqlite" | "postgres";

/** Tests run on both, unless no database decides what they prove. `npm run test:changed` runs them on SQLite alone. */
export const DIALECTS: readonly Dialect[] =
  process.env.TEST_DATABASES === "sqlite" ? ["sqlite"] : ["sqlite", "postgres"];
