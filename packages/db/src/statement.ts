import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Db, DialectName, PreparedQuery } from "./dialect/dialect.ts";
import { forUpdate } from "./dialect/locks.ts";
import type { Row, Schema } from "./schema.ts";
import type { Scope } from "./scope.ts";
import type { Write } from "./writes.ts";

/** A query that is compiled once per dialect. Only its values change between runs. */
export interface Statement<Args extends object, Row> extends DeclaredStatement {
  /** Runs it in the project of a scope. */
  all(db: Db, scope: Scope, args: Omit<Args, "project">): Promise<readonly Row[]>;
  all(db: Db, args: Args): Promise<readonly Row[]>;
  /** Like `all`, and returns the first row. */
  first(db: Db, scope: Scope, args: Omit<Args, "project">): Promise<Row | undefined>;
  first(db: Db, args: Args): Promise<Row | undefined>;
  /** Like `all`, and returns whether there is a row. */
  any(db: Db, scope: Scope, args: Omit<Args, "project">): Promise<boolean>;
  any(db: Db, args: Args): Promise<boolean>;
  /** Returns a run of it for `runWrites`. */
  write(scope: Scope, args: Omit<Args, "project">): Write;
  write(args: Args): Write;
}

/** A statement as the database sees it, for checks of its plan. */
export interface DeclaredStatement {
  /** Returns its SQL in one dialect. */
  compile(dialect: DialectName): PreparedQuery;
  /** Returns the values of a run, in the order of the SQL's parameters. */
  bind(dialect: DialectName, args: object): readonly unknown[];
}

const declared = new Map<string, DeclaredStatement>();
const insertNames = new Set<string>();

/**
 * Takes the name of an insert of many rows, because a connection to PostgreSQL knows a statement by its name alone.
 *
 * @throws Error if another statement has it
 */
export function takeInsertName(name: string): string {
  if (declared.has(name)) throw new Error(`another statement has the name ${name}`);
  refuseInsertName(name);
  insertNames.add(name);
  return name;
}

function refuseInsertName(name: string): void {
  if (insertNames.has(name)) throw new Error(`another insert has the name ${name}`);
}

/**
 * Returns every statement declared so far, by name. Inserts of plain rows (`insertRows`) are left out:
 * they have no conditions to plan.
 */
export function listStatements(): ReadonlyMap<string, DeclaredStatement> {
  return declared;
}

/**
 * Like `statement`, for SQL that Kysely's builder cannot express.
 *
 * @param build composes the SQL; `dialect` is for SQL that only one of the databases understands
 * @param options.isDeferred whether SQLite may run it in a transaction only at its commit
 */
export function sqlStatement<Args extends object, Row>(
  name: string,
  build: (param: Param<Args>, dialect: DialectName) => RawBuilder<Row>,
  options?: Pick<PreparedQuery, "isDeferred">,
): Statement<Args, Row> {
  return statement(
    name,
    (query, param, dialect) => ({ compile: () => build(param, dialect).compile(query) }),
    options,
  );
}

export type Table = keyof Schema & string;
export type Column<T extends Table> = keyof Row<T> & string;
/** A value of a column: the name of the argument that has it, null, or SQL. */
type NamedValue = string | null | RawBuilder<unknown>;
/** Columns, each with its value. */
export type Named<T extends Table> = { readonly [C in Column<T>]?: NamedValue };
/** The arguments that columns name. */
type ArgsOf<T extends Table, N> = {
  readonly [C in keyof N & Column<T> as N[C] extends string ? N[C] : never]: Row<T>[C];
};
/**
 * Declares a query of the rows of one table whose columns have the values of the arguments.
 *
 * @param how.where each column with the name of its argument, null for rows without a value, or SQL; all rows without it
 * @param how.isLocked whether the rows stay locked until the transaction ends
 */
export function selectRows<
  T extends Table,
  const C extends readonly Column<T>[],
  const W extends Named<T> = Record<never, string>,
>(
  name: string,
  table: T,
  columns: C,
  how: {
    readonly where?: W;
    readonly orderBy?: readonly Column<T>[];
    readonly isLocked?: boolean;
  } = {},
): Statement<ArgsOf<T, W>, Pick<Row<T>, C[number]>> {
  const { where = {}, orderBy = [], isLocked = false } = how;
  return sqlStatement(name, (param, dialect) => {
    const order = orderBy.length > 0 ? sql` order by ${refs(orderBy)}` : sql``;
    return sql`select ${refs(columns)} from ${sql.table(table)}${matching(where, param)}${order} ${isLocked ? forUpdate(dialect) : sql``}`;
  });
}

/**
 * Declares an update of the rows of one table whose columns have the values of the arguments.
 *
 * @param how.set each column with the name of its argument, null, or SQL
 * @param how.where as in `selectRows`
 * @param how.returning columns of the changed rows that it returns
 */
export function updateRows<
  T extends Table,
  const S extends Named<T>,
  const W extends Named<T>,
  const C extends readonly Column<T>[] = readonly [],
>(
  name: string,
  table: T,
  how: { readonly set: S; readonly where: W; readonly returning?: C },
): Statement<ArgsOf<T, S> & ArgsOf<T, W>, Pick<Row<T>, C[number]>> {
  return sqlStatement(name, (param) => {
    const set = namedEntries(how.set).map(
      ([column, value]) => sql`${sql.ref(column)} = ${namedSql(value, param)}`,
    );
    return sql`update ${sql.table(table)} set ${sql.join(set)}${matching(how.where, param)}${returned(how.returning)}`;
  });
}

