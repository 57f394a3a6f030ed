import Sqlite from "better-sqlite3";
import pg from "pg";

export type Row = Record<string, unknown>;
/** Runs a statement, prepared once, with its values in the order of `$1`, or of `?` on SQLite. */
export type Run = (text: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;

/** A database as its driver alone runs statements. */
export interface Driver {
  readonly run: Run;
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
}

export function openDriver(url: string): Driver {
  return url.startsWith("sqlite:") ? openSqlite(url.slice("sqlite:".length)) : openPostgres(url);
}

function openSqlite(file: string): Driver {
  const db = new Sqlite(file, { timeout: 5_000 });
  for (const pragma of ["synchronous = full", "foreign_keys = on", "cache_size = -65536"]) {
    db.pragma(pragma);
  }
  const prepared = new Map<string, (values: readonly unknown[]) => readonly Row[]>();
  const run: Run = async (text, ...values) => {
    const execute = prepared.get(text) ?? prepare(db, text);
    prepared.set(text, execute);
    return execute(values);
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    run,
    transaction: (work) => {
      const result = last.then(async () => {
        db.exec("begin immediate");
        const done = await work(run);
        db.exec("commit");
        return done;
      });
      last = result;
      return result;
    },
  };
}

/** better-sqlite3 treats `?1` as a named parameter, so this uses `?` and passes a repeated value twice. */
function prepare(db: Sqlite.Database, text: string) {
  const statement = db.prepare<unknown[], Row>(text.replaceAll(/\$\d+/g, "?"));
  const order = Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number) - 1);
  return (values: readonly unknown[]) => {
    const given = order.length === 0 ? values : order.map((index) => values[index]);
    if (statement.reader) return statement.all(...given);
    statement.run(...given);
    return [];
  };
}

/** What the planner may do on Rapport's own connections. */
const OPTIONS = [
  ...["timezone=UTC", "jit=off", "max_parallel_workers_per_gather=0"],
  ...["seqscan", "bitmapscan", "hashjoin", "mergejoin"].map((kind) => `enable_${kind}=off`),
].map((setting) => `-c ${setting}`);

function openPostgres(url: string): Driver {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: OPTIONS.join(" ") });
  const names = new Map<string, string>();
  const runOn =
    (client: pg.Pool | pg.PoolClient): Run =>
    async (text, ...values) => {
      const name = names.get(text) ?? `s${names.size}`;
      names.set(text, name);
      return (await client.query({ name, text, values: [...values] })).rows;
    };
  return {
    run: runOn(pool),
    transaction: async (work) => {
      const client = await pool.connect();
      await client.query("begin");
      const result = await work(runOn(client));
      await client.query("commit");
      client.release();
      return result;
    },
  };
}
