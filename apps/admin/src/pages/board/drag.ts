import {
  type Active,
  type Announcements,
  type AutoScrollOptions,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { Card, Column } from "./moves.ts";

/** What a dragged card tells of itself. */
export interface Dragged {
  readonly card: Card;
  readonly stage: Column;
}

export function draggedOf(active: Active): Dragged {
  return active.data.current as Dragged;
}

export function stageOf(over: Over | null): Column | undefined {
  return over?.data.current?.stage as Column | undefined;
}

/** Ways to drag: a mouse after a few pixels, a finger after a moment (before that it scrolls), keys. */
export function useBoardSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn, scrollBehavior: "instant" }),
  );
}

/** At an edge the board scrolls by at most 6 px each 10 ms: a finger can let go over the column that it wants. */
export const AT_THE_EDGE: AutoScrollOptions = { acceleration: 6, interval: 10 };

/** An arrow key carries the card to the middle of the next column on that side. */
const toNextColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = event.code === "ArrowRight" ? 1 : event.code === "ArrowLeft" ? -1 : 0;
  const { droppableRects, collisionRect, over } = context;
  if (step === 0 || collisionRect === null || over === null) return undefined;
  const columns = [...droppableRects].sort(([, one], [, other]) => one.left - other.left);
  const next = columns[columns.findIndex(([id]) => id === over.id) + step];
  if (next === undefined) return undefined;
  const [, { left, width }] = next;
  return { x: left + (width - collisionRect.width) / 2, y: currentCoordinates.y };
};

/** The column below the pointer; without a pointer the one whose middle is nearest to the card's. */
export const columnUnder: CollisionDetection = (args) => {
  if (args.pointerCoordinates !== null) return pointerWithin(args);
  const middle = ({ left, width }: { left: number; width: number }) => left + width / 2;
  const from = middle(args.collisionRect);
  // Columns are measured a moment after a drag has begun.
  return [...args.droppableRects]
    .map(([id, rect]) => ({ id, away: Math.abs(middle(rect) - from) }))
    .sort((one, other) => one.away - other.away);
};

const announcements: Announcements = {
  onDragStart: ({ active }) => {
    const { card, stage } = draggedOf(active);
    return `Picked up ${card.name} in ${stage.label}.`;
  },
  onDragOver: ({ active, over }) =>
    `${draggedOf(active).card.name} is over ${stageOf(over)?.label ?? "no stage"}.`,
  // A card that has moved is told by the board, as after a choice from the menu.
  onDragEnd: ({ active, over }) => {
    const { card, stage } = draggedOf(active);
    const isMoved = over !== null && stageOf(over)?.key !== stage.key;
    return isMoved ? undefined : `${card.name} stays in ${stage.label}.`;
  },
  onDragCancel: ({ active }) => {
    const { card, stage } = draggedOf(active);
    return `Cancelled. ${card.name} stays in ${stage.label}.`;
  },
};

/** What screen readers say of dragging. */
export const SPOKEN = {
  announcements,
  screenReaderInstructions: {
    draggable:
      "Press Space or Enter to pick up the card, choose a stage with the left and right arrow keys, and press Space or Enter to put it there. Escape leaves it where it was.",
  },
};