/** Declares a deletion of the rows of one table whose columns have the values of the arguments; see `updateRows`. */
export function deleteRows<
  T extends Table,
  const W extends Named<T>,
  const C extends readonly Column<T>[] = readonly [],
>(
  name: string,
  table: T,
  where: W,
  returning?: C,
): Statement<ArgsOf<T, W>, Pick<Row<T>, C[number]>> {
  return sqlStatement(
    name,
    (param) => sql`delete from ${sql.table(table)}${matching(where, param)}${returned(returning)}`,
  );
}

/** Returns the names of columns, separated by commas. */
export function refs(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** Returns the SQL of a value of a column. */
export function namedSql<Args>(value: NamedValue, param: Param<Args>): RawBuilder<unknown> {
  if (value === null) return sql`null`;
  return typeof value === "string" ? param(value as keyof Args & string) : value;
}

export function namedEntries(named: object): readonly (readonly [string, NamedValue])[] {
  return Object.entries(named as Readonly<Record<string, NamedValue>>);
}

function matching<Args>(where: object, param: Param<Args>): RawBuilder<unknown> {
  const equal = namedEntries(where).map(
    ([column, value]) =>
      sql`${sql.ref(column)} ${value === null ? sql`is` : sql`=`} ${namedSql(value, param)}`,
  );
  return equal.length > 0 ? sql` where ${sql.join(equal, sql` and `)}` : sql``;
}

/** Returns the clause with which a statement returns columns; nothing if there are none. */
export function returned(columns: readonly string[] = []): RawBuilder<unknown> {
  return columns.length > 0 ? sql` returning ${refs(columns)}` : sql``;
}

export type Param<Args> = <K extends keyof Args & string>(key: K) => RawBuilder<Args[K]>;

interface Compiled extends PreparedQuery {
  readonly parameters: readonly unknown[];
}

/**
 * Declares a query that is compiled at its first use.
 *
 * @param name unique in the program; names the prepared statement on PostgreSQL
 * @param build composes the query; `param(key)` is replaced by that argument of each run, a list by its JSON
 */
export function statement<Args extends object, Row>(
  name: string,
  build: (query: Kysely<Schema>, param: Param<Args>, dialect: DialectName) => Compilable<Row>,
  options: Pick<PreparedQuery, "isDeferred"> = {},
): Statement<Args, Row> {
  const compiled = new Map<DialectName, Compiled>();
  const param: Param<Args> = (key) => sql`${new Placeholder(key)}`;

  function compile(dialect: DialectName): Compiled {
    let query = compiled.get(dialect);
    if (query === undefined) {
      const { sql: text, parameters } = build(COMPILERS[dialect], param, dialect).compile();
      query = { name, sql: text, parameters, ...options };
      compiled.set(dialect, query);
    }
    return query;
  }
  async function all(
    db: Db,
    given: Args | Scope,
    rest?: Omit<Args, "project">,
  ): Promise<readonly Row[]> {
    const query = compile(db.dialect);
    const args = rest === undefined ? given : { ...rest, project: (given as Scope).projectId };
    return (await db.execute(query, bind(query.parameters, args))) as readonly Row[];
  }
  const result: Statement<Args, Row> = {
    all,
    first: async (db: Db, given: Args | Scope, rest?: Omit<Args, "project">) =>
      (await all(db, given, rest))[0],
    any: async (db: Db, given: Args | Scope, rest?: Omit<Args, "project">) =>
      (await all(db, given, rest)).length > 0,
    write: (given: Args | Scope, rest?: Omit<Args, "project">) => {
      const args = rest === undefined ? given : { ...rest, project: (given as Scope).projectId };
      return { callIn: (dialect) => [compile(dialect), bind(compile(dialect).parameters, args)] };
    },
    compile,
    bind: (dialect, args) => bind(compile(dialect).parameters, args),
  };
  refuseInsertName(name);
  declared.set(name, result);
  return result;
}

class Placeholder {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

function bind(parameters: readonly unknown[], args: object): unknown[] {
  const values = new Array<unknown>(parameters.length);
  for (let i = 0; i < parameters.length; i++) {
    const parameter = parameters[i];
    const value =
      parameter instanceof Placeholder
        ? (args as Record<string, unknown>)[parameter.key]
        : parameter;
    values[i] = Array.isArray(value) ? JSON.stringify(value) : value;
  }
  return values;
}

/** Returns the text of composed SQL in one dialect. */
export function compileFor(dialect: DialectName, query: RawBuilder<unknown>): string {
  return query.compile(COMPILERS[dialect]).sql;
}

/**
 * Compiles SQL for SQLite with each parameter as `+?`. SQLite plans with the value of a plain `?` in a condition,
 * an order or a limit, and then prepares the statement again for each run, which took 30 µs of a read by key. It
 * does not look behind a plus, which changes no value (sqlite.org/lang_expr.html).
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}

const COMPILERS: Record<DialectName, Kysely<Schema>> = {
  sqlite: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error("a compiler has no database to look at");
      },
      createQueryCompiler: () => new SqliteCompiler(),
    },
  }),
  postgres: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error("a compiler has no database to look at");
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};
