import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { useMay } from "../../session.ts";
import classes from "./stage-list.module.css";
import { StageRow } from "./stage-row.tsx";
import type { Pipeline, Stage } from "./use-schema-search.ts";
import { useStageOrder } from "./use-stage-order.ts";

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
