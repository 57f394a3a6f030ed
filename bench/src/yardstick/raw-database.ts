import Sqlite from "better-sqlite3";
import pg from "pg";

/** A database as its driver opens it, for statements that the product does not have. */
export interface RawDatabase {
  readonly dialect: "sqlite" | "postgres";
  run(text: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

export function openRaw(url: string): RawDatabase {
  return url.startsWith("sqlite:") ? openSqlite(url.slice("sqlite:".length)) : openPostgres(url);
}

function openSqlite(file: string): RawDatabase {
  const db = new Sqlite(file);
  db.pragma("synchronous = off");
  db.pragma("cache_size = -262144");
  // As PostgreSQL has it.
  db.function("reverse", { deterministic: true }, (text) => [...String(text)].reverse().join(""));
  return {
    dialect: "sqlite",
    run: async (text) => {
      const statement = db.prepare<unknown[], Record<string, unknown>>(text);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    },
    close: async () => void db.close(),
  };
}

function openPostgres(url: string): RawDatabase {
  const options = "-c timezone=UTC -c synchronous_commit=off -c work_mem=256MB";
  const client = new pg.Client({ connectionString: url, options });
  const connected = client.connect();
  return {
    dialect: "postgres",
    run: async (text) => {
      await connected;
      return (await client.query(text)).rows;
    },
    close: () => client.end(),
  };
}
