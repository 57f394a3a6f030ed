import { type ObjectType, TYPE_KEYS, TYPES } from "../object-types.ts";
import type { Choice, Settings } from "./figure.ts";

/** Object types that have pipelines, deals first. */
export const PIPELINE_TYPES = TYPE_KEYS.filter((type) => TYPES[type].hasPipeline).toSorted(
  (a, b) => Number(b === "deal") - Number(a === "deal"),
) as ("deal" | "ticket" | "lead" | "appointment")[];
export type PipelineType = (typeof PIPELINE_TYPES)[number];

export const TYPE_OPTIONS = PIPELINE_TYPES.map((type) => ({
  value: type,
  label: TYPES[type as ObjectType].label,
}));

/** Returns the type that the settings name. */
export function pipelineType(settings: Settings): PipelineType {
  return PIPELINE_TYPES.find((type) => type === settings.type) ?? "deal";
}

interface OfPipeline {
  readonly pipeline: { readonly key: string };
  readonly pipelines: readonly { readonly key: string; readonly label: string }[];
}

/** Returns the choice of the pipeline; none if there is only one. */
export function pipelineChoice({ pipeline, pipelines }: OfPipeline): readonly Choice[] {
  if (pipelines.length < 2) return [];
  return [
    {
      name: "pipeline",
      label: "Pipeline",
      options: pipelines.map(({ key, label }) => ({ value: key, label })),
      value: pipeline.key,
    },
  ];
}
