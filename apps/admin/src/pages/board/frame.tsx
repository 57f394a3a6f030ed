import { type Active, DndContext, type DragEndEvent, DragOverlay } from "@dnd-kit/core";
import { VisuallyHidden } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { typeNames } from "../../object-types.ts";
import type { Schema } from "../../property/use-schema.ts";
import { useMay } from "../../session.ts";
import { ScrollFrame } from "../../ui/pages/page.tsx";
import { type Field, ID } from "../records/fields.ts";
import type { Asked } from "../records/use-records-search.ts";
import { readNames, writeNames } from "../records/views/view-columns.ts";
import classes from "./board.module.css";
import { BoardContext } from "./board-context.ts";
import { CardFace } from "./card-face.tsx";
import { BoardColumn } from "./column.tsx";
import {
  AUTO_SCROLL,
  columnUnder,
  DRAG_ACCESSIBILITY,
  draggedOf,
  stageOf,
  useBoardSensors,
} from "./drag.ts";
import { type Board, type Card, withMoves } from "./moves.ts";
import { areSumsShort } from "./sums.ts";
import type { BoardType, useBoard } from "./use-board.ts";
import { useMoves } from "./use-moves.ts";
import { WeightedTotal } from "./weighted-total.tsx";

interface FrameProps {
  readonly projectId: number;
  readonly type: BoardType;
  readonly board: Board;
  readonly asked: Asked;
  readonly schema: Schema;
  readonly fields: readonly Field[];
  readonly more: ReturnType<typeof useBoard>["more"];
}

/** The columns of a pipeline, with drag and drop between them. */
export function BoardFrame(props: FrameProps) {
  const { projectId, type, board: fetched, asked, schema, fields, more } = props;
  const { moves, move } = useMoves(projectId, type);
  const { property, direction } = asked.sort;
  const board = withMoves(fetched, moves, property === ID.name && direction === "desc");
  const collapsed = readNames(asked.params.collapsed);
  const toggle = (key: string) => {
    const next = collapsed.includes(key)
      ? collapsed.filter((one) => one !== key)
      : [...collapsed, key];
    void asked.change({ collapsed: writeNames(next) }, { replace: true });
  };
  const [active, setActive] = useState<Active | null>(null);
  const [status, setStatus] = useState("");
  const arriving = useRef<number | null>(null);
  const mayMove = useMay("admin");
  const labelOf = (stage: string) => board.stages.find(({ key }) => key === stage)?.label ?? stage;
  const moveAndAnnounce = (card: Card, from: string, to: string) => {
    move(card, from, { key: to, label: labelOf(to) });
    setStatus(`Moved ${card.name} from ${labelOf(from)} to ${labelOf(to)}.`);
  };
  const drop = ({ active: dropped, over }: DragEndEvent) => {
    setActive(null);
    const { card, stage } = draggedOf(dropped);
    const target = stageOf(over);
    if (target && target.key !== stage.key) moveAndAnnounce(card, stage.key, target.key);
  };
  const { plural, label } = typeNames(type);
  return (
    <BoardContext
      value={{
        ...{ projectId, plural, stages: board.stages, mayMove, schema, fields },
        ...{ move: moveAndAnnounce, arriving, areSumsShort: areSumsShort(board) },
      }}
    >
      <WeightedTotal board={board} />
      <DndContext
        sensors={useBoardSensors()}
        collisionDetection={columnUnder}
        accessibility={DRAG_ACCESSIBILITY}
        autoScroll={AUTO_SCROLL}
        onDragStart={(event) => setActive(event.active)}
        onDragEnd={drop}
        onDragCancel={() => setActive(null)}
      >
        <ScrollFrame
          className={classes.frame}
          aria-label={`${label} by stage`}
          data-dragging={active !== null}
        >
          {board.stages.map((stage) => (
            <BoardColumn
              key={stage.key}
              stage={stage}
              isCollapsed={collapsed.includes(stage.key)}
              onToggle={() => toggle(stage.key)}
              isLoadingMore={more.isPending && more.variables === stage.key}
              onMore={() => more.mutate(stage.key)}
            />
          ))}
        </ScrollFrame>
        <DragOverlay dropAnimation={null}>
          {active && <Carried card={draggedOf(active).card} />}
        </DragOverlay>
      </DndContext>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </BoardContext>
  );
}

function Carried({ card }: { readonly card: Card }) {
  const name = useMemo(() => <span className={classes.link}>{card.name}</span>, [card]);
  return (
    <div className={classes.card} data-carried aria-hidden>
      <CardFace card={card} name={name} />
    </div>
  );
}
