import { Badge, Button, Group } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconPencil,
  IconPlus,
  IconStar,
  IconTrash,
} from "@tabler/icons-react";
import { useMay } from "../../../session.ts";
import { useProject } from "../../../shell/use-project.ts";
import { ActionMenu } from "../../../ui/dialogs/action-menu.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Panel } from "../../../ui/pages/panel.tsx";
import { ApiName } from "../names.tsx";
import { type Pipeline, type Stage, useSchemaSearch } from "../use-schema-search.ts";
import { StageList } from "./stage-list.tsx";

interface PipelinePanelProps {
  readonly type: string;
  readonly pipeline: Pipeline;
  readonly all: readonly Pipeline[];
  /** Asks to remove a stage, or the whole pipeline if null. */
  readonly onRemove: (stage: Stage | null) => void;
}

/** One pipeline with its stages in order. */
export function PipelinePanel({ type, pipeline, all, onRemove }: PipelinePanelProps) {
  const { go } = useSchemaSearch();
  const mayChange = useMay("admin");
  return (
    <Panel
      title={pipeline.label}
      lead={<ApiName name={pipeline.key} />}
      actions={
        <Group gap="xs">
          {pipeline.isDefault && (
            <Badge variant="light" tt="none" radius="sm">
              Default
            </Badge>
          )}
          {mayChange && (
            <PipelineMenu
              type={type}
              pipeline={pipeline}
              all={all}
              onRemove={() => onRemove(null)}
            />
          )}
        </Group>
      }
    >
      <StageList type={type} pipeline={pipeline} onRemove={onRemove} />
      {mayChange && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => go({ add: "stage", pipeline: pipeline.key })}
            aria-label={`Add stage to ${pipeline.label}`}
          >
            Add stage
          </Button>
        </Group>
      )}
    </Panel>
  );
}

interface PipelineMenuProps {
  readonly type: string;
  readonly pipeline: Pipeline;
  readonly all: readonly Pipeline[];
  readonly onRemove: () => void;
}

function PipelineMenu({ type, pipeline, all, onRemove }: PipelineMenuProps) {
  const project = useProject();
  const { go } = useSchemaSearch();
  const { key, label, isDefault } = pipeline;
  const save = useChange(project.schema.savePipeline, {
    done: `${label} is the default.`,
    failed: `${label} was not made the default`,
  });
  const order = useChange(project.schema.orderPipelines, { failed: `${label} was not moved` });
  const keys = all.map((one) => one.key);
  const at = keys.indexOf(key);
  const move = (to: number) =>
    order.mutate({
      type,
      pipelines: keys.with(at, keys[to] ?? key).with(to, key),
    });
  return (
    <ActionMenu
      label={`Actions for ${label}`}
      actions={[
        { label: "Rename", icon: IconPencil, run: () => go({ pipeline: key }) },
        !isDefault && {
          label: "Make default",
          icon: IconStar,
          run: () => save.mutate({ type, pipeline: { key, isDefault: true } }),
        },
        at > 0 && { label: "Move up", icon: IconArrowUp, run: () => move(at - 1) },
        at < keys.length - 1 && {
          label: "Move down",
          icon: IconArrowDown,
          run: () => move(at + 1),
        },
        "divider",
        {
          label: isDefault ? "Remove (first make another the default)" : "Remove",
          icon: IconTrash,
          isDanger: true,
          isDisabled: isDefault,
          run: onRemove,
        },
      ]}
    />
  );
}
