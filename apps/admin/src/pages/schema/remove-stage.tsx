import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import type { Filter } from "../records/search.ts";
import { RemoveUnused, usageOptions } from "./remove-unused.tsx";
import { INVALIDATED_BY_SCHEMA, type Pipeline, type Stage } from "./use-schema-search.ts";

/** The stage to remove, or the whole pipeline if `stage` is null. */
export interface Removing {
  readonly pipeline: Pipeline;
  readonly stage: Stage | null;
}

interface RemoveStageProps {
  readonly type: string;
  /** Null closes the dialog. */
  readonly removing: Removing | null;
  readonly onClose: () => void;
}

/** Asks before a stage or a whole pipeline is removed. */
export function RemoveStage({ type, removing, onClose }: RemoveStageProps) {
  const projectId = useProjectId();
  const pipeline = removing?.pipeline.key ?? "";
  const stage = removing?.stage?.key;
  const { label = "" } = removing?.stage ?? removing?.pipeline ?? {};
  const kind = stage === undefined ? "pipeline" : "stage";
  const place = { projectId, type, pipeline };
  const usage = useQuery({
    ...api.schema.stageUsage.queryOptions({ ...place, stage }),
    ...usageOptions(removing !== null),
  });
  const after = {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    done: `${label} removed`,
    onDone: onClose,
  };
  const removeStage = useChange(api.schema.removeStage.mutationOptions(), after);
  const removePipeline = useChange(api.schema.removePipeline.mutationOptions(), after);
  return (
    <RemoveUnused
      opened={removing !== null}
      {...{ type, label, usage, onClose }}
      name={label}
      action={`Remove ${kind}`}
      how={{ one: "is in it", many: "are in it" }}
      filters={filtersOf(pipeline, stage)}
      remedy={`First move these records to another ${kind}`}
      change={stage === undefined ? removePipeline : removeStage}
      onConfirm={() =>
        stage === undefined ? removePipeline.mutate(place) : removeStage.mutate({ ...place, stage })
      }
    >
      There are no records in it. Programs that still use it will get 400. This cannot be undone.
    </RemoveUnused>
  );
}

function filtersOf(pipeline: string, stage: string | undefined): readonly Filter[] {
  const inPipeline: Filter = { property: "pipeline", operator: "eq", value: pipeline };
  if (stage === undefined) return [inPipeline];
  return [inPipeline, { property: "stage", operator: "eq", value: stage }];
}
