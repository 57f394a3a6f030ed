import type { Inputs } from "../../../api.ts";
import { objectType } from "../../../object-types.ts";
import { failureIssues } from "../../../ui/pages/error-notice.tsx";

/** What it means for a record to be in a stage. Won, lost and done stages are closed. */
export type Outcome = "open" | "won" | "lost" | "done";

/** A stage of a pipeline that is being added. */
export interface NewStage {
  readonly id: number;
  readonly label: string;
  /** Probability in percent; null for the default. */
  readonly percent: string | null;
  readonly outcome: Outcome;
}

/** The values of the form of a pipeline. */
export interface PipelineValues {
  readonly label: string;
  readonly isDefault: boolean;
  /** Empty for an existing pipeline. */
  readonly stages: NewStage[];
}

type Settings = NonNullable<Inputs["schema"]["savePipeline"]["pipeline"]["stages"]>;

let lastId = 0;

export function newStage(label = "", outcome: Outcome = "open"): NewStage {
  return { id: ++lastId, label, percent: null, outcome };
}

/** Returns the stages that a new pipeline begins with. */
export function firstStages(type: string): NewStage[] {
  const first = newStage("New");
  if (objectType(type).hasProbability)
    return [first, newStage("Won", "won"), newStage("Lost", "lost")];
  return objectType(type).hasCloseDate ? [first, newStage("Closed", "done")] : [first];
}

const ENDS: Partial<Record<Outcome, string>> = { won: "100", lost: "0" };

/** Returns the probability of each stage in percent. Open stages have steps from 10 to below 90, unless one is typed. */
export function stagePercents(stages: readonly NewStage[]): readonly string[] {
  const open = stages.filter(({ outcome }) => outcome === "open");
  return stages.map((stage) => {
    const step = (80 * open.indexOf(stage)) / open.length;
    return ENDS[stage.outcome] ?? stage.percent ?? String(10 + Math.round(step / 5) * 5);
  });
}

/** Returns the settings of the stages to add. Those without a name are left out. */
export function stageSettings(type: string, stages: readonly NewStage[]): Settings {
  const percents = stagePercents(stages);
  return stages.flatMap(({ label, outcome }, i) => {
    const percent = percents[i] ?? "";
    const probability = objectType(type).hasProbability
      ? { probability: toDecimal(percent) ?? percent }
      : undefined;
    return isNamed({ label }) ? [{ label, closed: outcome !== "open", ...probability }] : [];
  });
}

export function isNamed({ label }: Pick<NewStage, "label">): boolean {
  return label.trim() !== "";
}

/**
 * Assigns the server's issues to the fields of the form of a new pipeline.
 *
 * @returns null if one matches no field
 */
export function pipelineErrors(
  error: unknown,
  stages: readonly NewStage[],
): Record<string, string> | null {
  const sent = stages.flatMap((stage, i) => (isNamed(stage) ? [i] : []));
  const errors: Record<string, string> = {};
  for (const { path, message } of failureIssues(error)) {
    const [, field = "", at, part] =
      /(?:^|\.)(label|isDefault|stages)(?:\.(\d+)\.(\w+))?$/.exec(path) ?? [];
    if (field === "") return null;
    const name = part === "probability" ? "percent" : part;
    errors[at === undefined ? field : `stages.${sent[Number(at)]}.${name}`] ??= message;
  }
  return Object.keys(errors).length === 0 ? null : errors;
}

// The API has probabilities as decimals from 0 to 1; admins read and type percent.

/** @returns the decimal in percent, exact: "0.125" gives "12.5" */
export function toPercent(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const places = fraction.padEnd(2, "0");
  return plain(whole + places.slice(0, 2), places.slice(2));
}

/** @returns the percentage as a decimal; null if it is not a plain number */
export function toDecimal(percent: string): string | null {
  const parts = /^(\d+)(?:[.,](\d+))?$/.exec(percent.trim());
  if (parts === null) return null;
  const whole = (parts[1] ?? "").padStart(3, "0");
  return plain(whole.slice(0, -2), whole.slice(-2) + (parts[2] ?? ""));
}

/** Returns what is wrong with a typed percentage; null if nothing. */
export function percentError(percent: string): string | null {
  const decimal = toDecimal(percent);
  return decimal === null || Number(decimal) > 1
    ? "Enter a number from 0 to 100, such as 25 or 12.5."
    : null;
}

function plain(whole: string, fraction: string): string {
  const integer = whole.replace(/^0+(?=\d)/, "");
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? integer : `${integer}.${rest}`;
}
