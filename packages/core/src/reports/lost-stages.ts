import type { PipelineFigures } from "../insights/stage-figures.ts";
import type { ObjectSchema } from "../object-schema.ts";

export type Counted = Pick<
  PipelineFigures["stages"][number],
  "key" | "label" | "closed" | "probability" | "count" | "amounts"
>;

/**
 * Returns the closed stages that are no success: of deals those without probability, of other types all but the first
 * closed stage.
 */
export function lostStages<Stage extends Pick<Counted, "closed" | "probability">>(
  { money }: Pick<ObjectSchema, "money">,
  stages: readonly Stage[],
): readonly Stage[] {
  const closed = stages.filter((stage) => stage.closed);
  if (money === null) return closed.slice(1);
  return closed.filter(({ probability }) => Number(probability ?? 0) === 0);
}
