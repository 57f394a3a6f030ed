import { readFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import pg from "pg";
import type { RecordedWork, Step } from "./recorder.ts";

type Row = Record<string, unknown>;
type Run = (step: Step) => readonly Row[] | Promise<readonly Row[]>;

/** What the planner may do on Rapport's own connections. */
const PLAN_SETTINGS = ["seqscan", "bitmapscan", "hashjoin", "mergejoin"].map(
  (kind) => `-c enable_${kind}=off`,
);
const NO_WORKERS = "-c max_parallel_workers_per_gather=0";
const CURSOR = "x".repeat(160);

/**
 * Returns a function that runs the statements of a recorded question with the driver alone, and returns as many rows
 * as Rapport does, as JSON.
 *
 * @param file of `RecordedWork[]`, read at the first question
 */
export function openReplay(
  url: string,
  file: string,
): (work: number, variant: number) => Promise<string> {
  let works: readonly RecordedWork[] | undefined;
  const run = url.startsWith("sqlite:") ? sqliteRunner(url.slice(7)) : postgresRunner(url);
  return async (work, variant) => {
    works ??= JSON.parse(readFileSync(file, "utf8")) as readonly RecordedWork[];
    const recorded = works[work]?.recorded[variant];
    if (recorded === undefined)
      throw new Error(`no statements were recorded for ${work}/${variant}`);
    const { steps, results } = recorded;
    let last: readonly Row[] = [];
    for (const step of steps) {
      const rows = (await run(step)).map(parsed);
      if (rows.length > 0) last = rows;
    }
    const data = { results: last.slice(-results), nextCursor: CURSOR };
    return JSON.stringify({ success: true, message: "Records found.", data });
  };
}

function parsed(row: Row): Row {
  const { properties, payload, changes } = row;
  if (typeof properties === "string") return { ...row, properties: JSON.parse(properties) };
  if (typeof payload === "string") return { ...row, payload: JSON.parse(payload) };
  return typeof changes === "string" ? { ...row, changes: JSON.parse(changes) } : row;
}

function sqliteRunner(file: string): Run {
  const db = new Sqlite(file, { readonly: true });
  db.pragma("cache_size = -65536");
  const prepared = new Map<string, Sqlite.Statement<unknown[], Row>>();
  return ({ sql, values }) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = db.prepare<unknown[], Row>(sql);
      prepared.set(sql, statement);
    }
    return statement.all(...values);
  };
}

function postgresRunner(url: string): Run {
  const options = ["-c timezone=UTC", "-c jit=off", NO_WORKERS, ...PLAN_SETTINGS].join(" ");
  const pool = new pg.Pool({ connectionString: url, max: 10, options });
  return async ({ name, sql, values }) =>
    (await pool.query({ name, text: sql, values: [...values] })).rows;
}
