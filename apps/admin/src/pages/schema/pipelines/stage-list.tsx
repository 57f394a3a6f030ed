import { ActionIcon, Badge, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { sortByList, stageColor } from "@rapport/model";
import { IconTrash } from "@tabler/icons-react";
import { useMay } from "../../../session.ts";
import { useProject } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Dot } from "../../../ui/values/chip.tsx";
import { formatPercent } from "../../../ui/values/format.ts";
import { ApiName, FormLink } from "../names.tsx";
import classes from "../ordered-list.module.css";
import { OrderedList } from "../ordered-list.tsx";
import type { Pipeline, Stage } from "../use-schema-search.ts";

interface StageListProps {
  readonly type: string;
  readonly pipeline: Pipeline;
  readonly onRemove: (stage: Stage) => void;
}

/** The stages of a pipeline, reordered by dragging or with buttons. */
export function StageList({ type, pipeline, onRemove }: StageListProps) {
  const mayChange = useMay("admin");
  const order = useChange(useProject().schema.orderStages, {
    failed: `The stages of ${pipeline.label} keep their order`,
  });
  // The requested order, before the server has answered.
  const wanted = order.isPending ? order.variables.stages : [];
  const stages = sortByList(pipeline.stages, wanted, ({ key }) => key);
  return (
    <>
      <OrderedList
        label={`Stages of ${pipeline.label}`}
        noun="stage"
        items={stages}
        itemKey={({ key }) => key}
        itemLabel={({ label }) => label}
        mayChange={mayChange}
        onOrder={(keys) => order.mutate({ type, pipeline: pipeline.key, stages: [...keys] })}
        actions={(stage) => (
          <Tooltip label="Remove">
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={stages.length === 1}
              onClick={() => onRemove(stage)}
              aria-label={`Remove ${stage.label}`}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      >
        {(stage) => <StageCells pipeline={pipeline} stage={stage} />}
      </OrderedList>
      {stages.length === 1 && mayChange && (
        <Text c="dimmed" fz="xs">
          A pipeline needs at least one stage, so the last one cannot be removed.
        </Text>
      )}
    </>
  );
}

interface StageCellsProps {
  readonly pipeline: Pipeline;
  readonly stage: Stage;
}

function StageCells({ pipeline, stage }: StageCellsProps) {
  return (
    <>
      <span className={classes.names}>
        <Dot color={stageColor(stage)} />
        <FormLink opens={{ pipeline: pipeline.key, stage: stage.key }}>{stage.label}</FormLink>
        <ApiName name={stage.key} />
      </span>
      {stage.closed && (
        <Badge variant="default" size="sm" tt="none" fw={500} radius="sm">
          Closed
        </Badge>
      )}
      {stage.probability !== null && (
        <Text span className={classes.percent}>
          <VisuallyHidden>Probability </VisuallyHidden>
          {formatPercent(stage.probability)}
        </Text>
      )}
    </>
  );
}
