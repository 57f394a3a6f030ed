import { type Kysely, sql } from "kysely";
import type { DialectName } from "../../src/dialect/dialect.ts";
import type { DeclaredStatement } from "../../src/statement.ts";

/** How a database executed a statement. */
export interface Plan {
  /** Indexes used on growing tables, sorted. `TABLE (all rows)` means a full scan. */
  readonly uses: readonly string[];
  /** Rows read from growing tables. */
  readonly read: number;
  /** Pages read, of tables and indexes. */
  readonly pages: number;
  /** Rows returned or changed. */
  readonly rows: number;
}

/** Tables that grow without a limit. */
const GROWING = [
  "records",
  "record_index",
  "record_unique",
  "record_words",
  "associations",
  "record_merges",
  "merge_associations",
  "merge_labels",
  "duplicate_keys",
  "duplicate_records",
  "duplicate_pairs",
  "record_sums",
  "sum_changes",
  "record_history",
  "events",
  "feed",
  "deliveries",
  "attempts",
  "idempotency_keys",
  "idempotency_records",
  "erasures",
  "file_parts",
  "jobs",
  "import_draft_keys",
  "api_usage",
  "request_log",
  "revoked_tokens",
  "audit_log",
  "templates",
  "template_history",
];

// biome-ignore lint/suspicious/noExplicitAny: the connection of any schema
type Connection = Kysely<any>;

/** Prepares a statement on a PostgreSQL connection, as the driver does. */
export async function prepare(connection: Connection, name: string, statement: DeclaredStatement) {
  await sql.raw(`prepare "${name}" as ${statement.compile("postgres").sql}`).execute(connection);
}

/** Plans a prepared statement, and keeps the plan. */
export async function plan(connection: Connection, name: string, values: readonly unknown[]) {
  await sql.raw(`explain ${run(name, values)}`).execute(connection);
}

/** Runs a prepared statement on PostgreSQL, rolls it back, and returns how it was executed. */
export async function explainPostgres(
  connection: Connection,
  name: string,
  values: readonly unknown[],
): Promise<Plan> {
  await sql.raw("begin").execute(connection);
  try {
    const { rows } = await sql
      .raw(`explain (analyze, buffers, timing off, format json) ${run(name, values)}`)
      .execute(connection);
    return read((rows as { "QUERY PLAN": [{ Plan: PostgresNode }] }[])[0]?.["QUERY PLAN"][0].Plan);
  } finally {
    await sql.raw("rollback").execute(connection);
  }
}

/** A look at a table in a plan, with the condition that its rows meet. */
export interface Scan {
  readonly table: string;
  readonly condition: string;
}

/** Returns the scans in the plan of a prepared statement on PostgreSQL. */
export async function explainScans(
  connection: Connection,
  name: string,
  values: readonly unknown[],
): Promise<readonly Scan[]> {
  return (await planNodes(connection, name, values)).flatMap((node) => {
    if (!/ Scan$/.test(node["Node Type"])) return [];
    const conditions = [node["Index Cond"], node["Recheck Cond"], node["TID Cond"], node.Filter];
    return [{ table: node["Relation Name"] ?? "", condition: conditions.join(" ") }];
  });
}

/** Returns the expressions that a prepared update of rows computes on PostgreSQL, as it writes them. */
export async function explainUpdated(
  connection: Connection,
  name: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  return (await planNodes(connection, name, values))
    .filter(({ Operation }) => Operation === "Update")
    .flatMap(({ Plans = [] }) => Plans.flatMap(({ Output = [] }) => Output));
}

async function planNodes(
  connection: Connection,
  name: string,
  values: readonly unknown[],
): Promise<readonly PostgresNode[]> {
  const { rows } = await sql
    .raw<{ "QUERY PLAN": [{ Plan: PostgresNode }] }>(
      `explain (verbose, format json) ${run(name, values)}`,
    )
    .execute(connection);
  return rows.flatMap((row) => flatten(row["QUERY PLAN"][0].Plan));
}

