import { parseArgs } from "node:util";

export interface Options {
  readonly dialects: readonly ("sqlite" | "postgres")[];
  /** Numbers of records in the project before anything is measured; each is measured on its own. */
  readonly seeds: readonly number[];
  /** Seconds per measurement, after a warm-up of the same time. */
  readonly seconds: number;
  readonly connections: number;
  /** Measurements per figure; the median is reported. */
  readonly rounds: number;
  /** Upserts during which memory is watched. */
  readonly upserts: number;
  /** Rows of an import. */
  readonly rows: number;
  readonly only: readonly string[];
  /** Whether PostgreSQL shares the server's processor. Otherwise it uses all. */
  readonly onOneCore: boolean;
  readonly out: string;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      db: { type: "string", default: "sqlite,postgres" },
      seed: { type: "string", default: "100000" },
      seconds: { type: "string", default: "5" },
      connections: { type: "string", default: "32" },
      rounds: { type: "string", default: "3" },
      upserts: { type: "string", default: "100000" },
      rows: { type: "string", default: "20000" },
      only: { type: "string", default: "" },
      "one-core": { type: "boolean", default: false },
      out: { type: "string", default: "bench-results.json" },
    },
  });
  const dialects = values.db.split(",").filter((name) => name === "sqlite" || name === "postgres");
  if (dialects.length === 0)
    throw new Error("--db must be sqlite, postgres, or both separated by a comma");
  return {
    dialects,
    seeds: values.seed.split(",").map((one) => count(one, "--seed")),
    seconds: count(values.seconds, "--seconds"),
    connections: count(values.connections, "--connections"),
    rounds: count(values.rounds, "--rounds"),
    upserts: count(values.upserts, "--upserts"),
    rows: count(values.rows, "--rows"),
    only: values.only.split(",").filter((name) => name !== ""),
    onOneCore: values["one-core"],
    out: values.out,
  };
}

/** Returns whether a work is to be measured: `--only` has a part of its name, or nothing. */
export function wants({ only }: Options, name: string): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

function count(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1 || value > 10_000_000) {
    throw new Error(`${name} must be a whole number from 1 to 10000000`);
  }
  return value;
}
