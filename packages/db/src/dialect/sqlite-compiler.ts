import { SqliteQueryCompiler } from "kysely";

/**
 * Compiles SQL for SQLite with each parameter as `+?`. SQLite plans with the value of a plain `?` in a condition,
 * an order or a limit, and then prepares the statement again for each run, which took 30 µs of a read by key. It
 * does not look behind a plus, which changes no value (sqlite.org/lang_expr.html).
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}
