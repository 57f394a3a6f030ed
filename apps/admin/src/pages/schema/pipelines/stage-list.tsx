import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { ActionIcon, Badge, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { stageColor } from "@rapport/model";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useMay } from "../../../session.ts";
import { useProject } from "../../../shell/use-project.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Dot } from "../../../ui/values/chip.tsx";
import { formatPercent } from "../../../ui/values/format.ts";
import { ApiName } from "../api-name.tsx";
import { FormLink } from "../form-link.tsx";
import type { Pipeline, Stage } from "../use-schema-search.ts";
import classes from "./stage-list.module.css";

interface StageListProps {
  readonly type: string;
  readonly pipeline: Pipeline;
  readonly onRemove: (stage: Stage) => void;
}

/** The stages of a pipeline, reordered by dragging or with buttons. */
export function StageList({ type, pipeline, onRemove }: StageListProps) {
  const mayChange = useMay("admin");
  const { stages, move, list } = useStageOrder(type, pipeline);
  const [moved, setMoved] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const moveTo = (key: string, to: number, by: number) => {
    const label = stages.find((stage) => stage.key === key)?.label ?? key;
    move(key, to, by);
    setMoved(`${label} is now stage ${to + 1} of ${stages.length}`);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return;
    const to = stages.findIndex(({ key }) => key === over.id);
    moveTo(String(active.id), to, 0);
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <ol ref={list} className={classes.list} aria-label={`Stages of ${pipeline.label}`}>
        {stages.map((stage, index) => (
          <StageRow
            key={stage.key}
            pipeline={pipeline}
            stage={stage}
            isFirst={index === 0}
            isLast={index === stages.length - 1}
            mayChange={mayChange}
            onMove={(by) => moveTo(stage.key, index + by, by)}
            onRemove={() => onRemove(stage)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      {stages.length === 1 && mayChange && (
        <Text c="dimmed" fz="xs">
          A pipeline needs at least one stage, so the last one cannot be removed.
        </Text>
      )}
    </DndContext>
  );
}

interface StageRowProps {
  readonly pipeline: Pipeline;
  readonly stage: Stage;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly mayChange: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** A stage in the list. */
function StageRow(props: StageRowProps) {
  const { pipeline, stage, mayChange } = props;
  const drag = useDraggable({ id: stage.key, disabled: !mayChange });
  const drop = useDroppable({ id: stage.key });
  const setRow = (node: HTMLElement | null) => {
    drag.setNodeRef(node);
    drop.setNodeRef(node);
  };
  return (
    <li
      ref={setRow}
      className={classes.row}
      data-stage={stage.key}
      data-dragging={drag.isDragging}
      data-over={drop.isOver && !drag.isDragging}
      style={drag.transform ? { transform: `translateY(${drag.transform.y}px)` } : {}}
    >
      {mayChange && (
        // Hidden, because keyboards and screen readers use the buttons.
        <span className={classes.handle} aria-hidden {...drag.listeners}>
          <IconGripVertical size={16} />
        </span>
      )}
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
      {mayChange && <RowActions {...props} isOnly={pipeline.stages.length === 1} />}
    </li>
  );
}

function RowActions(props: StageRowProps & { readonly isOnly: boolean }) {
  const { stage, isFirst, isLast, isOnly, onMove, onRemove } = props;
  return (
    <span className={classes.actions}>
      <Action
        label={`Move ${stage.label} up`}
        by={-1}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </Action>
      <Action label={`Move ${stage.label} down`} by={1} disabled={isLast} onClick={() => onMove(1)}>
        <IconArrowDown size={16} aria-hidden />
      </Action>
      <Tooltip label="Remove">
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={isOnly}
          onClick={onRemove}
          aria-label={`Remove ${stage.label}`}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

interface ActionProps {
  readonly label: string;
  readonly by: number;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function Action({ label, by, disabled, onClick, children }: ActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      disabled={disabled}
      onClick={onClick}
      aria-label={label}
      data-by={by}
    >
      {children}
    </ActionIcon>
  );
}

/** Returns the stages in the requested order, before the server has answered. */
function useStageOrder(type: string, pipeline: Pipeline) {
  const project = useProject();
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<{ key: string; by: number } | null>(null);
  const order = useChange(project.schema.orderStages);
  const stages = order.isPending
    ? inOrder(pipeline.stages, order.variables.stages)
    : pipeline.stages;

  // A moved row loses the focus, but the admin may press the same button again.
  useEffect(() => {
    if (focusNext.current === null) return;
    const { key, by } = focusNext.current;
    focusNext.current = null;
    const row = list.current?.querySelector(`[data-stage="${key}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>("[data-by]") ?? [])];
    const usable = buttons.filter(({ disabled }) => !disabled);
    (usable.find(({ dataset }) => dataset.by === String(by)) ?? usable[0])?.focus();
  });

  /** @param by -1 or 1 if a button was pressed, which then keeps the focus; 0 after dragging */
  const move = (key: string, to: number, by: number) => {
    const keys = stages.map((stage) => stage.key).filter((one) => one !== key);
    if (by !== 0) focusNext.current = { key, by };
    order.mutate({
      type,
      pipeline: pipeline.key,
      stages: keys.toSpliced(to, 0, key),
    });
  };
  return { stages, move, list };
}

function inOrder(stages: readonly Stage[], keys: readonly string[]): readonly Stage[] {
  return stages.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
}
