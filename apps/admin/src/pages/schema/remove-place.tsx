import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { ObjectType } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useChange } from "../../ui/use-change.ts";
import type { Filter } from "../records/search.ts";
import { InUse, isInUse } from "./in-use.tsx";
import { INVALIDATED_BY_SCHEMA, type Pipeline, type Stage } from "./use-schema-search.ts";

/** What is to be removed: a stage, or its whole pipeline. */
export interface Removing {
  readonly pipeline: Pipeline;
  readonly stage: Stage | null;
}

interface RemovePlaceProps {
  readonly type: ObjectType;
  /** Null while nothing is to be removed. */
  readonly removing: Removing | null;
  readonly onClose: () => void;
}

/** Removes a stage or a pipeline once no record stands there, or says which records do. */
export function RemovePlace({ type, removing, onClose }: RemovePlaceProps) {
  const projectId = useProjectId();
  const pipeline = removing?.pipeline.key ?? "";
  const stage = removing?.stage?.key;
  const { label = "" } = removing?.stage ?? removing?.pipeline ?? {};
  const kind = stage === undefined ? "pipeline" : "stage";
  const place = { projectId, type, pipeline };
  const usage = useQuery({
    ...api.schema.stageUsage.queryOptions({ ...place, stage }),
    enabled: removing !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const told = {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    done: `${label} removed`,
    onDone: onClose,
  };
  const removeStage = useChange(api.schema.removeStage.mutationOptions(), told);
  const removePipeline = useChange(api.schema.removePipeline.mutationOptions(), told);
  const close = () => {
    removeStage.reset();
    removePipeline.reset();
    onClose();
  };
  const isFree = usage.data !== undefined && !usage.isFetching && !isInUse(usage.data);
  const instead = (
    <Loaded query={usage}>
      {(found) => (
        <InUse
          type={type}
          usage={found}
          how={{ one: "stands in it", many: "stand in it" }}
          filters={filtersOf(pipeline, stage)}
          remedy={`Move them to another ${kind} first`}
        />
      )}
    </Loaded>
  );
  return (
    <Confirm
      opened={removing !== null}
      onClose={close}
      title={isFree || usage.isLoading ? `Remove ${label}?` : `${label} is in use`}
      {...(isFree ? {} : { instead })}
      name={label}
      action={`Remove ${kind}`}
      change={stage === undefined ? removePipeline : removeStage}
      onConfirm={() =>
        stage === undefined ? removePipeline.mutate(place) : removeStage.mutate({ ...place, stage })
      }
    >
      No record stands in it. Programs that still name it will get 400. This cannot be undone.
    </Confirm>
  );
}

function filtersOf(pipeline: string, stage: string | undefined): readonly Filter[] {
  const inPipeline: Filter = { property: "pipeline", operator: "eq", value: pipeline };
  if (stage === undefined) return [inPipeline];
  return [inPipeline, { property: "stage", operator: "eq", value: stage }];
}
