import { useDraggable, useDroppable } from "@dnd-kit/core";
import { ActionIcon, Badge, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { ApiName } from "./api-name.tsx";
import { FormLink } from "./form-link.tsx";
import { formatPercent } from "./percent.ts";
import classes from "./stage-list.module.css";
import type { Pipeline, Stage } from "./use-schema-search.ts";

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
export function StageRow(props: StageRowProps) {
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
