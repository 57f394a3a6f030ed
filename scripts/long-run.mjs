// The options of `npm run test:long`. A scenario is a test file that takes its amounts from `amount` of
// @rapport/testing, so that `npm test` runs the same code for a few seconds.
import { parseArgs } from "node:util";

/** Name of a scenario: what the paths of its test files contain. */
const SCENARIOS = {
  kills: ["operation/crash", "workspace/webhook-crash"],
  requests: ["generated-requests"],
  outages: ["outage"],
  soak: ["operation/soak"],
};

const DEFAULTS = { kills: "60", requests: "20000", rounds: "5", minutes: "5", rate: "300" };

/**
 * Reads the options. Ends the program with 2 if one is wrong.
 *
 * @returns the amounts that `amount` returns, and the runs: filters of test files, and how often they run
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
  // An outage has no amount of its own, so its tests run again instead.
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
