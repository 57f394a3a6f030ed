import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { PipelineForm } from "./pipeline-form.tsx";
import { PipelinePanel } from "./pipeline-panel.tsx";
import { RemovePlace, type Removing } from "./remove-place.tsx";
import { SideDrawer } from "./side-form.tsx";
import { hasCloseDate, StageForm } from "./stage-form.tsx";
import { type Pipeline, useSchemaSearch } from "./use-schema-search.ts";

interface PipelinesProps {
  readonly type: ObjectType;
  readonly pipelines: readonly Pipeline[];
}

/** The pipelines of a type with their stages: added, renamed, put in order and removed. */
export function Pipelines({ type, pipelines }: PipelinesProps) {
  const { go } = useSchemaSearch();
  const mayChange = useMay("admin");
  const [removing, setRemoving] = useState<Removing | null>(null);
  const many = TYPES[type].label.toLowerCase();
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" maw={640}>
          Each of the {many} stands in one stage of one pipeline.
          {type === "deal" && " A deal’s probability is its stage’s."}
          {hasCloseDate(type) &&
            " Entering a closed stage sets the close date, unless the record has one."}
        </Text>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => go({ add: "pipeline" })}
          >
            Add pipeline
          </Button>
        )}
      </Group>
      {pipelines.map((pipeline) => (
        <PipelinePanel
          key={pipeline.key}
          type={type}
          pipeline={pipeline}
          all={pipelines}
          onRemove={(stage) => setRemoving({ pipeline, stage })}
        />
      ))}
      <SideForms type={type} pipelines={pipelines} />
      <RemovePlace type={type} removing={removing} onClose={() => setRemoving(null)} />
    </Stack>
  );
}

/** The form that the address asks for. */
function SideForms({ type, pipelines }: PipelinesProps) {
  const { search, closeForm } = useSchemaSearch();
  const pipeline = pipelines.find(({ key }) => key === search.pipeline);
  const stage = pipeline?.stages.find(({ key }) => key === search.stage);
  const isOfStage = search.add === "stage" || search.stage !== undefined;
  const isMissing =
    search.add !== "pipeline" &&
    (pipeline === undefined || (search.stage !== undefined && stage === undefined));
  const title = isOfStage
    ? (stage?.label ?? `New stage in ${pipeline?.label ?? "a pipeline"}`)
    : (pipeline?.label ?? `New ${TYPES[type].singular.toLowerCase()} pipeline`);
  return (
    <SideDrawer
      opened={search.add !== undefined || search.pipeline !== undefined}
      onClose={closeForm}
      title={title}
    >
      {isMissing && <Text>It is not there any more; another admin may have removed it.</Text>}
      {!isMissing && !isOfStage && (
        <PipelineForm type={type} pipeline={pipeline} onClose={closeForm} />
      )}
      {!isMissing && isOfStage && pipeline && (
        <StageForm type={type} pipeline={pipeline} stage={stage} onClose={closeForm} />
      )}
    </SideDrawer>
  );
}
