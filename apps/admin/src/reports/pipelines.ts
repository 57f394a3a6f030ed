import { typeKeys, typeNames } from "../object-types.ts";
import type { Choice, Settings } from "./figure.ts";

/** Object types that have pipelines, deals first. */
const pipelineTypes = (): readonly string[] =>
  typeKeys()
    .filter((type) => typeNames(type).hasPipeline)
    .toSorted((a, b) => Number(b === "deal") - Number(a === "deal"));

/** Returns the choice among the types that have pipelines. */
export function pipelineTypeOptions(): Choice["options"] {
  return pipelineTypes().map((type) => ({ value: type, label: typeNames(type).label }));
}

/** Returns the type that the settings name. */
export function pipelineType(settings: Settings): string {
  return pipelineTypes().find((type) => type === settings.type) ?? "deal";
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
