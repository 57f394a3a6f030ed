import type { Deps } from "../deps.ts";
import type { Amount } from "./amounts.ts";
import { type PipelineFigures, pipelineFigures } from "./stage-figures.ts";

export interface DealsByStage extends Omit<PipelineFigures, "stages"> {
  /** Currencies of the pipeline's deals, ordered by code, null last. */
  readonly currencies: readonly (string | null)[];
  readonly stages: readonly (PipelineFigures["stages"][number] & {
    readonly amounts: readonly Amount[];
  })[];
}

/**
 * Counts a project's live deals in each stage of a pipeline and sums their amounts exactly.
 *
 * @param pipeline key, id or label; the default pipeline if undefined
 * @throws CrmError INVALID_INPUT if the pipeline does not exist
 */
export async function dealsByStage(
  deps: Pick<Deps, "db" | "schemas" | "figures">,
  projectId: number,
  pipeline?: string,
): Promise<DealsByStage> {
  const figures = await pipelineFigures(deps, projectId, "deal", pipeline);
  const stages = figures.stages.map((stage) => ({
    ...stage,
    amounts: (stage.amounts ?? []).toSorted((a, b) => byCode(a.currency, b.currency)),
  }));
  const currencies = new Set(stages.flatMap((stage) => stage.amounts.map((one) => one.currency)));
  return { ...figures, currencies: [...currencies].toSorted(byCode), stages };
}

function byCode(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
