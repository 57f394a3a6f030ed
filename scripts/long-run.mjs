// Options of `npm run test:long`. A scenario is a set of test files that get their amounts from `amount` of
// @rapport/testing, so that `npm test` runs the same code for a few seconds.
import { parseArgs } from "node:util";

/** Substrings of the paths of the test files, by name of the scenario. */
const SCENARIOS = {
  kills: [
    ...["operation/crash", "operation/batch-crash", "operation/export-crash"],
    ...["imports/import-crash", "public/feed-follower"],
  ],
  requests: ["generated-requests"],
  searches: ["search/model"],
  batches: ["public/batch-model"],
  dialects: ["dialects/same-answers"],
  outages: ["outage", "operation/failover", "operation/patroni", "operation/processes"],
  soak: ["operation/soak"],
  memory: ["operation/upsert-memory"],
  upgrade: ["operation/rolling-upgrade"],
  image: ["operation/image"],
};

const DEFAULTS = {
  kills: "60",
  requests: "20000",
  searches: "10000",
  batches: "200",
  sequences: "1000",
  upserts: "1000000",
  upgrades: "1000",
  rounds: "5",
  minutes: "5",
  failovers: "1",
  rate: "300",
  frozenSeconds: "20",
  images: "1",
};

/**
 * Reads the options. If one is wrong, exits with 2.
 *
 * @returns the values that `amount` returns, and the runs: filters of test files, and how often each runs
 */
export function readLongRun(args) {
  try {
    return read(args);
  } catch (error) {
    const names = Object.keys(SCENARIOS).join(",");
    const amounts = Object.entries(DEFAULTS).map(([name, value]) => `[--${name} ${value}]`);
    console.error(error.message);
    console.error(`Usage: npm run test:long -- ${amounts.join(" ")} [--only ${names}]`);
    process.exit(2);
  }
}

function read(args) {
  const string = { type: "string" };
  const options = Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, value]) => [name, { ...string, default: value }]),
  );
  const { values } = parseArgs({ args, options: { ...options, only: string } });
  const only = values.only?.split(",") ?? Object.keys(SCENARIOS);
  const unknown = only.find((name) => !Object.hasOwn(SCENARIOS, name));
  if (unknown !== undefined) throw new Error(`--only: there is no scenario "${unknown}".`);
  const amounts = Object.keys(DEFAULTS).map((name) => [name, positive(name, values[name])]);
  // Tests of outages take no amount, so they run several times instead.
  const [once, again] = [only.filter((name) => name !== "outages"), only.includes("outages")];
  return {
    amounts: Object.fromEntries(amounts),
    runs: [
      ...(once.length > 0 ? [{ filters: once.flatMap((name) => SCENARIOS[name]), times: 1 }] : []),
      ...(again ? [{ filters: SCENARIOS.outages, times: positive("rounds", values.rounds) }] : []),
    ],
  };
}

function positive(name, text) {
  const value = Number(text);
  if (value > 0 && value <= 10_000_000) return value;
  throw new Error(`--${name} must be a number above 0.`);
}