/** Returns how many tasks a prepared statement is made of on a cluster: each runs on one node. */
export async function countTasks(
  connection: Connection,
  name: string,
  values: readonly unknown[],
): Promise<number> {
  const { rows } = await sql
    .raw<{ "QUERY PLAN": string }>(`explain ${run(name, values)}`)
    .execute(connection);
  const counts = rows.map((row) => /^ *Task Count: (\d+)$/.exec(row["QUERY PLAN"])?.[1] ?? 0);
  return counts.reduce<number>((sum, count) => sum + Number(count), 0);
}

function run(name: string, values: readonly unknown[]): string {
  const literals = values.map((value) =>
    value === null ? "null" : typeof value === "number" ? value : `'${value}'`,
  );
  return `execute "${name}"${values.length === 0 ? "" : `(${literals.join(", ")})`}`;
}

interface PostgresNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly "TID Cond"?: string;
  readonly Filter?: string;
  readonly Operation?: string;
  readonly Output?: readonly string[];
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly PostgresNode[];
}

function read(root: PostgresNode | undefined): Plan {
  if (root === undefined) throw new Error("PostgreSQL returned no plan");
  const nodes = flatten(root);
  const scans = nodes.filter(
    (node) => / Scan$/.test(node["Node Type"]) && GROWING.includes(node["Relation Name"] ?? ""),
  );
  const rows = (node: PostgresNode) =>
    node["Actual Loops"] * (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0));
  const modified = nodes.find((node) => node["Node Type"] === "ModifyTable")?.Plans?.[0];
  return {
    uses: unique(
      scans
        // The place of such a row was found in an index.
        .filter((node) => node["Node Type"] !== "Tid Scan")
        .map((node) => node["Index Name"] ?? `${node["Relation Name"]} (all rows)`),
    ),
    read: scans.reduce((sum, node) => sum + rows(node), 0),
    pages: root["Shared Hit Blocks"] + root["Shared Read Blocks"],
    rows: Math.max(root["Actual Rows"], modified?.["Actual Rows"] ?? 0),
  };
}

function flatten(node: PostgresNode): readonly PostgresNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/** Returns the indexes that SQLite uses on growing tables, by their names on PostgreSQL. */
export async function explainSqlite(
  connection: Connection,
  statement: DeclaredStatement,
): Promise<readonly string[]> {
  const text = statement.compile("sqlite").sql;
  // The plan includes foreign key checks of new rows, which never run.
  if (/^\s*insert into "(projects|tenants)"/.test(text)) return [];
  // SQLite plans without values.
  const { rows } = await sql
    .raw<{ detail: string }>(`explain query plan ${text.replaceAll("?", "null")}`)
    .execute(connection);
  return unique(rows.flatMap(({ detail }) => access(detail, text)));
}

function access(detail: string, text: string): readonly string[] {
  const found = /^(SCAN|SEARCH) (\S+)(?: USING (.*))?$/.exec(detail);
  const [, kind, alias = "", by = ""] = found ?? [];
  const table = tableOf(alias, text);
  if (found === null || !GROWING.includes(table)) return [];
  const index = /INDEX (\w+)/.exec(by)?.[1];
  if (index !== undefined && !index.startsWith("sqlite_autoindex")) {
    return [index];
  }
  return [kind === "SCAN" ? `${table} (all rows)` : `${table}_pkey`];
}

/** SQLite names a table by its alias. */
function tableOf(alias: string, text: string): string {
  const named = new RegExp(`(?:from|join|update)\\s+"?(\\w+)"?\\s+(?:as\\s+)?"?${alias}"?\\b`, "i");
  return named.exec(text)?.[1] ?? alias;
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}

/** Returns the parameters of a statement in one dialect. */
export function valuesOf(
  statement: DeclaredStatement,
  dialect: DialectName,
  args: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  return statement.bind(dialect, args).map((value) => value ?? null);
}
